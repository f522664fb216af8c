"""The payoffs of a poker game as Kronecker products, round by round: betting by betting times signals by signals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from riverboat import _core
from riverboat.solvers.sequence.form import Entries, SparsePayoffs
from riverboat.solvers.sequence.sequences import Floats, Places
from riverboat.solvers.sequence.signals import HandsMet, Pairs


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


class Meetings(Protocol):
    """Which signals of the two players meet in a round."""

    def pairs(self) -> Pairs:
        """Return all of them."""
        ...

    @property
    def count(self) -> int:
        """How many pairs there are."""
        ...

    def sides(self, places: Place, other_places: Place, ends: Ends) -> tuple[Side, Side]:
        """Return the products with the second player's plan, and with the first's."""
        ...


Place = tuple[int, int]
"""Where the sequences of a player begin in a round, and how many each signal has."""


class Side(Protocol):
    """Products of one player's plan with the payoffs of a round."""

    @property
    def bytes(self) -> int:
        """The memory it takes."""
        ...

    def add_product(self, plan: Floats, out: Floats, threads: int) -> None:
        """Add what each sequence of the other wins to `out`."""
        ...


@dataclass(frozen=True)
class CountedPairs:
    """Meetings by a list of pairs. signals: how many each player has."""

    listed: Pairs
    signals: tuple[int, int]

    def pairs(self) -> Pairs:
        """Return the list."""
        return self.listed

    @property
    def count(self) -> int:
        """Its length."""
        return len(self.listed.first)

    def sides(self, places: Place, other_places: Place, ends: Ends) -> tuple[Side, Side]:
        """Keep the list by signals of either player."""
        listed = self.listed
        values = np.stack([listed.met, listed.won], axis=1).ravel()
        paid = (ends.always, ends.won)
        first = _core.SparseRows(*self.signals, listed.first, listed.second, values, 2)
        second = _core.SparseRows(*self.signals[::-1], listed.second, listed.first, values, 2)
        return (
            _core.RoundSide(*places, *other_places, first, ends.first, ends.second, *paid),
            _core.RoundSide(*other_places, *places, second, ends.second, ends.first, *paid),
        )


@dataclass(frozen=True)
class HandsOnBoards:
    """Meetings of hands that share no card, on boards: never listed, unless `listed` is asked to."""

    of: HandsMet
    listed: Callable[[], Pairs]

    def pairs(self) -> Pairs:
        """Return all pairs."""
        return self.listed()

    @property
    def count(self) -> int:
        """How many pairs of hands meet."""
        return self.of.count

    def sides(self, places: Place, other_places: Place, ends: Ends) -> tuple[Side, Side]:
        """Sort the hands of every board by strength."""
        hands = [_core.WeighedHands(one.cards, one.weights) for one in self.of.hands]
        at, taken = (places, other_places), (ends.first, ends.second)

        def side(own: int) -> Side:
            other = 1 - own
            met, shown = self.of.met, self.of.won
            return _core.HandsSide(
                *at[own],
                *at[other],
                mine=hands[own],
                theirs=hands[other],
                met_blocks=met.block,
                met_own=met.strengths[own],
                met_other=met.strengths[other],
                won_blocks=shown.block,
                won_own=shown.strengths[own],
                won_other=shown.strengths[other],
                often=float(self.of.often),
                scale=self.of.scale,
                own=taken[own],
                other=taken[other],
                always=ends.always,
                won=ends.won if own == 0 else -ends.won,  # the second wins what the first loses
            )

        return side(0), side(1)


@dataclass(frozen=True)
class Round:
    """One betting round. bases: where the sequences of each player begin. widths: betting sequences of each.

    Sequence q of signal s is at base + s · width + q. So the part of the payoff matrix that belongs to the round is
    met ⊗ always + won ⊗ won, the seed of the sparse products: it is never multiplied out.
    Gilpin, Hoda, Peña and Sandholm 2007; Hoda, Gilpin, Peña and Sandholm 2010, section 5.
    """

    bases: tuple[int, int]
    widths: tuple[int, int]
    meetings: Meetings
    ends: Ends

    @property
    def count(self) -> int:
        """Entries of its part of the matrix; of one sequence each, ends may share a place."""
        return self.meetings.count * len(self.ends.first)

    @property
    def nbytes(self) -> int:
        """The memory of its factors in both orders."""
        return sum(side.bytes for side in self.sides)

    @cached_property
    def sides(self) -> tuple[Side, Side]:
        """For products with the second player's plan, and with the first's."""
        first, second = ((self.bases[p], self.widths[p]) for p in (0, 1))
        return self.meetings.sides(first, second, self.ends)

    def entries(self) -> Entries:
        """Return its part of the matrix, multiplied out."""
        pairs, ends = self.meetings.pairs(), self.ends
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
