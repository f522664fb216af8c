"""K-means in PyTorch against the native one. Skipped without torch; a GPU is used if there is one."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from riverboat.abstraction import assign, kmeans
from riverboat.abstraction.clustering import kmeans_torch
from riverboat.errors import AbstractionError

torch = pytest.importorskip("torch")
torch.set_num_threads(1)  # small problems on busy machines: more threads wait for each other
DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


def problem(n: int, dims: int, real: type) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n + dims)
    return rng.normal(3.0, 1.0, (n, dims)).astype(real), rng.integers(0, 4, n).astype(np.float64)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("n", "dims", "k"), [(40, 1, 3), (3000, 3, 7), (2000, 50, 40)])
def test_float64_is_the_native_one(device: str, n: int, dims: int, k: int) -> None:
    points, weights = problem(n, dims, np.float64)
    for moves in (1, 6):
        ours, native = (
            kmeans(points, k, weights=weights, start=points[:k], iterations=moves, tolerance=0, **where)
            for where in ({"backend": "torch", "device": device}, {})
        )
        assert (ours.labels == native.labels).all()
        np.testing.assert_allclose(ours.centroids, native.centroids, rtol=1e-10)
        assert ours.error == pytest.approx(native.error, rel=1e-10)
        assert ours.iterations == native.iterations


@pytest.mark.parametrize("device", DEVICES)
def test_float32_is_the_native_one_up_to_rounding(device: str) -> None:
    points, weights = problem(
        3000, 16, np.float32
    )  # more than 128 a cluster: the start is clusters of a sample
    ours = kmeans(points, 20, weights=weights, seed=5, backend="torch", device=device)
    native = kmeans(points, 20, weights=weights, seed=5)
    assert ours.error == pytest.approx(native.error, rel=1e-3)
    assert (assign(points, ours.centroids) == ours.labels).mean() > 0.999
    again = kmeans(points, 20, weights=weights, seed=5, backend="torch", device=device)
    assert (again.centroids == ours.centroids).all()


def test_chunks_change_rounding_only(monkeypatch: pytest.MonkeyPatch) -> None:
    points, _ = problem(3000, 4, np.float64)
    whole = kmeans(points, 9, start=points[:9], backend="torch", device="cpu")
    monkeypatch.setattr(kmeans_torch, "CELLS_AT_ONCE", 900)
    parts = kmeans(points, 9, start=points[:9], backend="torch", device="cpu")
    assert (parts.labels == whole.labels).all()
    np.testing.assert_allclose(parts.centroids, whole.centroids, rtol=1e-10)


@pytest.mark.parametrize("real", [np.float32, np.float64])
def test_empty_clusters_are_filled_as_natively(real: type) -> None:
    points = np.array([[0.0], [0.1], [10.0], [11.0], [12.0], [30.0]], real)
    start = [[0.0], [1000.0], [1001.0]]
    ours, native = (
        kmeans(points, 3, start=start, backend="torch", device="cpu"),
        kmeans(points, 3, start=start),
    )
    assert (ours.labels == native.labels).all()
    np.testing.assert_allclose(ours.centroids, native.centroids)
    with pytest.raises(AbstractionError, match="only 2 distinct"):
        kmeans(np.array([[0.0], [1.0], [1.0]], real), 3, backend="torch", device="cpu")


def test_neighbours_within_rounding_get_clusters_of_their_own() -> None:
    points = np.float32(1000) + np.arange(8, dtype=np.float32)[:, None] * np.float32(2**-13)
    found = kmeans(np.vstack([points, -points]), 16, backend="torch", device="cpu")
    assert found.error == 0
    assert sorted(found.labels.tolist()) == list(range(16))


def test_progress_ends_at_its_end() -> None:
    told: list[tuple[int, int]] = []
    points, _ = problem(500, 3, np.float32)
    kmeans(points, 5, iterations=30, backend="torch", device="cpu", progress=lambda *at: told.append(at))
    assert told == sorted(set(told))
    assert told[-1] == (30, 30)


@pytest.mark.parametrize("device", ["abacus", "cuda:99"])
def test_no_such_device(device: str) -> None:
    with pytest.raises(AbstractionError, match=f"device '{device}' cannot be used.*use 'cpu'"):
        kmeans([[0.0], [1.0]], 1, backend="torch", device=device)


def test_without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(AbstractionError, match=r"pip install 'riverboat\[neural\]'"):
        kmeans([[0.0], [1.0]], 1, backend="torch")


def test_bad_backend() -> None:
    with pytest.raises(AbstractionError, match="'jax' is unknown; use 'native' or 'torch'"):
        kmeans([[0.0], [1.0]], 1, backend="jax")  # type: ignore[arg-type]
    with pytest.raises(AbstractionError, match="device 'cuda' is for backend='torch'"):
        kmeans([[0.0], [1.0]], 1, device="cuda")
