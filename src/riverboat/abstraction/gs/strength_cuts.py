"""Buckets of strength inside a parent bucket: for every number of children where to cut, and the error that is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from riverboat import _core
from riverboat.abstraction.clustering.budget import divide_budget


@dataclass(frozen=True, eq=False)
class LineChoices:
    """The best ways to cut the strengths of a parent into 1, 2, ... intervals, all exact.

    values: strengths that occur, ascending: float64[m]. mass: how many deals have each, as a share of all deals of the
    street. most: the most children. squared: whether the error is Σ p (x - mean)², that of GS2, or Σ p |x - mean|, the
    one-dimensional case of GS3's. The cuts are those with the least squared error in both.

    >>> choices = LineChoices(np.array([0.0, 1.0, 4.0]), np.array([0.5, 0.25, 0.25]), 8)
    >>> choices.errors.round(3).tolist(), choices.cuts(2).tolist()
    ([2.688, 0.167, 0.0], [4.0])
    """

    values: np.ndarray
    mass: np.ndarray
    most: int
    squared: bool = True

    @classmethod
    def of(cls, counts: np.ndarray, total: float, most: int, squared: bool = True) -> LineChoices:
        """Return the choices for whole strengths; counts: how many deals have strength 0, 1, ..., of `total` in all."""
        values = np.flatnonzero(counts)
        return cls(values.astype(float), counts[values] / total, most, squared)

    @cached_property
    def _begins(self) -> np.ndarray:
        return _core.kmeans_line_choices(self.values, self.mass, min(self.most, len(self.values)))

    @cached_property
    def errors(self) -> np.ndarray:
        """The error with 1, 2, ... children."""
        return np.array([self._error(self._begins[k - 1, :k]) for k in range(1, len(self._begins) + 1)])

    def cuts(self, k: int) -> np.ndarray:
        """Return the least strength of each child but the first: float64[k - 1]."""
        cuts: np.ndarray = self.values[self._begins[k - 1, 1:k]]
        return cuts

    def _error(self, begins: np.ndarray) -> float:
        means = np.add.reduceat(self.mass * self.values, begins) / np.add.reduceat(self.mass, begins)
        away = self.values - np.repeat(means, np.diff(begins, append=len(self.values)))
        return float(self.mass @ (away**2 if self.squared else np.abs(away)))


def interval(cuts: np.ndarray, strengths: np.ndarray) -> np.ndarray:
    """Return the child of each strength: the number of cuts that it reaches.

    >>> interval(np.array([4.0]), np.array([3, 4, 9])).tolist()
    [0, 1, 1]
    """
    return np.searchsorted(cuts, strengths, side="right")


def divide_lines(choices: Sequence[LineChoices], budget: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the cuts of each parent by `divide_budget`, and the number of its first child: int64[parents + 1]."""
    children = divide_budget([of_parent.errors.tolist() for of_parent in choices], budget)
    firsts = np.concatenate([[0], np.cumsum(children)])
    return [of_parent.cuts(k) for of_parent, k in zip(choices, children, strict=True)], firsts
