"""A two-player zero-sum game in sequence form: sequences of both players, and what two plans pay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from riverboat import _core
from riverboat.base.memory import bytes_text
from riverboat.errors import SolverError
from riverboat.solvers.sequence.sequences import Floats, Places, Sequences

Entries = tuple[Places, Places, Floats]
"""A matrix by its entries: rows, columns and values."""


class Payoffs(Protocol):
    """What plans x and y pay the first player, x'Ay, by products with A."""

    def times(self, y: Floats, /, *, threads: int = 0) -> Floats:
        """Return A y: what each sequence of the first player wins against a plan."""
        ...

    def transposed_times(self, x: Floats, /, *, threads: int = 0) -> Floats:
        """Return A'x: what each sequence of the second player loses to a plan."""
        ...

    @property
    def count(self) -> int:
        """How many entries the matrix has when it is multiplied out."""
        ...

    @property
    def nbytes(self) -> int:
        """The memory it takes."""
        ...

    def entries(self) -> Entries:
        """Return the matrix, multiplied out."""
        ...


class SparsePayoffs:
    """A matrix by its entries, kept by row and by column.

    >>> pennies = SparsePayoffs((3, 3), np.array([1, 1, 2, 2]), np.array([1, 2, 1, 2]), np.array([1.0, -1, -1, 1]))
    >>> pennies.times(np.array([1.0, 0.75, 0.25])).tolist()
    [0.0, 0.5, -0.5]
    """

    def __init__(self, shape: tuple[int, int], rows: Places, columns: Places, values: Floats) -> None:
        self.shape = shape
        row = np.ascontiguousarray(rows, np.int32)
        column = np.ascontiguousarray(columns, np.int32)
        value = np.ascontiguousarray(values, np.float64)
        if not np.isfinite(value).all():
            raise SolverError(f"a payoff is {value[~np.isfinite(value)][0]}; payoffs are finite numbers")
        self._entries = (row, column, value)
        height, width = shape
        self._by_row = _core.SparseRows(height, width, row, column, value, 1)
        self._by_column = _core.SparseRows(width, height, column, row, value, 1)

    def times(self, y: Floats, /, *, threads: int = 0) -> Floats:
        """Return A y."""
        out = np.zeros(self.shape[0])
        self._by_row.add_product(y, out, threads)
        return out

    def transposed_times(self, x: Floats, /, *, threads: int = 0) -> Floats:
        """Return A'x."""
        out = np.zeros(self.shape[1])
        self._by_column.add_product(x, out, threads)
        return out

    @property
    def count(self) -> int:
        """How many entries there are, those of one place counted apart."""
        return len(self._entries[2])

    @property
    def nbytes(self) -> int:
        """The memory of the entries and both orders."""
        return sum(array.nbytes for array in self._entries) + self._by_row.bytes + self._by_column.bytes

    def entries(self) -> Entries:
        """Return the matrix."""
        return self._entries


@dataclass(frozen=True, repr=False)
class SequenceForm:
    """A two-player zero-sum game with perfect recall.

    name: of the game. players: the sequences of both. payoffs: what two plans pay the first. label: the name of an
    information set, by player and number, and of its actions.

    Makers: `form_of_game` for our own games, `form_of_openspiel`, `read_efg` for Gambit's files, `form_of_rules` for a
    function in Python and `form_of_matrix` for games of one move.

    >>> from riverboat.solvers.sequence import form_of_matrix
    >>> form_of_matrix([[1, -1], [-1, 1]], "pennies")
    <SequenceForm 'pennies': 3 and 3 sequences, 1 and 1 information sets, 4 entries>
    """

    name: str
    players: tuple[Sequences, Sequences]
    payoffs: Payoffs
    label: Callable[[int, int], tuple[str, tuple[str, ...]]]

    def bounds(self, x: Floats, y: Floats, *, threads: int = 0) -> tuple[float, float]:
        """Return between which values the game lies, as two plans prove: what x wins at least and y gives at most."""
        loses = self.payoffs.transposed_times(x, threads=threads)
        loses *= -1
        lower = -self.players[1].best(loses, out=loses)[0]
        del loses
        wins = self.payoffs.times(y, threads=threads)
        return lower, self.players[0].best(wins, out=wins)[0]

    @property
    def lp_rows(self) -> int:
        """Rows of the linear program of either player: his constraints and the other's sequences."""
        return self.players[0].rows + len(self.players[1])

    def check_entries(self, most: int) -> None:
        """Raise if the matrix, multiplied out, is too large."""
        count = self.payoffs.count
        if count > most:
            raise SolverError(
                f"the matrix of {self.name!r} has {count:,} entries, {bytes_text(12 * count)} before a linear program "
                f"begins; it takes at most {most:,}: use a method that only multiplies, such as 'egt' or 'cfr+', or a "
                "coarser abstraction (ties)"
            )

    def __repr__(self) -> str:
        sequences = " and ".join(f"{len(one):,}" for one in self.players)
        sets = " and ".join(f"{one.sets:,}" for one in self.players)
        return (
            f"<SequenceForm {self.name!r}: {sequences} sequences, {sets} information sets, "
            f"{self.payoffs.count:,} entries>"
        )
