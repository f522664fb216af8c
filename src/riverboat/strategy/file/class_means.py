"""Rows for what a file drops: means over similar rows, bucket by bucket, weighted by visits."""

from __future__ import annotations

from typing import Any

import numpy as np

from riverboat.strategy.file.alike_rows import UNSEEN, AlikeIndex
from riverboat.strategy.file.pools import one_level
from riverboat.strategy.file.row_packer import PackedTable, Some
from riverboat.strategy.file.saved_rows import Layout


class ClassMeans:
    """ClassMeans over similar rows, weighted by visits: by class, and by shape for whatever has no class."""

    def __init__(self, layout: Layout, visits: np.ndarray, room: float) -> None:
        """Choose the classes that fit into so many bytes. visits: by row."""
        self._layout = layout
        row, self._class = layout.alike.row_classes
        self._begin = np.searchsorted(row, np.arange(layout.tree.rows + 1))
        one = row[np.unique(self._class, return_index=True)[1]]  # a row of each class
        seen = np.bincount(self._class, visits[row])
        sizes = layout.row_bytes[one]
        order = np.argsort(-seen / (sizes + 1), kind="stable")
        fits = order[np.cumsum(sizes[order]) <= room]
        keys = layout.alike.class_keys()
        self._sums: dict[tuple[str, int], list[Any]] = {}
        self._keys = np.sort(keys[fits])
        for number in fits[np.argsort(keys[fits])].tolist():
            self._start(("class", number), int(one[number]))
        self._shapes, of_shape = np.unique(layout.alike.shape_of_row, return_index=True)
        for shape, row_of in zip(self._shapes.tolist(), of_shape.tolist(), strict=True):
            self._start(("shape", shape), row_of)

    def _start(self, key: tuple[str, int], row: int) -> None:
        buckets, choices = int(self._layout.row_sizes[0, row]), int(self._layout.tree.row_choices[row])
        sums = np.zeros((buckets, choices), np.float32), np.zeros(buckets)
        self._sums[key] = [*sums, int(self._layout.alike.row_round[row])]

    def add(self, some: Some) -> None:
        """Take rows into the means of their classes and their shapes."""
        weights = (some.visits + UNSEEN).astype(np.float32)
        played = some.pools.sums(weights[..., None] * some.played, 0)
        for row, *weighted in zip(some.numbers.tolist(), played, some.pooled_visits(), strict=True):
            classes = self._class[self._begin[row] : self._begin[row + 1]].tolist()
            keys = [("class", number) for number in classes]
            for key in (*keys, ("shape", int(self._layout.alike.shape_of_row[row]))):
                if key in self._sums:
                    self._sums[key][0] += weighted[0]
                    self._sums[key][1] += weighted[1]

    def packed(self) -> PackedTable:
        """Return their rows, classes first by their keys."""
        buckets, choices = self.shapes()
        table = PackedTable(buckets[None], choices, self._layout.shares)
        for number, (played, counts, _) in enumerate(self._sums.values()):
            table.put(Some(np.array([number]), played[None], counts[None], one_level(len(played))))
        return table

    def shapes(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the buckets and the choices of each."""
        shapes = np.array([played.shape for played, _, _ in self._sums.values()], np.int64)
        return shapes[:, 0], shapes[:, 1]

    def rounds(self) -> np.ndarray:
        """Return the round of each."""
        return np.array([number for _, _, number in self._sums.values()])

    def keys(self, first: int) -> dict[str, np.ndarray]:
        """Return how they are found again; their rows begin with number `first`."""
        return dict(vars(AlikeIndex.of(self._keys, self._shapes, first)))
