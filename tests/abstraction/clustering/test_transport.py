"""Distances between distributions against linear programming, plain formulas and each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import wasserstein_distance

from riverboat.abstraction import Histograms, emd, emd_1d, emd_buckets, emd_many, emd_samples, l2
from riverboat.abstraction.clustering.transport import METHODS
from riverboat.errors import AbstractionError


def by_linear_program(p: np.ndarray, q: np.ndarray, ground: np.ndarray) -> float:
    rows, columns = ground.shape
    sums = np.concatenate([np.kron(np.eye(rows), np.ones(columns)), np.kron(np.ones(rows), np.eye(columns))])
    found = linprog(
        ground.ravel(), A_eq=sums, b_eq=np.concatenate([p / p.sum(), q / q.sum()]), method="highs"
    )
    return float(found.fun)


def euclidean(points: np.ndarray, others: np.ndarray) -> np.ndarray:
    return np.sqrt(((points[:, None] - others[None]) ** 2).sum(axis=2))


@st.composite
def problems(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Weights and costs of any kind: real or whole (so that subsets weigh the same), costs with ties or without."""
    rows, columns = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    whole, tied = draw(st.booleans()), draw(st.booleans())
    masses = [rng.integers(1, 4, n).astype(float) if whole else rng.random(n) + 1e-3 for n in (rows, columns)]
    costs = rng.integers(0, 4, (rows, columns)).astype(float) if tied else rng.random((rows, columns))
    return masses[0], masses[1], costs


