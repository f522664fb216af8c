"""An abstraction as tables: one bucket for each class of hands, so that asking costs one index and one load."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import HOLDEM, BucketArray, Groups, deals_on_board
from riverboat.abstraction.storage import Arrays, Facts, Stored, deck_fact, write_abstraction
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.cards.card import FULL_DECK, Deck, card_names
from riverboat.errors import AbstractionError


@dataclass(frozen=True, eq=False)
class TableAbstraction:
    """A bucket for every class of hands of every round.

    tables: uint16 or uint32 by round, one number for each index of the round's `HandIndexer` (`Lossless.indexers`).
    counts: buckets by round. config: the TOML it was built from.

    >>> pairs = np.zeros(169, np.uint16)
    >>> pairs[[0, 90]] = 1  # 22 and AA
    >>> toy = TableAbstraction((pairs,), (2,), groups=((2,),))
    >>> toy.buckets(0, [], np.array([[51, 50], [51, 49], [51, 47]], np.uint8)).tolist()
    [1, 1, 0]
    """

    tables: tuple[np.ndarray, ...]
    counts: tuple[int, ...]
    groups: Groups = HOLDEM
    deck: Deck = FULL_DECK
    name: str = ""
    config: str = ""

    STORED_AS: ClassVar[str] = "tables"

    def __post_init__(self) -> None:
        if not len(self.tables) == len(self.counts) == len(self.groups):
            raise AbstractionError(
                f"there are {len(self.tables)} tables, {len(self.counts)} counts and {len(self.groups)} rounds; "
                "each round needs a table and a count"
            )
        for number, table in enumerate(self.tables):
            self._check_table(number, table)

    def _check_table(self, number: int, table: np.ndarray) -> None:
        name, classes = self.classes.names[number], self.classes.count(number)
        if table.shape != (classes,) or table.dtype not in (np.uint16, np.uint32):
            raise AbstractionError(
                f"the table of the {name} is {table.dtype}{list(table.shape)}; it must be uint16 or uint32[{classes}]"
            )
        if not 1 <= self.counts[number] <= classes:
            raise AbstractionError(
                f"the {name} has {self.counts[number]} buckets; there may be from 1 to {classes:,}, one for each class"
            )

    @cached_property
    def classes(self) -> Lossless:
        """The classes that the tables are over."""
        return Lossless(self.groups, self.deck)

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.tables)

    @property
    def nbytes(self) -> int:
        """The memory of the tables."""
        return sum(table.nbytes for table in self.tables)

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name} {n:,}" for name, n in zip(self.classes.names, self.counts, strict=True))
        return f"TableAbstraction({self.name!r}: {sizes})"

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has."""
        return self.counts[self.classes.check_round(number)]

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board."""
        return self.lookup(number, deals_on_board(board, hands))

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each deal."""
        index = self.classes.index(number, cards)
        return np.asarray(self.tables[number][index], np.uint32)

    def from_round(self, number: int) -> TableAbstraction:
        """Return the same without the first rounds, for a game that begins later: 1 for a game from the flop on."""
        first = self.classes.check_round(number)
        later = self.tables[first:], self.counts[first:], self.groups[first:]
        return TableAbstraction(*later, self.deck, self.name, self.config)

    def check_values(self) -> None:
        """Read all tables; raise, naming a hand, unless every bucket is below its round's count."""
        for number, table in enumerate(self.tables):
            if int(table.max()) >= self.counts[number]:
                worst = int(table.argmax())
                hand = card_names(self.classes.indexers[number].cards(len(self.groups[number]) - 1, worst))
                raise AbstractionError(
                    f"{hand} is in bucket {table[worst]} of the {self.classes.names[number]}; buckets are 0 to "
                    f"{self.counts[number] - 1}"
                )

    def stored(self) -> Stored:
        """Return what a file holds of it."""
        facts = {
            "groups": self.groups,
            "deck": deck_fact(self.deck),
            "counts": self.counts,
            "name": self.name,
            "config": self.config,
        }
        return Stored(self.STORED_AS, facts, {f"buckets_{n}": table for n, table in enumerate(self.tables)})

    @classmethod
    def from_stored(cls, facts: Facts, arrays: Arrays) -> Self:
        """Return it from what `stored` gave."""
        groups = tuple(tuple(group) for group in facts["groups"])
        tables = tuple(arrays[f"buckets_{number}"] for number in range(len(groups)))
        counts, deck = tuple(facts["counts"]), Deck(*facts["deck"])
        return cls(tables, counts, groups, deck, facts["name"], facts["config"])

    def save(self, path: str | os.PathLike[str], beside: Mapping[str, np.ndarray] | None = None) -> None:
        """Write it to a file that `open_abstraction` reads; an old file stays as it was if that fails.

        beside: arrays that the file holds as well: the centroids that the tables are made from.
        """
        self.check_values()
        write_abstraction(path, self, self.config, {**self.stored().arrays, **(beside or {})})


def smallest_type(count: int) -> type[np.uint16] | type[np.uint32]:
    """Return the type that holds bucket numbers below `count`.

    >>> smallest_type(65536).__name__, smallest_type(65537).__name__
    ('uint16', 'uint32')
    """
    return np.uint16 if count <= 2**16 else np.uint32
