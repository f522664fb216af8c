"""The shapes of the explorer's answers, for OpenAPI; amounts are chips, shares are from 0 to 1."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field


class StrategyEntry(BaseModel):
    """A strategy that can be asked."""

    id: str = Field(description="what `strategy=` takes")
    name: str
    source: Literal["shipped", "folder", "library"]
    kind: Literal["blueprint", "solution", "unknown"]
    bytes: int
    changed: float | None = Field(description="seconds since 1970; null for what ships")
    problem: str | None = Field(description="why it cannot be opened")


class StrategyList(BaseModel):
    """All strategies."""

    strategies: list[StrategyEntry]


class DeckFacts(BaseModel):
    """The cards that are dealt from."""

    ranks: str
    suits: str


class GameFacts(BaseModel):
    """The rules of a game."""

    name: str
    players: int
    betting: Literal["limit", "no-limit"]
    big_blind: int
    stacks: list[int]
    blinds: list[int]
    antes: list[int]
    streets: list[str]
    board_cards: list[int]
    deck: DeckFacts


class SolutionFacts(BaseModel):
    """How good a solution is."""

    pot_percent: float = Field(description="exploitability in percent of the pot")
    iterations: int
    seconds: float
    stopped: str
    evs: list[float]
    pot: int
    locks: list[str]
    curve: list[tuple[int, float, float]] = Field(description="iterations, seconds, percent of the pot")


class Start(BaseModel):
    """Where a strategy begins."""

    line: str
    board: str


class StrategyFacts(BaseModel):
    """What a strategy is and what made it."""

    id: str
    name: str
    kind: Literal["blueprint", "solution"]
    has_values: bool
    hole_cards: int
    game: GameFacts
    seats: list[str]
    start: Start
    facts: dict[str, Any]
    solution: SolutionFacts | None


class Action(BaseModel):
    """Something that the strategy may do."""

    token: str
    name: str
    kind: Literal["fold", "check", "call", "bet", "raise", "all-in"]
    chips: int = Field(description="-1 folds, 0 checks or calls, others are bets or raises to so many")
    percent: float | None = Field(description="of the pot after calling")
    colour: str
    line: str = Field(description="the line after it")


class Seat(BaseModel):
    """A seat at the table."""

    seat: int
    position: str
    stack: int
    bet: int
    put_in: int
    folded: bool
    all_in: bool
    acts: bool


class FreeSizes(BaseModel):
    """What may be bet, on the menu or not: `letter` and big blinds or percent of the pot, such as b40%."""

    least: int
    most: int
    letter: Literal["b", "r"]


class TranslatedBet(BaseModel):
    """A bet that is not on the menu, and as what it is played."""

    real: str
    played_as: list[tuple[str, float]]


class TrainedIn(BaseModel):
    """Which trained game answers, and whether by its own row or by means of situations like it."""

    game: str
    source: Literal["node", "class", "shape"]


class Deal(BaseModel):
    """Cards that came."""

    kind: Literal["deal"]
    street: str
    cards: str
    line: str


class DecisionStep(BaseModel):
    """A decision on the way, or the present one, where nothing is taken yet."""

    kind: Literal["decision"]
    line: str
    board: str
    street: str
    seat: int
    position: str
    pot: int
    stack: int
    taken: str | None
    name: str | None
    colour: str | None
    actions: list[Action]


class State(BaseModel):
    """Where a line leads."""

    strategy: str
    status: Literal["decision", "deal", "over"]
    cards_needed: int
    line: str
    board: str
    street: str
    pot: int
    to_call: int
    big_blind: int
    unit: Literal["bb", "chips"]
    seat: int | None
    position: str | None
    seats: list[Seat]
    actions: list[Action]
    free: FreeSizes | None
    notes: list[str]
    translated: list[TranslatedBet]
    trained: TrainedIn | None
    steps: list[Deal | DecisionStep]


class PlayerWorth(BaseModel):
    """What the range of a player is worth."""

    position: str
    combos: float
    ev: float | None
    equity: float | None


class Hands(BaseModel):
    """All hands of who acts, by hand number: 1,326 numbers an array, or 52 where one card is dealt."""

    reach: list[float]
    shares: list[list[float]] = Field(description="[actions][hands]")
    frequencies: list[float] = Field(description="of the whole range, by action")
    combos: float
    visits: list[int] | None
    thin: list[int] | None = Field(description="1 where training came too seldom to rely on")
    ev: list[float | None] | None
    action_evs: list[list[float | None]] | None
    equity: list[float | None] | None
    eqr: list[float | None] | None
    players: list[PlayerWorth] | None


class GridCells(BaseModel):
    """The same by the 169 classes, aces first, suited hands above the diagonal."""

    reach: list[float]
    shares: list[list[float]]
    ev: list[float | None] | None
    equity: list[float | None] | None


class Grid(State):
    """A state and all hands there; none where nobody is to act or cards are missing."""

    hands: Hands | None
    cells: GridCells | None


class SeatRange(BaseModel):
    """The range of a seat; a problem says why there is none."""

    seat: int
    position: str
    folded: bool
    combos: float | None
    fraction: float | None
    weights: list[float] | None
    cells: list[float] | None
    problem: str | None


class Ranges(BaseModel):
    """The ranges of all seats."""

    ranges: list[SeatRange]


class HandAnswer(BaseModel):
    """How one hand is played."""

    hand: str
    probabilities: list[float]
    notes: list[str]
    ev: float | None
    action_evs: list[float | None] | None
    equity: float | None


class KindRow(BaseModel):
    """A kind of hands. shares, ev, equity: of who acts, null otherwise or where nothing comes here."""

    name: str
    combos: float
    share: float = Field(description="of the range")
    shares: list[float] | None = Field(description="by action")
    ev: float | None
    equity: float | None


class KindNames(BaseModel):
    """What kinds are called."""

    made: list[str]
    draws: list[str]


class Breakdown(BaseModel):
    """A range by made hands and draws."""

    seat: int
    position: str
    made: list[KindRow]
    draws: list[KindRow]
    made_of: list[int] = Field(description="the made hand of each hand by number; -1 where cards are taken")
    draws_of: list[int]
    names: KindNames


class SeatEquities(BaseModel):
    """How the equities of a range lie."""

    seat: int
    position: str
    mean: float | None
    curve: list[float | None] = Field(
        description="101 equities by percentile of the range, the weakest first"
    )
    tenths: list[float] = Field(description="shares of the range by equity: 0 to 10 %, 10 to 20 % ...")
    equity: list[float | None] = Field(description="by hand number")


class Equities(BaseModel):
    """Of the two who are left."""

    seats: list[SeatEquities]


class Runout(BaseModel):
    """What is done after a card. ev, equity: of the whole range, where known."""

    card: str
    frequencies: list[float]
    ev: float | None
    equity: float | None


class Runouts(BaseModel):
    """All cards that may come."""

    cards: list[Runout]
    position: str
    actions: list[Action]
