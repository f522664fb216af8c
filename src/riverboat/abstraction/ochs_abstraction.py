"""OCHS without tables of the late streets: buckets are found by the centroids, all hands of a board at once.

The tables of turn and river take 270 MB, the centroids of 500 buckets 64 kB, and a strategy's file can hold those. All
hands on a turn take 2 ms, on a river half a millisecond; a flop would take 50, so its table is kept, 2.6 MB. It may be
made by any method.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Self

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import (
    HOLDEM,
    BucketArray,
    Groups,
    deals_on_board,
    lookup_by_board,
)
from riverboat.abstraction.methods.method import Street
from riverboat.abstraction.methods.ochs import (
    MOST_OPPONENTS,
    ochs_buckets,
    ochs_table,
    ochs_vectors,
    opponent_clusters,
)
from riverboat.abstraction.storage import Arrays, Facts, Stored, write_abstraction
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.abstraction.tables.recent_boards import UNKNOWN, RecentBoards
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.base.progress import Progress, part_of
from riverboat.cards.card import FULL_DECK, NUM_HANDS, Deck, hand_indices
from riverboat.errors import AbstractionError

SEARCHED_FROM: Final = 2
"""The turn: the first street that is searched where there is a table of it, too."""


@dataclass(frozen=True, eq=False)
class OchsAbstraction:
    """Tables of the early streets, and for the later ones the centroids of OCHS vectors. A `CardAbstraction`.

    It gives the buckets that the tables of `Ochs` have. early: of hold'em's first streets. centroids: those of each
    street after them, float64[buckets, opponents].
    """

    early: TableAbstraction
    centroids: tuple[np.ndarray, ...]

    STORED_AS: ClassVar[str] = "ochs"

    def __post_init__(self) -> None:
        if (
            self.early.groups != HOLDEM[: self.early.rounds]
            or self.early.deck != FULL_DECK
            or not 1 <= self.early.rounds < self.early.rounds + len(self.centroids) <= len(HOLDEM)
        ):
            raise AbstractionError(
                f"{self.early!r} and centroids of {len(self.centroids)} streets are not hold'em's; give tables from "
                "preflop on, such as those of preflop and flop, and centroids of turn and river"
            )
        for name, points in zip(self.classes.names[self.early.rounds :], self.centroids, strict=True):
            if points.ndim != 2 or not (len(points) and 1 <= points.shape[1] <= MOST_OPPONENTS):
                raise AbstractionError(
                    f"the centroids of the {name} have the shape {points.shape}; it must be (buckets, opponents), such "
                    "as (500, 8)"
                )

    @property
    def deck(self) -> Deck:
        """The full deck."""
        return FULL_DECK

    @property
    def groups(self) -> Groups:
        """Hold'em's, up to the last street that has centroids."""
        return HOLDEM[: self.early.rounds + len(self.centroids)]

    @cached_property
    def classes(self) -> Lossless:
        """The classes of hands that buckets are made of."""
        return Lossless(self.groups)

    @property
    def name(self) -> str:
        """The name of its config."""
        return self.early.name

    @property
    def config(self) -> str:
        """The TOML it was built from."""
        return self.early.config

    @property
    def counts(self) -> tuple[int, ...]:
        """Buckets by round."""
        return (*self.early.counts, *map(len, self.centroids))

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name} {n:,}" for name, n in zip(self.classes.names, self.counts, strict=True))
        return f"OchsAbstraction({self.name!r}: {sizes})"

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has."""
        return self.counts[self.classes.check_round(number)]

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board. No hand may share a card with the board."""
        street = self.classes.check_round(number) - self.early.rounds
        if street < 0:
            return self.early.buckets(number, board, hands)
        cards, shown = np.asarray(hands, np.uint8).reshape(-1, 2), np.asarray(board, np.uint8)
        self.classes.index(number, deals_on_board(board, cards), 1)  # checks the cards
        hand, known = hand_indices(cards), self._recent.on(shown)
        if (known[hand] == UNKNOWN).any():
            found, deals = ochs_buckets(shown[None], self.centroids[street], 1)
            known[hand_indices(deals[:, :2])] = found
        return known[hand]

    def distances(
        self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /
    ) -> np.ndarray | None:
        """Return how far the vector of each hand on one board lies from its bucket's centroid: float64[hands].

        None on a street that has a table.
        """
        street = self.classes.check_round(number) - self.early.rounds
        if street < 0:
            return None
        points, own = self.centroids[street], self.buckets(number, board, hands)
        shown = np.asarray(board, np.uint8)[None]
        vectors, deals = ochs_vectors(shown, opponent_clusters(points.shape[1]), 1)
        place = np.empty(NUM_HANDS, np.intp)
        place[hand_indices(deals[:, :2])] = np.arange(len(deals))
        return np.asarray(np.linalg.norm(vectors[place[hand_indices(hands)]] - points[own], axis=1))

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each deal; deals on the same board are worked out together."""
        if self.classes.check_round(number) < self.early.rounds:
            return self.early.lookup(number, cards)
        return lookup_by_board(self, number, cards)

    def tables(self, *, threads: int | None = None, progress: Progress | None = None) -> TableAbstraction:
        """Return the same as tables of all classes of all streets: minutes of processor time, and 280 MB."""
        first, late = self.early.rounds, []
        for place, points in enumerate(self.centroids):
            tell = part_of(progress, place / len(self.centroids), (place + 1) / len(self.centroids))
            late.append(ochs_table(Street(first + place), points, threads, tell))
        return TableAbstraction(
            (*self.early.tables, *late), self.counts, self.groups, name=self.name, config=self.config
        )

    def stored(self) -> Stored:
        """Return what a file holds of it: tables of the early streets, centroids of the others."""
        early = self.early.stored()
        late = {centroids_name(self.early.rounds + n): points for n, points in enumerate(self.centroids)}
        facts = {**early.facts, "groups": self.groups, "counts": self.counts}
        return Stored(self.STORED_AS, facts, {**early.arrays, **late})

    @classmethod
    def from_stored(cls, facts: Facts, arrays: Arrays) -> Self:
        """Return it from what `stored` gave, or from tables and centroids of all streets."""
        rounds = len(facts["groups"])
        first = SEARCHED_FROM if f"buckets_{SEARCHED_FROM - 1}" in arrays else 1
        of_early = {**facts, "groups": facts["groups"][:first], "counts": facts["counts"][:first]}
        late = tuple(arrays[centroids_name(number)] for number in range(first, rounds))
        return cls(TableAbstraction.from_stored(of_early, arrays), late)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file that `open_abstraction` reads; an old file stays as it was if that fails."""
        self.early.check_values()
        write_abstraction(path, self, self.config, self.stored().arrays)

    @cached_property
    def _recent(self) -> RecentBoards:
        return RecentBoards()


def centroids_name(number: int) -> str:
    """Return the name of the centroids of a round among the arrays of a file.

    >>> centroids_name(3)
    'centroids_3'
    """
    return f"centroids_{number}"


def has_late_centroids(rounds: int, arrays: Arrays) -> bool:
    """Return whether the arrays of a file have centroids of all late streets, so that no table of them is needed."""
    late = range(SEARCHED_FROM, rounds)
    return len(late) > 0 and all(centroids_name(number) in arrays for number in late)
