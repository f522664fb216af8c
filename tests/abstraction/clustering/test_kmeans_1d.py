"""The best clusters on a line, against all ways to cut it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.abstraction import kmeans, kmeans_1d
from riverboat.errors import AbstractionError


def error_of(values: np.ndarray, weights: np.ndarray) -> float:
    if weights.sum() == 0:
        return 0.0
    mean = np.average(values, weights=weights)
    return float(weights @ (values - mean) ** 2)


def brute_force(values: np.ndarray, weights: np.ndarray, k: int) -> float:
    order = np.argsort(values)
    values, weights = values[order], weights[order]
    return min(
        sum(
            error_of(values[a:b], weights[a:b]) for a, b in zip((0, *cuts), (*cuts, len(values)), strict=True)
        )
        for cuts in combinations(range(1, len(values)), k - 1)
    )


POINTS = st.lists(st.tuples(st.integers(-20, 20), st.integers(0, 4)), min_size=1, max_size=9).filter(
    lambda pairs: any(weight for _, weight in pairs)
)


@given(POINTS, st.integers(1, 9))
def test_is_the_best_of_all(pairs: list[tuple[int, int]], k: int) -> None:
    values, weights = (np.array(column, np.float64) for column in zip(*pairs, strict=True))
    k = min(k, len(np.unique(values[weights > 0])))
    found = kmeans_1d(values, k, weights=weights)
    assert found.error == pytest.approx(brute_force(values, weights, k), abs=1e-9)
    assert found.error == pytest.approx(weights @ (values - found.centroids[found.labels]) ** 2, abs=1e-9)
    assert (np.diff(found.centroids) > 0).all()
    assert (np.bincount(found.labels, weights, k) > 0).all()


@given(POINTS, st.randoms(use_true_random=False))
def test_order_does_not_matter(pairs: list[tuple[int, int]], random: object) -> None:
    values, weights = (np.array(column, np.float64) for column in zip(*pairs, strict=True))
    k = min(3, len(np.unique(values[weights > 0])))
    order = np.array(random.sample(range(len(values)), len(values)))  # type: ignore[attr-defined]
    found = kmeans_1d(values, k, weights=weights)
    mixed = kmeans_1d(values[order], k, weights=weights[order])
    assert mixed.error == pytest.approx(found.error, abs=1e-9)


@pytest.mark.parametrize("k", [1, 2, 20, 200])
def test_no_start_does_better(k: int) -> None:
    points = np.random.default_rng(k).beta(2, 3, 5000) + 1000
    exact = kmeans_1d(points, k)
    assert exact.error <= kmeans(points[:, None], k, restarts=5, tolerance=0).error * (1 + 1e-9)
    assert exact.k == k


def test_equal_points_share_a_cluster() -> None:
    points = np.array([0.5, 0.1, 0.5, 0.9, 0.1, 0.5])
    found = kmeans_1d(points, 3)
    assert found.labels.tolist() == [1, 0, 1, 2, 0, 1]
    assert found.error == 0


@pytest.mark.parametrize(
    ("points", "k", "message"),
    [
        ([[0.0], [1.0]], 1, r"shape \(2, 1\) are not on a line"),
        ([0.0, 0.0, 1.0], 3, "only 2 distinct points"),
        ([0.0, 1.0], 0, "k is 0"),
        ([0.0, np.nan], 1, "nan"),
        ([], 1, "shape"),
    ],
)
def test_bad_input(points: list[float], k: int, message: str) -> None:
    with pytest.raises(AbstractionError, match=message):
        kmeans_1d(points, k)


def test_progress() -> None:
    told: list[tuple[int, int]] = []
    kmeans_1d(np.arange(30_000.0), 60, progress=lambda *at: told.append(at))
    assert told == sorted(told)
