"""K-means: k centroids that stand for many points with the least squared error.

The error is Σ w |x - c(x)|², c(x) the centroid nearest to x. `kmeans` finds a good local minimum: greedy k-means++
(Arthur and Vassilvitskii 2007), then Lloyd's iteration (1982) with the bounds of Hamerly (2010) and the neighbourhoods
of Newling and Fleuret (2016), which skip work and change no label. `kmeans_1d` finds the best clusters on a line.
Both give the same answer for the same seed on any machine and any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.clustering.point_arrays import (
    check_k,
    check_points,
    check_positive,
    check_start,
    check_weights,
)
from riverboat.base.checks import check_seed, check_threads, share
from riverboat.base.progress import Progress
from riverboat.errors import AbstractionError

SAMPLE_PER_CLUSTER = 64
"""Points per cluster from which the start is made. On 100,000 histograms with k = 256 the final error is that of a
start from all points, within what a seed changes (0.1 %), and 0.5 % below that of random starts."""


@dataclass(frozen=True)
class KMeansResult:
    """Clusters and the points in them."""

    labels: npt.NDArray[np.uint32]
    """[n]: the cluster of each point, the one whose centroid is nearest; of equally near ones the lowest."""
    centroids: npt.NDArray[np.float64]
    """[k, d], or [k] ascending on a line."""
    error: float
    """The sum of weight times squared distance to the nearest centroid."""
    iterations: int
    """How often the centroids moved; 0 where they are exact."""

    @property
    def k(self) -> int:
        """How many clusters there are. None is empty."""
        return len(self.centroids)


def kmeans(
    points: npt.ArrayLike,
    k: int,
    *,
    weights: npt.ArrayLike | None = None,
    restarts: int = 1,
    iterations: int = 100,
    tolerance: float = 1e-4,
    start: npt.ArrayLike | None = None,
    backend: Literal["native", "torch"] = "native",
    device: str | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> KMeansResult:
    """Divide points [n, d], float32 or float64, into k clusters with a small squared error.

    weights: [n], zero or more each; 3 counts as three equal points, 0 takes a label but has no say.
    restarts: how many starts to try; the one with the least error wins.
    iterations, tolerance: stop after so many moves of the centroids, when no label changes, or when a move lowers
    the error by no more than this share of it (0.0001: what is left to gain is far below what a restart changes).
    start: centroids [k, d] to start from, instead of seed and restarts.
    backend, device: "torch" moves the centroids with PyTorch on a device such as "cuda", which it takes if there is one
    and none is named; see `kmeans_torch` for what that changes.
    progress: called with (moves done, moves at most).

    A cluster that loses its points takes the point that adds most to the cluster with the most error. k may not
    exceed the number of distinct points (of positive weight).

    >>> found = kmeans([[0.0, 0.0], [0.0, 1.0], [8.0, 0.0], [8.0, 1.0]], 2)
    >>> sorted(found.centroids.tolist()), found.error
    ([[0.0, 0.5], [8.0, 0.5]], 1.0)
    """
    rows = check_points(points)
    mass = check_weights(weights, len(rows))
    check_k(k, len(rows))
    check_positive("restarts", restarts)
    check_positive("iterations", iterations)
    share("tolerance", tolerance, AbstractionError, example=0.0001)
    check_seed(seed, AbstractionError)
    workers = check_threads(threads, AbstractionError)
    run = _lloyd_of(backend, device, workers)

    def lloyd(
        data: np.ndarray, w: np.ndarray | None, given: np.ndarray, report: Progress | None
    ) -> KMeansResult:
        labels, centroids, error, moves, missing = run(data, given, w, iterations, float(tolerance), report)
        if missing:
            raise AbstractionError(
                f"k is {k}, but there are only {k - missing} distinct points; ask for at most {k - missing} clusters"
            )
        return KMeansResult(labels, centroids, error, moves)

    if start is not None:
        return lloyd(rows, mass, check_start(start, k, rows.shape[1]), progress)
    best: KMeansResult | None = None
    for turn in range(restarts):
        random = (seed + turn) % 2**64
        centroids = _first_centroids(rows, mass, k, random, workers, lloyd)
        report = None if progress is None else _shifted(progress, turn * iterations, restarts * iterations)
        found = lloyd(rows, mass, centroids, report)
        if best is None or found.error < best.error:
            best = found
    assert best is not None
    return best


def assign(
    points: npt.ArrayLike, centroids: npt.ArrayLike, *, threads: int | None = None
) -> npt.NDArray[np.uint32]:
    """Return the nearest centroid for each point: [n, d] and [k, d], or [n] and [k] on a line.

    Of equally near ones the lowest number.

    >>> assign([[1.0, 1.0], [7.0, 0.0]], [[0.0, 0.5], [8.0, 0.5]]).tolist()
    [0, 1]
    """
    line = np.ndim(points) == 1 and np.ndim(centroids) == 1
    rows = check_points(np.reshape(points, (-1, 1)) if line else points, may_be_empty=True)
    means = check_points(np.reshape(centroids, (-1, 1)) if line else centroids, "centroids")
    if rows.shape[1] != means.shape[1]:
        raise AbstractionError(
            f"points of shape {rows.shape} and centroids of shape {means.shape} differ in their last dimension; "
            "give [n, d] and [k, d]"
        )
    return _core.nearest_centroids(rows, means.astype(np.float64), check_threads(threads, AbstractionError))


# --- what moves the centroids ----------------------------------------------------------------------------------

Lloyd: TypeAlias = Callable[
    [np.ndarray, np.ndarray, np.ndarray | None, int, float, Progress | None],
    tuple[npt.NDArray[np.uint32], npt.NDArray[np.float64], float, int, int],
]
"""(points, start, weights, iterations, tolerance, progress) -> labels, centroids, error, moves, clusters left empty."""


def _lloyd_of(backend: str, device: str | None, workers: int) -> Lloyd:
    if backend == "torch":
        from riverboat.abstraction.clustering.kmeans_torch import TorchLloyd  # only here: it imports torch

        return TorchLloyd(device)
    if backend != "native":
        raise AbstractionError(f"backend '{backend}' is unknown; use 'native' or 'torch'")
    if device is not None:
        raise AbstractionError(
            f"device '{device}' is for backend='torch' alone; leave it out, or ask for both"
        )
    return lambda points, start, weights, iterations, tolerance, progress: _core.kmeans_lloyd(
        points, start, weights, iterations, tolerance, workers, progress
    )


# --- the start -------------------------------------------------------------------------------------------------


def _first_centroids(
    rows: np.ndarray,
    mass: np.ndarray | None,
    k: int,
    seed: int,
    workers: int,
    lloyd: Callable[[np.ndarray, np.ndarray | None, np.ndarray, Progress | None], KMeansResult],
) -> np.ndarray:
    """Draw centres by k-means++, from many points on a sample of them, whose clusters are then the start."""
    if len(rows) <= 2 * SAMPLE_PER_CLUSTER * k:
        chosen: np.ndarray = rows[_core.kmeans_plus_plus(rows, k, mass, seed, workers)].astype(np.float64)
        return chosen
    sample = rows[_sample(mass, len(rows), SAMPLE_PER_CLUSTER * k, seed)]
    centres: np.ndarray = sample[_core.kmeans_plus_plus(sample, k, None, seed, workers)].astype(np.float64)
    try:
        return lloyd(sample, None, centres, None).centroids
    except AbstractionError:  # too few distinct points in the sample: the whole has more, or says so itself
        return centres


def _sample(mass: np.ndarray | None, n: int, size: int, seed: int) -> np.ndarray:
    """Draw `size` of n points in proportion to their weights, one from each equal stretch of weight."""
    ends = np.arange(1.0, n + 1) if mass is None else np.cumsum(mass)
    places = (np.arange(size) + np.random.default_rng(seed).random(size)) * (ends[-1] / size)
    rows: np.ndarray = np.minimum(np.searchsorted(ends, places, side="right"), n - 1)
    return rows


def _shifted(progress: Progress, before: int, total: int) -> Progress:
    return lambda done, _: progress(before + done, total)
