"""Where a hand of hold'em can go, as cumulated histograms of small counts, and clusters of these in the L₁ norm."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from riverboat import _core
from riverboat.abstraction.gs.deals import SCORES, HoldemDeals, padded
from riverboat.abstraction.gs.strength_cuts import LineChoices, interval
from riverboat.abstraction.methods.flop_histograms import FLOP_TURNS
from riverboat.base.checks import check_threads
from riverboat.errors import AbstractionError

CANDIDATES = 32
"""Rows that are tried as the next centre. On random histograms of nine kinds 1 leaves an error 4 % above that of 32, 8
one 0.4 % above."""

_BLOCK = 1 << 13  # flop hands whose turns are described at once


@dataclass(frozen=True, eq=False)
class HistogramChoices:
    """Clusters of cumulated histograms for 1, 2, ... children of a parent.

    means: whether by k-means; else by medians. centres: uint8[most, most, bins], those of k children in
    centres[k - 1, :k]. errors: Σ w |h - mean|₂ / Σ w for each k, h a cumulated histogram that ends with 1.
    """

    means: bool
    centres: np.ndarray
    errors: np.ndarray

    @classmethod
    def of(
        cls, rows: np.ndarray, weights: np.ndarray, most: int, rng: np.random.Generator, means: bool = False
    ) -> HistogramChoices:
        """Cluster cumulated counts, uint8[n, bins], that all end with the same sum.

        Centres come one by one, each the best of some drawn rows, and after each one all of them move to the medians of
        their rows until the error no longer falls; fewer than `most` if there are fewer different rows.

        >>> rows = np.array([[4, 4], [4, 4], [0, 4], [1, 4]], np.uint8)
        >>> HistogramChoices.of(rows, np.ones(4), 4, np.random.default_rng(0)).errors.round(3).tolist()
        [0.438, 0.062, 0.0]
        """
        draws = rng.random((most - 1, CANDIDATES))
        centres, errors = _core.count_clusters(rows, weights.astype(np.float64), most, draws, means)
        return cls(means, centres, errors / weights.sum() / rows[0, -1])

    @property
    def most(self) -> int:
        """The largest number of children."""
        return len(self.errors)

    def labels(self, rows: np.ndarray, k: int, threads: int | None = 1) -> np.ndarray:
        """Return the nearest of k centres for each row: uint16. The weakest is 0, whose rows rise first."""
        centres = np.ascontiguousarray(self.centres[k - 1, :k])
        place = np.empty(k, np.uint16)
        place[np.argsort(-centres.sum(axis=1, dtype=np.int64), kind="stable")] = np.arange(k)
        found = _core.nearest_counts(rows, centres, self.means, check_threads(threads, AbstractionError))
        return np.asarray(place[found])


def cumulated(rows: np.ndarray) -> np.ndarray:
    """Return histograms summed along their bins, which are in order of strength; in place.

    In the L₁ norm two of them are as far from each other as one is work to turn into the other, bin by bin (the earth
    mover's distance). Counts themselves are equally far whatever bins they lie in: AA on a flop is as far from KK as
    from 72.

    >>> cumulated(np.array([[3, 0, 1]], np.uint8)).tolist()
    [[3, 3, 4]]
    """
    return np.cumsum(rows, axis=1, dtype=np.uint8, out=rows)


def sample(count: int, most: int, rng: np.random.Generator) -> np.ndarray:
    """Return `most` of the numbers below `count`, ascending; all if there are no more.

    >>> sample(3, 5, np.random.default_rng(0)).tolist()
    [0, 1, 2]
    """
    if count <= most:
        return np.arange(count)
    return np.sort(rng.choice(count, most, replace=False, shuffle=False))


def river_bins(deals: HoldemDeals, flops: np.ndarray, bins: int) -> np.ndarray:
    """Return the bin of each score, uint8[SCORES]: the best clusters of the rivers that can follow from flop hands."""
    counts = np.zeros((1, SCORES), np.int64)
    deals.count_scores(flops, np.zeros(len(flops) * FLOP_TURNS, np.uint16), counts)
    line = LineChoices.of(counts[0], counts.sum(), bins)
    return interval(line.cuts(len(line.errors)), np.arange(SCORES)).astype(np.uint8)


def flop_potentials(
    deals: HoldemDeals,
    flops: np.ndarray,
    bins: tuple[int, ...],
    training: int,
    rng: np.random.Generator,
    means: bool = False,
    threads: int | None = 1,
) -> np.ndarray:
    """Return cumulated histograms of flop hands over clusters of turns: uint8[flops, `padded(bins[1])`], up to 47.

    Bottom-up: rivers that can follow from these flop hands are clustered by strength into bins[2], turns by their
    histograms over those into bins[1].
    """
    bin_of_score = river_bins(deals, flops, bins[2])
    chosen = sample(len(flops) * FLOP_TURNS, training, rng)
    hands, turns = np.divmod(chosen, FLOP_TURNS)
    rows = cumulated(deals.histograms(deals.rows[flops[hands], turns], bin_of_score, bins[2]))
    clusters = HistogramChoices.of(rows, deals.weights[flops[hands]], bins[1], rng, means)
    width, found = padded(bins[1]), []
    for begin in range(0, len(flops), _BLOCK):
        part = deals.rows[flops[begin : begin + _BLOCK]]
        rows = cumulated(deals.histograms(part.ravel(), bin_of_score, bins[2], threads))
        labels = clusters.labels(rows, clusters.most, threads).reshape(part.shape)
        cells = np.arange(len(part))[:, None] * width + labels
        counts = np.bincount(cells.ravel(), minlength=len(part) * width).reshape(-1, width)
        found.append(cumulated(counts.astype(np.uint8)))
    return np.concatenate(found)
