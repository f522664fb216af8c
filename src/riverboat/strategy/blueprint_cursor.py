"""The cursor of a blueprint: the real table, the board, and the same line in the trained games."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import instance
from riverboat.base.remember import remember
from riverboat.errors import StrategyError
from riverboat.games.rules.action import Action
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.options import Option
from riverboat.solvers.asking.public_state import PublicState
from riverboat.strategy.file.strategy_table import StrategyTable
from riverboat.strategy.lines.board_buckets import BoardBuckets
from riverboat.strategy.lines.hand_buckets import HandBuckets
from riverboat.strategy.lines.pot_odds import PotOdds, pot_odds
from riverboat.strategy.lines.reach import likely_reach, line_reach
from riverboat.strategy.lines.trained_answers import TrainedDecision, TrainedHands
from riverboat.strategy.lines.trained_line import TrainedLine

_MOST_BOARDS: Final = 64  # of a line whose pot odds are remembered, 10 KB each


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
        if self.line.last_pots and mix.is_thin(bucket):
            played = self.play(np.array([number]))[0].tolist()
            return TrainedDecision(self, hand, tuple(played), bucket, mix.visits(bucket), number, self.odds)
        return TrainedDecision(self, hand, tuple(mix.played(bucket)), bucket, mix.visits(bucket), number)

    def grid(self) -> TrainedHands:
        """Return how every hand is played."""
        self.check()
        held = np.flatnonzero(self.buckets.held)
        seat = self.table.actor
        assert seat is not None
        odds = self.odds if self._thin(self.buckets.many(held)).any() else None
        return TrainedHands(self, self.play(held), self.reach(seat)[held], odds)

    def play(self, numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.float64]:
        """Return how hands are played, float64[hands, options]: as their buckets are, or by pot odds.

        Those that are not well trained are, in a last decision; see `riverboat.strategy.lines.pot_odds`.
        """
        buckets, mix = self.buckets.many(numbers), self.line.mix
        rows = mix.plays(buckets).astype(np.float64)
        thin = self._thin(buckets)
        if thin.any():
            rows[thin] = self.odds.decide(rows[thin], numbers[thin])
        return rows

    def _thin(self, buckets: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Which hands are played by pot odds."""
        return self.line.mix.thin_of(buckets) if self.line.last_pots else np.zeros(len(buckets), np.bool_)

    @property
    def odds(self) -> PotOdds:
        """The pot odds of all hands, in a last decision; computed once for a line and a board."""
        known = self.line.odds.get(self._board)
        if known is None:
            known = pot_odds(self.table, self.line.last_pots, self._board, self.likely_reach)
            remember(self.line.odds, self._board, known, _MOST_BOARDS)
        return known

    def likely_reach(self, seat: int) -> tuple[npt.NDArray[np.float64], bool]:
        """Return the reach of a seat, and whether the line tells it: what no hand does tells nothing."""
        return likely_reach(self.line, seat, self._every_bucket)

    def reach(self, seat: int) -> npt.NDArray[np.float64]:
        """Return how often a seat comes here with each hand: float64[1326], or by card [52]."""
        return line_reach(self.line, seat, self._every_bucket)

    def _every_bucket(self, file: StrategyTable, number: int) -> npt.NDArray[np.int32]:
        return self._buckets_in(file, number).all()

    def _buckets_in(self, file: StrategyTable, number: int) -> BoardBuckets:
        shown = sum(self.table.game.board_cards[: number + 1])
        return self._hands.on(file, number, self._board[:shown])
