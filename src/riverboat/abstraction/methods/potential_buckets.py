"""Potential-aware buckets: hands are near if the buckets they may reach with the next card are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

import numpy as np

from riverboat.abstraction.clustering.histogram_clusters import cluster_histograms
from riverboat.abstraction.clustering.transport import METHODS, emd_1d
from riverboat.abstraction.methods.final_equity import bin_equities, final_histograms, mean_histograms
from riverboat.abstraction.methods.flop_histograms import Transport, TransportDistance
from riverboat.abstraction.methods.method import Buckets, Street, Work, check_count, without_gaps
from riverboat.abstraction.methods.next_street import bucket_equity, later_buckets, later_rows
from riverboat.abstraction.methods.point_clusters import point_buckets
from riverboat.base.checks import one_of
from riverboat.errors import AbstractionError

BINS: Final = 50
"""Bins of final equity in which the centres of turn buckets are compared, as many as Ganzfried and Sandholm have."""


@dataclass(frozen=True)
class PotentialAware:
    """Clusters of histograms over the next street's buckets by earth mover's distance (Ganzfried and Sandholm 2014).

    The turn: the ground distance of two river buckets is the difference of their mean equities. They lie on a line,
    so a hand is its 46 equities in order, the distance is L1, and k-medians finds the buckets.

    The flop: the ground distance of two turn buckets is the earth mover's distance of their mean histograms of final
    equity. They lie on no line, and each distance is a transport problem, solved by `transport`: "exact", "greedy"
    (theirs) or "sinkhorn". The paper runs k-means with these distances. Here `landmarks` make points of hands first, in
    so many `dimensions` (`cluster_histograms`); docs/research/abstraction/histogram-methods.md compares the two.

    Later streets may be made by any method. Centres come from `sample` hands; then every class goes to the nearest.
    """

    buckets: int
    transport: Transport = "greedy"
    landmarks: int = 64
    dimensions: int = 16
    sample: int = 200_000
    iterations: int = 30

    streets: ClassVar = ("flop", "turn")
    needs_next: ClassVar = True

    def __post_init__(self) -> None:
        one_of("transport", self.transport, METHODS, AbstractionError)
        check_count(self.landmarks, "landmarks", 10_000, 64)
        check_count(self.dimensions, f"dimensions with {self.landmarks} landmarks", self.landmarks - 1, 16)
        check_count(self.sample, "sample", 10**9, 200_000)
        check_count(self.iterations, "iterations", 10**6, 30)

    def build(self, street: Street, work: Work) -> Buckets:
        """Return the buckets, the weakest hands in bucket 0."""
        later = later_buckets(street, work)
        return self._turn(street, later, work) if street.name == "turn" else self._flop(street, later, work)

    def _turn(self, street: Street, later: Buckets, work: Work) -> Buckets:
        equity = bucket_equity(street.after, later, work)
        order = np.argsort(equity, kind="stable")
        place = np.empty(len(order), np.uint16)
        place[order] = np.arange(len(order))
        in_order = Buckets(place[later.table], later.count)
        rows = later_rows(street, in_order, replace(work, progress=work.part(0, 0.6)))
        line = equity[order].astype(np.float32)
        return point_buckets(
            lambda part: line[rows[part]],
            street.weights(threads=work.threads),
            self.buckets,
            lambda centres: centres.mean(axis=1),
            replace(work, progress=work.part(0.6, 1)),
            norm="l1",
            sample=self.sample,
            iterations=self.iterations,
        )

    def _flop(self, street: Street, later: Buckets, work: Work) -> Buckets:
        turn, weights = street.after, street.weights(threads=work.threads)
        ends = final_histograms(turn, BINS, replace(work, progress=work.part(0, 0.1)))
        means = mean_histograms(later, ends, turn.weights(threads=work.threads))
        del ends  # 700 MB
        rows = later_rows(street, later, replace(work, progress=work.part(0.1, 0.2)))
        _, labels = cluster_histograms(
            rows,
            weights,
            TransportDistance(turn_ground(means), self.transport),
            self.buckets,
            landmarks=self.landmarks,
            dimensions=self.dimensions,
            training=self.sample,
            seed=work.seed,
            threads=work.threads,
            progress=work.part(0.2, 1),
        )
        equity = (means @ bin_equities(BINS)).astype(np.float32)
        return by_strength(labels, weights * equity[rows].mean(axis=1), weights)


def turn_ground(means: np.ndarray) -> np.ndarray:
    """Return the distance of all turn buckets in equity, from their mean histograms [k, bins]: float64[k, k].

    >>> turn_ground(np.array([[1.0, 0, 0, 0], [0, 0, 0.5, 0.5]])).tolist()
    [[0.0, 0.625], [0.625, 0.0]]
    """
    return np.asarray(emd_1d(means, means, bin_equities(means.shape[1])))


def by_strength(labels: np.ndarray, strengths: np.ndarray, weights: np.ndarray) -> Buckets:
    """Number buckets by mean strength; strengths: those of the classes times their weights.

    >>> by_strength(np.array([0, 1, 2, 1]), np.array([0.9, 0.1, 0.5, 0.2]), np.ones(4)).table.tolist()
    [2, 0, 1, 0]
    """
    table, count = without_gaps(labels)
    means = np.bincount(table, strengths, count) / np.bincount(table, weights, count)
    place = np.empty_like(table, shape=count)
    place[np.argsort(means, kind="stable")] = np.arange(count)
    return Buckets(place[table], count)
