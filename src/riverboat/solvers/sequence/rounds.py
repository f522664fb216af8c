"""The payoffs of a poker game as Kronecker products, round by round: betting by betting times signals by signals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from riverboat import _core
from riverboat.solvers.sequence.form import Entries, SparsePayoffs
from riverboat.solvers.sequence.sequences import Floats, Places
from riverboat.solvers.sequence.signals import Pairs


@dataclass(frozen=True)
class Ends:
    """Ends of hands in one round: what was last done by each player, and chips of the first.

    first, second: betting sequences of the round. always: what is paid whoever wins; won: what is paid more for a win
    and less for a loss.
    """

    first: Places
    second: Places
    always: Floats
    won: Floats


@dataclass(frozen=True)
class Round:
    """One betting round. bases: where the sequences of each player begin. widths: betting sequences of each.

    Sequence q of signal s is at base + s · width + q. So the part of the payoff matrix that belongs to the round is
    pairs.met ⊗ always + pairs.won ⊗ won, the seed of the sparse products: it is never multiplied out.
    Gilpin, Hoda, Peña and Sandholm 2007; Hoda, Gilpin, Peña and Sandholm 2010, section 5.
    """

    bases: tuple[int, int]
    widths: tuple[int, int]
    signals: tuple[int, int]
    pairs: Pairs
    ends: Ends

    @property
    def count(self) -> int:
        """Entries of its part of the matrix; of one sequence each, ends may share a place."""
        return len(self.pairs.first) * len(self.ends.first)

    @property
    def nbytes(self) -> int:
        """The memory of its factors in both orders."""
        return sum(side.bytes for side in self.sides)

    @cached_property
    def sides(self) -> tuple[_core.RoundSide, _core.RoundSide]:
        """For products with the second player's plan, and with the first's."""
        values = np.stack([self.pairs.met, self.pairs.won], axis=1).ravel()
        numbers = (self.ends.always, self.ends.won)
        first = _core.SparseRows(*self.signals, self.pairs.first, self.pairs.second, values, 2)
        second = _core.SparseRows(*self.signals[::-1], self.pairs.second, self.pairs.first, values, 2)
        places = [(self.bases[p], self.widths[p]) for p in (0, 1)]
        return (
            _core.RoundSide(*places[0], *places[1], first, self.ends.first, self.ends.second, *numbers),
            _core.RoundSide(*places[1], *places[0], second, self.ends.second, self.ends.first, *numbers),
        )

    def entries(self) -> Entries:
        """Return its part of the matrix, multiplied out."""
        pairs, ends = self.pairs, self.ends
        rows = self.bases[0] + pairs.first[:, None] * self.widths[0] + ends.first
        columns = self.bases[1] + pairs.second[:, None] * self.widths[1] + ends.second
        values = np.outer(pairs.met, ends.always) + np.outer(pairs.won, ends.won)
        there = values.ravel() != 0
        return (
            rows.ravel()[there].astype(np.int32),
            columns.ravel()[there].astype(np.int32),
            values.ravel()[there],
        )


class RoundPayoffs:
    """Payoffs by round, and a few entries for ends that come before one of the players has acted."""

    def __init__(
        self, shape: tuple[int, int], rounds: list[Round], early: SparsePayoffs | None = None
    ) -> None:
        self.shape = shape
        self.rounds = rounds
        self.early = early

    def times(self, y: Floats, /, *, threads: int = 0) -> Floats:
        """Return A y."""
        out = np.zeros(self.shape[0]) if self.early is None else self.early.times(y, threads=threads)
        for one in self.rounds:
            one.sides[0].add_product(y, out, threads)
        return out

    def transposed_times(self, x: Floats, /, *, threads: int = 0) -> Floats:
        """Return A'x."""
        out = (
            np.zeros(self.shape[1]) if self.early is None else self.early.transposed_times(x, threads=threads)
        )
        for one in self.rounds:
            one.sides[1].add_product(x, out, threads)
        return out

    @property
    def _parts(self) -> tuple[Round | SparsePayoffs, ...]:
        return (*self.rounds, *(() if self.early is None else (self.early,)))

    @property
    def count(self) -> int:
        """How many entries the matrix has when it is multiplied out."""
        return sum(part.count for part in self._parts)

    @property
    def nbytes(self) -> int:
        """The memory of the factors in both orders."""
        return sum(part.nbytes for part in self._parts)

    def entries(self) -> Entries:
        """Return the matrix, multiplied out."""
        rows, columns, values = zip(*(part.entries() for part in self._parts), strict=True)
        return np.concatenate(rows), np.concatenate(columns), np.concatenate(values)

    def multiplied(self) -> SparsePayoffs:
        """Return the same as one sparse matrix: faster where it is small."""
        return SparsePayoffs(self.shape, *self.entries())
