"""GS2's databases: what hands are worth, in tables that are asked by colexicographic indices.

Sets of k cards are numbered by their highest card, then by the next, and so on: cards c₁ < c₂ < ... have the number
Σ C(cᵢ, i). Numbers have no gaps, and sets of low cards come first, so a table of a smaller deck is the beginning of one
of a larger. Gilpin and Sandholm 2007.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Self

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.gs.deals import HoldemDeals
from riverboat.base.checks import whole
from riverboat.base.progress import Progress
from riverboat.cards.card import NUM_CARDS
from riverboat.cards.evaluator import evaluate_batch
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError

Ids = npt.NDArray[np.int64]
Cards = npt.NDArray[np.uint8]

_SEVEN = 7
_FLOPS = comb(50, 3)  # flops that two hole cards leave


def colex(sets: npt.ArrayLike) -> Ids:
    """Return the number of each set of cards, given in any order: [n, k] -> int64[n].

    >>> colex([[0, 1], [2, 0], [2, 1], [51, 50]]).tolist()
    [0, 1, 2, 1325]
    """
    cards = np.sort(np.asarray(sets, np.int64), axis=1)
    return np.asarray(sum(_chosen(k)[column] for k, column in enumerate(cards.T, 1)), np.int64)


@cache
def _chosen(k: int) -> Ids:
    return np.array([comb(card, k) for card in range(NUM_CARDS)], np.int64)


def without(cards: npt.NDArray[np.integer], taken: npt.NDArray[np.integer]) -> Ids:
    """Return cards renumbered in a deck without those of the same row that are taken: [n, k], [n, t] -> int64[n, k]."""
    return np.asarray(cards - (taken[:, None, :] < cards[:, :, None]).sum(axis=2), np.int64)


@dataclass(frozen=True, eq=False)
class Handval:
    """How good every hand of seven cards is, so that two are compared by two looks. table: uint16[C(52, 7)]."""

    table: npt.NDArray[np.uint16]

    @classmethod
    def build(
        cls, cards: int = NUM_CARDS, *, threads: int | None = None, progress: Progress | None = None
    ) -> Self:
        """Evaluate all hands of the lowest so many cards; of all 52 it takes 268 MB."""
        whole("cards", cards, AbstractionError, least=_SEVEN, most=NUM_CARDS, example=NUM_CARDS)
        table = np.empty(comb(cards, _SEVEN), np.uint16)
        five = np.array(sorted(combinations(range(cards - 2), 5), key=lambda one: one[::-1]), np.uint8)
        for high in range(_SEVEN - 1, cards):
            for next_high in range(_SEVEN - 2, high):
                low = five[: comb(next_high, 5)]
                two = np.broadcast_to(np.array([next_high, high], np.uint8), (len(low), 2))
                begin = comb(high, 7) + comb(next_high, 6)
                table[begin : begin + len(low)] = evaluate_batch(np.hstack([low, two]), threads=threads)
            if progress is not None:
                progress(high + 1, cards)
        return cls(table)

    def lookup(self, hands: Cards) -> npt.NDArray[np.uint16]:
        """Return how good hands are, by the scale of `evaluate_batch`: uint8[n, 7] -> uint16[n]."""
        return self.table[colex(hands)]


@dataclass(frozen=True, eq=False)
class Db5:
    """How often two cards win on a flop over all turns, rivers and hands of the opponent; ties count half.

    table: uint32[1326 · 19600], 2 wins + ties of 47 · 46 · 990 deals, by the number of the hole cards and that of the
    flop in the deck without them. The seed keeps wins and losses apart; all that is asked of them is this sum.
    """

    table: npt.NDArray[np.uint32]

    @classmethod
    def of(cls, deals: HoldemDeals, threads: int | None = None) -> Self:
        """Lay the classes of all flop hands out by number."""
        table = np.zeros(comb(NUM_CARDS, 2) * _FLOPS, np.uint32)
        classes = HandIndexer((2, 3))
        left = np.array(sorted(combinations(range(50), 3), key=lambda one: one[::-1]), np.int64)
        for number, hole in enumerate(combinations_in_order()):
            low, high = hole
            flop = left + (left >= low)
            flop = flop + (flop >= high)
            cards = np.hstack(
                [np.broadcast_to(np.array(hole, np.uint8), (len(flop), 2)), flop.astype(np.uint8)]
            )
            place = slice(number * _FLOPS, (number + 1) * _FLOPS)
            table[place] = deals.flop_strengths[classes.index_batch(np.ascontiguousarray(cards), threads)]
        return cls(table)

    def lookup(self, hole: Cards, flops: Cards) -> npt.NDArray[np.uint32]:
        """Return 2 wins + ties of hands on flops: uint8[n, 2], uint8[n, 3] -> uint32[n]."""
        return np.asarray(self.table[colex(hole) * _FLOPS + colex(without(flops, hole))])


def combinations_in_order() -> list[tuple[int, int]]:
    """Return all hole cards in the order of their numbers."""
    return sorted(combinations(range(NUM_CARDS), 2), key=lambda one: one[::-1])


@dataclass(frozen=True, eq=False)
class Db223:
    """Who wins how often of two hands on one flop, over all turns and rivers.

    table: uint16[2, C(1176, 2)], wins of the hand with the lower number and of the other, by the numbers of both hands
    in the deck without the flop. Hands that share a card have none.
    """

    flop: tuple[int, ...]
    table: npt.NDArray[np.uint16]

    @classmethod
    def of_flop(cls, flop: tuple[int, ...], threads: int | None = None) -> Self:
        """Count all 1,176 ends of the board; whole databases are 1,755 such tables, up to suits."""
        left = np.setdiff1d(np.arange(NUM_CARDS), flop).astype(np.uint8)
        places = np.array(sorted(combinations(range(len(left)), 2), key=lambda one: one[::-1]))
        hands = left[places]
        wins = np.zeros((len(hands), len(hands)), np.uint16)
        for ends in hands:
            board = np.broadcast_to(np.array([*flop, *ends], np.uint8), (len(hands), 5))
            free = ~np.isin(hands, ends).any(axis=1)
            strengths = np.full(len(hands), -1, np.int32)
            strengths[free] = evaluate_batch(np.hstack([hands[free], board[free]]), threads=threads)
            against = np.where(free, strengths, np.iinfo(np.int32).max)
            wins += strengths[:, None] > against
        shared = (hands[:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
        wins[shared] = 0
        other, one = np.tril_indices(len(hands), -1)  # by the higher number, then the lower: colex
        return cls(tuple(flop), np.stack([wins[one, other], wins[other, one]]))

    def lookup(self, first: Cards, second: Cards) -> npt.NDArray[np.uint16]:
        """Return how often the first and the second win: uint8[n, 2] each -> uint16[n, 2]; the rest of 990 ends tie."""
        taken = np.broadcast_to(np.array(self.flop), (len(first), 3))
        numbers = np.stack([colex(without(hands, taken)) for hands in (first, second)], axis=1)
        low, high = numbers.min(axis=1), numbers.max(axis=1)
        found = self.table[:, high * (high - 1) // 2 + low].T
        return np.where((numbers[:, 0] == low)[:, None], found, found[:, ::-1])
