"""The strategies and values of a solution's file, read where they are asked for."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.base.files import ArrayFile
from riverboat.errors import FileFormatError
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.node_values import NodeValues
from riverboat.solvers.solutions.file_tables import BoardTable, PackedTable, packed_tables


class FilePolicy:
    """The strategies of a file, one node at a time, and the values that it has."""

    def __init__(self, file: ArrayFile, solver: FullWidth) -> None:
        self.layout = solver.layout()
        self._tree = solver.tree
        self._tables = {
            number: BoardTable(file, f"strategy_{number}", self.layout, number)
            for number in self.layout.rounds
            if f"strategy_{number}" in file
        }
        self.rounds = tuple(self._tables)
        layout = solver.layout(both=True)
        self._packed = packed_tables(file, layout)
        self._values = NodeValues(layout, self._packed)
        self._solver, self._file = solver, file
        self._filled: dict[int, npt.NDArray[np.bool_]] = {}  # by round: [boards, street blocks]
        self._changes = -1  # of the engine, when it was filled last
        self._checked = False

    @property
    def valued(self) -> tuple[int, ...]:
        """The rounds whose values the file has."""
        return self._values.rounds

    def values(self) -> NodeValues:
        """Return the values that the file has."""
        self._check()
        return self._values

    def rows(self, node: int, board: int) -> npt.NDArray[np.float64]:
        """Return the probabilities at a node: float64[actions, classes]."""
        self._check()
        begin, actions, classes = self.layout.place(node, board)
        table = self._tables[self.layout.round_of(node)]
        cells = table.read(board, slice(begin, begin + actions * classes))
        rows = cells.reshape(actions, classes).astype(np.float64)
        total = rows.sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(total > 0, rows / total, 1 / actions)

    def fill(self, node: int, board: int) -> None:
        """Give the engine the strategies of a node's street on a board, and all on the boards that come after it."""
        starts = self._tree.street_starts
        if self._solver.changes != self._changes:  # nothing was filled, or somebody else has changed it
            self._filled = {
                number: np.zeros((self.layout.boards(number), len(starts[number])), np.bool_)
                for number in self.layout.rounds
            }
        number = self.layout.round_of(node)
        block = int(np.searchsorted(starts[number], node, side="right")) - 1
        self._fill(number, board, slice(block, block + 1))
        self._changes = self._solver.changes

    def _fill(self, number: int, board: int, blocks: slice) -> None:
        """Fill some street blocks of a round on a board; what follows one that is filled is filled."""
        filled = self._filled[number][board]
        if filled[blocks].all():
            return
        ends = np.append(self._tree.street_starts[number], self.layout.nodes(number).stop)
        for block in np.arange(len(filled))[blocks][~filled[blocks]]:
            for node in range(int(ends[block]), int(ends[block + 1])):
                self._solver.set_rows(node, board, self.rows(node, board))
        if number + 1 < self._tree.game.rounds:
            for child in self._solver.game.children(number, board):
                self._fill(number + 1, child, slice(None))
        filled[blocks] = True

    def verify(self) -> None:
        """Read everything and compare the checksums."""
        self._file.verify()

    def _check(self) -> None:
        """The engine must have the boards and hands in the order of the file."""
        if self._checked:
            return
        tables: list[BoardTable | PackedTable] = [*self._tables.values(), *self._packed.values()]
        sizes = all(table.fits() for table in tables)
        if not sizes or self.layout.fingerprint != self._file.metadata.get("fingerprint"):
            raise FileFormatError(
                f"'{self._file.path}' was made by a release that orders hands otherwise; solve the spot again"
            )
        self._checked = True
