"""What a method is given to put the hands of a street into buckets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import HOLDEM, BucketArray
from riverboat.abstraction.tables.table_abstraction import smallest_type
from riverboat.base.checks import whole
from riverboat.base.progress import Progress, part_of
from riverboat.base.streets import STREETS
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError


@dataclass(frozen=True)
class Street:
    """A street of hold'em.

    >>> Street(1).name, Street(1).board_cards, Street(1).classes
    ('flop', 3, 1286792)
    """

    number: int

    @property
    def name(self) -> str:
        """preflop, flop, turn or river."""
        return STREETS[self.number]

    @property
    def after(self) -> Street:
        """The next street."""
        return Street(self.number + 1)

    @property
    def board_cards(self) -> int:
        """Cards on the board."""
        return sum(HOLDEM[self.number][1:])

    @cached_property
    def indexer(self) -> HandIndexer:
        """The index of its classes; they are those of the indexer's last round."""
        return HandIndexer(HOLDEM[self.number])

    @property
    def classes(self) -> int:
        """How many classes of hands it has."""
        return self.indexer.size()

    def weights(self, part: slice = slice(None), threads: int | None = None) -> np.ndarray:
        """Return how many hands each class holds: int64."""
        last = len(self.indexer.rounds) - 1
        return self.indexer.weight_batch(last, np.arange(*part.indices(self.classes)), threads)


@dataclass(frozen=True, eq=False)
class Buckets:
    """What a method makes: a bucket for each class, and how many buckets there are.

    centroids: float64[count, d] for methods whose buckets can be found again from them, without the table.
    """

    table: np.ndarray
    count: int
    centroids: np.ndarray | None = None


@dataclass(frozen=True)
class Work:
    """What a method works with: a seed, threads, whom to tell, and the buckets of the next street, if it has them.

    Streets are built from the last to the first, so that a method may look at where a hand can go.
    """

    seed: int = 0
    threads: int | None = None
    progress: Progress | None = None
    later: Buckets | None = None

    def part(self, begin: float, end: float) -> Progress | None:
        """Return a progress for a part of the work, such as from 0 to 0.5 of it."""
        return part_of(self.progress, begin, end)


class Method(Protocol):
    """A way to put the hands of a street into buckets; its fields are its settings in a config.

    It may name the `streets` it is for, and say with `needs_next` that it looks at the buckets of the next street.
    """

    def build(self, street: Street, work: Work) -> Buckets:
        """Return the bucket of every class of the street."""
        ...


@runtime_checkable
class Rule(Method, Protocol):
    """A method that needs no table: what it says of a hand follows from its settings alone."""

    def bucket_count(self, street: Street) -> int:
        """Return how many buckets the street has."""
        ...

    def on_board(self, street: Street, board: Sequence[int], hands: npt.NDArray[np.uint8]) -> BucketArray:
        """Return the bucket of each hand on one board: uint8[hands, 2] -> uint32[hands]."""
        ...


@runtime_checkable
class NamedRule(Protocol):
    """A rule whose buckets have names."""

    def bucket_name(self, street: Street, bucket: int) -> str:
        """Return what hands of a bucket are called."""
        ...


def check_count(value: int, what: str, most: int, example: int) -> int:
    """Return a whole number from 1 to `most`, or raise."""
    return whole(what, value, AbstractionError, least=1, most=most, example=example)


def without_gaps(labels: np.ndarray) -> tuple[np.ndarray, int]:
    """Return labels renumbered without gaps in their order, and how many there are.

    >>> without_gaps(np.array([7, 3, 7]))
    (array([1, 0, 1], dtype=uint16), 2)
    """
    used = np.flatnonzero(np.bincount(labels))
    place = np.zeros(used[-1] + 1, smallest_type(len(used)))
    place[used] = np.arange(len(used))
    return place[labels], len(used)
