"""Distribution-aware buckets: hands are near if they end with the same strengths equally often."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from riverboat.abstraction.methods.final_equity import final_histograms
from riverboat.abstraction.methods.method import Buckets, Street, Work, check_count
from riverboat.abstraction.methods.point_clusters import point_buckets


@dataclass(frozen=True)
class DistributionAware:
    """K-medians of hands by the earth mover's distance of their final equities.

    Johanson, Burch, Valenzano and Bowling 2013, section 4.1, cluster so; Ganzfried and Sandholm 2014 call it
    distribution-aware. A hand is the histogram h of its equity on the river, in `bins` equal parts of 0 to 1. On a line
    the distance has a closed form, the L1 distance of cumulative shares:

        EMD(h, g) = Σⱼ |H(j) - G(j)| / bins,   H(j) = h₁ + … + hⱼ

    So cumulative histograms are points, and the best centre of a bucket is their median, bin by bin, which ascends,
    too. Centres come from `sample` hands; then every class goes to the nearest one.
    """

    buckets: int
    bins: int = 50
    sample: int = 200_000
    iterations: int = 30

    streets: ClassVar = ("flop", "turn")

    def __post_init__(self) -> None:
        check_count(self.bins, "bins", 255, 50)
        check_count(self.sample, "sample", 10**9, 200_000)
        check_count(self.iterations, "iterations", 10**6, 30)

    def build(self, street: Street, work: Work) -> Buckets:
        """Return the buckets, the weakest hands in bucket 0."""
        ends = final_histograms(street, self.bins, replace(work, progress=work.part(0, 0.4)))
        return point_buckets(
            lambda part: cumulative(ends[part]),
            street.weights(threads=work.threads),
            self.buckets,
            lambda centres: -centres.sum(axis=1),  # what is weak has gathered its weight early
            replace(work, progress=work.part(0.4, 1)),
            norm="l1",
            sample=self.sample,
            iterations=self.iterations,
        )


def cumulative(histograms: np.ndarray) -> np.ndarray:
    """Return the share of each row up to each bin: float32[n, bins].

    >>> cumulative(np.array([[1, 0, 3]])).tolist()
    [[0.25, 0.25, 1.0]]
    """
    sums = np.cumsum(histograms, axis=1, dtype=np.float32)
    return np.asarray(sums / sums[:, -1:])
