"""A small world in which methods of flop and turn can be built in a second: all hands on two flops and their turns.

Rivers are bins of equity. What methods learn from whole streets is put in the place of these by plain look-ups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from riverboat.abstraction.methods import distribution_aware, histogram_l2, potential_buckets
from riverboat.abstraction.methods.final_equity import bin_equities, counts, pair_bins
from riverboat.abstraction.methods.method import Buckets, Street, Work
from riverboat.abstraction.methods.turn_histograms import hand_rivers
from riverboat.base.checks import check_threads
from riverboat.cards import parse_cards
from riverboat.cards.card import HAND_CARDS
from riverboat.errors import AbstractionError

RIVER_BINS = 100
QUEENS, FIVES = ("TcQd", "7h9hQh"), ("5c9d", "3d5d7d")
"""Ganzfried and Sandholm 2014: strengths .683 and .679, and almost the same final strengths."""


@dataclass(frozen=True)
class SmallStreet(Street):
    """The flop or the turn of this world."""

    @property
    def after(self) -> Street:
        """The turn, small as well."""
        return SmallStreet(self.number + 1)

    @property
    def classes(self) -> int:
        """Hands on its boards."""
        return len(rivers() if self.number == 2 else turns())

    def weights(self, part: slice = slice(None), threads: int | None = None) -> np.ndarray:
        """All alike."""
        check_threads(threads, AbstractionError)
        return np.ones(self.classes)[part]


@cache
def turn_numbers() -> tuple[np.ndarray, np.ndarray]:
    """Turn boards, uint8[98, 4], and the number of each hand on each, or -1 where it meets the board: [98, 1326]."""
    flops = [parse_cards(board) for _, board in (QUEENS, FIVES)]
    boards = np.array([[*flop, card] for flop in flops for card in range(52) if card not in flop], np.uint8)
    free = ~(HAND_CARDS[None, :, :, None] == boards[:, None, None, :]).any(axis=(2, 3))
    return boards, np.where(free, np.cumsum(free).reshape(free.shape) - 1, -1)


@cache
def rivers() -> np.ndarray:
    """The bins of the 46 rivers of each turn hand."""
    boards, numbers = turn_numbers()
    return hand_rivers(boards, HAND_CARDS.astype(np.uint8), pair_bins(RIVER_BINS))[numbers >= 0]


@cache
def turns() -> np.ndarray:
    """The numbers of the 47 turns of each flop hand."""
    _, numbers = turn_numbers()
    found = []
    for flop in (numbers[:49], numbers[49:]):
        held = (flop >= 0).sum(axis=0) == 47
        found.append(flop.T[held][flop.T[held] >= 0].reshape(-1, 47))
    return np.concatenate(found)


@cache
def ends(street: int, bins: int) -> np.ndarray:
    """How many ends of each hand are in each bin."""
    rows = rivers() if street == 2 else rivers()[turns()].reshape(-1, 47 * 46)
    return counts(rows * bins // RIVER_BINS, bins)


def flop_number(side: tuple[str, str]) -> int:
    """The number of a hand on its flop."""
    hand, board = sorted(parse_cards(side[0])), parse_cards(side[1])
    live = ~np.isin(HAND_CARDS, board).any(axis=1)
    place = int(np.flatnonzero((np.sort(HAND_CARDS[live], axis=1) == hand).all(axis=1))[0])
    return place + (1176 if side == FIVES else 0)


def flop_ehs() -> np.ndarray:
    """The mean equity of each flop hand."""
    ehs: np.ndarray = bin_equities(RIVER_BINS)[rivers()].mean(axis=1)[turns()].mean(axis=1)
    return ehs


def live_in_it(patch: pytest.MonkeyPatch) -> None:
    """Let methods see this world in the place of whole streets."""

    def later_rows(street: Street, later: Buckets, work: Work) -> np.ndarray:
        return np.sort(later.table[rivers() if street.number == 2 else turns()], axis=1)

    def bucket_equity(street: Street, buckets: Buckets, work: Work) -> np.ndarray:
        of_class = bin_equities(RIVER_BINS)
        if street.number == 2:
            of_class = of_class[rivers()].mean(axis=1)
        return np.array([of_class[buckets.table == bucket].mean() for bucket in range(buckets.count)])

    def final_histograms(street: Street, bins: int, work: Work) -> np.ndarray:
        return ends(street.number, bins)

    for module in (potential_buckets, distribution_aware, histogram_l2):
        for fake in (later_rows, bucket_equity, final_histograms):
            if hasattr(module, fake.__name__):
                patch.setattr(module, fake.__name__, fake)


def river_buckets() -> Buckets:
    """Each bin a bucket, in no order."""
    return Buckets(np.random.default_rng(1).permutation(RIVER_BINS).astype(np.uint16), RIVER_BINS)
