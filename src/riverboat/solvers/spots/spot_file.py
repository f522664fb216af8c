"""What a file says about a spot, whatever its format, and the errors all readers share."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from riverboat.base.streets import STREETS
from riverboat.cards.card import parse_cards
from riverboat.cards.range import Range
from riverboat.errors import FileFormatError, PayoutError, RangeError, RiverboatError
from riverboat.games.payouts.prizes import Prizes
from riverboat.solvers.spots.sizes_text import DEFAULT_SIZES, SizesLike
from riverboat.solvers.spots.spot import ALL_IN, FORCE_ALL_IN, MERGE, SpotSetup, Unit, spot_setup

PLAYERS: Final = ("oop", "ip")
KINDS: Final = ("bets", "raises", "donks")


@dataclass(frozen=True)
class SpotFile:
    """A spot as a file describes it, in the words of `solve_spot`.

    board, oop, ip, pot, stack, unit, rake, rake_cap, min_bet, all_in, force_all_in, merge, locks: see `solve_spot`.
    sizes: text, or by street, player and kind, see `spot_menu`. accuracy_percent: the exploitability to stop at, in
    percent of the pot; iterations: the most; None where the file does not say. payouts, others: play for these prizes,
    with the stacks of those who are not in the hand; empty for chips. threads: None for all of the machine.
    notes: what the file asked for and cannot have, and what was not used, for people to read.

    >>> spot = SpotFile("QsJh2h", "AA,QJs", "KK,AQs", pot=180, stack=910, sizes="50% | 3x")
    >>> spot.setup().pot, spot.accuracy_percent is None
    (180, True)
    """

    board: str
    oop: str
    ip: str
    pot: float
    stack: float | tuple[float, float]
    sizes: SizesLike = DEFAULT_SIZES
    all_in: str | float = ALL_IN
    force_all_in: float = FORCE_ALL_IN
    merge: float = MERGE
    rake: float = 0.0
    rake_cap: float = 0.0
    min_bet: int = 1
    unit: Unit | None = None
    locks: tuple[str, ...] = ()
    payouts: tuple[float, ...] = ()
    others: tuple[float, ...] = ()
    accuracy_percent: float | None = None
    iterations: int | None = None
    threads: int | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)

    def setup(self) -> SpotSetup:
        """Return the setup, everything in it checked."""
        return spot_setup(
            board=self.board,
            oop=self.oop,
            ip=self.ip,
            pot=self.pot,
            stack=self.stack,
            unit=self.unit,
            sizes=self.sizes,
            rake=self.rake,
            rake_cap=self.rake_cap,
            min_bet=self.min_bet,
            all_in=self.all_in,
            force_all_in=self.force_all_in,
            merge=self.merge,
            locks=self.locks,
            prizes=self._prizes(),
        )

    def _prizes(self) -> Prizes | None:
        if self.others and not self.payouts:
            raise PayoutError("others are stacks beside prizes; give payouts too, such as [50, 30, 20]")
        return Prizes(self.payouts, self.others) if self.payouts else None


# --- what the formats of other solvers share ---------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """One value of a file: where it stands, what it is called there, and a line that would be right."""

    line: int
    key: str
    text: str
    example: str

    def error(self, problem: str) -> FileFormatError:
        """Return the error that names all of it."""
        join = "\n" if "\n" in problem else "; "  # after a line that points at something, on a new one
        return FileFormatError(f"line {self.line}, {self.key}: {problem}{join}a valid line is {self.example}")

    def number(self, least: float = 0.0) -> float:
        """Return the value as a number from `least` up."""
        try:
            value = float(self.text)
        except ValueError:
            raise self.error(f"{self.text!r} is not a number") from None
        if not math.isfinite(value) or value < least:
            raise self.error(f"{self.text} must be a number from {least:g} up")
        return value

    def whole(self, least: int = 0) -> int:
        """Return the value as a whole number from `least` up."""
        value = self.number(least)
        if value != int(value):
            raise self.error(f"{self.text} must be a whole number; multiply all chips, such as by 100")
        return int(value)

    def cards(self) -> str:
        """Return the value as the cards of a board."""
        try:
            cards = parse_cards(self.text.replace(",", " "))
        except RiverboatError as problem:
            raise self.error(str(problem)) from None
        if len(cards) not in (3, 4, 5):
            raise self.error(f"the board has {len(cards)} cards; a spot has 3, 4 or 5")
        return self.text.replace(",", "").replace(" ", "")

    def range(self) -> str:
        """Return the value as a range."""
        try:
            Range(self.text)
        except RangeError as problem:
            raise self.error(str(problem)) from None
        return self.text


def required(found: Mapping[str, Entry], examples: Mapping[str, str]) -> None:
    """Raise an error if a value is not there."""
    for key, example in examples.items():
        if key not in found:
            raise FileFormatError(f"the file has no {key}; add a line such as {example}")


def force_from_stack_share(share: float, pot: int, stack: int) -> float:
    """Return `force_all_in` for a rule that makes a bet all-in once a share of the stack is in.

    Left behind is s·(1 − r) and the pot is 1 + 2·s·r, in pots of the start with a stack of s.

    >>> round(force_from_stack_share(0.67, pot=50, stack=200), 4)
    0.2075
    """
    deep = stack / pot
    return max(deep * (1 - share) / (1 + 2 * deep * share), 0.0)


def streets_of(board: str) -> tuple[str, ...]:
    """Return the streets that a board leaves to be played.

    >>> streets_of("QsJh2h5c")
    ('turn', 'river')
    """
    return STREETS[len(parse_cards(board)) - 2 :]


def sizes_by_street(
    board: str, sizes: Mapping[tuple[str, str, str], str], all_in: Mapping[tuple[str, str], bool]
) -> tuple[dict[str, Any], str]:
    """Return sizes for `spot_menu` and what to do about all-in, from sizes by street, player and kind.

    What is not there is not offered. all_in: whether it is added, by street and player: where all have it, it is an
    option of the menu; where only some do, it is one of their sizes.
    """
    streets = streets_of(board)
    added = [all_in.get((street, player), False) for street in streets for player in PLAYERS]
    everywhere = all(added)
    table: dict[str, Any] = {}
    for street in streets:
        table[street] = {}
        for player in PLAYERS:
            own = all_in.get((street, player), False) and not everywhere
            table[street][player] = {
                kind: _with_all_in(sizes.get((street, player, kind), ""), own)
                for kind in KINDS
                if kind != "donks" or (player == "oop" and street != streets[0])
            }
    return table, "always" if everywhere else "never"


def _with_all_in(sizes: str, all_in: bool) -> str:
    tokens = sizes.replace(",", " ").split()
    if all_in and "a" not in tokens:
        tokens.append("a")
    return " ".join(tokens) or "none"
