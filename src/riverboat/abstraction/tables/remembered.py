"""Perfect recall for any abstraction: a bucket is the pair of the bucket before and the bucket now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import BucketArray, Grouped, Groups, bucket_name, deals_on_board
from riverboat.abstraction.storage import Stored, stored_of
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.cards.card import Deck
from riverboat.errors import AbstractionError

MOST_CLASSES: Final = 10**8
"""A round with more classes is not searched for pairs; hold'em has 55,190,538 turns and 2,428,287,420 rivers."""

_CHUNK = 1 << 20  # classes that are looked up at once


class Remembered:
    """An abstraction that never forgets, made from one that does: buckets lie inside those of the round before.

    A bucket is the number of a pair: its own bucket of the round before, and the bucket of the given abstraction now.
    Pairs are numbered in ascending order over those that occur, which are found by looking up every class of the round
    with the order of the board kept: half a minute for all turns of hold'em, on the first question about them. The
    river has too many classes for that, so there every pair has a number, whether it occurs or not. every: so has it
    on all streets, and nothing is searched; `DealTables.remembering` has the same numbers.

    >>> from riverboat.abstraction import TableAbstraction
    >>> pairs = np.zeros(169, np.uint16)
    >>> pairs[[0, 90]] = 1  # 22 and AA
    >>> tables = pairs, (np.arange(1286792) % 2).astype(np.uint16)
    >>> made = Remembered(TableAbstraction(tables, (2, 2), groups=((2,), (2, 3))))
    >>> made.count(0), made.count(1)
    (2, 4)
    """

    STORED_AS: ClassVar[str] = "remembered"

    def __init__(self, abstraction: Grouped, *, every: bool = False, threads: int | None = None) -> None:
        self.of, self._every, self._threads = abstraction, every, threads
        boards = [sum(group[1:]) for group in abstraction.groups]
        if any(now <= before for before, now in pairwise(boards)):
            raise AbstractionError(
                f"the boards of rounds {abstraction.groups} have {boards} cards; each must have more than the last"
            )
        hole, new = abstraction.groups[0][0], [now - before for before, now in pairwise([0, *boards])]
        self.groups: Groups = tuple(
            (hole, *(n for n in new[: number + 1] if n)) for number in range(len(boards))
        )
        self._pairs: dict[int, np.ndarray] = {}

    @property
    def deck(self) -> Deck:
        """The deck hands are dealt from."""
        return self.of.deck

    @cached_property
    def classes(self) -> Lossless:
        """The classes that buckets are made of: they keep the order of the board."""
        return Lossless(self.groups, self.deck)

    def __repr__(self) -> str:
        return f"Remembered({self.of!r})"

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has."""
        which = self.classes.check_round(number)
        if which == 0:
            return self.of.count(0)
        if self._searched(which):
            return len(self._occurring(which))
        every = self.count(which - 1) * self.of.count(which)
        if every >= 2**32:
            raise AbstractionError(
                f"{self.count(which - 1):,} remembered buckets times {self.of.count(which):,} of the "
                f"{self.classes.names[which]} are {every:,} pairs; numbers are below 2**32: take a coarser abstraction"
            )
        return every

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board, whose cards are in the order in which they came."""
        which = self.classes.check_round(number)
        if which == 0 or self._searched(which):
            return self.lookup(number, deals_on_board(board, hands))
        before = self.buckets(which - 1, board[: sum(self.groups[which - 1][1:])], hands)
        return before * np.uint32(self.of.count(which)) + self.of.buckets(which, board, hands)

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each deal."""
        which = self.classes.check_round(number)
        self.count(which)  # refuses too many
        if which == 0:
            return self.of.lookup(0, cards)
        pairs = self._pair(which, np.asarray(cards, np.uint8))
        if self._searched(which):
            return np.searchsorted(self._occurring(which), pairs).astype(np.uint32)
        return pairs.astype(np.uint32)

    def bucket_name(self, number: int, bucket: int, /) -> str:
        """Return the names of the buckets on all streets so far, as 1/3."""
        which = self.classes.check_round(number)
        if which == 0:
            return bucket_name(self.of, 0, bucket)
        pair = int(self._occurring(which)[bucket]) if self._searched(which) else bucket
        before, now = divmod(pair, self.of.count(which))
        return f"{self.bucket_name(which - 1, before)}/{bucket_name(self.of, which, now)}"

    def stored(self) -> Stored:
        """Return what a file holds: that of the abstraction, since all pairs have numbers that follow from it."""
        if not self._every:
            raise AbstractionError(
                f"{self!r} numbers the pairs that occur; a file holds one that numbers all: Remembered(…, every=True)"
            )
        of = stored_of(self.of)
        return Stored(self.STORED_AS, {"of": of.about}, of.arrays)

    def _pair(self, number: int, cards: np.ndarray) -> np.ndarray:
        before = self.lookup(number - 1, np.ascontiguousarray(cards[:, : sum(self.groups[number - 1])]))
        return before.astype(np.int64) * self.of.count(number) + self.of.lookup(number, cards)

    def _searched(self, number: int) -> bool:
        return not self._every and self.classes.count(number) <= MOST_CLASSES

    def _occurring(self, number: int) -> np.ndarray:
        """Return the pairs of a round that occur, ascending."""
        if number not in self._pairs:
            indexer, size = self.classes.indexers[number], self.classes.count(number)
            found = np.empty(0, np.int64)
            for begin in range(0, size, _CHUNK):
                part = np.arange(begin, min(begin + _CHUNK, size))
                cards = indexer.cards_batch(number, part, self._threads)
                found = np.union1d(found, self._pair(number, cards))
            self._pairs[number] = found
        return self._pairs[number]
