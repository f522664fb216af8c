"""Buckets by the Euclidean distance of histograms: of final equity, or of the next street's buckets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from riverboat.abstraction.methods.final_equity import bin_equities, counts, final_histograms
from riverboat.abstraction.methods.method import Buckets, Street, Work, check_count
from riverboat.abstraction.methods.next_street import bucket_equity, later_buckets, later_rows
from riverboat.abstraction.methods.point_clusters import Points, point_buckets
from riverboat.errors import AbstractionError


@dataclass(frozen=True)
class HistogramL2:
    """K-means of histograms in L2, as Gilpin, Sandholm and Sørensen 2007 cluster those of the next street's buckets.

        d(h, g) = √ Σⱼ (hⱼ - gⱼ)²

    over: "equity", equal `bins` of the equity on the river, or "next", the next street's buckets, whatever method made
    them. L2 does not know which bins are near each other: weight that moves by one bin counts like weight that moves by
    ten. Centroids come from `sample` hands; then every class goes to the nearest one.
    """

    buckets: int
    over: Literal["equity", "next"] = "equity"
    bins: int = 50
    sample: int = 200_000
    iterations: int = 30

    streets: ClassVar = ("flop", "turn")

    def __post_init__(self) -> None:
        if self.over not in ("equity", "next"):
            raise AbstractionError(
                f"over is {self.over!r}; it must be 'equity', the final one, or 'next', the next street's buckets"
            )
        check_count(self.bins, "bins", 255, 50)
        check_count(self.sample, "sample", 10**9, 200_000)
        check_count(self.iterations, "iterations", 10**6, 30)

    @property
    def needs_next(self) -> bool:
        """Whether it looks at the next street's buckets."""
        return self.over == "next"

    def build(self, street: Street, work: Work) -> Buckets:
        """Return the buckets, the weakest hands in bucket 0."""
        points, equity = self._points(street, replace(work, progress=work.part(0, 0.4)))
        return point_buckets(
            points,
            street.weights(threads=work.threads),
            self.buckets,
            lambda centroids: centroids @ equity,
            replace(work, progress=work.part(0.4, 1)),
            norm="l2",
            sample=self.sample,
            iterations=self.iterations,
        )

    def _points(self, street: Street, work: Work) -> tuple[Points, np.ndarray]:
        """The histograms of classes, and the equity of each bin."""
        if self.over == "equity":
            ends = final_histograms(street, self.bins, work)
            return lambda part: shares(ends[part]), bin_equities(self.bins)
        later = later_buckets(street, work)
        rows = later_rows(street, later, work)
        return lambda part: shares(counts(rows[part], later.count)), bucket_equity(street.after, later, work)


def shares(histograms: np.ndarray) -> np.ndarray:
    """Return rows scaled to sum 1: float32.

    >>> shares(np.array([[1, 0, 3]])).tolist()
    [[0.25, 0.0, 0.75]]
    """
    return np.asarray(histograms / histograms.sum(axis=1, keepdims=True), np.float32)
