"""Wins and ties of every hand on the river against all 990 opposing ones."""

from __future__ import annotations

from typing import Final

import numpy as np

from riverboat import _core
from riverboat.base.checks import check_threads
from riverboat.base.progress import Progress
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError

RIVER_CLASSES: Final = 123_156_254
"""Classes of two hole cards and five board cards, the size of `HandIndexer((2, 5))`."""

DISTINCT_PAIRS: Final = 20_687
"""Pairs of wins and ties that occur: no more buckets of the river can be told apart by them."""


def river_pairs(
    *, out: np.ndarray | None = None, threads: int | None = None, progress: Progress | None = None
) -> np.ndarray:
    """Return wins and ties of every class of river hands: uint16[123156254, 2] by `HandIndexer((2, 5))`.

    Losses are what is left of 990. `out` may be an array of that shape, such as a mapped file. All takes two seconds of
    one core and 470 MiB: hands of one board share their evaluation and most of their index.
    """
    if out is None:
        out = np.empty((RIVER_CLASSES, 2), np.uint16)
    if out.shape != (RIVER_CLASSES, 2) or out.dtype != np.uint16 or not out.flags.c_contiguous:
        raise AbstractionError(
            f"out has shape {out.shape} and type {out.dtype}; give a contiguous uint16[{RIVER_CLASSES}, 2]"
        )
    _core.river_pairs(all_boards(5)[0], np.asarray(out), check_threads(threads, AbstractionError), progress)
    return out


def river_pair_counts(
    *, threads: int | None = None, progress: Progress | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct pairs of wins and ties, and how many deals have each: uint16[n, 2], int64[n].

    Ascending. The deals sum to C(52, 5) · C(47, 2) = 2,809,475,760.
    """
    counts = _core.river_pair_counts(*all_boards(5), check_threads(threads, AbstractionError), progress)
    pairs = np.argwhere(counts).astype(np.uint16)
    return pairs, counts[counts > 0].astype(np.int64)


def all_boards(cards: int) -> tuple[np.ndarray, np.ndarray]:
    """Return one board of each class of boards and how many boards each class has: uint8[n, cards], int64[n].

    >>> boards, weights = all_boards(3)
    >>> boards.shape, int(weights.sum())
    ((1755, 3), 22100)
    """
    indexer = HandIndexer((cards,))
    indices = np.arange(indexer.size())
    return indexer.cards_batch(0, indices), indexer.weight_batch(0, indices)
