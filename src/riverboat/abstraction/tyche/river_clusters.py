"""The river of Tyche: k-means over vectors of wins, ties and losses, without the vectors.

A hand on the river is a vector with one entry for each of the 990 opposing hands, weakest first: 1 where it wins, 1/2
where it ties, 0 where it loses. It has `wins` ones and then `ties` halves, so hands with the same pair are the same
point, and about 20,000 pairs with their multiplicities stand for 2.8 billion deals. Two such vectors that differ in n
places are √n apart (√n / 2 where one of them ties), and a mean of them falls from 1 to 0 along its 990 entries.

The squared distance of the pair (w, t) to any vector c with the prefix sums C(j) = c₁ + … + cⱼ is

    |c|² + w + t / 4 - C(w) - C(w + t)

so a distance is two look-ups whatever the length. Lloyd 1982, "Least squares quantization in PCM"; seeds by Arthur and
Vassilvitskii 2007, "k-means++".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from riverboat.abstraction.storage import Arrays
from riverboat.base.progress import Progress
from riverboat.cards.strength import RIVER_OPPONENTS
from riverboat.errors import AbstractionError

_BLOCK = 1024  # pairs whose distances to all centroids are held at once: 16 MB at 2048 of them


def win_tie_vector(wins: int, ties: int, length: int = RIVER_OPPONENTS) -> np.ndarray:
    """Return the vector of a pair: `wins` ones, `ties` halves, zeros.

    >>> win_tie_vector(2, 1, 5).tolist()
    [1.0, 1.0, 0.5, 0.0, 0.0]
    """
    return np.repeat([1.0, 0.5, 0.0], [wins, ties, length - wins - ties])


@dataclass(frozen=True)
class RiverClusters:
    """The river's buckets, bucket 0 the weakest, and which pair of wins and ties lies in which.

    centroids: float64[k, length], means of win-tie vectors, each falling. pairs: integers [n, 2], those that were
    clustered. labels: uint16[n], their buckets. error: the sum of weight · distance².
    """

    centroids: np.ndarray
    pairs: np.ndarray
    labels: np.ndarray
    error: float
    iterations: int

    def __len__(self) -> int:
        return len(self.centroids)

    @property
    def length(self) -> int:
        """Opponents, the entries of a vector."""
        return int(self.centroids.shape[1])

    @cached_property
    def equity(self) -> np.ndarray:
        """The mean share of the pot of each bucket, float64[k]."""
        equity: np.ndarray = self.centroids.mean(axis=1)
        return equity

    def nearest(self, pairs: ArrayLike) -> np.ndarray:
        """Return the bucket of each pair of wins and ties: integers [n, 2] -> uint16[n].

        >>> pairs = [[0, 1], [1, 0], [9, 1], [10, 0]]
        >>> win_tie_kmeans(pairs, [1, 1, 1, 1], 2, length=10).nearest([[2, 0], [8, 0]]).tolist()
        [0, 1]
        """
        return _nearest(_check_pairs(pairs, self.length), self.centroids)[0].astype(np.uint16)

    def distances(self, pairs: ArrayLike, buckets: ArrayLike) -> np.ndarray:
        """Return how far each pair's vector lies from the centroid of a bucket: integers [n, 2], [n] -> float64[n].

        >>> found = win_tie_kmeans([[0, 1], [1, 0], [9, 1], [10, 0]], [3, 1, 1, 1], 2, length=10)
        >>> found.distances([[0, 1], [1, 0]], [0, 0]).tolist()
        [0.125, 0.375]
        """
        points, which = _check_pairs(pairs, self.length), np.asarray(buckets, np.int64)
        wins, ends = points[:, 0], points.sum(axis=1)
        prefix, squares = self._sums
        squared = squares[which] + (3 * wins + ends) / 4 - prefix[which, wins] - prefix[which, ends]
        return np.asarray(np.sqrt(np.maximum(squared, 0.0)))  # rounding may leave -1e-13

    @cached_property
    def _sums(self) -> tuple[np.ndarray, np.ndarray]:
        """Prefix sums of the centroids, [k, length + 1], and the sums of their squares, [k]."""
        prefix = np.zeros((len(self.centroids), self.length + 1))
        np.cumsum(self.centroids, axis=1, out=prefix[:, 1:])
        return prefix, np.einsum("ij,ij->i", self.centroids, self.centroids)

    def pair_table(self) -> np.ndarray:
        """Return the bucket of every clustered pair: uint16[(length + 1)²] at (length + 1) · wins + ties; else 0."""
        side = self.length + 1
        table = np.zeros((side, side), np.uint16)
        table[self.pairs[:, 0], self.pairs[:, 1]] = self.labels
        return table.reshape(-1)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return what a file holds of it."""
        return {
            "means": self.centroids,
            "pairs": self.pairs,
            "labels": self.labels,
            "error": np.array(self.error),
            "iterations": np.array(self.iterations),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> RiverClusters:
        """Return it from what `arrays` gave; `equity` may stand for `means`, and gives vectors with the same mean."""
        if "equity" in arrays:
            equity = arrays["equity"].astype(np.float64)
            centroids = np.broadcast_to(equity[:, None], (len(equity), RIVER_OPPONENTS))
        else:
            centroids = arrays["means"]
        error, iterations = float(arrays["error"]), int(arrays["iterations"])
        return cls(centroids, arrays["pairs"], arrays["labels"], error, iterations)


def win_tie_kmeans(
    pairs: ArrayLike,
    weights: ArrayLike,
    k: int,
    *,
    iterations: int = 200,
    length: int = RIVER_OPPONENTS,
    start: ArrayLike | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> RiverClusters:
    """Cluster pairs of wins and ties [n, 2] by weighted k-means over their vectors of `length` entries. weights: [n].

    Deterministic by `seed`. An empty cluster takes the point that costs most where it is. `start` gives pairs to start
    from, [k, 2], in place of k-means++. `progress` hears of iterations.

    >>> found = win_tie_kmeans([[0, 1], [1, 0], [9, 1], [10, 0]], [3, 1, 1, 1], 2, length=10)
    >>> found.labels.tolist(), found.centroids[0, :2].tolist()
    ([0, 0, 1, 1], [0.625, 0.0])
    """
    points = _check_pairs(pairs, length)
    mass = np.asarray(weights, np.float64)
    if mass.shape != (len(points),) or not (mass > 0).all():
        raise AbstractionError(
            f"weights of shape {mass.shape} are not {len(points)} positive numbers, one a pair"
        )
    distinct = len(np.unique(points, axis=0))
    if not 1 <= k <= distinct:
        raise AbstractionError(f"k is {k}; {distinct} distinct pairs make 1 to {distinct} clusters")
    if start is None:
        chosen = points[_plus_plus(points, mass, k, length, np.random.default_rng(seed))]
    else:
        chosen = _check_pairs(start, length)
    centroids = np.array([win_tie_vector(wins, ties, length) for wins, ties in chosen.tolist()])
    labels, cost = _nearest(points, centroids)
    done = 0
    for done in range(1, iterations + 1):
        _fill_empty(labels, mass * cost, len(centroids))
        centroids = _mean_vectors(points, mass, labels, len(centroids), length)
        before = labels
        labels, cost = _nearest(points, centroids)
        if progress is not None:
            progress(done, iterations)
        if (labels == before).all():
            break
    order = np.argsort(centroids.sum(axis=1), kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return RiverClusters(centroids[order], points, place[labels].astype(np.uint16), float(mass @ cost), done)


# --- distances and means -------------------------------------------------------------------------------------------


def _nearest(pairs: np.ndarray, centroids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The nearest centroid of each pair and the squared distance to it; of equally near ones the first."""
    prefix = np.zeros((centroids.shape[1] + 1, len(centroids)))
    np.cumsum(centroids.T, axis=0, out=prefix[1:])
    squares = np.einsum("ij,ij->i", centroids, centroids)
    labels, cost = np.empty(len(pairs), np.int64), np.empty(len(pairs))
    for begin in range(0, len(pairs), _BLOCK):
        wins, ends = pairs[begin : begin + _BLOCK, 0], pairs[begin : begin + _BLOCK].sum(axis=1)
        far = squares - prefix[wins]
        far -= prefix[ends]
        near = far.argmin(axis=1)
        labels[begin : begin + _BLOCK] = near
        own = (3 * wins + ends) / 4  # wins + ties / 4
        cost[begin : begin + _BLOCK] = own + far[np.arange(len(near)), near]
    return labels, np.maximum(cost, 0.0)  # rounding may leave -1e-13


def _mean_vectors(pairs: np.ndarray, mass: np.ndarray, labels: np.ndarray, k: int, length: int) -> np.ndarray:
    """A vector falls by a half at `wins` and by a half at `wins + ties`: sums of vectors are sums of those."""
    drops = np.zeros(k * (length + 1))
    for places in (pairs[:, 0], pairs.sum(axis=1)):
        drops += np.bincount(labels * (length + 1) + places, mass, minlength=len(drops))
    still_up = drops.reshape(k, length + 1)[:, ::-1].cumsum(axis=1)[:, ::-1]  # mass that drops at j or later
    centroids: np.ndarray = still_up[:, 1:] / still_up[:, :1]
    return centroids


def _plus_plus(
    pairs: np.ndarray, mass: np.ndarray, k: int, length: int, rng: np.random.Generator
) -> list[int]:
    """k-means++: each next seed with probability proportional to its mass times the squared distance to the seeds."""
    nearest = np.ones(len(pairs))
    chosen: list[int] = []
    for _ in range(k):
        upto = np.cumsum(mass * nearest)
        pick = int(np.searchsorted(upto, rng.random() * upto[-1], side="right"))
        seed = win_tie_vector(int(pairs[pick, 0]), int(pairs[pick, 1]), length)
        cost = _nearest(pairs, seed[None])[1]
        nearest = np.minimum(nearest, cost) if chosen else cost
        chosen.append(pick)
    return chosen


def _fill_empty(labels: np.ndarray, cost: np.ndarray, k: int) -> None:
    """Give each empty cluster the point that costs most, if it is not alone in its own; in place."""
    sizes = np.bincount(labels, minlength=k)
    empty = np.flatnonzero(sizes == 0).tolist()
    for point in np.argsort(-cost, kind="stable").tolist() if empty else []:
        if sizes[labels[point]] > 1:
            sizes[labels[point]] -= 1
            labels[point] = empty.pop()
        if not empty:
            break


def _check_pairs(pairs: ArrayLike, length: int) -> np.ndarray:
    """Pairs as int64[n, 2]."""
    points = np.asarray(pairs)
    if points.ndim != 2 or points.shape[1] != 2 or points.dtype.kind not in "iu":
        raise AbstractionError(
            f"pairs of shape {points.shape} and type {points.dtype} are not integers [n, 2], such as [[356, 9]]"
        )
    points = points.astype(np.int64)
    bad = (points < 0).any(axis=1) | (points.sum(axis=1) > length)
    if bad.any():
        row = int(bad.argmax())
        raise AbstractionError(
            f"row {row}, {points[row].tolist()}: wins and ties are 0 or more, {length} together"
        )
    return points
