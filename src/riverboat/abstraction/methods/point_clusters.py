"""Buckets of a street whose hands are points: centres from a sample of hands, then every hand goes to the nearest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import numpy as np

from riverboat.abstraction.clustering.kmeans import assign, kmeans
from riverboat.abstraction.clustering.transport import emd_samples
from riverboat.abstraction.methods.method import Buckets, Work, without_gaps
from riverboat.abstraction.tables.table_abstraction import smallest_type

Points: TypeAlias = Callable[[slice | np.ndarray], np.ndarray]
"""The points of some classes, by their numbers: float32[n, d]."""

Norm: TypeAlias = Literal["l1", "l2"]

_AT_ONCE: Final = 1 << 15  # classes whose points, or distances to all centres, are held at once


def point_buckets(
    points: Points,
    weights: np.ndarray,
    k: int,
    strength: Callable[[np.ndarray], np.ndarray],
    work: Work,
    *,
    norm: Norm,
    sample: int,
    iterations: int,
) -> Buckets:
    """Return the bucket of each class: that of the nearest of k centres, which are ordered by strength.

    weights: how many hands each class holds, [classes]. strength: of centres [k, d] -> [k]. norm "l2": centres are
    means (k-means). "l1": k-medians begun from these means; equal points may then leave fewer than k.
    """
    chosen = draw_classes(weights, sample, work.seed)
    seen = points(chosen)
    found = kmeans(
        seen, k, seed=work.seed, iterations=iterations, threads=work.threads, progress=work.part(0, 0.3)
    )
    centres = found.centroids.astype(np.float32)
    if norm == "l1":
        centres = k_medians_from(centres, seen, iterations, work.threads)
    centres = centres[np.argsort(strength(centres), kind="stable")]
    table, tell = np.empty(len(weights), smallest_type(k)), work.part(0.3, 1)
    for begin in range(0, len(weights), _AT_ONCE):
        part = slice(begin, min(begin + _AT_ONCE, len(weights)))
        table[part] = nearest(points(part), centres, norm, work.threads)
        if tell is not None:
            tell(part.stop, len(weights))
    return Buckets(*without_gaps(table))


def draw_classes(weights: np.ndarray, size: int, seed: int) -> np.ndarray:
    """Draw classes in proportion to their hands, with repetition: int64[size], ascending.

    >>> draw_classes(np.array([1, 0, 4]), 5, seed=0).tolist()
    [0, 0, 2, 2, 2]
    """
    ends = np.cumsum(weights, dtype=np.float64)
    places = np.sort(np.random.default_rng(seed).random(size)) * ends[-1]
    return np.asarray(np.minimum(np.searchsorted(ends, places, side="right"), len(weights) - 1))


def nearest(points: np.ndarray, centres: np.ndarray, norm: Norm, threads: int | None = None) -> np.ndarray:
    """Return the nearest centre of each point, [n, d], [k, d] -> [n]; of equally near ones the lowest number."""
    if norm == "l2":
        return assign(points, centres, threads=threads)
    found = np.empty(len(points), np.int64)
    for begin in range(0, len(points), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        found[part] = emd_samples(points[part], centres, presorted=True, threads=threads).argmin(axis=1)
    return found


def k_medians_from(
    centres: np.ndarray, points: np.ndarray, iterations: int, threads: int | None = None
) -> np.ndarray:
    """Move centres to the medians of the points nearest to them, in L1, until none changes: [k, d], [n, d] -> [k, d].

    The median, coordinate by coordinate, has the least sum of L1 distances, as the mean has of squares, so no step
    makes the error larger. A centre that loses its points stays. Points must be float32.

    >>> line = np.array([[0], [1], [8], [9], [19]], np.float32)
    >>> k_medians_from(np.array([[0], [12]], np.float32), line, 10).ravel().tolist()
    [0.5, 9.0]
    """
    labels = nearest(points, centres, "l1", threads)
    for _ in range(iterations):
        moved = centres.copy()
        order = np.argsort(labels, kind="stable")
        used, begins = np.unique(labels[order], return_index=True)
        for centre, members in zip(used, np.split(order, begins[1:]), strict=True):
            moved[centre] = np.median(points[members], axis=0)
        before, centres = labels, moved
        labels = nearest(points, centres, "l1", threads)
        if np.array_equal(labels, before):
            break
    return centres
