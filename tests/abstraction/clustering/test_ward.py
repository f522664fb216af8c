"""Ward's clustering against SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage

from riverboat.abstraction.clustering.ward import ward_order


def labels(order: np.ndarray, splits: np.ndarray, clusters: int) -> np.ndarray:
    """The cluster of each point, with so many clusters."""
    starts = np.sort(splits[: clusters - 1])
    found = np.empty(len(order), np.int64)
    found[order] = np.searchsorted(starts, np.arange(len(order)), side="right")
    return found


def same(one: np.ndarray, other: np.ndarray) -> bool:
    return bool(((one[:, None] == one) == (other[:, None] == other)).all())


@pytest.mark.parametrize(("points", "dimensions"), [(2, 1), (17, 1), (60, 2), (90, 5)])
def test_clusters_are_those_of_scipy(points: int, dimensions: int) -> None:
    places = np.random.default_rng(points).normal(size=(points, dimensions))
    order, splits = ward_order(places, np.ones(points))
    assert sorted(order.tolist()) == list(range(points))
    assert sorted(splits.tolist()) == list(range(1, points))
    merged = linkage(places, "ward")
    for clusters in range(1, points + 1):
        assert same(labels(order, splits, clusters), fcluster(merged, clusters, "maxclust")), clusters


def test_a_weight_is_so_many_points() -> None:
    rng = np.random.default_rng(8)
    places, weights = rng.normal(size=(20, 2)), rng.integers(1, 5, 20)
    found = ward_order(places, weights)
    order, splits = ward_order(np.repeat(places, weights, axis=0), np.ones(weights.sum()))
    of = np.repeat(np.arange(20), weights)
    for clusters in range(1, 21):
        many, few = labels(order, splits, clusters), labels(*found, clusters)
        assert same(many, few[of]), clusters


def test_what_weighs_nothing_is_still_ordered() -> None:
    order, splits = ward_order(np.zeros((4, 3)), np.zeros(4))
    assert sorted(order.tolist()) == [0, 1, 2, 3]
    assert sorted(splits.tolist()) == [1, 2, 3]


def test_one_point_has_no_split() -> None:
    order, splits = ward_order([[1.0]], [1.0])
    assert (order.tolist(), splits.tolist()) == ([0], [])
