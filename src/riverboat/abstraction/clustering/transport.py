"""Distances between distributions: the earth mover's distance exact, approximate and in one dimension, and L2.

The earth mover's distance (EMD) is the least work that turns one distribution into another, where work is weight times
distance moved: min Σ f[i, j] · ground[i, j] over flows f ≥ 0 with row sums p and column sums q (Rubner, Tomasi and
Guibas 2000). Distributions are scaled to sum 1. Answers do not depend on the number of threads.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riverboat import _core
from riverboat.abstraction.clustering.histograms import HUGE, Histograms
from riverboat.base.checks import check_threads, shown
from riverboat.base.progress import Progress
from riverboat.errors import AbstractionError

Method: TypeAlias = Literal["exact", "greedy", "sinkhorn"]
METHODS: tuple[Method, ...] = ("exact", "greedy", "sinkhorn")

SMALLEST_REGULARISATION = 1 / 500
"""Below it Sinkhorn's scalings could leave the range of doubles; the exact method is faster long before."""


@dataclass(frozen=True, eq=False)
class Ground:
    """Distances between buckets that were checked once, for many calls of `emd_many`: [A, B], not negative.

    >>> Ground([[0, -1], [1, 0]])
    Traceback (most recent call last):
    riverboat.errors.AbstractionError: ground[0, 1] is -1.0; distances must be from 0 to below 1e+100, such as 1.5
    """

    distances: NDArray[np.float64]
    largest: float = field(init=False)

    def __post_init__(self) -> None:
        distances = np.ascontiguousarray(self.distances, np.float64)
        good = (distances >= 0) & (distances < HUGE)
        if distances.ndim == 2 and not good.all():
            i, j = np.argwhere(~good)[0]
            raise AbstractionError(
                f"ground[{i}, {j}] is {distances[i, j]}; distances must be from 0 to below {HUGE}, such as 1.5"
            )
        object.__setattr__(self, "distances", distances)
        object.__setattr__(self, "largest", float(distances.max(initial=0.0)))

    def check(self, rows: Histograms, columns: Histograms) -> None:
        """Raise AbstractionError unless there is a distance for every pair of buckets."""
        self.check_buckets(*(int(side.buckets.max(initial=0)) for side in (rows, columns)))

    def check_buckets(self, row: int, column: int) -> None:
        """Raise AbstractionError unless there is a distance for every pair of buckets up to these."""
        shape = self.distances.shape
        if len(shape) != 2 or shape[0] <= row or shape[1] <= column:
            raise AbstractionError(
                f"ground of shape {shape} is too small for buckets up to {row} and {column}; give at least "
                f"[{row + 1}, {column + 1}] distances"
            )


def emd(
    p: ArrayLike, q: ArrayLike, ground: ArrayLike, *, method: Method = "exact", regularisation: float = 0.02
) -> float:
    """Return the earth mover's distance between two distributions, p: [A], q: [B], ground: [A, B].

    >>> emd([0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [[0, 1, 2], [1, 0, 1], [2, 1, 0]])
    1.0
    """
    first, second = (Histograms.from_dense(np.atleast_2d(np.asarray(side, np.float64))) for side in (p, q))
    found = emd_many(first, second, ground, method=method, regularisation=regularisation, threads=1)
    return float(found[0, 0])


