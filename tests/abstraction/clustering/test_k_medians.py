"""Native k-medians against its NumPy form. Points are multiples of 1/64 and weights whole: no sum is rounded."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.abstraction.clustering import k_medians_oracle as oracle

from riverboat import _core
from riverboat.abstraction import KMedians


def problem(seed: int, n: int, dims: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    middles = rng.integers(0, 64, (4, dims))
    points = middles[rng.integers(0, 4, n)] + rng.integers(-9, 10, (n, dims))
    return points / 64, rng.integers(0, 5, n).astype(np.float64) + (np.arange(n) == 0)


def lloyd(
    points: np.ndarray, mass: np.ndarray, start: np.ndarray, moves: int, threads: int
) -> tuple[np.ndarray, float]:
    order = np.argsort(points.T, axis=1).astype(np.uint32)
    return _core.kmedians_lloyd(points, mass, order, start, moves, threads)


SHAPES = pytest.mark.parametrize(("n", "dims", "k"), [(1, 1, 1), (30, 2, 5), (500, 7, 8), (1500, 50, 20)])


@SHAPES
def test_lloyd_is_numpys(n: int, dims: int, k: int) -> None:
    for seed in range(3):
        points, mass = problem(seed, n, dims)
        start = points[np.random.default_rng(seed).integers(0, n, k)]  # equal ones leave clusters empty
        for moves in (1, 2, 50):
            labels, error = lloyd(points, mass, start, moves, 2)
            expected, least = oracle.lloyd(points, mass, start, moves)
            assert (labels == expected).all()
            assert error == least


@SHAPES
def test_starts_are_numpys(n: int, dims: int, k: int) -> None:
    points, mass = problem(n, n, dims)
    candidates = np.random.default_rng(1).permutation(n)[: max(k, 300)]
    found = _core.kmedians_greedy(points, mass, candidates, k, 2)
    assert found.tolist() == oracle.greedy(points, mass, candidates, k)
    random = np.random.default_rng(2).random(k)
    assert _core.kmedians_draw(points, mass, random).tolist() == oracle.draw(points, mass, random)


@given(
    st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 3)), min_size=1, max_size=30),
)
def test_weighted_median(items: list[tuple[int, int]]) -> None:
    values, weights = np.array(items, np.float64).T
    points = values[:, None]
    middle = oracle.median(points, weights, np.ones(len(points), bool))
    expected = np.abs(points - middle).sum(axis=1)
    # The second move measures to the median; it comes back only if that is better than the start.
    _, error = lloyd(points, weights, np.array([[100.0]]), 2, 1)
    assert error == weights @ expected


def test_unrounded_points_differ_in_rounding_only() -> None:
    rng = np.random.default_rng(0)
    points, mass = rng.dirichlet(np.ones(12), 2000), rng.random(2000)
    start = points[:10]
    labels, error = lloyd(points, mass, start, 50, 1)
    expected, least = oracle.lloyd(points, mass, start, 50)
    assert error == pytest.approx(least, rel=1e-12)
    assert (labels == expected).mean() > 0.999


def test_threads_change_nothing() -> None:
    points, mass = np.random.default_rng(0).random((4000, 20)), np.random.default_rng(1).random(4000)
    one, three = (KMedians(points, mass, most=12, threads=threads).labels(12) for threads in (1, 3))
    assert (one == three).all()


def test_instruction_paths_agree() -> None:
    code = (
        "import numpy as np; from riverboat.abstraction import KMedians\n"
        "points = np.random.default_rng(0).random((1000, 7))\n"
        "print(hash(KMedians(points, most=20).labels(20).tobytes()))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "RIVERBOAT_CPU": path, "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for path in ("baseline", "bmi2", "avx512")
    }
    assert len(printed) == 1
