"""Buckets of a street from the next street's: histograms, earth mover's distance, landmark MDS, k-means.

k-means needs points, and the earth mover's distance gives none. Landmark MDS makes them: distances to a few landmarks
place every hand in a Euclidean space of few dimensions (de Silva and Tenenbaum 2004), where k-means is fast and a new
hand finds its bucket from its distances to the landmarks alone.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Protocol

import numpy as np

from riverboat.abstraction.clustering.embedding import LandmarkMDS
from riverboat.abstraction.clustering.kmeans import assign, kmeans
from riverboat.abstraction.storage import Arrays
from riverboat.base.progress import Progress
from riverboat.errors import AbstractionError

_BLOCK = 1 << 16  # rows whose distances to the landmarks are held at once: 26 MB at 100 of them


class Distance(Protocol):
    """A distance between hands that are rows of next-street buckets."""

    def __call__(self, rows: np.ndarray, others: np.ndarray, threads: int | None = None) -> np.ndarray:
        """Return all distances: [n, m], [l, m] -> float32[n, l]."""
        ...

    def between(self, rows: np.ndarray) -> np.ndarray:
        """Return the distances between landmarks, symmetric and exact: [l, m] -> [l, l]."""
        ...


@dataclass(frozen=True, eq=False)
class HistogramClusters:
    """What finds the bucket of a row of next-street buckets.

    landmarks: uint16[l, m]. centroids: float64[k, dimensions], in the embedding. error: the mean squared distance of
    the hands it was trained on to their centroids.
    """

    distance: Distance
    landmarks: np.ndarray
    embedding: LandmarkMDS
    centroids: np.ndarray
    error: float

    def __len__(self) -> int:
        return len(self.centroids)

    def embed(
        self, rows: np.ndarray, *, threads: int | None = None, progress: Progress | None = None
    ) -> np.ndarray:
        """Return the places of rows in the embedding: [n, m] -> float32[n, dimensions]."""
        places = np.empty((len(rows), self.embedding.dimensions), np.float32)
        for begin in range(0, len(rows), _BLOCK):
            far = self.distance(rows[begin : begin + _BLOCK], self.landmarks, threads)
            places[begin : begin + _BLOCK] = self.embedding.place(far)
            if progress is not None:
                progress(min(begin + _BLOCK, len(rows)), len(rows))
        return places

    def nearest(
        self, rows: np.ndarray, *, threads: int | None = None, progress: Progress | None = None
    ) -> np.ndarray:
        """Return the bucket of each row: [n, m] -> uint16[n]."""
        places = self.embed(rows, threads=threads, progress=progress)
        return assign(places, self.centroids, threads=threads).astype(np.uint16)

    def distances(self, rows: np.ndarray, *, threads: int | None = None) -> np.ndarray:
        """Return how far each row lies from its centroid, in the embedding: [n, m] -> float64[n]."""
        places = self.embed(rows, threads=threads)
        own = self.centroids[assign(places, self.centroids, threads=threads)]
        far: np.ndarray = np.linalg.norm(places - own, axis=1)
        return far

    def arrays(self) -> dict[str, np.ndarray]:
        """Return what a file holds of it: all but the distance, which follows from the next street."""
        placed = {
            f"mds:{part.name}": np.asarray(getattr(self.embedding, part.name)) for part in fields(LandmarkMDS)
        }
        return {
            "landmarks": self.landmarks,
            **placed,
            "centroids": self.centroids,
            "error": np.asarray(self.error),
        }

    @classmethod
    def from_arrays(cls, distance: Distance, arrays: Arrays) -> HistogramClusters:
        """Return it from what `arrays` gave, such as an `ArrayFile`."""
        parts = {part.name: arrays[f"mds:{part.name}"] for part in fields(LandmarkMDS)}
        known: dict[str, Any] = {name: part if part.ndim else float(part) for name, part in parts.items()}
        return cls(
            distance, arrays["landmarks"], LandmarkMDS(**known), arrays["centroids"], float(arrays["error"])
        )


def cluster_histograms(
    rows: np.ndarray,
    weights: np.ndarray,
    distance: Distance,
    k: int,
    *,
    landmarks: int,
    dimensions: int,
    training: int,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[HistogramClusters, np.ndarray]:
    """Cluster rows of sorted next-street buckets [n, m] that stand for `weights` [n] hands each into k buckets.

    Returns the clusters and the bucket of each row, uint16[n]. All rows are embedded once, which is the dear part and
    what `progress` hears of; k-means sees at most `training` of them, drawn by their weights.
    """
    if not 1 <= k <= len(rows):
        raise AbstractionError(f"k is {k}; {len(rows)} rows make 1 to {len(rows)} clusters")
    rng = np.random.default_rng(seed)
    marks = np.unique(rows[_draw(weights, min(landmarks, len(rows)), rng)], axis=0)
    if len(marks) <= dimensions:
        raise AbstractionError(
            f"only {len(marks)} of {landmarks} landmarks differ; {dimensions} dimensions need {dimensions + 1} or more"
        )
    embedding = LandmarkMDS.fit(distance.between(marks), dimensions)
    unplaced = HistogramClusters(distance, marks, embedding, np.empty((0, embedding.dimensions)), 0.0)
    places = unplaced.embed(rows, threads=threads, progress=progress)
    seen, mass = places, weights
    if len(rows) > training:
        seen, mass = places[np.sort(_draw(weights, training, rng))], np.ones(training)
    found = kmeans(seen, k, weights=mass, seed=seed, threads=threads)
    error = found.error / float(np.sum(mass))
    clusters = HistogramClusters(distance, marks, embedding, found.centroids, error)
    return clusters, assign(places, found.centroids, threads=threads).astype(np.uint16)


def _draw(weights: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """Different rows with chances in proportion to their weights: int64[size].

    Efraimidis and Spirakis 2006: the smallest of exponential times, each divided by its weight.
    """
    times = rng.standard_exponential(len(weights)) / weights
    return np.argpartition(times, size - 1)[:size]
