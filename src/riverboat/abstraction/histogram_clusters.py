"""Buckets of a street from the next street's: histograms, earth mover's distance, landmark MDS, k-means.

k-means needs points, and the earth mover's distance gives none. Landmark MDS makes them: distances to a few landmarks
place every hand in a Euclidean space of few dimensions (de Silva and Tenenbaum 2004), where k-means is fast and a new
hand finds its bucket from its distances to the landmarks alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from riverboat.abstraction.embedding import LandmarkMds, landmark_mds
from riverboat.abstraction.kmeans import assign, kmeans
from riverboat.abstraction.river_steps import Progress
from riverboat.errors import AbstractionError

Distance: TypeAlias = Callable[[np.ndarray, np.ndarray, int | None], np.ndarray]
"""All distances between rows of buckets [n, m] and others [l, m]: float32[n, l]."""

_BLOCK = 16384  # rows whose distances to the landmarks are held at once


@dataclass(frozen=True)
class HistogramClusters:
    """What finds the bucket of a row of next-street buckets.

    landmarks: uint16[l, m]. centroids: float32[k, dimensions], in the embedding. error: the mean squared distance of
    the hands it was trained on to their centroids.
    """

    distance: Distance
    landmarks: np.ndarray
    embedding: LandmarkMds
    centroids: np.ndarray
    error: float

    def __len__(self) -> int:
        return len(self.centroids)

    def embed(
        self, rows: np.ndarray, *, threads: int | None = None, progress: Progress | None = None
    ) -> np.ndarray:
        """Return the places of rows in the embedding: [n, m] -> float32[n, dimensions]."""
        return _embed(rows, self.landmarks, self.distance, self.embedding, threads, progress)

    def nearest(
        self, rows: np.ndarray, *, threads: int | None = None, progress: Progress | None = None
    ) -> np.ndarray:
        """Return the bucket of each row: [n, m] -> uint16[n]."""
        labels = np.empty(len(rows), np.uint16)
        for begin in range(0, len(rows), _BLOCK):
            places = self.embed(rows[begin : begin + _BLOCK], threads=threads)
            labels[begin : begin + _BLOCK] = assign(places, self.centroids, threads=threads)
            if progress is not None:
                progress(min(begin + _BLOCK, len(rows)), len(rows))
        return labels
