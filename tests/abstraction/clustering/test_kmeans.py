"""K-means against a plain Lloyd's iteration in NumPy, scikit-learn and properties that must hold."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.cluster import KMeans

from riverboat.abstraction import KMeansResult, assign, kmeans
from riverboat.errors import AbstractionError


def squared_distances(points: np.ndarray, centroids: np.ndarray) -> np.ndarray:
    return ((points[:, None].astype(np.float64) - centroids[None]) ** 2).sum(axis=2)


def plain_lloyd(
    points: np.ndarray, start: np.ndarray, moves: int, weights: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    centroids = start.astype(np.float64)
    for _ in range(moves):
        labels = squared_distances(points, centroids).argmin(axis=1)
        for c in range(len(centroids)):
            centroids[c] = np.average(
                points[labels == c].astype(np.float64), axis=0, weights=weights[labels == c]
            )
    return squared_distances(points, centroids).argmin(axis=1), centroids


def check(points: np.ndarray, found: KMeansResult, weights: np.ndarray | None = None) -> None:
    """Labels are the nearest centroids, the error is theirs, no cluster is empty."""
    weights = np.ones(len(points)) if weights is None else weights
    squared = squared_distances(points, found.centroids)
    own = squared[np.arange(len(points)), found.labels]
    scale = squared.max() + 1e-300
    assert (own <= squared.min(axis=1) + 1e-12 * scale).all()
    assert found.error == pytest.approx(weights @ own, rel=1e-9, abs=1e-12 * scale)
    assert (np.bincount(found.labels, weights, found.k) > 0).all()


def histograms(n: int, bins: int, seed: int = 0) -> np.ndarray:
    """Counts of 46 cards to come around a strength, such as flop and turn hands have: many exact ties."""
    rng = np.random.default_rng(seed)
    drawn = np.clip(rng.random((n, 1)) + 0.15 * rng.standard_normal((n, 46)), 0, 0.999)
    counts = np.stack([((drawn * bins).astype(int) == b).sum(axis=1) for b in range(bins)], axis=1)
    return (counts / 46).astype(np.float32)


@pytest.mark.parametrize("real", [np.float32, np.float64])
@pytest.mark.parametrize(
    ("n", "d", "k"), [(40, 1, 1), (500, 1, 7), (3000, 3, 5), (2000, 16, 40), (6000, 50, 9), (300, 130, 100)]
)
def test_is_lloyds_iteration(real: type, n: int, d: int, k: int) -> None:
    rng = np.random.default_rng(n + d)
    points = rng.normal(3.0, 1.0, (n, d)).astype(real)
    weights = rng.integers(1, 5, n).astype(np.float64)
    start = points[rng.choice(n, k, replace=False)]
    for moves in (1, 4):
        labels, centroids = plain_lloyd(points, start, moves, weights)
        found = kmeans(points, k, weights=weights, start=start, iterations=moves, tolerance=0)
        assert (found.labels == labels).all()
        np.testing.assert_allclose(found.centroids, centroids, rtol=1e-10)
        check(points, found, weights)


@pytest.mark.parametrize("bins", [4, 30])
def test_ties_go_to_the_lowest_number(bins: int) -> None:
    points = histograms(5000, bins)
    start = np.unique(points, axis=0)[::7][:25]
    labels, _ = plain_lloyd(points, start, 0, np.ones(len(points)))
    assert (assign(points, start) == labels).all()
    check(points, kmeans(points, len(start), start=start))


def test_same_as_scikit_learn() -> None:
    rng = np.random.default_rng(5)
    points = rng.random((4000, 8))
    start = points[:20]
    ours = kmeans(points, 20, start=start, iterations=30, tolerance=0)
    theirs = KMeans(20, init=start, n_init=1, max_iter=30, tol=0, algorithm="lloyd").fit(points)
    assert (ours.labels == theirs.labels_).all()
    assert ours.error == pytest.approx(theirs.inertia_, rel=1e-9)
    np.testing.assert_allclose(ours.centroids, theirs.cluster_centers_, rtol=1e-7)


def test_start_is_as_good_as_scikit_learns() -> None:
    points = histograms(8000, 20)
    ours = np.mean([kmeans(points, 40, seed=seed).error for seed in range(3)])
    theirs = [KMeans(40, n_init=1, random_state=seed).fit(points).inertia_ for seed in range(3)]
    assert ours <= 1.01 * np.mean(theirs)


def test_threads_and_repetition_change_nothing() -> None:
    points = histograms(20_000, 12)
    first = kmeans(points, 30, seed=3, threads=1)
    for threads in (1, 2, 5):
        again = kmeans(points, 30, seed=3, threads=threads)
        assert (again.labels == first.labels).all()
        assert (again.centroids == first.centroids).all()
        assert again.error == first.error
    assert kmeans(points, 30, seed=4).error != first.error


def test_instruction_paths_agree() -> None:
    code = (
        "import numpy as np, riverboat as rb; from riverboat.abstraction import kmeans\n"
        "points = np.random.default_rng(0).random((9000, 7), np.float32)\n"
        "found = kmeans(points, 20, seed=1)\n"
        "print(rb.cpu_path(), hash(found.labels.tobytes()), hash(found.centroids.tobytes()))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "RIVERBOAT_CPU": path, "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split(maxsplit=1)[1]
        for path in ("baseline", "bmi2", "avx512")
    }
    assert len(printed) == 1


def test_restarts_never_hurt() -> None:
    points = histograms(2000, 6)
    errors = [kmeans(points, 12, seed=seed).error for seed in range(5)]
    assert kmeans(points, 12, seed=0, restarts=5).error == min(errors)


GRID = arrays(
    np.float64, st.tuples(st.integers(1, 40), st.integers(1, 3)), elements=st.integers(-4, 4).map(float)
)


@given(GRID, st.integers(1, 8), st.integers(0, 5))
def test_error_never_rises_and_no_cluster_is_empty(points: np.ndarray, k: int, seed: int) -> None:
    k = min(k, len(np.unique(points, axis=0)))
    before = np.inf
    for moves in range(1, 6):
        found = kmeans(points, k, seed=seed, iterations=moves, tolerance=0)
        check(points, found)
        assert found.error <= before * (1 + 1e-12) + 1e-12
        before = found.error


@given(GRID, st.integers(1, 6), st.randoms(use_true_random=False))
def test_weights_are_repetition(points: np.ndarray, k: int, random: object) -> None:
    times = np.array([random.randint(0, 3) for _ in points])  # type: ignore[attr-defined]
    times[0] = 1
    distinct = np.unique(points[times > 0], axis=0)
    start = distinct[: min(k, len(distinct))]
    repeated = np.repeat(points, times, axis=0)
    # one move, and only where it leaves no cluster empty: what those then take depends on single points
    moved = start
    for _ in range(2):
        labels = ((repeated[:, None] - moved) ** 2).sum(axis=2).argmin(axis=1)
        assume(len(np.unique(labels)) == len(start))
        moved = np.array([repeated[labels == c].mean(axis=0) for c in range(len(start))])
    one = kmeans(points, len(start), weights=times, start=start, iterations=1, tolerance=0)
    other = kmeans(repeated, len(start), start=start, iterations=1, tolerance=0)
    assert one.error == pytest.approx(other.error, rel=1e-9, abs=1e-12)
    np.testing.assert_allclose(one.centroids, other.centroids, atol=1e-9)


@given(GRID)
@settings(max_examples=50)
def test_one_cluster_for_each_distinct_point(points: np.ndarray) -> None:
    distinct = np.unique(points, axis=0)
    assert kmeans(points, len(distinct)).error == pytest.approx(0, abs=1e-20)
    if len(distinct) < len(points):
        with pytest.raises(AbstractionError, match=f"only {len(distinct)} distinct points"):
            kmeans(points, len(distinct) + 1)


def test_empty_clusters_split_the_worst() -> None:
    points = np.array([[0.0], [0.1], [10.0], [11.0], [12.0], [30.0]])
    found = kmeans(points, 3, start=[[0.0], [1000.0], [1001.0]])
    assert sorted(found.centroids[:, 0]) == pytest.approx([0.05, 11.0, 30.0])
    check(points, found)


@pytest.mark.parametrize("scale", [1e-30, 1e30])
@pytest.mark.parametrize("far", [0.0, 1e6])
def test_scale_and_place_do_not_matter(scale: float, far: float) -> None:
    points = (np.random.default_rng(1).random((600, 3)) + far) * scale
    labels, _ = plain_lloyd(points / scale, points[:8] / scale, 5, np.ones(600))
    found = kmeans(points, 8, start=points[:8], iterations=5, tolerance=0)
    assert (found.labels == labels).mean() > 0.99
    check(points, found)
    check(points, kmeans(points, 8))


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_few_points_go_where_they_go_among_many(kind: type) -> None:
    """Few are measured one by one, many in packed blocks; ties go to the lowest number either way."""
    rng = np.random.default_rng(4)
    points = rng.integers(-3, 4, (60, 5)).astype(kind)  # small whole numbers: many ties
    centroids = rng.integers(-3, 4, (70, 5)).astype(np.float64)
    squares = ((points[:, None].astype(np.float64) - centroids) ** 2).sum(axis=2)
    assert (np.sort(squares)[:, 0] == np.sort(squares)[:, 1]).sum() > 10
    many = assign(points, centroids, threads=1)
    assert many.tolist() == squares.argmin(axis=1).tolist()
    assert many.tolist() == [int(assign(row[None], centroids)[0]) for row in points]
    near = rng.normal(size=(64, 16)).astype(kind)
    means = rng.normal(size=(500, 16))
    assert assign(near, means).tolist() == [int(assign(row[None], means)[0]) for row in near]


def test_assign_new_points() -> None:
    rng = np.random.default_rng(2)
    centroids, points = rng.random((100, 5)), rng.random((1000, 5), np.float32)
    assert (assign(points, centroids) == squared_distances(points, centroids).argmin(axis=1)).all()
    assert assign([0.2, 0.6], [0.0, 0.5]).tolist() == [0, 1]
    assert assign(np.zeros((0, 5)), centroids).shape == (0,)


def test_progress_and_stop() -> None:
    told: list[tuple[int, int]] = []
    kmeans(histograms(2000, 8), 10, restarts=2, iterations=7, progress=lambda *at: told.append(at))
    assert told[-1] == (14, 14)
    assert told == sorted(told)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kmeans(histograms(2000, 8), 10, progress=stop)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"k": 0}, "k is 0"),
        ({"k": 5}, "from 1 to 4"),
        ({"k": 2.5}, "k is 2.5"),
        ({"points": [[0.0], [np.nan], [1.0], [2.0]]}, r"nan at \[1, 0\]"),
        ({"points": [[0.0], [1.0], [np.inf], [2.0]]}, r"inf at \[2, 0\]"),
        ({"points": [0.0, 1.0, 2.0]}, r"shape \(3,\)"),
        ({"points": np.zeros((0, 2))}, r"shape \(0, 2\)"),
        ({"points": [["a"], ["b"]]}, "type <U1"),
        ({"weights": [1.0, 1.0]}, "4 points"),
        ({"weights": [1.0, -1.0, 1.0, 1.0]}, "weight -1.0 of point 1"),
        ({"weights": [0.0, 0.0, 0.0, 0.0]}, "all weights are zero"),
        ({"weights": [0.0, 1.0, 0.0, 0.0]}, "only 1 distinct"),
        ({"start": [[0.0, 1.0]]}, r"here \(2, 1\)"),
        ({"restarts": 0}, "restarts is 0"),
        ({"iterations": -1}, "iterations is -1"),
        ({"tolerance": -0.1}, "tolerance is -0.1"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_bad_input(change: dict[str, object], message: str) -> None:
    good = {"points": [[0.0], [1.0], [2.0], [3.0]], "k": 2}
    with pytest.raises(AbstractionError, match=message):
        kmeans(**(good | change))  # type: ignore[arg-type]


def test_assign_wants_one_dimension() -> None:
    with pytest.raises(AbstractionError, match="last dimension"):
        assign(np.zeros((3, 2)), np.zeros((3, 4)))
