"""One trained game as whoever plays by it asks it: its nodes, its rows and its cards, wherever they lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.games.rules.action import FOLD, Action
from riverboat.games.rules.table import Table
from riverboat.games.trees.config import TreeConfig
from riverboat.solvers.asking.equities import has_equities
from riverboat.strategy.file.alike_rows import AlikeIndex, class_rules
from riverboat.strategy.file.bucket_strengths import BucketStrengths, bucket_strengths
from riverboat.strategy.file.card_file import fingerprint
from riverboat.strategy.file.card_tables import check_tables
from riverboat.strategy.file.pools import Pools, one_level

Source = Literal["node", "class", "shape"]
"""Whose row an answer is: the node's own, the mean of nodes like it, or that of all nodes of the same shape."""


@dataclass(frozen=True)
class FoundRow:
    """A row and whose it is."""

    row: int
    source: Source


class StrategyTable(ABC):
    """A trained game: a `StrategyFile`, or a `LiveTable` that a solver still holds. A `Blueprint` is one or several.

    Node 0 is where the game begins. path: the file that it was read from, if any. buckets: by round. average: how the
    average strategy was made, in words.
    """

    path: Path | None
    config: TreeConfig
    buckets: tuple[int, ...]
    average: str

    @abstractmethod
    def forget(self) -> None:
        """Forget the rows that were read, and give their memory back."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is called among others."""

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """The size of it."""

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """A hash by which what it plays is told from what another plays."""

    @property
    @abstractmethod
    def provenance(self) -> dict[str, Any]:
        """What made it, as plain values."""

    @property
    @abstractmethod
    def has_cell_visits(self) -> bool:
        """Whether visits are known for each bucket of a row, not for the row alone."""

    @abstractmethod
    def verify(self) -> None:
        """Raise if it is damaged."""

    # --- cards -----------------------------------------------------------------------------------------------

    @abstractmethod
    def kept_cards(self) -> CardAbstraction:
        """Return the card abstraction as a file holds it."""

    @cached_property
    def cards(self) -> CardAbstraction:
        """The card abstraction that is asked."""
        return self.kept_cards()

    @cached_property
    def cards_print(self) -> str:
        """A hash by which strategies that tell hands apart alike are known."""
        return fingerprint(self.kept_cards())

    def use_tables(self, tables: TableAbstraction) -> None:
        """Take buckets from full tables from now on; raise unless they are the same."""
        check_tables(tables, self.kept_cards(), f"'{self.title}'")
        self.cards = tables

    @cached_property
    def _strengths(self) -> dict[int, BucketStrengths]:
        return {}

    def strengths(self, number: int) -> BucketStrengths | None:
        """Return how strong the buckets of a round are; None where hands have no strength: not hold'em."""
        if number not in self._strengths and has_equities(self.config.game):
            # full tables do not tell kinds of boards from buckets of hands
            cards = self.kept_cards() if isinstance(self.cards, TableAbstraction) else self.cards
            self._strengths[number] = bucket_strengths(cards, number, self.config.game)
        return self._strengths.get(number)

    # --- finding a row ---------------------------------------------------------------------------------------

    @cached_property
    def start(self) -> tuple[Action, ...]:
        """The actions before the first node."""
        return self.config.start_actions

    @abstractmethod
    def step(self, node: int, choice: int) -> int:
        """Return the node that a choice of a node leads to, or -1: an end, or nothing that is kept."""

    @abstractmethod
    def row_of(self, node: int) -> int:
        """Return a node's own row, or -1 where only the way is kept."""

    @property
    @abstractmethod
    def alike(self) -> AlikeIndex:
        """The means that answer where there is no own row."""

    @cached_property
    def _class_rules(self) -> _core.TreeRules:
        return class_rules(self.config)

    def find(self, node: int, table: Table, choices: list[Action]) -> FoundRow:
        """Return the row of a node, or the nearest there is for a decision whose node (-1) or row was dropped.

        table: at the decision in the trained game. choices: what the menu offers there.
        """
        if node >= 0 and (row := self.row_of(node)) >= 0:
            return FoundRow(row, "node")
        row = self.alike.of_class(_core.row_hash(self._class_rules, table))
        if row >= 0 and self.choices_of(row) == len(choices):
            return FoundRow(row, "class")
        return self.nearest_shape(table, choices)

    def nearest_shape(self, table: Table, choices: list[Action]) -> FoundRow:
        """Return the mean of the round's decisions with or without a fold that have the nearest number of choices."""
        return FoundRow(self.alike.of_shape(table.round, len(choices), FOLD in choices), "shape")

    # --- reading rows ----------------------------------------------------------------------------------------

    @abstractmethod
    def round_of(self, row: int) -> int:
        """Return the round of a row."""

    @abstractmethod
    def choices_of(self, row: int) -> int:
        """Return how many choices a row has."""

    def pools(self, number: int) -> Pools:
        """Return how rows of a round pool kinds of boards; not at all, if nothing is said."""
        return one_level(self.buckets[number])

    def level_of(self, row: int) -> int:
        """Return the level of a row's pools."""
        return 0

    @abstractmethod
    def row_on(self, row: int, level: int) -> npt.NDArray[np.float32]:
        """Return the strategy of a row on its level or a finer one: float32[own buckets, choices]."""

    def row(self, row: int) -> npt.NDArray[np.float32]:
        """Return the strategy of a row: float32[buckets, choices]."""
        return self.row_on(row, self.pools(self.round_of(row)).levels - 1)

    @abstractmethod
    def cell(self, row: int, bucket: int) -> list[float]:
        """Return the strategy of one cell, the same numbers as in `row`; the fastest way to a single one."""

    @property
    def keeps_rows(self) -> bool:
        """Whether rows that were asked for stay in memory whole, so that asking for a few buckets saves nothing."""
        return True

    def plays(self, row: int, buckets: npt.NDArray[np.integer]) -> npt.NDArray[np.float32]:
        """Return the strategies of some buckets of a row: float32[buckets, choices]."""
        return np.asarray(self.row(row)[buckets])

    @abstractmethod
    def visits(self, row: int, bucket: int) -> int:
        """Return about how often training visited a cell, or the mean cell of its row if no more is known."""

    @abstractmethod
    def visits_by_bucket(self, row: int) -> npt.NDArray[np.int64]:
        """Return `visits` of all buckets of a row: int64[buckets]."""

    def visits_of(self, row: int, buckets: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return `visits` of some buckets of a row: int64[buckets]."""
        return np.asarray(self.visits_by_bucket(row)[buckets])
