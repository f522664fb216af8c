"""The table of the sampled engine in the memory of a card: rows that were reached, there and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.base.memory import available_memory, bytes_text
from riverboat.errors import SolverError
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.gpu.card import Card, Kernels
from riverboat.solvers.gpu.sampled_layout import FLOATS_IN_LINE, NO_LINE, SampledLayout, row_lines

_LINE_BYTES: Final = 4 * FLOATS_IN_LINE
_SPARE: Final = 256 << 20
"""Bytes of the card that stay free: for stacks, for what the driver takes, and for others."""
_LEAST: Final = 0.1
"""The share of a table that must fit; trees of which less is ever reached are joined or have too many buckets."""
_THREADS: Final = 128


class SampledTable:
    """Cells on a card, over the lines of a C++ engine's table if all of it fits, else row by row as walks come there.

    A walk that meets a row without memory plays all choices alike and learns nothing; before the next launch the row
    has some. wanted: uint8[rows], on the card, where walks say so.
    """

    def __init__(
        self, card: Card, kernels: Kernels, tree: BettingTree, layout: SampledLayout, engine: Any
    ) -> None:
        self._card, self._kernels, self._tree, self._layout = card, kernels, tree, layout
        self._native = layout.rows["line"].astype(np.int64)  # where the C++ engine has them
        self._size = row_lines(layout.rows)
        self.nodes = card.put(layout.nodes.reshape(-1))
        self._rows = card.put(layout.rows.view(np.uint32))
        self.wanted = card.zeros(tree.rows, np.uint8)
        room = (card.free_bytes - _SPARE) // _LINE_BYTES
        self.is_lazy = room < layout.lines
        if room < _LEAST * layout.lines:
            raise SolverError(
                f"the table of {tree!r} takes {bytes_text(layout.lines * _LINE_BYTES)}, and the card has "
                f"{bytes_text(card.free_bytes)} free beside tree and buckets; use fewer buckets, a smaller tree, or "
                "device='cpu'"
            )
        self._capacity = min(room, layout.lines)
        self._used = 0 if self.is_lazy else layout.lines
        self.cells = card.zeros(self._capacity * FLOATS_IN_LINE, np.float32)
        if self.is_lazy:
            self._layout.place(tree, np.full(tree.rows, NO_LINE, np.uint32))
            self._put_places()
        self._send(engine)

    # --- memory for rows -------------------------------------------------------------------------------------

    def give_rows(self) -> None:
        """Give memory to the rows that walks have asked for."""
        rows = np.flatnonzero(self._card.get(self.wanted))
        if len(rows):
            self._give(rows)
            self._card.write(self.wanted, np.zeros(self._tree.rows, np.uint8))

    def _give(self, rows: npt.NDArray[np.intp]) -> None:
        lines = self._layout.rows["line"].copy()
        rows = rows[lines[rows] == NO_LINE]
        ends = self._used + np.cumsum(self._size[rows])
        fits = int(np.searchsorted(ends, self._capacity, side="right"))
        lines[rows[:fits]] = (ends - self._size[rows])[:fits]
        self._used = int(ends[fits - 1]) if fits else self._used
        self._layout.place(self._tree, lines)
        self._put_places()
        if fits < len(rows):
            reached = int((lines != NO_LINE).sum()) + len(rows) - fits
            raise SolverError(
                f"the card is full: {reached / len(lines):.0%} of {len(lines):,} rows were reached, and they take more "
                f"than the {bytes_text(self._capacity * _LINE_BYTES)} there are; what was learnt before is kept: go on "
                "with device='cpu', or use fewer buckets"
            )

    def _put_places(self) -> None:
        self._card.write(self.nodes, self._layout.nodes.reshape(-1))
        self._card.write(self._rows, self._layout.rows.view(np.uint32))

    # --- there and back --------------------------------------------------------------------------------------

    def _send(self, engine: Any) -> None:
        """Take over the rows of a C++ engine that were touched."""
        rows = np.flatnonzero(engine.seen_rows())
        if self.is_lazy:
            self._give(rows)
        for here, there in self._runs(rows):
            self._card.write(self.cells[there], engine.cells[here])
        self.sweep("rearrange", np.uint32(1))

    def fetch(self, engine: Any) -> None:
        """Write the rows that were reached into a C++ engine."""
        rows = np.flatnonzero(self._survey(0.0)[0])
        more = int(self._size[rows[engine.seen_rows()[rows] == 0]].sum()) * _LINE_BYTES
        if more > available_memory():
            raise SolverError(
                f"the table on the card takes {bytes_text(more)} of memory here, and {bytes_text(available_memory())} "
                "are free; ask it where it lies, by strategy_of or in_place=True, and train without checkpoints, by "
                "checkpoint_minutes = 0"
            )
        self.sweep("rearrange", np.uint32(0))
        try:
            for here, there in self._runs(rows):
                self._card.get(self.cells[there], out=engine.cells[here])
        finally:
            self.sweep("rearrange", np.uint32(1))
        for row in rows.tolist():
            engine.mark_seen(row)

    def _runs(self, rows: npt.NDArray[np.intp]) -> Iterator[tuple[slice, slice]]:
        """Yield where rows lie here and on the card, in floats; neighbours in both are copied at once."""
        if not len(rows):
            return
        here, there = self._native[rows], self._layout.rows["line"][rows].astype(np.int64)
        size = self._size[rows]
        follows = (here[:-1] + size[:-1] == here[1:]) & (there[:-1] + size[:-1] == there[1:])
        first = np.flatnonzero(np.concatenate([[True], ~follows]))
        total = np.add.reduceat(size, first)
        for i, j, lines in zip(here[first].tolist(), there[first].tolist(), total.tolist(), strict=True):
            yield (
                slice(i * FLOATS_IN_LINE, (i + lines) * FLOATS_IN_LINE),
                slice(j * FLOATS_IN_LINE, (j + lines) * FLOATS_IN_LINE),
            )

    def row(self, row: int, some: slice) -> npt.NDArray[np.float32]:
        """Return cells of one row, neighbours: [buckets, regrets, then averages]."""
        line, cells, choices, half = (int(number) for number in self._layout.rows[row])
        first, last, _ = some.indices(cells)
        if line == NO_LINE:
            return np.zeros((last - first, 2 * choices), np.float32)
        begin = line * FLOATS_IN_LINE
        found = self._card.get(self.cells[begin + first * 2 * half : begin + last * 2 * half]).reshape(
            -1, 2 * half
        )
        return np.concatenate([found[:, :choices], found[:, half : half + choices]], axis=1)

    # --- all of it -------------------------------------------------------------------------------------------

    def sweep(self, kernel: str, *more: Any) -> None:
        """Run a kernel over all cells."""
        blocks = min(len(self._layout.rows), 16 * self._card.processors)
        with_rows = (self._rows, np.uint32(len(self._layout.rows)), self.cells)
        self._kernels.launch(kernel, blocks, _THREADS, (*with_rows, *more))

    def survey(self, enough: float) -> tuple[int, int, int, float, float, float]:
        """Return what the C++ engine's survey does: rows, bytes, cells, positive regret, visits, those of trained."""
        reached, (cells, positive, visits, trained) = self._survey(enough)
        lines = int(self._size[reached > 0].sum())
        return int((reached > 0).sum()), lines * _LINE_BYTES, int(cells), positive, visits, trained

    def _survey(self, enough: float) -> tuple[npt.NDArray[np.uint8], list[float]]:
        reached, sums = self._card.zeros(self._tree.rows, np.uint8), self._card.zeros(4, np.float64)
        self.sweep("survey", np.float64(enough), reached, sums)
        return self._card.get(reached), [float(number) for number in self._card.get(sums)]
