"""The tables of a solution file by board: each is checked against its checksum when it is first read.

A file may have gigabytes of rivers, so that its arrays cannot be read as a whole before they are used; a board is read
in a moment.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.base.files import ArrayFile
from riverboat.errors import FileFormatError
from riverboat.solvers.full_width.node_values import NodeValues, pack, unpack
from riverboat.solvers.full_width.table_layout import TableLayout

Arrays = dict[str, npt.NDArray[Any]]
Sum = np.uint32
_CODES: Final = (np.uint8, np.uint16)


class BoardTable:
    """One array of a file, by board. Files of version 1 have no checksums of boards, and are read as a whole.

    name: of the array; its checksums are beside it under `name_sums`. beside: other arrays, by board, that the
    checksum of a board covers too.
    """

    def __init__(
        self, file: ArrayFile, name: str, layout: TableLayout, number: int, beside: tuple[str, ...] = ()
    ) -> None:
        self.cells = file.mapped(name)
        self._file, self._name, self._layout, self._number = file, name, layout, number
        self._beside = [file.mapped(other) for other in beside]
        self._good: set[int] = set()

    def fits(self) -> bool:
        """Whether array and checksums are as large as boards and hands want."""
        boards, name = self._layout.boards(self._number), f"{self._name}_sums"
        sums = name not in self._file or self._file.mapped(name).shape == (boards,)
        return sums and self.cells.shape == (self._layout.cells(self._number),) and self.cells.dtype in _CODES

    def read(self, board: int, cells: slice) -> npt.NDArray[Any]:
        """Return some cells of a board."""
        if board not in self._good:
            self._check(board)
            self._good.add(board)
        return self.cells[cells]

    def _check(self, board: int) -> None:
        sums = f"{self._name}_sums"
        if sums not in self._file:
            self._file[self._name]
            return
        parts = (self.cells[self._layout.on(self._number, board)], *(a[board] for a in self._beside))
        if checksum(parts) != self._file[sums][board]:
            raise FileFormatError(
                f"array '{self._name}' of '{self._file.path}' is damaged: its checksum does not match on board {board}"
            )


def checksum(parts: Iterable[npt.NDArray[Any]]) -> Sum:
    """Return the checksum of what a file has of a board."""
    total = 0
    for part in parts:
        total = zlib.crc32(np.ascontiguousarray(part).reshape(-1).view(np.uint8).data, total)
    return Sum(total)


class PackedTable:
    """The values of a street in a file; see `pack`."""

    def __init__(self, file: ArrayFile, name: str, layout: TableLayout, number: int) -> None:
        self._scales = file.mapped(f"{name}_scales")
        self._table = BoardTable(file, name, layout, number, (f"{name}_scales",))
        self._shape = (layout.boards(number), len(layout.row_lengths(number, 0)), 2)

    def fits(self) -> bool:
        """Whether the arrays are as large as boards and hands want."""
        return self._table.fits() and self._scales.shape == self._shape and self._scales.dtype == np.float32

    def read(
        self, board: int, cells: slice, rows: slice, lengths: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.float64]:
        """See `ValueTable`."""
        return unpack(self._table.read(board, cells), self._scales[board, rows], lengths)


def packed_tables(file: ArrayFile, layout: TableLayout) -> dict[int, PackedTable]:
    """Return the values that a file has, by street; of no street in files of version 1."""
    kept = [number for number in layout.rounds if f"values_{number}" in file]
    return {number: PackedTable(file, f"values_{number}", layout, number) for number in kept}


def packed_arrays(values: NodeValues, number: int) -> Arrays:
    """Return the values of a street as arrays of a file."""
    layout, name = values.layout, f"values_{number}"
    codes = np.zeros(layout.cells(number), np.uint16)
    scales, sums = [], np.zeros(layout.boards(number), Sum)
    for board in range(layout.boards(number)):
        here = layout.on(number, board)
        codes[here], scale = pack(*values.on(number, board))
        sums[board] = checksum((codes[here], scale))
        scales.append(scale)
    return {name: codes, f"{name}_scales": np.stack(scales), f"{name}_sums": sums}
