"""Tyche with a table of its flops, which are the dearest to search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import HOLDEM, BucketArray, CardAbstraction, Groups
from riverboat.abstraction.storage import Arrays, Facts, Stored
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.abstraction.tyche.tyche_abstraction import Tyche
from riverboat.cards.card import Deck

FLOP_TABLE = "flop_table"
"""The name of the table among the arrays of a file."""


@dataclass(frozen=True, eq=False)
class WithFlopTable:
    """Tyche with the buckets of all flops by index: an index and a load where the search takes milliseconds.

    table: uint16[1286792], in the order of `Lossless`, or what reads it, on the first flop. A `CardAbstraction`.
    """

    tyche: Tyche
    table: npt.NDArray[np.uint16] | Callable[[], npt.NDArray[np.uint16]]

    def __post_init__(self) -> None:
        if not callable(self.table):
            _ = self.early  # checks the table

    @cached_property
    def flops(self) -> npt.NDArray[np.uint16]:
        """The table."""
        return self.table() if callable(self.table) else self.table

    @cached_property
    def early(self) -> TableAbstraction:
        """The streets that have tables."""
        tables = np.arange(169, dtype=np.uint16), self.flops
        return TableAbstraction(tables, (169, self.tyche.count(1)), HOLDEM[:2], name=self.tyche.name)

    @property
    def deck(self) -> Deck:
        """The full deck."""
        return self.tyche.deck

    @property
    def groups(self) -> Groups:
        """Hold'em's."""
        return self.tyche.groups

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has."""
        return self.tyche.count(number)

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board."""
        return self._of(number).buckets(number, board, hands)

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each deal."""
        return self._of(number).lookup(number, cards)

    def stored(self) -> Stored:
        """Return what a file holds of it: that of Tyche, which it is, and the table."""
        tyche = self.tyche.stored()
        return Stored(tyche.kind, tyche.facts, {**tyche.arrays, FLOP_TABLE: self.flops})

    def _of(self, number: int) -> CardAbstraction:
        return self.early if number == 1 else self.tyche


def tyche_from_stored(facts: Facts, arrays: Arrays) -> Tyche | WithFlopTable:
    """Return Tyche from what `stored` gave, with its table of flops if that is there."""
    tyche = Tyche.from_stored(facts, arrays)
    return WithFlopTable(tyche, partial(arrays.__getitem__, FLOP_TABLE)) if FLOP_TABLE in arrays else tyche
