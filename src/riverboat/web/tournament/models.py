"""The shapes of questions about prizes and of their answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Number = Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)]
Prizes = Annotated[list[Number], Field(max_length=100, examples=[[50, 30, 20]])]


class IcmRequest(BaseModel):
    """Stacks and prizes. bounties: the price of each head, one number for all or one for each player."""

    model_config = ConfigDict(extra="forbid")

    stacks: Annotated[list[Number], Field(min_length=2, max_length=100, examples=[[5000, 3000, 2000]])]
    payouts: Prizes
    model: Literal["harville", "weitzman"] = "harville"
    bounties: Annotated[list[Number], Field(max_length=100)] = []


class EquityCurve(BaseModel):
    """What a stack would be worth, the others sharing the rest: by chips, by the model, and as chips are counted."""

    chips: list[float]
    model: list[float]
    by_chips: list[float]


class IcmAnswer(BaseModel):
    """What stacks are worth. Lists are by player; factors and premiums are of the row against the column."""

    equities: list[float]
    finishes: list[list[float]]
    bounties: list[float] | None
    standard_errors: list[float] | None
    bubble_factors: list[list[float | None]] | None
    risk_premiums: list[list[float | None]] | None
    deals: dict[str, list[float]] | None
    curve: EquityCurve | None


class JamFoldRequest(BaseModel):
    """One hand of jam or fold. stacks: big blinds in order of acting, or one number for all.

    Two to six players: seven to ten take minutes, which `riverboat pushfold` has. ahead: hands played after this one
    before ICM is asked, with prizes and up to three players.
    """

    model_config = ConfigDict(extra="forbid")

    players: Annotated[int, Field(ge=2, le=6)]
    stacks: Annotated[list[Number], Field(min_length=1, max_length=6, examples=[[15, 10, 5]])]
    small_blind: Annotated[float, Field(ge=0, lt=1)] = 0.5
    ante: Number = 0.0
    payouts: Annotated[list[Number], Field(max_length=6, examples=[[50, 30, 20]])] = []
    bounties: Annotated[list[Number], Field(max_length=6)] = []
    ahead: Annotated[int, Field(ge=0, le=2)] = 0


class JamChart(BaseModel):
    """One decision: chances to jam of the 169 classes, and what jamming brings over folding, null where unknown."""

    row: int
    decision: str
    seat: str
    reached: float
    share: float
    jam: list[float]
    gain: list[float | None]


class JamFoldAnswer(BaseModel):
    """Charts of all decisions. gains: what each seat wins by leaving, or between which numbers that lies."""

    positions: list[str]
    stacks: list[float]
    unit: str
    values: list[float]
    gains: list[list[float]]
    starts_differ: float | None
    method: Literal["exact", "sampled"]
    deals: int
    iterations: int
    charts: list[JamChart]
    seconds: float


Chips = Annotated[int, Field(ge=0, le=10**9)]


class TournamentRequest(BaseModel):
    """A whole tournament of two or three players. rises: blinds of later levels, such as [[600, 1200]]."""

    model_config = ConfigDict(extra="forbid")

    players: Annotated[int, Field(ge=2, le=3)] = 2
    chips: Chips = 8000
    step: Chips = 200
    small_blind: Chips = 200
    big_blind: Chips = 400
    payouts: Annotated[list[Number], Field(max_length=3, examples=[[50, 30, 20]])] = [1.0]
    ante: Chips = 0
    bounty: Number = 0.0
    rises: Annotated[
        list[Annotated[list[Chips], Field(min_length=2, max_length=2)]], Field(max_length=5)
    ] = []
    hands_per_level: Annotated[float, Field(ge=1, le=1e6, allow_inf_nan=False)] = 10.0


class SeatWorth(BaseModel):
    """A seat where all have the same: what it is worth, and what ICM says."""

    seat: str
    chips: int
    worth: float
    icm: float


class ErrorCurve(BaseModel):
    """By how much stacks of a seat are worth more than ICM says, as shares of all prizes."""

    seat: str
    chips: list[int]
    more: list[float]


class TournamentAnswer(BaseModel):
    """What was found. gains: what a player wins by leaving, at most: where all have the same, and in the worst state.

    icm_error: in words.
    """

    states: int
    rounds: int
    seats: list[SeatWorth]
    gains: list[float]
    icm_error: str
    curves: list[ErrorCurve]
    seconds: float
