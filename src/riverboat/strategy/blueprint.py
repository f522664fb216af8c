"""A trained strategy that answers: one coarse game, and finer ones for the lines that they cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, Unpack

import numpy as np
import numpy.typing as npt

from riverboat.base.drawing import Drawn
from riverboat.base.remember import remember
from riverboat.cards.card import CardsLike
from riverboat.cards.range import Range
from riverboat.errors import StrategyError
from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import checked_hands, hand_number, hand_numbers
from riverboat.solvers.asking.cursor import LineLike, StackBB
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Asked, RealGame, Strategy
from riverboat.strategy.blueprint_cursor import BlueprintCursor
from riverboat.strategy.file.strategy_table import StrategyTable
from riverboat.strategy.first_in import FirstIn, first_in
from riverboat.strategy.lines.hand_buckets import HandBuckets
from riverboat.strategy.lines.states import MOST_STATES, State, state_dictionary, states
from riverboat.strategy.lines.trained_answers import Batch, TrainedDecision, TrainedHands
from riverboat.strategy.lines.trained_line import TrainedLine, TrainedLines

_MOST_GAMES: Final = 64  # whose lines are remembered: with carried stacks every hand is a game of its own


class Blueprint(Strategy, Drawn):
    """Strategies of one or several trained games; `riverboat.open` makes one.

    Every line is answered from the finest game that covers it: the one with the longest `start` that the line begins
    with. translation: how bets that are not on the menu are played, a method of `riverboat.games.trees.translation`.
    """

    def __init__(
        self, files: Sequence[StrategyTable], name: str = "", translation: str = "pseudo-harmonic"
    ) -> None:
        if not files:
            raise StrategyError("a strategy needs at least one file")
        self.files = tuple(sorted(files, key=lambda file: len(file.start)))
        self.translation = translation
        self._name = name or self.files[0].config.name
        self._known: dict[object, BlueprintCursor] = {}  # by question
        self._lines: dict[Game, TrainedLines] = {}
        self._held: dict[object, int] = {}  # buckets of single hands, by file, board and cards
        self._hands = HandBuckets(self.game)

    @property
    def name(self) -> str:
        """What it was opened by."""
        return self._name

    @property
    def game(self) -> Game:
        """The game that lines are read in, unless another is given: that of the coarsest file."""
        return self.files[0].config.game

    def verify(self) -> None:
        """Read all files and compare their checksums."""
        for file in self.files:
            file.verify()

    def forget(self) -> None:
        """Forget lines, boards and hands that were asked about, and the rows that answered."""
        for known in (self._known, self._lines, self._held):
            known.clear()
        for file in self.files:
            file.forget()
        self._hands = HandBuckets(self.game)

    def __repr__(self) -> str:
        return f"<Blueprint {self.name!r}: {', '.join(repr(file.config.name) for file in self.files)}>"

    # --- asking --------------------------------------------------------------------------------------------

    def start(self, game: Game | None = None) -> BlueprintCursor:
        """Return a cursor at the start of the hand."""
        return BlueprintCursor(self._hands, self.lines(self.game if game is None else game).root)

    def at(self, line: LineLike = "", board: CardsLike = "", **asked: Unpack[Asked]) -> BlueprintCursor:
        """Return the point after a line; questions that were asked before cost a look in a table."""
        key = (line, board, *asked.items()) if asked else (line, board)
        known = None
        with suppress(TypeError):  # lists have no hash
            known = self._known.get(key)
        if known is None:
            found = super().at(line, board, **asked)
            assert isinstance(found, BlueprintCursor)
            known = found
            with suppress(TypeError):
                remember(self._known, key, known)
        return known

    def query(
        self, hand: str, line: LineLike = "", board: CardsLike = "", **asked: Unpack[Asked]
    ) -> TrainedDecision:
        """Return how a hand is played after a line."""
        try:  # most questions are of a point that is known, and save a call
            known = None if asked else self._known.get((line, board))
        except TypeError:
            known = None
        return (known or self.at(line, board, **asked)).query(hand)

    def grid(self, line: LineLike = "", board: CardsLike = "", **asked: Unpack[Asked]) -> TrainedHands:
        """Return how every hand is played after a line; printed, it is the 13 x 13 grid."""
        return self.at(line, board, **asked).grid()

    def play(
        self, cards: tuple[int, ...], taken: tuple[Action, ...], board: tuple[int, ...], game: Game
    ) -> tuple[tuple[Action, ...], Sequence[float]]:
        """Return the actions of a hand after a line and their probabilities: `query` for bots, in microseconds.

        cards, board: ids, which are trusted. taken: the line, in chips. Stacks may be of any size: a player must act.
        """
        line = self.lines(game).at(taken)
        mix = line.mix
        key = mix.file, board, cards
        bucket = self._held.get(key)
        if bucket is None:
            bucket = int(mix.file.cards.buckets(line.round, board, np.array([cards], np.uint8))[0])
            remember(self._held, key, bucket)
        if line.last_pots and mix.is_thin(bucket):
            numbers = hand_numbers(np.array([cards], np.uint8))
            return mix.actions, self.on_board(line, board).play(numbers)[0].tolist()
        return mix.actions, mix.played(bucket)

    def play_all(
        self, hands: npt.NDArray[np.uint8], taken: tuple[Action, ...], board: tuple[int, ...], game: Game
    ) -> tuple[tuple[Action, ...], npt.NDArray[np.float64]]:
        """Return the actions after a line and how often each hand takes them, float64[hands, actions]."""
        line = self.lines(game).at(taken)
        return line.mix.actions, self.on_board(line, board).play(hand_numbers(hands))

    def query_batch(
        self,
        hands: Sequence[str] | npt.NDArray[np.integer],
        line: LineLike = "",
        boards: CardsLike | npt.NDArray[np.integer] = "",
        **real: Unpack[RealGame],
    ) -> Batch:
        """Return how many hands are played after one line.

        hands: text, or card ids [hands, hole cards]. boards: one board for all, or card ids [hands, cards], and the
        point of the batch then has none.
        """
        if isinstance(hands, np.ndarray):
            numbers = hand_numbers(checked_hands(hands, self.game))
        else:
            numbers = np.array([hand_number(hand, self.game) for hand in hands], np.int64)
        if not isinstance(boards, np.ndarray) or boards.ndim == 1:
            at = self.at(line, boards, **real)
            return Batch(at, at.play(numbers).astype(np.float32), at.buckets.many(numbers))
        if len(boards) != len(numbers):
            raise StrategyError(f"there are {len(numbers)} hands and {len(boards)} boards; give one for each")
        each, which = np.unique(boards, axis=0, return_inverse=True)
        point = self._follow(line, "", **real)
        assert isinstance(point, BlueprintCursor)
        buckets = np.empty(len(numbers), np.int32)
        played = np.empty((len(numbers), len(point.options)), np.float32)
        for place, board in enumerate(each.tolist()):
            here = which.reshape(-1) == place
            at = self.at(line, tuple(board), **real)
            buckets[here], played[here] = at.buckets.many(numbers[here]), at.play(numbers[here])
        return Batch(point, played, buckets)

    def ranges(self, line: LineLike = "", board: CardsLike = "") -> list[Range | None]:
        """Return the range of each seat after a line, None for who has not acted; see `range`."""
        at = self.at(line, board)
        acted = [at.line.first_action_of(seat) < len(at.line.taken) for seat in range(self.game.players)]
        return [at.range(seat) if has else None for seat, has in enumerate(acted)]

    def __call__(self, state: PublicState, /) -> npt.NDArray[np.float64]:
        """Return the probabilities of a state's options for its hands: float64[hands, options]."""
        line = self.lines(state.game).at(state.table.taken)
        line.found.check_stack()
        played = self.on_board(line, tuple(state.board)).play(hand_numbers(state.hands))
        return played @ line.mix.as_options(state.options)

    def first_in(self, *, stack_bb: StackBB = None) -> FirstIn:
        """Return how every position plays when all before it have folded; see `riverboat.strategy.first_in`."""
        return first_in(self, stack_bb=stack_bb)

    def states(self) -> Iterator[State]:
        """Yield every decision of the trained game with every hand that it tells apart, and how it is played.

        >>> from riverboat.strategy import open_blueprint
        >>> next(open_blueprint("cfr-features").states()).key
        'P1;22u;aa/--'
        """
        return states(self.lines(self.game))

    def state_dictionary(self, most: int = MOST_STATES) -> dict[str, dict[str, float]]:
        """Return the whole strategy as a dictionary: what a player knows -> probabilities by action.

        Keys are those of two published programs, `P1;1/3;aa/cc/1r2rc`: who acts, the hand, the history; see
        `riverboat.strategy.lines.state_key`. most: states that there may be; five million take a gigabyte or two.
        """
        return state_dictionary(self.lines(self.game), most)

    # --- what it is ------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return what the files are and what made them, as plain values."""
        files = [
            {
                "file": file.title,
                "bytes": file.nbytes,
                "config": file.config.name,
                "start": file.config.start,
                "average": file.average,
                "visits_stored_by": "bucket" if file.has_cell_visits else "row",
                "buckets": list(file.buckets),
                "provenance": file.provenance,
            }
            for file in self.files
        ]
        return {"name": self.name, "files": files}

    # --- parts -----------------------------------------------------------------------------------------------

    def on_board(self, line: TrainedLine, board: tuple[int, ...]) -> BlueprintCursor:
        """Return the point after a line that is known, on a board whose cards are trusted."""
        return BlueprintCursor(self._hands, line, board)

    def lines(self, game: Game) -> TrainedLines:
        """Return the lines of a real game that are known so far."""
        known = self._lines.get(game)
        if known is None:
            known = TrainedLines(self.files, game, self.translation)
            remember(self._lines, game, known, _MOST_GAMES)
        return known
