"""The shapes of what leads to a solve, and of comparing two."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from riverboat.web.explorer.models import Grid
from riverboat.web.solving.setups import Setup


class LineRequest(BaseModel):
    """A point of a hand whose street becomes a spot."""

    model_config = ConfigDict(extra="forbid")

    strategy: Annotated[str, Field(max_length=500)]
    line: Annotated[str, Field(max_length=2000)]
    board: Annotated[str, Field(max_length=40)] = ""
    stack_bb: Annotated[str, Field(max_length=100)] = ""


class LineSetup(BaseModel):
    """A spot out of a line, and what its ranges rest on."""

    setup: Setup
    notes: list[str]


class HistoryRequest(BaseModel):
    """Hands of any format that is read."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=3_500_000)]


class HistoryPoint(BaseModel):
    """A decision of a hand, as the explorer asks for it; two: whether two are left, so that it can be solved."""

    line: str
    board: str
    street: str
    position: str
    two: bool


class HistoryHand(BaseModel):
    """A hand that was read. stack_bb: what goes with its lines."""

    number: int
    title: str
    players: list[str]
    positions: list[str]
    hero: int | None
    stack_bb: str
    line: str
    board: str
    decisions: list[HistoryPoint]


class BrokenHand(BaseModel):
    """A hand that could not be read."""

    number: int
    line: int
    reason: str


class HistoryAnswer(BaseModel):
    """The hands of a text. left_out: hands beyond the first hundred."""

    format: str
    hands: list[HistoryHand]
    broken: list[BrokenHand]
    left_out: int


class Estimate(BaseModel):
    """What a solve needs; seconds are null where they cannot be said before."""

    nodes: int
    hands: tuple[int, int]
    rule: str
    memory_bytes: int
    free_bytes: int
    fits: bool
    seconds_an_iteration: float | None
    seconds: float | None
    target_pot_percent: float | None


class ComparedAction(BaseModel):
    """An action of one or both, and how often it is taken."""

    token: str
    one: float | None
    other: float | None


class Comparison(BaseModel):
    """Two strategies at one point. The differences are other minus one, by cell."""

    one: Grid
    other: Grid
    actions: list[ComparedAction]
    shares: dict[str, list[float]] = Field(description="difference in share by token")
    ev: list[float | None] | None
    kind: Literal["same game", "other game"]
