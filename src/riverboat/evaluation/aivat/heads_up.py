"""Hold'em heads-up: all 1,326 hands of both players at once."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.cards.card import HAND_CARDS
from riverboat.cards.hand_class import CLASS_OF_HAND
from riverboat.cards.preflop import preflop_table
from riverboat.evaluation.aivat.point import Deals, Floats, Point
from riverboat.games.rules.awards import uncalled_bet
from riverboat.games.rules.game import Game

RIVERS_OF_TURN: Final = 2
"""Rivers that are drawn for each of the 49 turns by which equities on the flop are estimated: 98 boards instead of
1,176, a twelfth of the time. An equity of ranges is then off by a few thousandths, without leaning to either side."""


class HeadsUp(Deals):
    """Means by what every hand of the last mover meets in the other's range, which his choices do not change."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.hands = HAND_CARDS
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Forget the ranges and boards of the hand before."""
        self._draws = np.random.default_rng(seed)
        self._boards: dict[tuple[int, ...], tuple[_core.BoardSweeps, float]] = {}
        self._met: dict[int, tuple[Floats, Floats]] = {}
        self._won: dict[tuple[tuple[int, ...], int], Floats] = {}

    def mass(self, point: Point) -> float:
        """Add up all pairs without a common card."""
        mover = point.mover or 0
        return max(float(point.ranges[mover] @ self._met_by(point.ranges[1 - mover])), 0.0)

    def shares(self, point: Point) -> Floats:
        """Return the equities of the two ranges."""
        mover = point.mover or 0
        own, other = point.ranges[mover], point.ranges[1 - mover]
        share = float(own @ self._won_from(point.board, other)) / float(own @ self._met_by(other))
        return np.array([share, 1 - share] if mover == 0 else [1 - share, share])

    def payoffs(self, point: Point) -> Floats:
        """Return what is won by the fold, or by equity over all boards."""
        table = point.table
        put_in = np.array(table.put_in, np.float64)
        seat, back = uncalled_bet(table)
        put_in[seat] -= back
        shares = point.shares if table.is_showdown else np.eye(2)[table.in_hand[0]]
        return np.asarray(shares * put_in.sum() - put_in)

    # --- parts -------------------------------------------------------------------------------------------------

    def _met_by(self, weights: Floats) -> Floats:
        """How much of a range every hand can meet; kept with it, as another may come to lie where one was forgotten."""
        known = self._met.get(id(weights))
        if known is None:
            known = self._met[id(weights)] = (weights, met_by(weights))
        return known[1]

    def _won_from(self, board: tuple[int, ...], weights: Floats) -> Floats:
        """The pots that every hand wins from a range."""
        key = board, id(weights)
        known = self._won.get(key)
        if known is None:
            self._met_by(weights)  # keeps the range
            known = self._won[key] = self._found(board, weights)
        return known

    def _found(self, board: tuple[int, ...], weights: Floats) -> Floats:
        if not board:
            return won_before_the_flop(weights)
        known = self._boards.get(board)
        if known is None:
            boards, per_pair = self._runouts(board)
            known = self._boards[board] = _core.BoardSweeps(boards), per_pair
        sweeps, per_pair = known
        return np.asarray(sweeps.won_from(weights) / per_pair)

    def _runouts(self, board: tuple[int, ...]) -> tuple[npt.NDArray[np.uint8], float]:
        """Boards that may come, and how many of them two hands without a common card leave, on average."""
        left = np.array([card for card in range(52) if card not in board], np.uint8)
        missing = 5 - len(board)
        if missing == 0:
            return np.array([board], np.uint8), 1.0
        if missing == 1:
            ends, per_pair = left[:, None], len(left) - 4.0
        else:
            turns = np.repeat(np.arange(len(left)), RIVERS_OF_TURN)
            steps = np.concatenate(
                [1 + self._draws.choice(len(left) - 1, RIVERS_OF_TURN, replace=False) for _ in left]
            )
            ends = left[np.stack([turns, (turns + steps) % len(left)], axis=1)]
            per_pair = len(ends) * (45 * 44) / (49 * 48)
        start = np.repeat(np.array([board], np.uint8), len(ends), axis=0)
        return np.concatenate([start, ends], axis=1), per_pair


def met_by(weights: Floats) -> Floats:
    """Return how much of a range every hand can meet: float64[1326].

    >>> int(met_by(np.ones(1326)).max())  # C(50, 2) of all
    1225
    """
    high, low = HAND_CARDS.T
    by_card = np.bincount(high, weights, 52) + np.bincount(low, weights, 52)
    return np.asarray(np.maximum(weights.sum() - by_card[high] - by_card[low] + weights, 0.0))


def won_before_the_flop(weights: Floats) -> Floats:
    """Return the pots that every hand wins from a range over all boards: float64[1326].

    Ranges that do not tell suits apart, as most strategies' before the flop, are 169 numbers.

    >>> from riverboat.cards.range import Range
    >>> kings = np.asarray(Range("KK").weights)
    >>> f"{won_before_the_flop(kings)[-1] / 6:.4f}"  # aces
    '0.8195'
    """
    first, sums = _classes()
    by_class = weights[first]
    if (weights == by_class[CLASS_OF_HAND]).all():
        return np.asarray((sums @ by_class)[CLASS_OF_HAND])
    return np.asarray(preflop_table().equities @ weights)


@cache
def _classes() -> tuple[npt.NDArray[np.intp], Floats]:
    """The first hand of each class, and the pots it wins from all hands of each class: float64[169, 169]."""
    first = np.unique(CLASS_OF_HAND, return_index=True)[1]
    sums = np.stack([np.bincount(CLASS_OF_HAND, row, 169) for row in preflop_table().equities[first]])
    return first, sums.astype(np.float64)