@given(problems())
@settings(max_examples=150)
def test_exact_is_the_linear_program(problem: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    p, q, ground = problem
    exact = emd(p, q, ground)
    assert exact == pytest.approx(by_linear_program(p, q, ground), abs=1e-8)
    assert emd(q, p, ground.T) == pytest.approx(exact, abs=1e-10)
    for method in METHODS:
        assert emd(p, q, ground, method=method) >= exact - 1e-9


@pytest.mark.parametrize("size", [30, 60, 150])
def test_exact_on_large_supports(size: int) -> None:
    rng = np.random.default_rng(size)
    points = rng.normal(size=(2, size, 3))
    p, q, ground = rng.random(size), rng.random(size // 2), euclidean(points[0], points[1, : size // 2])
    assert emd(p, q, ground) == pytest.approx(by_linear_program(p, q, ground), abs=1e-8)


@given(st.integers(0, 2**32))
@settings(max_examples=40)
def test_metric(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(20, 2))
    turns = Histograms.from_samples(rng.integers(0, 20, (3, 47)))
    found = emd_many(turns, turns, euclidean(points, points))
    assert np.abs(np.diag(found)).max() <= 1e-12
    assert found == pytest.approx(found.T, abs=1e-10)
    assert found[0, 2] <= found[0, 1] + found[1, 2] + 1e-10
    # Moving everything cannot cost less than the distance of the means.
    means = turns.dense(20) @ points
    assert (found >= euclidean(means, means) - 1e-10).all()


@given(st.integers(1, 40), st.integers(0, 2**32))
@settings(max_examples=60)
def test_line(bins: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    p, q = rng.integers(0, 5, bins) + (np.arange(bins) == 0), rng.random(bins) + 0.01
    positions = np.sort(rng.random(bins))
    ground = np.abs(positions[:, None] - positions[None])
    closed = emd_1d(p, q, positions)
    assert closed == pytest.approx(wasserstein_distance(positions, positions, p, q), abs=1e-12)
    assert closed == pytest.approx(emd(p, q, ground), abs=1e-9)
    assert emd_1d(p, q) == pytest.approx(
        wasserstein_distance(np.arange(bins), np.arange(bins), p, q), abs=1e-9
    )


@pytest.mark.parametrize(("dtype", "error"), [(np.float32, 2e-7), (np.float64, 1e-14)])
def test_samples(dtype: type, error: float) -> None:
    rng = np.random.default_rng(3)
    p, q = (
        rng.random((271, 46)).astype(dtype),
        rng.random((19, 46)).astype(dtype),
    )  # no whole vectors, no whole chunks
    found = emd_samples(p, q)
    expected = np.abs(np.sort(p)[:, None].astype(float) - np.sort(q)[None].astype(float)).mean(axis=2)
    assert found.dtype == dtype
    assert np.abs(found - expected).max() < error
    assert (emd_samples(np.sort(p), np.sort(q), presorted=True, threads=3) == found).all()
    assert emd_samples(p[0], q[1]) == found[0, 1]


def test_l2() -> None:
    rng = np.random.default_rng(4)
    p, q = rng.random((300, 13)), rng.random((17, 13))
    shares = [side / side.sum(axis=1, keepdims=True) for side in (p, q)]
    assert l2(p, q) == pytest.approx(euclidean(*shares), abs=1e-14)


def plain_greedy(p: Histograms, q: Histograms, ground: np.ndarray) -> float:
    """Ganzfried and Sandholm's listing, with what it subtracts read before it is zeroed."""
    (points, targets), (means, remaining) = [(side[0][0], side[0][1] / side[0][1].sum()) for side in (p, q)]
    order = [np.argsort(ground[point, means], kind="stable") for point in points]
    total = 0.0
    for i in range(len(means)):
        for j in range(len(points)):
            if targets[j] == 0:
                continue
            mean = order[j][i]
            distance = ground[points[j], means[mean]]
            if remaining[mean] < targets[j]:
                total += remaining[mean] * distance
                targets[j] -= remaining[mean]
                remaining[mean] = 0
            else:
                total += targets[j] * distance
                remaining[mean] -= targets[j]
                targets[j] = 0
    return total


def flop_like(seed: int, count: int) -> Histograms:
    return Histograms.from_samples(np.random.default_rng(seed).integers(0, 60, (count, 47)))


def ground_60() -> np.ndarray:
    points = np.random.default_rng(0).normal(size=(60, 8))
    return euclidean(points, points)


def test_greedy_is_the_listing() -> None:
    ground, flops, landmarks = ground_60(), flop_like(1, 20), flop_like(2, 5)
    found = emd_many(flops, landmarks, ground, method="greedy")
    expected = [[plain_greedy(flops.take(i), landmarks.take(j), ground) for j in range(5)] for i in range(20)]
    assert found == pytest.approx(np.array(expected), abs=1e-12)


def test_errors_of_the_approximations() -> None:
    ground, flops, landmarks = ground_60(), flop_like(1, 40), flop_like(2, 10)
    exact = emd_many(flops, landmarks, ground)
    excess = {
        share: emd_many(flops, landmarks, ground, method="sinkhorn", regularisation=share) / exact - 1
        for share in (0.1, 0.05, 0.02)
    }
    assert all((errors >= -1e-9).all() for errors in excess.values())
    assert excess[0.02].mean() < excess[0.05].mean() < excess[0.1].mean()
    assert excess[0.02].mean() < 0.05
    greedy = emd_many(flops, landmarks, ground, method="greedy") / exact - 1
    assert greedy.min() >= -1e-12
    assert 0.01 < greedy.mean() < 0.3


@pytest.mark.parametrize("method", METHODS)
def test_few_iterations_still_give_a_flow(method: str) -> None:
    ground, flops = ground_60(), flop_like(5, 6)
    exact = emd_many(flops, flops, ground)
    rough = emd_many(flops, flops, ground, method=method, iterations=1)
    assert (rough >= exact - 1e-9).all()


@pytest.mark.parametrize("method", METHODS)
def test_threads_change_nothing(method: str) -> None:
    ground, flops, landmarks = ground_60(), flop_like(1, 600), flop_like(2, 3)
    alone = emd_many(flops, landmarks, ground, method=method, threads=1)
    assert (emd_many(flops, landmarks, ground, method=method, threads=3) == alone).all()


def test_histograms() -> None:
    samples = np.random.default_rng(6).integers(0, 9, (50, 47))
    counted = Histograms.from_samples(samples)
    dense = np.stack([np.bincount(row, minlength=9) for row in samples])
    assert (counted.dense(9) * 47).round(9).tolist() == dense.tolist()
    assert (Histograms.from_dense(dense).weights == counted.weights).all()
    weighted = Histograms.from_samples([[4, 2, 4]], [1.0, 2.0, 5.0])
    assert [part.tolist() for part in weighted[-1]] == [[2, 4], [2.0, 6.0]]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: Histograms([0, 1, 1], [3], [1.0]), "histogram 1 is empty"),
        (lambda: Histograms([0, 2], [3, 4], [1.0, 0.0]), "weight 0.0"),
        (lambda: Histograms([0, 3], [3, 4], [1.0, 1.0]), r"\[0, 2, 5\]"),
        (lambda: Histograms.from_samples([1, 2]), r"\[\[3, 1, 3\]"),
        (lambda: Histograms.from_dense([[0.0, 0.0]]), "histogram 0 is empty"),
        (lambda: emd([1, 1], [1, 1], [[0, 1]]), r"ground of shape \(1, 2\)"),
        (lambda: emd([1, 1], [1, 1], [[0, -1], [1, 0]]), r"ground\[0, 1\] is -1"),
        (lambda: emd([1, 1], [1, 1], [[0, np.inf], [1, 0]]), "is inf"),
        (lambda: emd([1], [1], [[0]], method="fast"), "'fast' is unknown"),
        (lambda: emd([1], [1], [[0]], regularisation=1e-4), "0.0001"),
        (lambda: emd_1d([1, 1], [1, 1, 1]), "rows of 2 and of 3"),
        (lambda: emd_1d([1, 1], [0, 0]), "none at all"),
        (lambda: emd_1d([1, 1], [0, 1], [1.0, 0.5]), "ascending"),
        (lambda: emd_samples([[float("nan")]], [[1.0]]), "finite"),
    ],
)
def test_bad_input(call, text) -> None:
    with pytest.raises(AbstractionError, match=text):
        call()


