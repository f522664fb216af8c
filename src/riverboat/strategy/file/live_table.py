"""A table that its solver still holds, asked where it lies: in memory, or row by row on a card. Nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.base.memory import available_memory
from riverboat.base.remember import remember
from riverboat.errors import StrategyError
from riverboat.games.trees.config import write_config
from riverboat.solvers.sampled.engine import EVERY, Sampled, table_bytes
from riverboat.strategy.file.alike_rows import UNSEEN, AlikeIndex, AlikeRows
from riverboat.strategy.file.strategy_table import StrategyTable

Floats32 = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

REMEMBERED: Final = 1 / 8
"""The part of what memory is free that rows may take once they were asked for: each other one is a copy, on a card a
slow one."""
WHOLE: Final = 1 << 13
"""Buckets of the largest rows that are read whole. Larger ones are those of many kinds of boards, and a question is
about one board: about some hundreds of neighbouring buckets."""
MEAN_OF: Final = 256
"""Rows, spread evenly over all that are alike, of which a mean is made; a file takes all, and minutes for it."""


class LiveTable(StrategyTable):
    """What a sampled solver has learnt so far. Every node has its own row; the rest is as in a `StrategyFile`.

    cards: what the solver's deals were made from. title: what it is called, else as its tree. provenance: makes what is
    said of it, if anybody asks. It answers for the moment in which it was made: once the solver has gone on, rows that
    were not asked for before are refused, since they would be of another strategy.
    """

    def __init__(
        self,
        solver: Sampled,
        cards: CardAbstraction,
        *,
        title: str = "",
        path: Path | None = None,
        provenance: Callable[[], Mapping[str, Any]] | None = None,
    ) -> None:
        self._solver, self._tree, self._kept = solver, solver.tree, cards
        self.path, self.config, self.average = path, solver.tree.config, solver.average
        rounds = range(solver.game.rounds)
        self.buckets = tuple(solver.deals.counts[number] for number in rounds)
        own = tuple(cards.count(number) for number in rounds)
        if own != self.buckets:
            raise StrategyError(
                f"the cards have {own} buckets by round, and the solver was trained with {self.buckets}; give the "
                "abstraction that its deals were made from"
            )
        self._title, self._made_by = title or self.config.name, provenance
        self._iterations = solver.iterations
        self._room = int(REMEMBERED * available_memory())
        self._rows: dict[int, Floats32] = {}
        self._visits: dict[int, Ints] = {}
        self._means_of: dict[int, Ints] = {}

    def __repr__(self) -> str:
        after = f" after {self.config.start!r}" if self.config.start else ""
        return f"<LiveTable {self.config.name!r}{after}: {self._tree.rows:,} rows>"

    @property
    def title(self) -> str:
        """The run, or the tree."""
        return self._title

    @property
    def nbytes(self) -> int:
        """The memory of a table of which every row is reached."""
        return table_bytes(self._tree, self.buckets, self._solver.precision)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of what was learnt from, and for how long."""
        solver = self._solver
        facts = solver.rule, solver.precision, solver.seed, self._iterations, solver.node_visits
        return sha256(repr((write_config(self.config), self.buckets, facts)).encode()).hexdigest()[:16]

    @cached_property
    def provenance(self) -> dict[str, Any]:
        """What made it."""
        solver = self._asked()
        if self._made_by is not None:
            return dict(self._made_by())
        return {
            "iterations": solver.iterations,
            "seed": solver.seed,
            "device": solver.device,
            "node_visits": solver.node_visits,
        }

    @property
    def has_cell_visits(self) -> bool:
        """Visits are known for each bucket."""
        return True

    def verify(self) -> None:
        """Do nothing: what is in memory was checked on its way there."""

    def kept_cards(self) -> CardAbstraction:
        """Return the card abstraction that was given."""
        return self._kept

    # --- finding a row ---------------------------------------------------------------------------------------

    def step(self, node: int, choice: int) -> int:
        """Return the node that a choice of a node leads to, or -1 for an end."""
        return -1 if node < 0 else max(-1, int(self._tree.child[self._tree.first_choice[node] + choice]))

    def row_of(self, node: int) -> int:
        """Return the row of a node; every node has one."""
        return int(self._tree.row[node])

    @cached_property
    def _alike_rows(self) -> AlikeRows:
        return AlikeRows(self._tree)

    @cached_property
    def alike(self) -> AlikeIndex:
        """The means over alike rows, which answer off the menu; 0.6 s for half a million nodes, when first needed."""
        return AlikeIndex.of(self._class_keys[self._by_key], self._shapes, self._tree.rows)

    @cached_property
    def _class_keys(self) -> npt.NDArray[np.uint64]:
        return self._alike_rows.class_keys()

    @cached_property
    def _by_key(self) -> npt.NDArray[np.intp]:
        """The classes in the order of their keys."""
        return np.argsort(self._class_keys)

    @cached_property
    def _shapes(self) -> Ints:
        return np.unique(self._alike_rows.shape_of_row)

    def _members(self, row: int) -> Ints:
        """The own rows that a row is made of: itself, or some of those that are alike."""
        if row < self._tree.rows:
            return np.array([row], np.int64)
        known = self._means_of.get(row)
        if known is None:
            every = self._every_alike(row - self._tree.rows)
            known = np.asarray(every[:: -(-len(every) // MEAN_OF)], np.int64)
            remember(self._means_of, row, known)
        return known

    def _every_alike(self, place: int) -> Ints:
        """All rows of a class, or of a shape. place: its number among the means."""
        if place < len(self._by_key):
            rows, classes = self._alike_rows.row_classes
            return np.asarray(rows[classes == self._by_key[place]])
        shape = self._shapes[place - len(self._by_key)]
        return np.flatnonzero(self._alike_rows.shape_of_row == shape)

    def forget(self) -> None:
        """Forget the rows that were read."""
        for known in (self._rows, self._visits):
            known.clear()

    # --- reading rows ----------------------------------------------------------------------------------------

    def round_of(self, row: int) -> int:
        """Return the round of a row."""
        return int(self._alike_rows.row_round[self._members(row)[0]])

    def choices_of(self, row: int) -> int:
        """Return how many choices a row has."""
        return int(self._tree.row_choices[self._members(row)[0]])

    @cached_property
    def keeps_rows(self) -> bool:
        """Rows stay in memory unless they are large ones of many kinds of boards."""
        return max(self.buckets) <= WHOLE

    def row_on(self, row: int, level: int) -> Floats32:
        """Return the strategy of a row, which has all buckets: float32[buckets, choices]."""
        known = self._rows.get(row)
        if known is None:
            known = self._played(row)
            known.flags.writeable = False
            remember(self._rows, row, known, max(1, self._room // known.nbytes))
        return known

    def plays(self, row: int, buckets: npt.NDArray[np.integer]) -> Floats32:
        """Return the strategies of some buckets of a row: float32[buckets, choices]."""
        if self.keeps_rows:
            return np.asarray(self.row(row)[buckets])
        cells, within = _span(buckets)
        return np.asarray(self._played(row, cells)[within])

    def cell(self, row: int, bucket: int) -> list[float]:
        """Return the strategy of one cell."""
        return [float(share) for share in self.plays(row, np.array([bucket]))[0]]

    def visits(self, row: int, bucket: int) -> int:
        """Return how often training visited a cell."""
        return int(self.visits_of(row, np.array([bucket]))[0])

    def visits_by_bucket(self, row: int) -> Ints:
        """Return `visits` of all buckets of a row: int64[buckets]."""
        known = self._visits.get(row)
        if known is None:
            known = self._visited(row)
            remember(self._visits, row, known, max(1, self._room // known.nbytes))
        return known

    def visits_of(self, row: int, buckets: npt.NDArray[np.integer]) -> Ints:
        """Return `visits` of some buckets of a row: int64[buckets]."""
        if self.keeps_rows:
            return np.asarray(self.visits_by_bucket(row)[buckets])
        cells, within = _span(buckets)
        return np.asarray(self._visited(row, cells)[within])

    def _played(self, row: int, cells: slice = EVERY) -> Floats32:
        """The own strategy of a row, or the mean of alike rows, bucket by bucket, weighted by visits."""
        if row < self._tree.rows:
            return self._asked().probabilities(row, cells, in_place=True)
        total: Any = 0
        for member in self._members(row).tolist():
            seen = self._asked().visits(member, cells, in_place=True) + np.float32(UNSEEN)
            total = total + seen[:, None] * self._asked().probabilities(member, cells, in_place=True)
        return np.asarray(total / total.sum(axis=1, keepdims=True), np.float32)

    def _visited(self, row: int, cells: slice = EVERY) -> Ints:
        visits = [
            self._asked().visits(member, cells, in_place=True) for member in self._members(row).tolist()
        ]
        return np.asarray(np.sum(visits, axis=0, dtype=np.float64), np.int64)

    def _asked(self) -> Sampled:
        """The solver, if it is where it was."""
        if self._solver.iterations != self._iterations:
            raise StrategyError(
                f"the table has learnt on, from iteration {self._iterations:,} to {self._solver.iterations:,}, since "
                "this strategy was made of it; make a new one, by strategy_of(...)"
            )
        return self._solver


def _span(buckets: npt.NDArray[np.integer]) -> tuple[slice, npt.NDArray[np.integer]]:
    """The neighbouring cells that some buckets lie among, and where there."""
    if not len(buckets):
        return slice(0, 0), buckets
    first, last = int(buckets.min()), int(buckets.max())
    return slice(first, last + 1), buckets - first
