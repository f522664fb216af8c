"""The turn of Tyche: a hand is the river buckets it can reach, one for each of the 46 rivers.

The document does not name the ground distance. By default it is the difference in mean equity between river buckets.
These lie on a line, so the earth mover's distance between two hands of 46 equally likely rivers has a closed form: sort
both by equity; it is the mean difference of what lies in the same place (Rubner, Tomasi and Guibas 2000, for one
dimension). River buckets are numbered by equity, so rows of sorted bucket numbers are all that is stored.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.clustering.transport import emd_samples
from riverboat.abstraction.methods.river_pairs import all_boards
from riverboat.base.checks import check_threads
from riverboat.base.progress import Progress
from riverboat.cards.card import hand_indices
from riverboat.errors import AbstractionError

TURN_CLASSES = 13_960_050
"""Classes of two hole cards and four board cards, the size of `HandIndexer((2, 4))`."""

TURN_RIVERS = 46
"""Rivers that can follow a hand on the turn."""

NO_BUCKET = 65535
"""What the rows of a hand that meets the board hold."""


def turn_rivers(
    bucket_of_pair: np.ndarray,
    *,
    out: np.ndarray | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> np.ndarray:
    """Return the river buckets of every class of turn hands, sorted: uint16[13960050, 46] by `HandIndexer((2, 4))`.

    bucket_of_pair: `RiverClusters.pair_table`. `out` may be an array of that shape, such as a mapped file, of 1.2 GiB.
    All hands on a board are read at once, so no table of the river is needed.
    """
    if out is None:
        out = np.empty((TURN_CLASSES, TURN_RIVERS), np.uint16)
    if out.shape != (TURN_CLASSES, TURN_RIVERS) or out.dtype != np.uint16 or not out.flags.c_contiguous:
        raise AbstractionError(
            f"out has shape {out.shape} and type {out.dtype}; give a contiguous uint16[{TURN_CLASSES}, {TURN_RIVERS}]"
        )
    _core.turn_rivers(
        all_boards(4)[0], bucket_of_pair, np.asarray(out), check_threads(threads, AbstractionError), progress
    )
    return out


def hand_rivers(
    boards: npt.NDArray[np.uint8],
    hands: npt.NDArray[np.uint8],
    bucket_of_pair: np.ndarray,
    threads: int | None = None,
) -> np.ndarray:
    """Return the sorted river buckets of the same hands on some turn boards: [b, 4], [h, 2] -> uint16[b, h, 46].

    Rows of hands that meet their board are `NO_BUCKET`.
    """
    return _core.hand_rivers(
        np.ascontiguousarray(boards, np.uint8),
        hand_indices(hands).astype(np.int32),
        bucket_of_pair,
        check_threads(threads, AbstractionError),
    )


def flop_rivers(
    flop: npt.NDArray[np.uint8], hands: npt.NDArray[np.uint8], bucket_of_pair: np.ndarray
) -> np.ndarray:
    """Return what `hand_rivers` does for all turns of one flop, in half the time: [3], [h, 2] -> uint16[49, h, 46].

    The turn and the river make the same board in either order.
    """
    return _core.flop_rivers(
        np.ascontiguousarray(flop, np.uint8)[None], hand_indices(hands).astype(np.int32), bucket_of_pair
    )


@dataclass(frozen=True)
class EquityDistance:
    """Earth mover's distance between rows of sorted buckets whose ground distance is the difference in equity.

    equity: the equity of each bucket, ascending.

    >>> distance = EquityDistance(np.array([0.0, 0.5, 1.0]))
    >>> distance(np.array([[0, 2], [1, 1]], np.uint16), np.array([[0, 1]], np.uint16)).tolist()
    [[0.25], [0.25]]
    """

    equity: np.ndarray

    def __call__(self, rows: np.ndarray, others: np.ndarray, threads: int | None = None) -> np.ndarray:
        """Return all distances: rows [n, m], others [l, m] -> float32[n, l]."""
        equity = self.equity.astype(np.float32)
        far: np.ndarray = emd_samples(equity[rows], equity[others], presorted=True, threads=threads)
        return far

    def between(self, rows: np.ndarray) -> np.ndarray:
        """Return the distances between landmarks: [l, m] -> float32[l, l]."""
        return self(rows, rows, 1)
