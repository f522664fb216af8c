"""The flop of Tyche: a hand is the turn buckets it can reach, one for each of the 47 turns.

The ground distance is the distance between the centres of turn buckets in their embedding. They do not lie on a line,
so the earth mover's distance is a transport problem; 47 turns fall into some 5 to 30 buckets, so equal ones are merged
first. Ganzfried and Sandholm 2014, "Potential-aware imperfect-recall abstraction with earth mover's distance".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from riverboat.abstraction.clustering.histograms import Histograms
from riverboat.abstraction.clustering.transport import Ground, emd_buckets, emd_many
from riverboat.abstraction.methods.turn_histograms import TURN_CLASSES
from riverboat.base.progress import Progress
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError

FLOP_CLASSES = 1_286_792
"""Classes of two hole cards and three board cards, the size of `HandIndexer((2, 3))`."""

FLOP_TURNS = 47
"""Turns that can follow a hand on the flop."""

Transport: TypeAlias = Literal["exact", "greedy", "sinkhorn"]

_BLOCK = 8192  # classes whose next cards are looked up at once


def flop_turns(
    turn_table: np.ndarray, *, threads: int | None = None, progress: Progress | None = None
) -> np.ndarray:
    """Return the turn buckets of every class of flop hands, sorted: uint16[1286792, 47] by `HandIndexer((2, 3))`.

    turn_table: the bucket of every class of `HandIndexer((2, 4))`.
    """
    if turn_table.shape != (TURN_CLASSES,):
        raise AbstractionError(
            f"a turn table of shape {turn_table.shape} does not have one bucket for each of {TURN_CLASSES} classes"
        )
    return next_rows(3, turn_table, threads=threads, progress=progress)


def next_rows(
    board_cards: int, table: np.ndarray, *, threads: int | None = None, progress: Progress | None = None
) -> np.ndarray:
    """Return the next street's buckets of every class of flop or turn hands, sorted: [classes, cards to come].

    board_cards: 3 or 4. table: the bucket of every class of the next street, by its `HandIndexer`; rows have its type.
    """
    indexer = HandIndexer((2, board_cards))
    classes = indexer.size()
    rows = np.empty((classes, 50 - board_cards), table.dtype)
    for begin in range(0, classes, _BLOCK):
        hands = indexer.cards_batch(1, np.arange(begin, min(begin + _BLOCK, classes)), threads)
        rows[begin : begin + _BLOCK] = nexts_of(hands, table, threads)
        if progress is not None:
            progress(min(begin + _BLOCK, classes), classes)
    return rows


def nexts_of(hands: np.ndarray, table: np.ndarray, threads: int | None = None) -> np.ndarray:
    """Return the next street's buckets that some hands can reach, sorted: uint8[n, 5 or 6] -> [n, 47 or 46]."""
    longer = with_next_card(hands)
    index = HandIndexer((2, hands.shape[1] - 1)).index_batch(longer.reshape(-1, longer.shape[2]), threads)
    return np.sort(table[index].reshape(longer.shape[:2]), axis=1)


def with_next_card(hands: np.ndarray) -> np.ndarray:
    """Return hands with each card of the rest of the deck behind them: uint8[n, c] -> uint8[n, 52 - c, c + 1].

    >>> with_next_card(np.array([[51, 50, 0, 1, 2]], np.uint8))[0, :2].tolist()
    [[51, 50, 0, 1, 2, 3], [51, 50, 0, 1, 2, 4]]
    """
    count, cards = hands.shape
    free = np.ones((count, 52), bool)
    free[np.arange(count)[:, None], hands] = False
    longer = np.empty((count, 52 - cards, cards + 1), np.uint8)
    longer[:, :, :-1] = hands[:, None]
    longer[:, :, -1] = np.nonzero(free)[1].reshape(count, -1)
    return longer


@dataclass(frozen=True)
class TransportDistance:
    """Earth mover's distance between rows of buckets, each entry of equal weight, by any ground distance.

    ground: distances between buckets, float64[k, k]. method: "exact", by `emd_buckets`, or "sinkhorn" or "greedy" by
    `emd_many`: Ganzfried and Sandholm's, five percent too long.

    >>> distance = TransportDistance(np.array([[0.0, 3.0], [3.0, 0.0]]), "exact")
    >>> distance(np.array([[0, 0, 1]], np.uint16), np.array([[0, 0, 0], [1, 1, 1]], np.uint16)).tolist()
    [[1.0, 2.0]]
    """

    ground: np.ndarray
    method: Transport = "exact"

    def __call__(self, rows: np.ndarray, others: np.ndarray, threads: int | None = None) -> np.ndarray:
        """Return all distances: rows [n, m], others [l, m] -> float32[n, l]."""
        return self._emd(rows, others, self.method, threads)

    def between(self, rows: np.ndarray) -> np.ndarray:
        """Return the distances between landmarks, by the exact method: [l, m] -> float32[l, l]."""
        return self._emd(rows, rows, "exact", None)

    def _emd(
        self, rows: np.ndarray, others: np.ndarray, method: Transport, threads: int | None
    ) -> np.ndarray:
        if method == "exact":
            return emd_buckets(rows, others, self._checked, threads=threads)
        both = Histograms.from_samples(rows), Histograms.from_samples(others)
        return emd_many(*both, self._checked, method=method, threads=threads).astype(np.float32)

    @cached_property
    def _checked(self) -> Ground:
        return Ground(self.ground)