def emd_many(
    histograms: Histograms,
    landmarks: Histograms,
    ground: ArrayLike | Ground,
    *,
    method: Method = "exact",
    regularisation: float = 0.02,
    tolerance: float = 1e-3,
    iterations: int = 1000,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """Return the earth mover's distances of all histograms to all landmarks, [N, M].

    ground: distance of every bucket of the histograms to every bucket of the landmarks, [A, B], not negative. A
    `Ground` is not checked again.

    method "exact": network simplex. "greedy": the fast approximation of Ganzfried and Sandholm 2014, algorithm 2; each
    point takes its nearest bucket that still has room, in rounds. "sinkhorn": entropic regularisation (Cuturi 2013),
    epsilon = regularisation · the largest ground distance, until at most `tolerance` of the weight is misplaced or
    after so many iterations, then rounded to a true flow. No approximation is below the exact distance.

    >>> turns = Histograms.from_samples([[0, 0, 1], [2, 2, 1]])
    >>> emd_many(turns, turns, [[0, 1, 2], [1, 0, 1], [2, 1, 0]]).astype(float).round(4).tolist()
    [[0.0, 1.3333], [1.3333, 0.0]]
    """
    between = ground if isinstance(ground, Ground) else Ground(np.asarray(ground))
    between.check(histograms, landmarks)
    if method not in METHODS:
        raise AbstractionError(f"the method '{method}' is unknown; use 'exact', 'greedy' or 'sinkhorn'")
    if not SMALLEST_REGULARISATION <= regularisation <= 1:
        raise AbstractionError(
            f"regularisation is {regularisation}; it must be from {SMALLEST_REGULARISATION} to 1, a share of the "
            "largest ground distance, such as 0.02"
        )
    if not (0 < tolerance < 1 and iterations >= 1):
        raise AbstractionError(
            f"tolerance is {tolerance} and iterations {iterations}; use a share of the weight such as 0.001, and at "
            "least one iteration"
        )
    found = np.empty((len(histograms), len(landmarks)))
    _core.transport_many(
        histograms.starts,
        histograms.buckets,
        histograms.weights,
        landmarks.starts,
        landmarks.buckets,
        landmarks.weights,
        between.distances,
        getattr(_core.TransportMethod, method),
        regularisation * (between.largest or 1.0),
        tolerance,
        iterations,
        found,
        check_threads(threads, AbstractionError),
        progress,
    )
    return found


def emd_buckets(
    rows: ArrayLike,
    others: ArrayLike,
    ground: ArrayLike | Ground,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float32]:
    """Return the earth mover's distances of all rows of buckets to all others: [N, m], [M, m] -> float32[N, M].

    A row holds the bucket of each of m equally likely cards, m at most 64. ground: distance of every bucket of the rows
    to every bucket of the others, [A, B], or a `Ground`. Exact for distances rounded to 2⁻²² of the largest one.
    Successive shortest paths from prices that fitted a row alike; several times faster than `emd_many`.

    >>> line = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
    >>> emd_buckets([[0, 0, 1]], [[0, 0, 1], [2, 2, 1]], line).astype(float).round(4).tolist()
    [[0.0, 1.3333]]
    """
    between = ground if isinstance(ground, Ground) else Ground(np.asarray(ground))
    first, second = (_bucket_rows(side) for side in (rows, others))
    _same_width(first, second)
    between.check_buckets(int(first.max(initial=0)), int(second.max(initial=0)))
    found = np.empty((len(first), len(second)), np.float32)
    if found.size:
        workers = check_threads(threads, AbstractionError)
        _core.sample_transport(first, second, between.distances, found, workers, progress)
    return found


def emd_1d(
    p: ArrayLike, q: ArrayLike, positions: ArrayLike | None = None, *, threads: int | None = None
) -> Any:
    """Return the earth mover's distance of histograms whose bins lie on a line: Σ |P - Q| over cumulative shares.

    p: [bins] or [N, bins], q: [bins] or [M, bins]; the answer has the shape [N, M] without what was left out.
    positions: where the bins lie, ascending, [bins]. Without them the unit is one bin.

    >>> emd_1d([1, 0, 0], [0, 0, 1]), emd_1d([1, 0, 0], [[0, 0, 1], [1, 1, 0]], [0.0, 0.2, 1.0]).tolist()
    (2.0, [1.0, 0.1])
    """
    first, second = _shares(p), _shares(q)
    _same_width(first, second)
    gaps = np.ones(first.shape[-1] - 1)
    if positions is not None:
        places = np.asarray(positions, np.float64)
        gaps = np.diff(places)
        if places.shape != first.shape[-1:] or not (gaps >= 0).all():
            raise AbstractionError(
                f"positions of shape {places.shape} must be {first.shape[-1]} ascending numbers, such as "
                "[0.0, 0.2, 1.0]"
            )
    before, after = (np.cumsum(side, axis=-1)[..., :-1] * gaps for side in (first, second))
    return _all_rows(before, after, _core.Norm.l1, threads)


def emd_samples(p: ArrayLike, q: ArrayLike, *, presorted: bool = False, threads: int | None = None) -> Any:
    """Return the earth mover's distance of samples of equal weight on a line: mean |difference| of sorted samples.

    p: [samples] or [N, samples], q: [samples] or [M, samples]; shapes as in `emd_1d`. float32 stays float32, which is
    twice as fast. presorted: the rows ascend already.

    >>> emd_samples([0.1, 0.9, 0.5], [0.5, 0.1, 0.6]).__round__(6)
    0.1
    """
    first, second = _reals(p), _reals(q)
    _same_width(first, second)
    if not presorted:
        first, second = np.sort(first, axis=-1), np.sort(second, axis=-1)
    return _all_rows(first, second, _core.Norm.l1, threads) / first.shape[-1]


def l2(p: ArrayLike, q: ArrayLike, *, threads: int | None = None) -> Any:
    """Return the Euclidean distance of histograms, scaled to sum 1; shapes as in `emd_1d`. Bins have no order.

    >>> l2([1, 0, 0], [[0, 1, 0], [0, 0, 1]]).round(4).tolist()
    [1.4142, 1.4142]
    """
    first, second = _shares(p), _shares(q)
    _same_width(first, second)
    return _all_rows(first, second, _core.Norm.l2, threads)


# --- input -----------------------------------------------------------------------------------------------------


def _reals(values: ArrayLike) -> NDArray[Any]:
    try:
        array = np.asarray(values)
        array = array if array.dtype == np.float32 else array.astype(np.float64)
    except (TypeError, ValueError):
        raise AbstractionError(
            f"values are {shown(values)}; they must be finite numbers [bins] or [N, bins], such as [0.2, 0.3, 0.5]"
        ) from None
    if array.ndim not in (1, 2) or array.shape[-1] == 0 or not np.isfinite(array).all():
        raise AbstractionError(
            f"values of shape {array.shape} must be finite numbers [bins] or [N, bins], such as [0.2, 0.3, 0.5]"
        )
    return array


def _bucket_rows(values: ArrayLike) -> NDArray[np.uint16]:
    rows = np.asarray(values)
    good = rows.ndim == 2 and rows.dtype.kind in "iu" and 1 <= rows.shape[1] <= _core.WIDEST_SAMPLE
    if not good or (rows.size and not 0 <= int(rows.min()) <= int(rows.max()) < 2**16):
        raise AbstractionError(
            f"rows of shape {rows.shape} and type {rows.dtype} are not rows of 1 to {_core.WIDEST_SAMPLE} bucket "
            "numbers from 0 to 65,535; give [N, m], such as [[3, 1, 3], [0, 0, 2]]"
        )
    return np.ascontiguousarray(rows, np.uint16)


def _shares(values: ArrayLike) -> NDArray[Any]:
    array = _reals(values)
    sums = array.sum(axis=-1, keepdims=True)
    if (array < 0).any() or (sums <= 0).any():
        raise AbstractionError(
            "a histogram has a negative weight or none at all; give weights from 0 on, such as [1, 0, 3]"
        )
    shares: NDArray[Any] = array / sums
    return shares


def _same_width(p: NDArray[Any], q: NDArray[Any]) -> None:
    if p.shape[-1] != q.shape[-1]:
        raise AbstractionError(
            f"rows of {p.shape[-1]} and of {q.shape[-1]} numbers cannot be compared; give equal ones"
        )


def _all_rows(p: NDArray[Any], q: NDArray[Any], norm: _core.Norm, threads: int | None) -> Any:
    real = np.float32 if p.dtype == q.dtype == np.float32 else np.float64
    first: NDArray[Any] = np.ascontiguousarray(np.atleast_2d(p), real)
    second: NDArray[Any] = np.ascontiguousarray(np.atleast_2d(q), real)
    found: NDArray[Any] = np.empty((len(first), len(second)), real)
    _core.row_distances(first, second, norm, found, check_threads(threads, AbstractionError), None)
    shaped = found.reshape(p.shape[:-1] + q.shape[:-1])
    return shaped if shaped.ndim else float(shaped)
