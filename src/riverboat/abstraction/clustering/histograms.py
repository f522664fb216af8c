"""Sparse histograms over buckets: for each, the numbers of the buckets it meets and their weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riverboat.errors import AbstractionError

HUGE = 1e100
"""No weight or distance may be as large: sums and products of those below stay finite."""


@dataclass(frozen=True, eq=False)
class Histograms:
    """Histograms behind each other: the i-th is `buckets` and `weights` from starts[i] to starts[i + 1].

    starts: int64[N + 1], from 0 on; buckets: uint32, weights: float64, all positive. None is empty. Only the shares of
    the weights within a histogram matter.

    >>> flops = Histograms.from_samples([[3, 1, 3, 3], [0, 0, 2, 1]])
    >>> len(flops), flops[0]
    (2, (array([1, 3], dtype=uint32), array([1., 3.])))
    >>> flops.dense(4).tolist()
    [[0.0, 0.25, 0.0, 0.75], [0.5, 0.25, 0.25, 0.0]]
    """

    starts: NDArray[np.int64]
    buckets: NDArray[np.uint32]
    weights: NDArray[np.float64]

    def __post_init__(self) -> None:
        for name, dtype in (("starts", np.int64), ("buckets", np.uint32), ("weights", np.float64)):
            array = np.ascontiguousarray(getattr(self, name), dtype)
            if array.ndim != 1:
                raise AbstractionError(
                    f"{name} has shape {array.shape}; it must have one dimension, as [0, 2, 5] has"
                )
            object.__setattr__(self, name, array)
        starts, stored = self.starts, len(self.buckets)
        if len(starts) == 0 or starts[0] != 0 or starts[-1] != stored or len(self.weights) != stored:
            raise AbstractionError(
                f"starts ends at {starts[-1:].tolist()} with {stored} buckets and {len(self.weights)} weights; it must "
                "go from 0 to their number, such as [0, 2, 5] for five"
            )
        if (np.diff(starts) < 1).any():
            row = int(np.argmax(np.diff(starts) < 1))
            raise AbstractionError(f"histogram {row} is empty; each needs a bucket with a positive weight")
        good = (self.weights > 0) & (self.weights < HUGE)
        if not good.all():
            raise AbstractionError(
                f"the weight {self.weights[~good][0]} is not a positive number below {HUGE}; leave buckets without "
                "weight out"
            )

    @classmethod
    def from_samples(cls, buckets: ArrayLike, weights: ArrayLike | None = None) -> Histograms:
        """Count the buckets in each row, such as those of the 47 turn cards: integers [N, samples].

        weights: how much each sample counts, [samples] or [N, samples]; 1 each if left out.
        """
        rows = np.asarray(buckets)
        if rows.ndim != 2 or rows.dtype.kind not in "iu" or rows.size == 0 or rows.min() < 0:
            raise AbstractionError(
                f"samples of shape {rows.shape} and type {rows.dtype} are not rows of bucket numbers from 0 on; give "
                "[N, samples], such as [[3, 1, 3], [0, 0, 2]]"
            )
        count = np.ones(1) if weights is None else np.asarray(weights, np.float64)
        order = np.argsort(rows, axis=1, kind="stable")
        ordered = np.take_along_axis(rows, order, axis=1)
        first = np.ones(rows.shape, bool)
        first[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
        places = np.flatnonzero(first)
        counts = np.take_along_axis(np.broadcast_to(count, rows.shape), order, axis=1)
        starts = np.concatenate([[0], np.cumsum(first.sum(axis=1))])
        return cls(starts, ordered.ravel()[places].astype(np.uint32), np.add.reduceat(counts.ravel(), places))

    @classmethod
    def from_dense(cls, weights: ArrayLike) -> Histograms:
        """Keep what is not zero of full rows: float[N, buckets]."""
        rows = np.asarray(weights, np.float64)
        if rows.ndim != 2:
            raise AbstractionError(
                f"weights of shape {rows.shape} are not rows; give [N, buckets], such as [[0.5, 0.5, 0.0]]"
            )
        where = np.nonzero(rows)
        starts = np.concatenate([[0], np.cumsum(np.count_nonzero(rows, axis=1))])
        return cls(starts, where[1].astype(np.uint32), rows[where])

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, index: int) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """Return the buckets and the weights of one histogram."""
        part = slice(*self.starts[range(len(self))[index] :][:2])
        return self.buckets[part], self.weights[part]

    def take(self, indices: ArrayLike) -> Histograms:
        """Return some of them, in the order asked for."""
        parts = [self[int(index)] for index in np.atleast_1d(np.asarray(indices))]
        return Histograms(
            np.cumsum([0, *(len(buckets) for buckets, _ in parts)]),
            np.concatenate([buckets for buckets, _ in parts]),
            np.concatenate([weights for _, weights in parts]),
        )

    def dense(self, count: int) -> NDArray[np.float64]:
        """Return shares over all buckets, float64[N, count]; rows sum to 1."""
        if len(self.buckets) and self.buckets.max() >= count:
            raise AbstractionError(
                f"bucket {self.buckets.max()} is none of {count}; they go from 0 to {count - 1}"
            )
        rows = np.repeat(np.arange(len(self)), np.diff(self.starts))
        full = np.bincount(rows * count + self.buckets, self.weights, len(self) * count).reshape(-1, count)
        shares: NDArray[np.float64] = full / full.sum(axis=1, keepdims=True)
        return shares
