"""Sums over the hands of a street: shares and means of buckets, spread, and the hands nearest and farthest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from riverboat.abstraction.report.sources import Hands, Source

BINS: Final = 1000
"""Parts of 0..1 in which EHS is counted, to find where 10 and 90 percent of a bucket lie."""

_BAND: Final = (0.1, 0.9)


@dataclass(frozen=True, eq=False)
class Totals:
    """What one pass gives: mass and mean EHS by bucket, and root mean square distances, of EHS and to centroids."""

    mass: np.ndarray
    mean: np.ndarray | None
    spread: float | None
    distance: float | None

    @property
    def share(self) -> np.ndarray:
        """The share of all deals by bucket; they add up to 1."""
        share: np.ndarray = self.mass / self.mass.sum()
        return share

    @property
    def even(self) -> float:
        """exp(entropy): how many buckets of equal share would be as mixed."""
        held = self.share[self.share > 0]
        return float(np.exp(-(held * np.log(held)).sum()))


def totals(source: Source, count: int) -> Totals:
    """Go over all hands once. count: how many buckets they count through."""
    mass, first, second, far = (np.zeros(count) for _ in range(4))
    hands = None
    for hands in source.blocks():
        mass += np.bincount(hands.buckets, hands.weights, count)
        if hands.ehs is not None:
            first += np.bincount(hands.buckets, hands.weights * hands.ehs, count)
            second += np.bincount(hands.buckets, hands.weights * hands.ehs**2, count)
        if hands.distances is not None:
            far += np.bincount(hands.buckets, hands.weights * hands.distances**2, count)
    assert hands is not None, "every street has hands"
    all_mass = float(mass.sum())
    distance = None if hands.distances is None else float(far.sum() / all_mass) ** 0.5
    if hands.ehs is None:
        return Totals(mass, None, None, distance)
    mean = np.divide(first, mass, out=np.zeros(count), where=mass > 0)
    variance = max(0.0, float((second - mass * mean**2).sum() / all_mass))
    return Totals(mass, mean, variance**0.5, distance)


@dataclass(frozen=True, eq=False)
class Details:
    """What the next pass gives of some buckets: rows of their nearest and farthest hands, and their band of EHS.

    error: mean absolute distance of EHS from the mean of its bucket, of all hands.
    """

    error: float
    nearest: np.ndarray
    farthest: np.ndarray
    farthest_ehs: np.ndarray
    low: np.ndarray
    high: np.ndarray


def details(source: Source, mean: np.ndarray, listed: np.ndarray) -> Details:
    """Go over all hands again. mean: EHS by bucket. listed: the buckets to look at.

    Distances are those to the centroid if hands have them, and else of EHS from the mean.
    """
    place = np.full(len(mean), -1)
    place[listed] = np.arange(len(listed))
    near, far = _Least(len(listed)), _Least(len(listed))
    far_ehs, counts = np.zeros(len(listed)), np.zeros((len(listed), BINS))
    error = mass = 0.0
    start = 0
    for hands in source.blocks():
        assert hands.ehs is not None
        off = np.abs(hands.ehs - mean[hands.buckets])
        error += float(hands.weights @ off)
        mass += float(hands.weights.sum())
        rows = np.flatnonzero(place[hands.buckets] >= 0)
        labels, strengths = place[hands.buckets[rows]], hands.ehs[rows]
        distances = off[rows] if hands.distances is None else hands.distances[rows]
        near.take(labels, distances, start + rows)
        changed = far.take(labels, -distances, start + rows)
        far_ehs[changed] = hands.ehs[far.row[changed] - start]
        bins = np.minimum((strengths * BINS).astype(np.int64), BINS - 1)
        counts += np.bincount(labels * BINS + bins, hands.weights[rows], counts.size).reshape(counts.shape)
        start += len(off)
    low, high = (_quantile(counts, part) for part in _BAND)
    return Details(error / mass, near.row, far.row, far_ehs, low, high)


class _Least:
    """The row with the least value of each label, the first of several."""

    def __init__(self, labels: int) -> None:
        self._value, self.row = np.full(labels, np.inf), np.zeros(labels, np.int64)

    def take(self, labels: np.ndarray, values: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Look at more rows and return the labels whose row has changed."""
        before = self._value.copy()
        np.minimum.at(self._value, labels, values)
        hit = np.flatnonzero((values == self._value[labels]) & (values < before[labels]))[::-1]
        self.row[labels[hit]] = rows[hit]  # of several the last assignment stays, which is the first row
        return np.flatnonzero(self._value < before)


def _quantile(counts: np.ndarray, part: float) -> np.ndarray:
    """Return the middle of the bin in which a part of each row's mass is reached: [rows, bins] -> float64[rows]."""
    upto = counts.cumsum(axis=1)
    reached: np.ndarray = (upto >= part * upto[:, -1:] - 1e-9).argmax(axis=1)
    return (reached + 0.5) / BINS


def neighbours(hands: Hands) -> float | None:
    """Return the share of hands whose nearest other one by EHS is in the same bucket; the stronger of two as near."""
    if hands.ehs is None:
        return None
    if len(hands.ehs) < 2:
        return 1.0
    order = np.argsort(hands.ehs, kind="stable")
    gaps = np.concatenate([[np.inf], np.diff(hands.ehs[order]), [np.inf]])
    here = np.arange(len(order))
    nearer = np.where(gaps[:-1] < gaps[1:], here - 1, here + 1)
    buckets, weights = hands.buckets[order], hands.weights[order]
    return float(weights @ (buckets == buckets[nearer]) / weights.sum())
