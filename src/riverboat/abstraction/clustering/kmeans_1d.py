"""The best clusters of points on a line. Many abstractions are one: a hand strength is a number."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.clustering.kmeans import KMeansResult, assign
from riverboat.abstraction.clustering.point_arrays import check_k, check_points, check_weights
from riverboat.base.memory import available_memory, bytes_text
from riverboat.base.progress import Progress
from riverboat.errors import AbstractionError


def kmeans_1d(
    points: npt.ArrayLike, k: int, *, weights: npt.ArrayLike | None = None, progress: Progress | None = None
) -> KMeansResult:
    """Divide points [n] on a line into the k clusters with the least squared error of all, exactly.

    Clusters are intervals, so dynamic programming over the m distinct points finds them, in O(k m log m) steps since
    the best border never moves back (Wang and Song 2011; Grønlund et al. 2017, section 2). It takes 4 k m bytes:
    round points that are finer than their meaning. Cluster 0 is the lowest. Points without weight have no say.

    >>> found = kmeans_1d([0.1, 0.9, 0.2, 0.8, 0.15], 2)
    >>> found.labels.tolist(), found.centroids.round(3).tolist()
    ([0, 1, 0, 1, 0], [0.15, 0.85])
    """
    if np.ndim(points) != 1:
        raise AbstractionError(
            f"points of shape {np.shape(points)} are not on a line; give [n], such as [0.1, 0.9]"
        )
    line = check_points(np.reshape(points, (-1, 1))).astype(np.float64)[:, 0]
    mass = check_weights(weights, len(line))
    check_k(k, len(line))
    values, places = np.unique(line, return_inverse=True)
    masses = np.bincount(places, mass, len(values)).astype(np.float64)
    heavy = masses > 0
    values, masses = values[heavy], masses[heavy]
    if k > len(values):
        raise AbstractionError(
            f"k is {k}, but there are only {len(values)} distinct points; ask for at most {len(values)} clusters"
        )
    needed = 4 * k * (len(values) + 1)
    if needed > available_memory():
        raise AbstractionError(
            f"{k} clusters of {len(values)} distinct points need {bytes_text(needed)} of memory, more than is left; "
            "round the points, as in points.round(4), or use kmeans"
        )
    begins = _core.kmeans_line(values, masses, k, progress)
    centroids = np.add.reduceat(masses * values, begins) / np.add.reduceat(masses, begins)
    labels = assign(line, centroids)
    error = float(masses @ (values - centroids[assign(values, centroids)]) ** 2)
    return KMeansResult(labels, centroids, error, 0)
