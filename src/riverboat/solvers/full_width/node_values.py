"""What decisions are worth to both players: found by one walk for each, kept in memory or read from a file.

Values are chips that a hand wins on average in the whole hand, what it put in counted; NaN for hands that meet nobody.
They are by class of hands, for all streets but the last: what a last street is worth is found on its one board in a
moment, and would take as much room as all strategies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from riverboat.solvers.full_width.table_layout import TableLayout

Floats = npt.NDArray[np.float64]

NO_VALUE: Final = 65535
"""The code of a hand that meets nobody; the others run from 0, the least value of their row, to 65534, the largest."""


class ValueTable(Protocol):
    """The values of one street."""

    def read(self, board: int, cells: slice, rows: slice, lengths: npt.NDArray[np.int64]) -> Floats:
        """Return some cells of a board, which are whole rows: which of the board's, and how long each is."""
        ...


class NodeValues:
    """The values at the decisions of some streets, by round; their layout has rows of both players.

    >>> from riverboat.games import Menu, build_tree, leduc
    >>> from riverboat.solvers import FullWidth
    >>> solver = FullWidth(build_tree(leduc(), Menu()))
    >>> solver.run(100)
    >>> values = solver.node_values()
    >>> values.rounds  # not the second, which is the last
    (0,)
    >>> acting, other = values.rows(0, 0)
    >>> acting.shape, other.shape  # two actions, three ranks
    ((2, 3), (3,))
    """

    def __init__(self, layout: TableLayout, tables: Mapping[int, ValueTable]) -> None:
        self.layout = layout
        self._tables = dict(tables)

    @property
    def rounds(self) -> tuple[int, ...]:
        """The streets that are kept."""
        return tuple(self._tables)

    def rows(self, node: int, board: int) -> tuple[Floats, Floats]:
        """Return what each action is worth to who acts, [actions, classes], and the node to the other, [classes]."""
        begin, actions, classes = self.layout.place(node, board)
        number, first = self.layout.round_of(node), self.layout.first_row(node)
        lengths = self.layout.row_lengths(number, board, range(node, node + 1))
        cells, rows = slice(begin, begin + int(lengths.sum())), slice(first, first + len(lengths))
        found = self._tables[number].read(board, cells, rows, lengths)
        own = actions * classes
        return found[:own].reshape(actions, classes), found[own:]

    def on(self, number: int, board: int) -> tuple[Floats, npt.NDArray[np.int64]]:
        """Return all values on a board of a round, and how long its rows are."""
        lengths = self.layout.row_lengths(number, board)
        cells, rows = self.layout.on(number, board), slice(0, len(lengths))
        return self._tables[number].read(board, cells, rows, lengths), lengths


@dataclass(frozen=True)
class WalkedTable:
    """Values as the engine found them: float[cells]."""

    values: npt.NDArray[np.floating]

    def read(self, board: int, cells: slice, rows: slice, lengths: npt.NDArray[np.int64]) -> Floats:
        """See `ValueTable`."""
        return self.values[cells].astype(np.float64)


def walked_values(
    layout: TableLayout, tables: Sequence[npt.NDArray[np.float64]], *, double: bool
) -> NodeValues:
    """Return what the engine found by round, kept in 64 or 32 bits."""
    dtype = np.float64 if double else np.float32
    kept = {
        number: WalkedTable(table.astype(dtype, copy=False))
        for number, table in enumerate(tables)
        if len(table)
    }
    return NodeValues(layout, kept)


def pack(
    values: Floats, lengths: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.float32]]:
    """Return the codes of rows of values, uint16, and the least value and the step of each, float32[rows, 2].

    A value is wrong by half a step at most: a 131,000th of what separates the best hand of its row from the worst.

    >>> codes, scales = pack(np.array([-2.0, 0.0, 4.0, np.nan, 7.0]), np.array([4, 1]))
    >>> codes.tolist(), unpack(codes, scales, np.array([4, 1])).round(4).tolist()
    ([0, 21845, 65534, 65535, 0], [-2.0, 0.0, 4.0, nan, 7.0])
    """
    scales = np.zeros((len(lengths), 2), np.float32)
    filled = lengths > 0
    starts = (np.cumsum(lengths) - lengths)[filled]
    if len(starts):
        low, high = (np.nan_to_num(f.reduceat(values, starts)) for f in (np.fmin, np.fmax))
        scales[filled] = np.stack([low, (high - low) / (NO_VALUE - 1)], axis=1)
    low, step = np.repeat(scales.astype(np.float64), lengths, axis=0).T
    steps = np.divide(values - low, step, out=np.zeros(len(values)), where=step > 0)
    codes = np.where(np.isnan(values), NO_VALUE, np.clip(np.rint(steps), 0, NO_VALUE - 1))
    return codes.astype(np.uint16), scales


def unpack(
    codes: npt.NDArray[np.uint16], scales: npt.NDArray[np.float32], lengths: npt.NDArray[np.int64]
) -> Floats:
    """Return the values that `pack` was given, rounded."""
    low, step = np.repeat(scales.astype(np.float64), lengths, axis=0).T
    return np.where(codes == NO_VALUE, np.nan, low + codes * step)
