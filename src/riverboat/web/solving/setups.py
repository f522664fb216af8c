"""A spot as a request describes it, and as it is kept in the library."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from riverboat.cards.range import Range
from riverboat.solvers import SolveOptions
from riverboat.solvers.full_width.locks import Lock
from riverboat.solvers.spots.sizes_text import DEFAULT_SIZES
from riverboat.solvers.spots.spot import ALL_IN, FORCE_ALL_IN, MERGE, SpotSetup, spot_setup
from riverboat.solvers.spots.spot_file import SpotFile

Text = Annotated[str, Field(max_length=60_000)]
Weights = Annotated[list[float], Field(min_length=1326, max_length=1326)]
Amount = Annotated[float, Field(gt=0, lt=1e9)]
Sizes = Annotated[str, Field(max_length=500)]


class LockModel(BaseModel):
    """A strategy that is fixed: shares by token for all hands or some, or a row for each hand of who acts."""

    model_config = ConfigDict(extra="forbid")

    line: Annotated[str, Field(max_length=2000)]
    mix: dict[str, float] | Annotated[list[list[float]], Field(max_length=1326)]
    hands: Text = ""

    def lock(self) -> Lock:
        """Return it as the solver takes it."""
        return Lock(self.line, self.mix, self.hands)


class Setup(BaseModel):
    """A spot, in the words of `solve_spot`, and how far it is solved."""

    model_config = ConfigDict(extra="forbid")

    board: Annotated[str, Field(max_length=40, examples=["QsJh2h"])]
    oop: Text | Weights = Field(description="the range of who acts first: text, or weights by hand number")
    ip: Text | Weights
    pot: Amount = Field(examples=[180])
    stack: Amount | tuple[Amount, Amount] = Field(
        description="behind: of both, or of oop and ip", examples=[910]
    )
    unit: Annotated[Literal["chips", "bb"] | None, Field(description="of pot, stack and rake cap")] = None
    min_bet: Annotated[int, Field(ge=1, lt=1_000_000, description="the big blind in chips")] = 1
    sizes: Annotated[
        Sizes | dict[str, Sizes | dict[str, Sizes]],
        Field(description="bets | raises | donks; or by street, and by player in it"),
    ] = DEFAULT_SIZES
    all_in: Literal["always", "never"] | Annotated[float, Field(ge=0, lt=1e6)] = ALL_IN
    force_all_in: Annotated[float, Field(ge=0, lt=1e6)] = FORCE_ALL_IN
    merge: Annotated[float, Field(ge=0, lt=10)] = MERGE
    rake: Annotated[float, Field(ge=0, lt=1, description="a share of the pot")] = 0.0
    rake_cap: Annotated[float, Field(ge=0, lt=1e9)] = 0.0
    locks: Annotated[list[Annotated[str, Field(max_length=60_000)] | LockModel], Field(max_length=100)] = []
    target_pot_percent: Annotated[float, Field(gt=0, le=100)] | None = None
    iterations: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    max_seconds: Annotated[float, Field(gt=0, le=1e7)] | None = None
    start: Annotated[
        Annotated[str, Field(max_length=100)] | None,
        Field(description="a solution whose strategies it begins with, such as `spot:12`"),
    ] = None

    def spot(self) -> SpotSetup:
        """Return the spot, everything in it checked."""
        locks = [Lock.parse(one) if isinstance(one, str) else one.lock() for one in self.locks]
        return spot_setup(
            board=self.board,
            oop=self.oop
            if isinstance(self.oop, str)
            else read_range(self.oop),  # errors of text say whose it is
            ip=self.ip if isinstance(self.ip, str) else read_range(self.ip),
            pot=self.pot,
            stack=self.stack,
            unit=self.unit,
            min_bet=self.min_bet,
            sizes=self.sizes,
            all_in=self.all_in,
            force_all_in=self.force_all_in,
            merge=self.merge,
            rake=self.rake,
            rake_cap=self.rake_cap,
            locks=locks,
        )

    def options(self) -> SolveOptions:
        """Return how far it is solved."""
        return SolveOptions(
            target_pot_percent=self.target_pot_percent,
            iterations=self.iterations,
            max_seconds=self.max_seconds,
        )

    def kept(self) -> Setup:
        """Return the same with ranges as text."""
        return self.model_copy(update={"oop": str(read_range(self.oop)), "ip": str(read_range(self.ip))})

    @classmethod
    def of(cls, spot: SpotFile) -> Setup:
        """Return what a file or a line says of a spot."""
        return cls(
            board=spot.board, oop=spot.oop, ip=spot.ip, pot=spot.pot, stack=spot.stack, min_bet=spot.min_bet
        )


def read_range(given: str | list[float]) -> Range:
    """Return a range from its text or its weights."""
    return Range(given) if isinstance(given, str) else Range.from_weights(given)
