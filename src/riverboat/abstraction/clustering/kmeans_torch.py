"""Lloyd's iteration in PyTorch, for a GPU. `kmeans(..., backend="torch")` is the way to it; it needs torch installed.

Every step is that of the native one: points go to the nearest centroid, an empty cluster takes the point that adds most
to the cluster with the most error, centroids go to the means of their points. Distances are one matrix product for
many points, |c|² / 2 - x·c, in the points' own precision; sums are in float64 and in a fixed order, so a device repeats
its answer. But where two centroids are equally near within rounding, the label may differ from the native one, which
decides such cases in float64. The native one also skips most distances; a GPU has to be that much faster.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.errors import AbstractionError

CELLS_AT_ONCE = 2**24
"""Distances that are held at once: 64 MB in float32."""

Tensor: TypeAlias = Any  # a torch.Tensor, where torch is


class TorchLloyd:
    """Moves centroids on a device: "cpu", "cuda", "cuda:1"; without a name on a GPU if there is one.

    >>> TorchLloyd("abacus")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    riverboat.errors.AbstractionError: device 'abacus' cannot be used: ...; use 'cpu', or 'cuda' where there is a GPU
    """

    def __init__(self, device: str | None = None) -> None:
        try:
            self.torch: Any = importlib.import_module("torch")
        except ImportError as error:
            raise AbstractionError(
                "backend='torch' needs PyTorch, which is not installed; pip install 'riverboat[neural]', or leave "
                "backend out"
            ) from error
        name = device or ("cuda" if self.torch.cuda.is_available() else "cpu")
        try:
            self.device = self.torch.zeros(1, device=name).device
        except (RuntimeError, AssertionError, TypeError) as error:
            raise AbstractionError(
                f"device {name!r} cannot be used: {str(error).splitlines()[0]}; use 'cpu', or 'cuda' where there is a "
                "GPU"
            ) from error

    def __call__(
        self,
        points: np.ndarray,
        start: np.ndarray,
        weights: np.ndarray | None,
        iterations: int,
        tolerance: float,
        progress: Any = None,
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.float64], float, int, int]:
        """Return labels, centroids, the error, how often they moved, and how many clusters found no point."""
        mass = np.ones(len(points)) if weights is None else weights
        run = _Run(self.torch, *(self.torch.tensor(part, device=self.device) for part in (points, mass)))
        centroids = self.torch.tensor(start, device=self.device)
        found, before, moves = run.assign(centroids), np.inf, 0
        while True:
            centroids, found, missing = run.fill_empty(centroids, found)
            error = float(found.errors.sum())
            done = missing or moves == iterations or found.changed == 0
            if done or before - error <= tolerance * error:
                break
            before, moves = error, moves + 1
            centroids = found.sums / found.mass[:, None]
            found = run.assign(centroids, found.labels)
            if progress is not None:
                progress(moves, iterations)
        if progress is not None and moves < iterations:
            progress(iterations, iterations)
        return found.labels.cpu().numpy().astype(np.uint32), centroids.cpu().numpy(), error, moves, missing


@dataclass
class _Assigned:
    """Points by cluster: [n] labels and squared distances; [k] mass and errors, [k, d] sums of weight · point."""

    labels: Tensor
    squared: Tensor
    mass: Tensor
    errors: Tensor
    sums: Tensor
    changed: int


@dataclass
class _Run:
    torch: Any
    points: Tensor  # [n, d], float32 or float64
    mass: Tensor  # [n], float64

    def assign(self, centroids: Tensor, before: Tensor | None = None) -> _Assigned:
        """Find the nearest centroid of every point, of equally near ones the lowest; centroids: float64[k, d]."""
        middle = centroids.mean(0)  # seen from there coordinates are small, and rounding is least
        near = (centroids - middle).to(self.points.dtype)
        halves = (near * near).sum(1) / 2
        labels = [
            self.torch.addmm(halves, part - middle.to(part.dtype), near.T, alpha=-1).argmin(1)
            for part in self.points.split(max(1, CELLS_AT_ONCE // len(near)))
        ]
        return self._summed(centroids, self.torch.cat(labels), before)

    def _summed(self, centroids: Tensor, labels: Tensor, before: Tensor | None) -> _Assigned:
        """Sum up in the order of the points, whatever the threads: sorted by label, each cluster is one segment."""
        k, squared = len(centroids), []
        sums = centroids.new_zeros(k, centroids.shape[1] + 2)
        size = max(1, CELLS_AT_ONCE // centroids.shape[1])
        for part, mass, own in zip(
            self.points.split(size), self.mass.split(size), labels.split(size), strict=True
        ):
            exact = part.double()
            squared.append(((exact - centroids[own]) ** 2).sum(1))
            rows = self.torch.column_stack([exact, self.torch.ones_like(mass), squared[-1]]) * mass[:, None]
            order, count = own.sort(stable=True).indices, own.bincount(minlength=k)
            sums += self.torch.segment_reduce(rows[order], "sum", lengths=count, axis=0, initial=0)
        changed = len(labels) if before is None else int((labels != before).sum())
        return _Assigned(
            labels, self.torch.cat(squared), sums[:, -2], sums[:, -1], sums[:, :-2].contiguous(), changed
        )

    def fill_empty(self, centroids: Tensor, found: _Assigned) -> tuple[Tensor, _Assigned, int]:
        """Give each empty cluster a point of its own until there are none, and say how many stay empty.

        Each round lowers the error, so it ends.
        """
        while len(empty := (found.mass == 0).nonzero()[:, 0].tolist()):
            adds, errors, taken = self.mass * found.squared, found.errors.clone(), {}
            for cluster in empty:
                point = int(self.torch.where(found.labels == errors.argmax(), adds, 0).argmax())
                if adds[point] <= 0:
                    break
                errors[found.labels[point]] -= adds[point]
                adds[point] = 0
                taken[cluster] = point
            if not taken:
                return centroids, found, len(empty)
            clusters, chosen = (
                self.torch.tensor(list(part), device=centroids.device) for part in (taken, taken.values())
            )
            centroids = centroids.clone()
            centroids[clusters] = self.points[chosen].double()
            moved = self.assign(centroids, found.labels)
            moved.labels[chosen] = clusters  # nothing can be nearer, but rounding may think so
            found = self._summed(centroids, moved.labels, found.labels)
        return centroids, found, 0
