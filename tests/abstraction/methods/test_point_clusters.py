"""Buckets of points: nearest in either norm, medians that cannot be bettered, seeds and threads."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

from riverboat.abstraction.methods.method import Work
from riverboat.abstraction.methods.point_clusters import draw_classes, k_medians_from, nearest, point_buckets


def sorted_samples(n: int, width: int, seed: int) -> np.ndarray:
    return np.sort(np.random.default_rng(seed).random((n, width)), axis=1).astype(np.float32)


def test_nearest_in_l1_is_nearest_by_wasserstein() -> None:
    points, centres = sorted_samples(40, 12, 1), sorted_samples(7, 12, 2)
    far = [[wasserstein_distance(a, b) for b in centres] for a in points]
    assert nearest(points, centres, "l1").tolist() == np.argmin(far, axis=1).tolist()


def test_medians_by_trying_all_pairs_of_starts() -> None:
    """From every two points as centres the error falls, and the best end is near the best clustering in two."""
    points = sorted_samples(9, 3, 3)

    def error(centres: np.ndarray) -> float:
        return float(np.abs(points[:, None] - centres).sum(axis=2).min(axis=1).sum())

    ends = []
    for pair in combinations(range(9), 2):
        start = points[list(pair)]
        end = k_medians_from(start, points, 20)
        assert error(end) <= error(start) + 1e-6
        ends.append(error(end))
    best = min(
        sum(
            np.abs(points[side] - np.median(points[side], axis=0)).sum()
            for side in (mask, ~mask)
            if side.any()
        )
        for mask in ((np.arange(512)[:, None] >> np.arange(9) & 1).astype(bool))
    )
    assert min(ends) == pytest.approx(best, rel=1e-5)


def test_classes_are_drawn_by_their_hands() -> None:
    weights = np.array([1, 0, 3, 6])
    drawn = np.bincount(draw_classes(weights, 100_000, seed=5), minlength=4)
    assert drawn[1] == 0
    assert drawn / 100_000 == pytest.approx(weights / 10, abs=0.006)


@pytest.mark.parametrize("norm", ["l1", "l2"])
def test_groups_are_found_and_ordered(norm: str) -> None:
    centres = np.array([0.9, 0.1, 0.5])
    points = (centres[:, None] + np.linspace(-0.05, 0.05, 50)).reshape(-1, 1).astype(np.float32)

    def build(threads: int) -> np.ndarray:
        work = Work(seed=3, threads=threads)
        made = point_buckets(
            lambda part: points[part],
            np.ones(150),
            3,
            lambda found: found.sum(axis=1),
            work,
            norm=norm,  # type: ignore[arg-type]
            sample=400,
            iterations=20,
        )
        assert made.count == 3
        return made.table

    assert build(1).tolist() == np.repeat([2, 0, 1], 50).tolist()
    assert np.array_equal(build(1), build(2))
