"""Nodes compared by matching their children, and joined."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.base.checks import check_threads
from riverboat.errors import AbstractionError

Costs = npt.NDArray[np.float64]


def matching_costs(children: npt.NDArray[np.int64], ground: Costs, threads: int | None = None) -> Costs:
    """Return what it costs to match the children of each two nodes one to one, as cheaply as can be.

    children: [nodes, children], each a kind. ground: [kinds, kinds], a metric. Returns [nodes, nodes], the least mean
    over pairs of children; it is a metric again. Nothing is matched where a cheap condition tells the answer: children
    that both nodes have are left out first.

    >>> ground = np.array([[0, 1, 4], [1, 0, 3], [4, 3, 0]], float)
    >>> matching_costs(np.array([[0, 0, 1], [2, 1, 0]]), ground).tolist()
    [[0.0, 1.3333333333333333], [1.3333333333333333, 0.0]]
    """
    rows = np.ascontiguousarray(np.sort(children, axis=1), np.int32)
    return _core.matching_costs(
        rows, np.ascontiguousarray(ground, np.float64), check_threads(threads, AbstractionError)
    )


class UnionFind:
    """Disjoint sets of 0 to size - 1 that can be joined.

    >>> sets = UnionFind(4)
    >>> sets.join(0, 3)
    >>> sets.roots()
    [0, 1, 2, 0]
    """

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def root(self, item: int) -> int:
        """Return the smallest member of an item's set."""
        while self._above[item] != item:
            self._above[item] = self._above[self._above[item]]
            item = self._above[item]
        return item

    def join(self, a: int, b: int) -> None:
        """Make the sets of two items one."""
        low, high = sorted((self.root(a), self.root(b)))
        self._above[high] = low

    def roots(self) -> list[int]:
        """Return the root of each item."""
        return [self.root(item) for item in range(len(self._above))]
