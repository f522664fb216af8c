"""A card abstraction with perfect recall up to the river: tables, and on the river intervals of strength."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import HOLDEM_IN_ORDER, BucketArray, Groups, deals_on_board
from riverboat.abstraction.gs.deals import SCORES
from riverboat.abstraction.storage import Arrays, Facts, Stored, write_abstraction
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.cards.card import Deck, hand_indices
from riverboat.cards.strength import win_tie_batch
from riverboat.errors import AbstractionError

_BOARDS = 4096  # boards on which all hands are counted at once: 22 MB


@dataclass(frozen=True, eq=False)
class RecallAbstraction:
    """Buckets that lie inside those of the street before; `build_abstraction("gs3")` makes it.

    earlier: the tables of preflop, flop and turn, by classes that keep the order of the board (`HOLDEM_IN_ORDER`).
    river: uint16[turn buckets, 1981], the bucket by the bucket on the turn and the score, 2 wins + ties against all
    hands. So 2,428,287,420 classes of river hands need no table of their own. river_count: buckets of the river.
    """

    earlier: TableAbstraction
    river: np.ndarray
    river_count: int

    STORED_AS: ClassVar[str] = "recall"

    def __post_init__(self) -> None:
        if self.earlier.groups != HOLDEM_IN_ORDER[:3]:
            raise AbstractionError(
                f"the tables are of the rounds {self.earlier.groups}; they must be of {HOLDEM_IN_ORDER[:3]}"
            )
        shape = (self.earlier.count(2), SCORES)
        if self.river.shape != shape or self.river.dtype != np.uint16:
            raise AbstractionError(
                f"the table of the river is {self.river.dtype}{list(self.river.shape)}; it must be "
                f"uint16{list(shape)}, by the bucket on the turn and the score"
            )
        if int(self.river.max()) >= self.river_count:
            raise AbstractionError(
                f"a river hand is in bucket {self.river.max()}; buckets are 0 to {self.river_count - 1}"
            )

    @cached_property
    def classes(self) -> Lossless:
        """The classes that buckets are made of."""
        return Lossless(HOLDEM_IN_ORDER)

    @property
    def groups(self) -> Groups:
        """Hold'em's, with the order of the board."""
        return HOLDEM_IN_ORDER

    @property
    def deck(self) -> Deck:
        """The full deck."""
        return self.earlier.deck

    @property
    def name(self) -> str:
        """The name of its config."""
        return self.earlier.name

    @property
    def config(self) -> str:
        """The TOML it was built from."""
        return self.earlier.config

    @property
    def counts(self) -> tuple[int, ...]:
        """Buckets by round."""
        return (*self.earlier.counts, self.river_count)

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return 4

    @property
    def nbytes(self) -> int:
        """The memory of the tables."""
        return self.earlier.nbytes + self.river.nbytes

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name} {n:,}" for name, n in zip(self.classes.names, self.counts, strict=True))
        return f"RecallAbstraction({self.name!r}: {sizes})"

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has."""
        return self.counts[self.classes.check_round(number)]

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board, whose cards are in the order in which they came."""
        return self.lookup(number, deals_on_board(board, hands))

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each deal. River deals on the same board are worked out together."""
        if self.classes.check_round(number) < 3:
            return self.earlier.lookup(number, cards)
        self.classes.index(3, cards)  # checks the cards
        deals = np.asarray(cards, np.uint8)
        parents = self.earlier.lookup(2, np.ascontiguousarray(deals[:, :6]))
        return np.asarray(self.river[parents, river_scores(deals)], np.uint32)

    def stored(self) -> Stored:
        """Return what a file holds of it."""
        earlier = self.earlier.stored()
        facts = {**earlier.facts, "groups": self.groups, "counts": self.counts}
        return Stored(self.STORED_AS, facts, {**earlier.arrays, "river_by_score": self.river})

    @classmethod
    def from_stored(cls, facts: Facts, arrays: Arrays) -> Self:
        """Return it from what `stored` gave."""
        *counts, river_count = facts["counts"]
        earlier = {**facts, "groups": facts["groups"][:-1], "counts": counts}
        return cls(TableAbstraction.from_stored(earlier, arrays), arrays["river_by_score"], river_count)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file that `open_abstraction` reads; an old file stays as it was if that fails."""
        self.earlier.check_values()
        write_abstraction(path, self, self.config, self.stored().arrays)


def river_scores(deals: npt.NDArray[np.uint8]) -> np.ndarray:
    """Return 2 wins + ties against all hands that may be held on the river: uint8[n, 7] -> int64[n].

    >>> river_scores(np.array([[51, 47, 43, 39, 35, 0, 5]], np.uint8))  # a royal flush
    array([1980])
    """
    boards, which = np.unique(np.sort(deals[:, 2:], axis=1), axis=0, return_inverse=True)
    hands = hand_indices(deals[:, :2])
    found = np.empty(len(deals), np.int64)
    order = np.argsort(which.ravel(), kind="stable")
    for begin in range(0, len(boards), _BOARDS):
        here = order[slice(*np.searchsorted(which.ravel()[order], [begin, begin + _BOARDS]))]
        pairs = win_tie_batch(boards[begin : begin + _BOARDS])
        own = pairs[which.ravel()[here] - begin, hands[here]]
        found[here] = own @ [2, 1]
    return found
