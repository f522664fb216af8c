"""K-means from the same start, ten moves of the centroids, against scikit-learn and faiss.

Beside it k-medians, and the exact clusters on a line.

The data are histograms of 46 cards to come, as hands have them. The limit of plain Lloyd is n k d multiplications a
move: some 55 billion a second on one core with AVX-512. `python benchmarks/bench_kmeans.py` runs the size of all flops,
1,286,792 x 50 with k = 1024, once on all cores, which takes a minute.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console

from timing import Row, race

MOVES = 10


def histograms(n: int, bins: int, seed: int = 0) -> np.ndarray:
    """Counts of 46 draws around a random strength with a random spread."""
    rng = np.random.default_rng(seed)
    out = np.empty((n, bins), np.float32)
    for begin in range(0, n, 10_000):
        count = min(10_000, n - begin)
        middle, spread = rng.random((count, 1)), 0.02 + 0.25 * rng.random((count, 1))
        draws = np.clip(middle + spread * rng.standard_normal((count, 46)), 0, 0.9999)
        cells = np.arange(count)[:, None] * bins + (draws * bins).astype(np.int64)
        counts = np.bincount(cells.ravel(), minlength=count * bins)
        out[begin : begin + count] = counts.reshape(count, bins) / 46
    return out


def runners(points: np.ndarray, k: int, threads: int) -> dict[str, Callable[[], np.ndarray]]:
    """Each moves the centroids ten times from one start, finds the labels, and returns the centroids."""
    from riverboat.abstraction import kmeans

    middle = histograms(k, points.shape[1], seed=1).astype(np.float64)
    start = kmeans(points[:: max(1, len(points) // (20 * k))], k, start=middle, iterations=1).centroids
    found: dict[str, Callable[[], np.ndarray]] = {
        "Riverboat": lambda: (
            kmeans(points, k, start=start, iterations=MOVES, tolerance=0, threads=threads).centroids
        )
    }
    try:
        import faiss

        def by_faiss() -> np.ndarray:
            faiss.omp_set_num_threads(threads)
            run = faiss.Kmeans(points.shape[1], k, niter=MOVES, max_points_per_centroid=len(points))
            run.train(points, init_centroids=start.astype(np.float32))
            run.index.search(points, 1)
            return run.centroids

        found["faiss"] = by_faiss
    except ImportError:
        pass
    try:
        from sklearn.cluster import KMeans
        from threadpoolctl import threadpool_limits

        def by_scikit_learn() -> np.ndarray:
            with threadpool_limits(threads), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it says that ten moves are few
                first = start.astype(np.float32)
                return KMeans(k, init=first, n_init=1, max_iter=MOVES, tol=0).fit(points).cluster_centers_

        found["scikit-learn"] = by_scikit_learn
    except ImportError:
        pass
    return found


def error(points: np.ndarray, centroids: np.ndarray) -> float:
    from riverboat.abstraction import assign

    labels = assign(points, centroids)
    left = 0.0
    for i in range(0, len(points), 100_000):
        part = slice(i, i + 100_000)
        left += float(((points[part] - centroids[labels[part]]) ** 2).sum(dtype=np.float64))
    return left


def rows() -> list[Row]:
    from riverboat.abstraction import kmeans_1d

    found = []
    for n, bins, k in ((50_000, 50, 512), (100_000, 8, 200)):
        points = histograms(n, bins)
        run = runners(points, k, threads=1)
        errors = {name: error(points, function()) for name, function in run.items()}
        assert max(errors.values()) < 1.005 * min(errors.values()), errors
        seconds = dict(zip(run, race(*run.values(), rounds=2), strict=True))
        rate = n * MOVES / seconds["Riverboat"]
        what = f"k-means, {n:,} x {bins}, k = {k}"
        peers = [name for name in seconds if name != "Riverboat"]
        found += [Row(what, "points", rate, name, n * MOVES / seconds[name]) for name in peers] or [
            Row(what, "points", rate)
        ]
    found.append(medians())
    line = np.random.default_rng(0).beta(2, 3, 20_000)
    seconds_1d = race(lambda: kmeans_1d(line, 200), rounds=2)[0]
    found.append(Row("exact k-means on a line, k = 200", "points", len(line) / seconds_1d))
    return found


def medians() -> Row:
    """One move of k-medians, and the labels after it."""
    from scipy.spatial.distance import cdist

    from riverboat import _core

    points, k = histograms(20_000, 50).astype(np.float64), 20
    start, ones = points[:k], np.ones(len(points))
    order = np.argsort(points.T, axis=1).astype(np.uint32)

    def by_scipy() -> np.ndarray:
        labels = cdist(points, start, "cityblock").argmin(axis=1)
        middles = [np.percentile(points[labels == c], 50, axis=0, method="inverted_cdf") for c in range(k)]
        return cdist(points, np.array(middles), "cityblock").argmin(axis=1)

    def ours() -> np.ndarray:
        return _core.kmedians_lloyd(points, ones, order, start, 2, 1)[0]

    assert (ours() == by_scipy()).mean() > 0.999
    mine, theirs = race(ours, by_scipy, rounds=2)
    what = f"k-medians, {len(points):,} x 50, k = {k}"
    return Row(what, "points", 2 * len(points) / mine, "SciPy and NumPy", 2 * len(points) / theirs)


def full() -> None:
    points = histograms(1_286_792, 50)
    run = runners(points, 1024, threads=2)
    for name, function in run.items():
        begin, used = time.perf_counter(), time.process_time()
        centroids = function()
        wall, processor = time.perf_counter() - begin, time.process_time() - used
        left = error(points, centroids)
        Console().print(f"{name}: {wall:.1f} s, {processor:.1f} s of processor time, error {left:.2f}")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    full()
