"""A trained strategy that answers: one coarse game, and finer ones for the lines that they cover."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import CardsLike
from riverboat.cards.hand_class import CLASS_HANDS
from riverboat.cards.range import Range
from riverboat.errors import CardError, StrategyError
from riverboat.games.action import Action, act
from riverboat.games.game import Game
from riverboat.games.table import Table
from riverboat.solvers.strategy import PublicState
from riverboat.strategy.board_buckets import BoardBuckets, checked_hands, hand_number, hand_numbers
from riverboat.strategy.decision import AllHands, Batch, Decision
from riverboat.strategy.lines import Lines
from riverboat.strategy.question import (
    LineLike,
    Question,
    Stacks,
    check_board,
    check_seat,
    read_question,
    seat_number,
)
from riverboat.strategy.reach import line_reach
from riverboat.strategy.remember import remember
from riverboat.strategy.situation import Situation, actions_as_options
from riverboat.strategy.strategy_file import StrategyFile

_MOST_GAMES: Final = 64  # whose lines are remembered: with carried stacks every hand is a game of its own


class Blueprint:
    """Strategies of one or several trained games; `riverboat.open` makes one.

    Every line is answered from the finest game that covers it: the one with the longest `start` that the line begins
    with. It is a `Strategy`, too: called with a `PublicState` it answers [hands, actions]. translation: how bets that
    are not on the menu are played, a method of `riverboat.games.translation`.
    """

    def __init__(
        self, files: Sequence[StrategyFile], name: str = "", translation: str = "pseudo-harmonic"
    ) -> None:
        if not files:
            raise StrategyError("a strategy needs at least one file")
        self.files = tuple(sorted(files, key=lambda file: len(file.start)))
        self.name = name or self.files[0].config.name
        self.translation = translation
        self._known: dict[object, tuple[Situation, BoardBuckets]] = {}
        self._lines: dict[Game, Lines] = {}
        self._boards: dict[object, BoardBuckets] = {}
        self._hands: dict[object, int] = {}
        self._numbers: dict[str, int] = {}

    @property
    def game(self) -> Game:
        """The game that lines are read in, unless another is given: that of the coarsest file."""
        return self.files[0].config.game

    def verify(self) -> None:
        """Read all files and compare their checksums."""
        for file in self.files:
            file.verify()

    def __repr__(self) -> str:
        return f"<Blueprint {self.name!r}: {', '.join(repr(file.config.name) for file in self.files)}>"

    # --- asking --------------------------------------------------------------------------------------------

    def query(
        self,
        hand: str,
        board: CardsLike = "",
        line: LineLike = "",
        *,
        seat: int | str | None = None,
        game: Game | None = None,
        stacks: Stacks = None,
    ) -> Decision:
        """Return how a hand is played after a line.

        hand: two cards, such as AsKd; before the flop a class of hands, such as AKo, will do.
        line: as in `f f r2.5 f / k b33%`, an ACPC betting string or state, PHH text, a `Hand`, or actions in chips. The
        board may stand in the line. seat: raise unless it is the turn of this seat or position. game: the real game, if
        it is not the trained one. stacks: in big blinds, for everybody or by seat.
        """
        try:
            known = self._known.get((line, board, game, stacks))
        except TypeError:  # lists have no hash
            known = None
        situation, buckets = known or self._look(line, board, game, stacks)
        if seat is not None:
            check_seat(seat, situation.table)
        number = self._numbers.get(hand)
        if number is None:
            number = self._number(hand, situation.board)
        bucket = buckets.one(number)
        return Decision(hand, situation, tuple(situation.played(bucket)), bucket, situation.level(bucket))

    def play(
        self, cards: tuple[int, ...], board: tuple[int, ...], taken: tuple[Action, ...], game: Game
    ) -> tuple[tuple[Action, ...], list[float]]:
        """Return the actions of a hand after a line and their probabilities: `query` for bots, in microseconds.

        cards, board: ids, which are trusted. taken: the line, in chips. Stacks may be of any size: a player must act.
        """
        situation = self._lines_of(game).at(taken)
        key = situation.file, board, cards
        bucket = self._hands.get(key)
        if bucket is None:
            hand = np.array([cards], np.uint8)
            bucket = int(situation.file.cards.buckets(situation.table.round, board, hand)[0])
            remember(self._hands, key, bucket)
        return situation.actions, situation.played(bucket)

    def query_batch(
        self,
        hands: Sequence[str] | npt.NDArray[np.integer],
        boards: CardsLike | npt.NDArray[np.integer] = "",
        line: LineLike = "",
        *,
        game: Game | None = None,
        stacks: Stacks = None,
    ) -> Batch:
        """Return how many hands are played after one line.

        hands: text, or card ids [hands, hole cards]. boards: one board for all, or card ids [hands, cards], and
        the situation then has none.
        """
        if isinstance(hands, np.ndarray):
            numbers = hand_numbers(checked_hands(hands, self.game))
        else:
            numbers = np.array([hand_number(hand, self.game) for hand in hands], np.int64)
        if not isinstance(boards, np.ndarray) or boards.ndim == 1:
            situation, known = self._look(line, boards, game, stacks)
            buckets = known.many(numbers)
            return Batch(situation, situation.strategy[buckets], buckets)
        if len(boards) != len(numbers):
            raise StrategyError(f"there are {len(numbers)} hands and {len(boards)} boards; give one for each")
        each, which = np.unique(boards, axis=0, return_inverse=True)
        buckets = np.empty(len(numbers), np.int32)
        situation = self._situation(read_question(line, "", self.game, game, stacks))
        for place, board in enumerate(each.tolist()):
            here = which.reshape(-1) == place
            buckets[here] = self._look(line, tuple(board), game, stacks)[1].many(numbers[here])
        return Batch(situation, situation.strategy[buckets], buckets)

    def situation(
        self, line: LineLike = "", board: CardsLike = "", *, game: Game | None = None, stacks: Stacks = None
    ) -> Situation:
        """Return what can be done after a line, and how every bucket plays."""
        return self._look(line, board, game, stacks)[0]

    def grid(
        self, line: LineLike = "", board: CardsLike = "", *, game: Game | None = None, stacks: Stacks = None
    ) -> AllHands:
        """Return how every hand is played after a line; printed, it is the 13 x 13 grid."""
        situation, buckets = self._look(line, board, game, stacks)
        every = buckets.all()
        strategy = np.where((every >= 0)[:, None], situation.strategy[np.maximum(every, 0)], 0)
        reach = self._reach(read_question(line, board, self.game, game, stacks), situation.seat)
        return AllHands(situation, strategy.astype(np.float32), reach)

    def range(
        self,
        seat: int | str,
        line: LineLike = "",
        board: CardsLike = "",
        *,
        game: Game | None = None,
        stacks: Stacks = None,
    ) -> Range:
        """Return the range of a seat after a line: each hand by how often it would have come here.

        What others did does not count; their cards are not taken out. A seat that has folded has the range it folded.
        """
        question = read_question(line, board, self.game, game, stacks)
        if question.game.hole_cards != 2:
            raise StrategyError(f"a range is of two-card hands; {question.game.name!r} deals one card")
        number = seat_number(seat, question.game)
        reach = self._reach(question, number)
        if not reach.any():
            raise StrategyError(
                f"seat {number} never plays {question.line!r} with any hand; there is no range after it"
            )
        return Range.from_weights(np.minimum(reach, 1.0))

    def ranges(self, line: LineLike = "", board: CardsLike = "") -> list[Range | None]:
        """Return the range of each seat after a line, None for who has not acted; see `range`."""
        table, acted = Table(self.game), set[int | None]()
        for action in read_question(line, board, self.game, None, None).actions:
            acted.add(table.actor)
            act(table, action)
        seats = range(self.game.players)
        return [self.range(seat, line, board) if seat in acted else None for seat in seats]

    def __call__(self, state: PublicState, /) -> npt.NDArray[np.float64]:
        """Return the probabilities of a state's options for its hands: float64[hands, options]."""
        question = Question(state.game, tuple(state.table.taken), tuple(state.board))
        situation = self._situation(question)
        buckets = self._buckets(situation, question.board)
        played = situation.strategy[buckets.many(hand_numbers(state.hands))].astype(np.float64)
        return played @ actions_as_options(situation, state.options)

    # --- what it is ------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return what the files are and what made them, as plain values."""
        from riverboat.strategy.view import blueprint_dict

        return blueprint_dict(self)

    def __rich__(self) -> object:
        from riverboat.strategy.view import blueprint_view

        return blueprint_view(self)

    # --- parts -----------------------------------------------------------------------------------------------

    def _look(
        self, line: LineLike, board: CardsLike, game: Game | None, stacks: Stacks
    ) -> tuple[Situation, BoardBuckets]:
        question = read_question(line, board, self.game, game, stacks)
        situation = self._situation(question)
        found = situation, self._buckets(situation, check_board(question, situation.table))
        with suppress(TypeError):  # lists have no hash
            remember(self._known, (line, board, game, stacks), found)
        return found

    def _situation(self, question: Question) -> Situation:
        known = self._lines_of(question.game).at(question.actions)
        known.found.check_stack()
        return known if known.board == question.board else replace(known, board=question.board)

    def _lines_of(self, game: Game) -> Lines:
        known = self._lines.get(game)
        if known is None:
            known = Lines(self.files, game, self.translation)
            remember(self._lines, game, known, _MOST_GAMES)
        return known

    def _buckets(self, situation: Situation, board: tuple[int, ...]) -> BoardBuckets:
        return self._buckets_of(situation.file, situation.table.round, board)

    def _buckets_of(self, file: StrategyFile, number: int, board: tuple[int, ...]) -> BoardBuckets:
        known = self._boards.get((file.path, number, board))
        if known is None:
            known = BoardBuckets(file.cards, file.config.game, number, board)
            remember(self._boards, (file.path, number, board), known)
        return known

    def _number(self, hand: str, board: tuple[int, ...]) -> int:
        if self.game.hole_cards == 2 and hand in CLASS_HANDS:
            if board:
                raise CardError(f"on a board suits matter: name the two cards of {hand!r}, such as 'AsKd'")
            return int(CLASS_HANDS[hand][0])
        number = hand_number(hand, self.game)
        remember(self._numbers, hand, number)
        return number

    def _reach(self, question: Question, seat: int) -> npt.NDArray[np.float64]:
        board = check_board(question, question.table())
        dealt = question.game.board_cards

        def buckets_at(file: StrategyFile, number: int) -> npt.NDArray[np.int32]:
            return self._buckets_of(file, number, board[: sum(dealt[: number + 1])]).all()

        return line_reach(self.files, question, seat, buckets_at)
