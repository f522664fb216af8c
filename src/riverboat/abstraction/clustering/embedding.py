"""Landmark multidimensional scaling: points in a Euclidean space whose distances are near those that are given.

Clustering in a space of few dimensions is cheap where the true distance, such as an earth mover's distance, is not: it
is then needed to a few landmarks only. De Silva and Tenenbaum 2004, *Sparse multidimensional scaling using landmark
points*.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riverboat.errors import AbstractionError

_NOISE = 1e-10  # eigenvalues below this share of the largest are rounding


@dataclass(frozen=True, eq=False)
class LandmarkMDS:
    """Where landmarks lie, and the map that places any other point by its distances to them.

    With Δ the squared distances between L landmarks and J = I - 1/L, B = -½ J Δ J has eigenpairs (λᵢ, vᵢ). Coordinate
    i of the landmarks is √λᵢ · vᵢ; that of a point with squared distances δ to them is -½ · vᵢᵀ / √λᵢ · (δ - δ̄), δ̄ the
    column means of Δ. Exact if the distances are Euclidean in `dimensions` dimensions or fewer.

    >>> corners = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
    >>> mds = LandmarkMDS.fit([[0, 3, 4], [3, 0, 5], [4, 5, 0]], dimensions=2)
    >>> placed = mds.place([[5.0, 4.0, 3.0]])  # the fourth corner of the rectangle
    >>> np.linalg.norm(mds.landmarks - placed, axis=1).round(9).tolist()
    [5.0, 4.0, 3.0]
    """

    landmarks: NDArray[np.float64]
    """[L, dimensions], widest dimension first; their mean is 0."""
    explained: float
    """Share of the sum of the positive eigenvalues of B that the dimensions keep."""
    negative: float
    """Sum of the negative eigenvalues over the positive ones: 0 for Euclidean distances."""
    _map: NDArray[np.float64]  # [dimensions, L]: -½ vᵢᵀ / √λᵢ
    _means: NDArray[np.float64]  # [L]: δ̄

    @classmethod
    def fit(cls, distances: ArrayLike, dimensions: int) -> LandmarkMDS:
        """Place landmarks by classical scaling of the distances between them, [L, L].

        Fewer dimensions come out if fewer have a positive eigenvalue.
        """
        between = np.asarray(distances, np.float64)
        _check(between, dimensions)
        squared = ((between + between.T) / 2) ** 2
        centred = squared - squared.mean(axis=0) - squared.mean(axis=1)[:, None] + squared.mean()
        values, vectors = np.linalg.eigh(-centred / 2)
        positive = np.where(values > _NOISE * max(values[-1], 0.0), values, 0.0)
        kept = np.argsort(-values, kind="stable")[: min(dimensions, int(np.count_nonzero(positive)))]
        roots, vectors = np.sqrt(values[kept]), _signed(vectors[:, kept])
        total = positive.sum() or 1.0
        return cls(
            landmarks=vectors * roots,
            explained=float(values[kept].sum() / total) if len(kept) else 1.0,
            negative=float(-values[values < -_NOISE * values[-1]].sum() / total),
            _map=-0.5 * (vectors / roots).T,
            _means=squared.mean(axis=0),
        )

    @property
    def dimensions(self) -> int:
        """Return how many there are."""
        return int(self.landmarks.shape[1])

    def place(self, distances: ArrayLike) -> NDArray[np.float64]:
        """Return points by their distances to the landmarks: [N, L] -> [N, dimensions]."""
        given = np.asarray(distances, np.float64)
        if given.ndim != 2 or given.shape[1] != len(self.landmarks):
            raise AbstractionError(
                f"distances of shape {given.shape} must be [N, {len(self.landmarks)}]: one column for each landmark"
            )
        placed: NDArray[np.float64] = (given**2 - self._means) @ self._map.T
        return placed


def choose_landmarks(
    points: int,
    count: int,
    seed: int,
    *,
    how: Literal["random", "max-min"] = "random",
    distances_to: Callable[[int], ArrayLike] | None = None,
) -> NDArray[np.int64]:
    """Return the numbers of `count` landmarks among so many points, in the order in which they were chosen.

    how: "random", or "max-min": the first at random, then always the point farthest from all chosen, which needs
    distances_to(i), the distances of all points to point i, [points].

    >>> line = np.arange(10.0)
    >>> choose_landmarks(10, 3, seed=1, how="max-min", distances_to=lambda i: abs(line - line[i])).tolist()
    [4, 9, 0]
    """
    if not 1 <= count <= points:
        raise AbstractionError(f"{count} landmarks of {points} points cannot be; choose from 1 to {points}")
    rng = np.random.default_rng(seed)
    if how == "random":
        return rng.choice(points, count, replace=False).astype(np.int64)
    if how != "max-min" or distances_to is None:
        raise AbstractionError(f"how is '{how}'; use 'random', or 'max-min' together with distances_to")
    chosen = [int(rng.integers(points))]
    nearest = np.full(points, np.inf)
    while len(chosen) < count:
        nearest = np.minimum(nearest, np.asarray(distances_to(chosen[-1]), np.float64))
        nearest[chosen] = -1  # equal points must not be chosen twice over
        chosen.append(int(np.argmax(nearest)))
    return np.array(chosen, np.int64)


def _check(between: NDArray[np.float64], dimensions: int) -> None:
    if between.ndim != 2 or between.shape[0] != between.shape[1] or len(between) < 2:
        raise AbstractionError(
            f"distances of shape {between.shape} must be square, [L, L], for two landmarks or more"
        )
    if not 1 <= dimensions < len(between):
        raise AbstractionError(
            f"{len(between)} landmarks span 1 to {len(between) - 1} dimensions, not {dimensions}"
        )
    largest = float(np.abs(between).max())
    if not np.isfinite(largest) or (between < 0).any() or np.abs(between - between.T).max() > 1e-6 * largest:
        raise AbstractionError("distances between landmarks must be finite, symmetric and from 0 on")
    if np.abs(np.diag(between)).max() > 1e-6 * largest:
        raise AbstractionError("a landmark has a distance to itself; the diagonal must be 0")


def _signed(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn each eigenvector so that its largest entry is positive: libraries differ in the sign."""
    rows = np.argmax(np.abs(vectors), axis=0)
    signed: NDArray[np.float64] = vectors * np.where(
        vectors[rows, np.arange(vectors.shape[1])] < 0, -1.0, 1.0
    )
    return signed
