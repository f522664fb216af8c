"""The shapes of the trainer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Text = Annotated[str, Field(max_length=2000)]
Word = Annotated[str, Field(max_length=40)]
Id = Annotated[str, Field(min_length=1, max_length=500)]
Difficulty = Literal["simple", "grouped", "exact"]
Length = Literal["spot", "street", "hand"]


class Wish(BaseModel):
    """What to be asked about; what is empty may be anything.

    kind: of a line before the flop. line, board: from where the hand goes on. repeat: "mixed" asks what is due now and
    then, "only" nothing else, "never" not at all.
    """

    model_config = ConfigDict(extra="forbid")

    strategy: Id
    street: Word = ""
    position: Word = ""
    kind: Word = ""
    line: Text = ""
    board: Word = ""
    difficulty: Difficulty = "grouped"
    repeat: Literal["mixed", "only", "never"] = "mixed"


class Answer(BaseModel):
    """An answer to a question, which is told as it was asked. choice: the id of what was chosen.

    search: solve the spot where EVs are not known, a second or two. length: how far the hand goes on.
    """

    model_config = ConfigDict(extra="forbid")

    strategy: Id
    line: Text = ""
    board: Word = ""
    hand: Annotated[str, Field(min_length=4, max_length=4)]
    difficulty: Difficulty = "grouped"
    choice: Annotated[str, Field(min_length=1, max_length=20)]
    search: bool = False
    length: Length = "spot"


class KnownLine(BaseModel):
    """A line before the flop that can be asked about."""

    kind: str
    position: str
    title: str
    line: str


class Offers(BaseModel):
    """What can be wished for of a strategy. has_values: whether EVs are known, so that answers are graded by them."""

    strategy: str
    streets: list[str]
    positions: list[str]
    kinds: list[str]
    lines: list[KnownLine]
    has_values: bool


class Choice(BaseModel):
    """Something that can be answered."""

    id: str
    name: str
    kind: str


class Seat(BaseModel):
    """A seat of the table."""

    seat: int
    position: str
    stack: int
    bet: int
    put_in: int
    folded: bool
    all_in: bool
    acts: bool


class Question(BaseModel):
    """A decision. repeated: whether it was answered wrongly before. told: the hand so far, in words."""

    strategy: str
    line: str
    board: str
    hand: str
    difficulty: Difficulty
    street: str
    position: str
    situation: str
    pot: int
    to_call: int
    big_blind: int
    unit: str
    seats: list[Seat]
    choices: list[Choice]
    told: list[str]
    repeated: bool


class Graded(BaseModel):
    """How good an answer was. judged_by: EV where it is known, else frequency; rests_on says it in words.

    shares, evs_bb: of the choices as they were offered. problem: why the answer is not kept. next: where the hand goes
    on, if it does and was asked to.
    """

    name: Literal["Best", "Correct", "Inaccuracy", "Wrong", "Blunder"]
    judged_by: Literal["ev", "frequency"]
    rests_on: str
    share: float
    best: str
    ev_loss_bb: float | None
    ev_loss_pot: float | None
    shares: list[float]
    evs_bb: list[float | None] | None
    problem: str
    next: Question | None


class Situation(BaseModel):
    """Answers in one situation; loss_bb: in all, of those that were solved."""

    situation: str
    answers: int
    right: int
    solved: int
    loss_bb: float


class Progress(BaseModel):
    """All answers so far. due: questions that should be asked again now; waiting: those and the ones due later."""

    answers: int
    classes: dict[str, int]
    streak: int
    longest: int
    due: int
    waiting: int
    situations: list[Situation]
    schedule_days: list[float]
