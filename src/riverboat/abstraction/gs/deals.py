"""The deals of hold'em in the order of the streets: hands on flops, their turns, and how they end on all rivers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from riverboat import _core
from riverboat.abstraction.methods.flop_histograms import FLOP_CLASSES, FLOP_TURNS, with_next_card
from riverboat.abstraction.methods.turn_histograms import TURN_RIVERS, hand_rivers, turn_rivers
from riverboat.base.checks import check_threads
from riverboat.base.progress import Progress
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.strength import RIVER_OPPONENTS
from riverboat.errors import AbstractionError

SCORES: Final = 2 * RIVER_OPPONENTS + 1
"""A score is 2 wins + ties against the 990 hands that may be held against it: 0 to 1980."""

PREFLOP_CLASSES: Final = 169

MOST_STRENGTH: Final = FLOP_TURNS * TURN_RIVERS * (SCORES - 1)
"""Of `flop_strengths`: a hand that wins everywhere."""

_BLOCK = 1 << 14  # flop hands whose turns are looked up at once


@dataclass(frozen=True, eq=False)
class HoldemDeals:
    """Flop hands, and for each of them its 47 turns: deals [n, 47] that know which card came last.

    hole: uint8[n], the class of the hole cards of each flop hand. weights: int64[n], how many hands it stands for; each
    of its turns stands for as many. rows: int32[n, 47], where each turn's scores are. scores: uint16[m, 46], the scores
    on all rivers, ascending. They do not depend on which card came last, so deals share rows.
    """

    hole: np.ndarray
    weights: np.ndarray
    rows: np.ndarray
    scores: np.ndarray

    @classmethod
    def all(cls, threads: int | None = None, progress: Progress | None = None) -> HoldemDeals:
        """Return all 1,286,792 flop hands by `HandIndexer((2, 3))`, in some 1.7 GB."""
        index = HandIndexer((2, 4))
        rows = np.empty((FLOP_CLASSES, FLOP_TURNS), np.int32)
        hole = np.empty(FLOP_CLASSES, np.uint8)
        for block, hands in flop_blocks(threads):
            rows[block] = index.index_batch(with_next_card(hands).reshape(-1, 6), threads).reshape(
                -1, FLOP_TURNS
            )
            hole[block] = index.index_batch(hands[:, :2], threads)
        weights = HandIndexer((2, 3)).weight_batch(1, np.arange(FLOP_CLASSES), threads)
        return cls(hole, weights, rows, turn_rivers(score_of_pair(), threads=threads, progress=progress))

    @classmethod
    def of(cls, hands: np.ndarray, threads: int | None = None) -> HoldemDeals:
        """Return some flop hands, uint8[n, 5]: seconds for a thousand. Each counts as its class does."""
        deals = with_next_card(np.asarray(hands, np.uint8))
        scores = [hand_rivers(turns[:, 2:], turns[:1, :2], score_of_pair(), threads)[:, 0] for turns in deals]
        flop = HandIndexer((2, 3))
        hole = flop.index_batch(hands[:, :2]).astype(np.uint8)
        weights = flop.weight_batch(1, flop.index_batch(hands))
        rows = np.arange(deals.shape[0] * FLOP_TURNS, dtype=np.int32).reshape(-1, FLOP_TURNS)
        return cls(hole, weights, rows, np.concatenate(scores))

    def __len__(self) -> int:
        return len(self.hole)

    @cached_property
    def turn_strengths(self) -> np.ndarray:
        """The sum of the scores of each row: int32[m], 0 to 46 · 1980."""
        return np.asarray(self.scores.sum(axis=1, dtype=np.int32))

    @cached_property
    def flop_strengths(self) -> np.ndarray:
        """The sum of the scores of each flop hand over all turns and rivers: int32[n], 0 to 47 · 46 · 1980."""
        blocks = np.array_split(self.rows, max(1, len(self) // _BLOCK))
        return np.concatenate([self.turn_strengths[block].sum(axis=1, dtype=np.int32) for block in blocks])

    @cached_property
    def hole_weights(self) -> np.ndarray:
        """How many deals each class of hole cards has: float64[169]."""
        return np.asarray(np.bincount(self.hole, self.weights, PREFLOP_CLASSES))

    @cached_property
    def hole_strengths(self) -> np.ndarray:
        """The mean of `flop_strengths` of each class of hole cards, 0 for one without deals: float64[169]."""
        sums = np.bincount(self.hole, self.weights * self.flop_strengths.astype(float), PREFLOP_CLASSES)
        return np.asarray(sums / np.maximum(self.hole_weights, 1))

    def turn_weights(self, flops: np.ndarray) -> np.ndarray:
        """Return how many hands each turn of some flop hands stands for: int64[47 · flops]."""
        return np.repeat(self.weights[flops], FLOP_TURNS)

    def count_scores(self, flops: np.ndarray, labels: np.ndarray, counts: np.ndarray) -> None:
        """Add the rivers of some flop hands to counts [groups, SCORES]; labels: the group of each turn, uint16."""
        rows = self.rows[flops].ravel()
        _core.count_scores(self.scores, rows, labels.ravel(), self.turn_weights(flops), counts)

    def histograms(
        self, rows: np.ndarray, bin_of_score: np.ndarray, bins: int, threads: int | None = None
    ) -> np.ndarray:
        """Return how many of a turn's 46 rivers fall into each bin: uint8[rows, `padded(bins)`]."""
        out = np.empty((len(rows), padded(bins)), np.uint8)
        _core.score_histograms(self.scores, rows, bin_of_score, out, check_threads(threads, AbstractionError))
        return out


def score_of_pair() -> np.ndarray:
    """Return 2 wins + ties by 991 · wins + ties, as `turn_rivers` takes it: uint16[991²]."""
    sides = np.arange(RIVER_OPPONENTS + 1, dtype=np.uint16)
    scores: np.ndarray = np.minimum(2 * sides[:, None] + sides, SCORES - 1).ravel()
    return scores


def padded(bins: int) -> int:
    """Return how wide histograms are kept: bins that stay empty change no distance, and 16 bytes are compared at once.

    >>> padded(5), padded(32)
    (16, 32)
    """
    return -(-bins // 16) * 16


def flop_blocks(threads: int | None = None) -> list[tuple[slice, np.ndarray]]:
    """Return all flop hands, uint8[n, 5], some at a time with their place in the index."""
    index = HandIndexer((2, 3))
    blocks = [slice(begin, min(begin + _BLOCK, FLOP_CLASSES)) for begin in range(0, FLOP_CLASSES, _BLOCK)]
    return [(block, index.cards_batch(1, np.arange(block.start, block.stop), threads)) for block in blocks]


def turn_table(labels: np.ndarray, threads: int | None = None) -> np.ndarray:
    """Return buckets of deals, [1286792, 47], by the 55,190,538 classes of `HandIndexer((2, 3, 1))`."""
    index = HandIndexer((2, 3, 1))
    table = np.empty(index.size(), labels.dtype)
    for block, hands in flop_blocks(threads):
        table[index.index_batch(with_next_card(hands).reshape(-1, 6), threads)] = labels[block].ravel()
    return table
