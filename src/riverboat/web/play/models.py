"""The shapes of tables."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

TableId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", description="of a table")]
HandNumber = Annotated[int, Path(ge=1, lt=2**31, description="of a hand at the table, from 1 on")]
Version = Annotated[int, Field(ge=0, lt=2**53, description="of the table that this was decided at")]


class KnownBot(BaseModel):
    """A bot that can be named; blueprints and those that search name a strategy behind a colon."""

    name: str
    does: str
    learns: bool


class BotList(BaseModel):
    """Who can be played against. own_bots: whether Python files of the folder are run; files: bots in them."""

    bots: list[KnownBot]
    own_bots: bool
    files: list[str]


class TableRequest(BaseModel):
    """A table. bots: by name. strategy: by which hands are looked at afterwards, one that fits the players if empty."""

    model_config = ConfigDict(extra="forbid")

    bots: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=200)]], Field(min_length=1, max_length=9)
    ]
    stack_bb: Annotated[float, Field(ge=1, le=10_000)] = 100
    mode: Literal["reset", "carried"] = "reset"
    strategy: Annotated[str, Field(max_length=500)] = ""


class DealRequest(BaseModel):
    """The next hand."""

    model_config = ConfigDict(extra="forbid")

    version: Version


class ActRequest(BaseModel):
    """What to do: `f`, `c`, `r6` in big blinds, `r50%` of the pot, `a` all-in."""

    model_config = ConfigDict(extra="forbid")

    version: Version
    token: Annotated[str, Field(min_length=1, max_length=30)]


class Frame(BaseModel):
    """The table at one moment, by player: 0 is you. cards: what you can see. won: net chips, at the end only."""

    kind: Literal["start", "action", "deal", "showdown", "won"]
    words: str
    player: int | None
    board: str
    street: str
    pot: int
    stacks: list[int]
    bets: list[int]
    folded: list[bool]
    acts: int | None
    cards: list[str]
    won: list[int] | None
    fault: str


class Turn(BaseModel):
    """What you can do. sizes: the usual raises as (name, chips to). least, most: 0 where nobody may raise."""

    can_fold: bool
    call: int
    least: int
    most: int
    sizes: list[tuple[str, int]]


class Interval(BaseModel):
    """bb/100 and half of the 95 % interval, which is null where there are too few hands."""

    mean: float
    half_width: float | None


class Results(BaseModel):
    """As the cards fell, all-in adjusted, by AIVAT."""

    raw: Interval
    adjusted: Interval
    aivat: Interval


class Table(BaseModel):
    """A table as you see it. faults: of each player, what a bot lost decisions by. kept_in: the file of its hands."""

    id: str
    version: int
    phase: Literal["bots", "you", "over", "closed"]
    number: int
    names: list[str]
    positions: list[str]
    faults: list[str]
    big_blind: int
    stack_bb: float
    mode: Literal["reset", "carried"]
    strategy: str
    frames: list[Frame]
    turn: Turn | None
    hands: int
    won_bb: float
    results: Results
    kept_in: str


class TableRow(BaseModel):
    """A table that is open."""

    id: str
    names: list[str]
    hands: int
    won_bb: float


class TableList(BaseModel):
    """The tables that are open."""

    tables: list[TableRow]


class HandRow(BaseModel):
    """A hand that is over, as you saw it. won, adjusted, aivat: big blinds. is_known: whether AIVAT knows it."""

    number: int
    cards: str
    position: str
    board: str
    line: str
    won: float
    adjusted: float
    aivat: float
    is_known: bool


class HandList(BaseModel):
    """The hands that are over, the newest first."""

    hands: list[HandRow]


class Choice(BaseModel):
    """An action of the strategy."""

    action: str
    name: str
    probability: float
    ev_bb: float | None = None


class ReviewedDecision(BaseModel):
    """A decision of yours, and what the strategy does there.

    judged_by: "ev" where EVs are known, else "frequency"; null without an answer, then problem says why. explore: where
    the page shows the strategy at this decision.
    """

    position: str
    street: str
    situation: str
    cards: str
    board: str
    line: str
    pot_bb: float
    action: str
    judged_as: str | None
    best: str | None
    probability: float | None
    distance: float | None
    ev_lost_bb: float | None
    mistake: bool
    judged_by: Literal["ev", "frequency"] | None
    strategy: list[Choice]
    problem: str
    explore: str | None
    notes: list[str] = Field(description="what the answer rests on")


class HandReview(BaseModel):
    """All your decisions in a hand. strategy: what was asked."""

    number: int
    strategy: str
    decisions: list[ReviewedDecision]
    ev_lost_bb: float | None
    text: str
