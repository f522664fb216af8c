"""The cursor of a blueprint: the real table, the board, and the same line in the trained games."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import instance
from riverboat.errors import StrategyError
from riverboat.games.rules.action import Action
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.options import Option
from riverboat.solvers.asking.public_state import PublicState
from riverboat.strategy.file.strategy_file import StrategyFile
from riverboat.strategy.lines.board_buckets import BoardBuckets
from riverboat.strategy.lines.hand_buckets import HandBuckets
from riverboat.strategy.lines.reach import line_reach
from riverboat.strategy.lines.trained_answers import TrainedDecision, TrainedHands
from riverboat.strategy.lines.trained_line import TrainedLine


class BlueprintCursor(Cursor):
    """A line and a board; what is known of the line is shared by all boards."""

    def __init__(self, hands: HandBuckets, line: TrainedLine, board: tuple[int, ...] = ()) -> None:
        self._hands, self.line, self._board = hands, line, board

    @property
    def table(self) -> Table:
        """The real table."""
        return self.line.table

    @property
    def board(self) -> tuple[int, ...]:
        """The cards that were dealt so far."""
        return self._board

    def _after(self, action: Action) -> BlueprintCursor:
        return BlueprintCursor(self._hands, self.line.after(action), self._board)

    def _with(self, cards: tuple[int, ...]) -> BlueprintCursor:
        return BlueprintCursor(self._hands, self.line, (*self._board, *cards))

    def check(self) -> None:
        """Raise unless somebody is to act, the board is that of the street and the stacks are near the trained ones."""
        if not self.is_checked:
            self.check_goes_on()
            self.line.found.check_stack()
            super().check()

    @property
    def notes(self) -> tuple[str, ...]:
        """What was translated and assumed."""
        played = (f"played {one}" for one in self.line.translated)
        return (*played, *(f"assumed: {words}" for words in self.line.assumed))

    # --- what is played ----------------------------------------------------------------------------------------

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be done, in real chips."""
        self.check_goes_on()
        return self.line.mix.options

    @cached_property
    def state(self) -> PublicState:
        """The decision as everybody sees it; hands are all that the deck and the board leave."""
        hands = hand_cards_of(self.table.game)[self.buckets.held]
        return PublicState(self.table, self._board, hands, self.options)

    @cached_property
    def buckets(self) -> BoardBuckets:
        """The buckets of all hands on the board."""
        return self._buckets_in(self.line.mix.file, self.line.round)

    def query(self, hand: str) -> TrainedDecision:
        """Return how a hand is played."""
        if not self.is_checked:
            self.check()
        instance("hand", hand, str, StrategyError, example="'AsKd'")
        number = self._hands.numbers.get(hand)
        if number is None:
            number = self._hands.number(hand, self._board)
        bucket, mix = self.buckets.one(number), self.line.mix
        return TrainedDecision(self, hand, tuple(mix.played(bucket)), bucket, mix.visits(bucket))

    def grid(self) -> TrainedHands:
        """Return how every hand is played."""
        self.check()
        held, every = self.buckets.held, self.buckets.all()
        strategy = self.line.mix.strategy[every[held]].astype(np.float64)
        seat = self.table.actor
        assert seat is not None
        return TrainedHands(self, strategy, self.reach(seat)[held])

    def reach(self, seat: int) -> npt.NDArray[np.float64]:
        """Return how often a seat comes here with each hand: float64[1326], or by card [52]."""
        return line_reach(self.line, seat, lambda file, number: self._buckets_in(file, number).all())

    def _buckets_in(self, file: StrategyFile, number: int) -> BoardBuckets:
        shown = sum(self.table.game.board_cards[: number + 1])
        return self._hands.on(file, number, self._board[:shown])