@given(st.integers(0, 2**32), st.integers(1, 64))
@settings(max_examples=40)
def test_rows_of_buckets_are_histograms(seed: int, width: int) -> None:
    rng = np.random.default_rng(seed)
    ground = euclidean(rng.random((40, 2)), rng.random((30, 2)))
    rows = np.minimum(rng.integers(0, 40, (9, 1)) + rng.integers(0, 1 + seed % 20, (9, width)), 39)
    others = rng.integers(0, 30, (5, width)) // (1 + seed % 3)
    found = emd_buckets(rows, others, ground)
    both = Histograms.from_samples(rows), Histograms.from_samples(others)
    assert found == pytest.approx(emd_many(*both, ground), abs=1e-6)
    assert (found == emd_buckets(rows, others, ground, threads=3)).all()
    for order in (np.arange(9), rng.permutation(9)):  # one alone, or among others: the same to the bit
        assert (emd_buckets(rows[order], others, ground) == found[order]).all()
    assert (emd_buckets(rows[:1], others[:1], ground) == found[:1, :1]).all()


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (np.zeros((2, 65), int), r"rows of shape \(2, 65\) .* 1 to 64 bucket numbers"),
        (np.zeros((2, 3)), r"type float64 are not rows"),
        (np.array([[-1, 0, 1]]), r"from 0 to 65,535"),
        (np.array([[0, 0, 5]]), r"ground of shape \(3, 3\) is too small for buckets up to 5 and 0"),
        (np.array([[0, 0]]), r"rows of 2 and of 3 numbers cannot be compared"),
    ],
)
def test_rows_of_buckets_that_are_none(rows: np.ndarray, problem: str) -> None:
    with pytest.raises(AbstractionError, match=problem):
        emd_buckets(rows, np.zeros((1, 3), np.uint16), np.zeros((3, 3)))
