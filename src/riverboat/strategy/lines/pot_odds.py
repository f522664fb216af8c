"""A last decision by pot odds: where one can only fold or call, and has no other decision after it, it can be computed.

Who faces an all-in folds or calls, and a call is right where what it wins back on average is more than its price; who
is behind is taken to fold. An equilibrium mixes only where both are alike, so the answer is pure. The others' ranges
are those of the same strategy on the same line (Bayes); against one of them equities are exact, against several
sampled, pot by pot. Only hands that are not well trained are answered so: a trained row also keeps others from bluffing
too much.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.cards.card import HAND_CARDS, NUM_HANDS
from riverboat.cards.equity import equity
from riverboat.cards.hand_class import CLASS_OF_HAND
from riverboat.cards.range import Range
from riverboat.cards.ranking import RANKINGS
from riverboat.errors import RangeError
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.equities import has_equities

Floats = npt.NDArray[np.float64]
Pot = tuple[int, list[int]]
"""Chips, and the seats that play for them."""

SAMPLES: Final = 1 << 16
"""Deals against several ranges on a board, seven milliseconds: some 60 for each hand, an error of six points of equity.
It decides only where a call is that near to its price, and costs a fifth of a percent of the pot (half its square)
there. Before the flop each class of hands has an eighth of them for itself."""

BOARD: Final = 5
"""Cards on the board of a game whose equities are known."""

_FEW: Final = 12  # hands that are sooner asked one by one than all at once
_HOLDEM: Final = RANKINGS.index("holdem")
_FIRST_OF_CLASS: Final = np.unique(CLASS_OF_HAND, return_index=True)[1]
_LACKS: Final = (np.arange(52)[:, None, None] != HAND_CARDS).all(axis=2)  # by card and hand

_ROUNDING: Final = 1e-9  # a call that wins back its very price is a fold however it was summed


def last_pots(table: Table) -> tuple[Pot, ...]:
    """Return the pots after a call where one can only fold or call, and does not act again; else none.

    Who is behind is taken to fold.
    """
    game, seat = table.game, table.actor
    if seat is None or not table.to_call or table.can_raise():
        return ()
    if not has_equities(game) or sum(game.board_cards) != BOARD:
        return ()
    after = table.copy()
    after.check_or_call()
    if after.stacks[seat] and _goes_on(after.copy()):
        return ()
    while not after.is_over and after.to_call:
        after.fold()
    return tuple(pot for pot in after.pots if seat in pot[1]) if after.is_over else ()


def _goes_on(table: Table) -> bool:
    """Whether betting may go on if all who are behind call, as after an all-in that is too small to raise again."""
    while not table.is_over and table.to_call:
        if table.can_raise():
            return True
        table.check_or_call()
    return not table.is_over


@dataclass(frozen=True, eq=False)
class PotOdds:
    """A last decision on a board.

    price: chips that a call costs. pots: chips of each pot, and the ranges of the others who play for it. unknown:
    seats whose ranges the strategy cannot tell, for it never plays so.
    """

    price: int
    pots: tuple[tuple[int, tuple[Range, ...]], ...]
    board: tuple[int, ...]
    unknown: tuple[int, ...]

    def decide(self, rows: Floats, numbers: npt.NDArray[np.integer]) -> Floats:
        """Return rows of folding and calling, [hands, 2], with the answer of each hand; who has none keeps his row."""
        few = len(numbers) <= _FEW
        worth = (
            np.array([self.worth(hand) for hand in numbers.tolist()]) if few else self.every_worth[numbers]
        )
        calls = worth > self.price * (1 + _ROUNDING)
        return np.where(np.isnan(worth)[:, None], rows, np.stack([~calls, calls], axis=1))

    def worth(self, number: int) -> float:
        """Return the chips that a call wins back on average with a hand; NaN if it cannot be dealt beside them."""
        several = any(len(ranges) > 1 for _, ranges in self.pots)
        if "every_worth" in vars(self) or several == bool(self.board):
            return float(self.every_worth[number])
        share = self._share_of_class if several else self._share
        return sum(chips * share(number, ranges) for chips, ranges in self.pots)

    @cached_property
    def every_worth(self) -> Floats:
        """The same for all hands: float64[1326]."""
        return np.asarray(np.sum([chips * self._shares(ranges) for chips, ranges in self.pots], axis=0))

    def _share(self, number: int, ranges: Sequence[Range]) -> float:
        """What a hand wins of a pot against one range on a board: a twentieth of the time for all hands."""
        if not ranges:
            return 1.0
        held = (*self.board, *HAND_CARDS[number].tolist())
        weights = ranges[0].weights * _LACKS[list(held)].all(axis=0)
        total = float(weights.sum())
        if total == 0:
            return math.nan
        return float(_core.against_hands(number, self.board, [], _HOLDEM) @ weights) / total

    def _share_of_class(self, number: int, ranges: Sequence[Range]) -> float:
        """What a hand wins of a pot before the flop, where suits are alike: that of the first of its class, sampled.

        Others may hold so few hands, aces and little else, that it would seldom be dealt beside them: so it is given.
        """
        if not ranges:
            return 1.0
        hand = HAND_CARDS[_FIRST_OF_CLASS[CLASS_OF_HAND[number]]].tolist()
        samples = SAMPLES // 8 if len(ranges) > 1 else None
        try:
            return float(equity(hand, *ranges, samples=samples, threads=1)[0].equity)
        except RangeError:  # say, three players with aces and nothing else
            return math.nan

    def _shares(self, ranges: Sequence[Range]) -> Floats:
        if not ranges:
            return np.ones(NUM_HANDS)
        if len(ranges) > 1 and not self.board:
            of_classes = [self._share_of_class(hand, ranges) for hand in _FIRST_OF_CLASS.tolist()]
            return np.asarray(np.array(of_classes)[CLASS_OF_HAND], np.float64)
        samples = SAMPLES if len(ranges) > 1 else None
        try:
            found = equity(Range.full(), *ranges, board=self.board, samples=samples, threads=1)
        except RangeError:
            return np.full(NUM_HANDS, math.nan)
        return np.asarray(found[0].by_hand)


def pot_odds(
    table: Table,
    pots: Sequence[Pot],
    board: tuple[int, ...],
    reach: Callable[[int], tuple[Floats, bool]],
) -> PotOdds:
    """Return a last decision. reach: of a seat, float64[1326], and whether the line tells it."""
    ranges: dict[int, Range] = {}
    unknown = []
    for seat in pots[0][1]:
        if seat != table.actor:
            weights, is_told = reach(seat)
            ranges[seat] = Range.from_weights(weights / weights.max())
            unknown += [] if is_told else [seat]
    against = tuple((chips, tuple(ranges[seat] for seat in seats if seat in ranges)) for chips, seats in pots)
    return PotOdds(table.to_call, against, board, tuple(unknown))
