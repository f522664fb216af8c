"""The shapes of the arena's requests and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Word = Annotated[str, Field(min_length=1, max_length=200)]
ArenaKind = Literal["match", "league", "sweep", "lbr"]


class ArenaRequest(BaseModel):
    """Bots to be played against each other, or a strategy to be measured by a local best response."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    kind: ArenaKind
    name: Annotated[str, Field(max_length=200)] = ""
    bots: Annotated[list[Word], Field(max_length=10)] = Field(
        [], description="of a sweep the first is swept; one for a local best response: an id of `strategies`"
    )
    hands: Annotated[int, Field(ge=1, le=10_000_000)] = Field(
        10_000, description="deals; of a league for each pair, of a sweep freeze-outs at each point"
    )
    stack_bb: Annotated[float, Field(ge=1, le=1000)] | None = None
    duplicate: bool = Field(False, description="each deal once for every way to turn the table")
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
    parameter: Annotated[str, Field(max_length=50, pattern=r"^\w*$")] = Field(
        "", description="of a sweep: what is swept over"
    )
    values: Annotated[list[float], Field(max_length=100)] = Field([], description="of that parameter")
    menu: Annotated[str, Field(max_length=100)] = Field("fcpa", description="of a local best response")
    first: Literal["preflop", "flop", "turn", "river"] = Field(
        "flop", description="the street from which on it uses its menu"
    )


class Reported(BaseModel):
    """A line of a training log. watch: by hand, how often it does what."""

    seconds: float
    iterations: int
    sets: int
    positive_regret: float = Field(description="in big blinds")
    trained: float = Field(description="share of visits on sets that are trained")
    watch: dict[str, dict[str, float]]


class TrainingRun(BaseModel):
    """A training run and the lines of its log, at most some hundreds, evenly chosen.

    opens: by position, how often each of the 169 classes opens with a raise, after `opens_at` iterations.
    """

    run: str
    reports: list[Reported]
    opens_at: int | None
    opens: dict[str, list[float]]


class TrainingRuns(BaseModel):
    """The training runs under the folder, by the names of their folders."""

    runs: list[str]
