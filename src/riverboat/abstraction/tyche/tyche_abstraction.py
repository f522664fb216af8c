"""Tyche's card abstraction: rivers by win-tie-lose vectors, turn and flop by where they lead.

169 classes before the flop, 1024 buckets on the flop and on the turn, 2048 on the river. Built backwards:
`river_clusters` clusters the river, `turn_histograms` and `flop_histograms` describe a hand by the next street's
buckets, and `histogram_clusters` clusters those. Here the streets are put together and asked: a bucket from centroids
alone, without any table. `build` makes full tables.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.card_abstraction import (
    HOLDEM,
    BucketArray,
    Groups,
    deals_on_board,
    lookup_by_board,
)
from riverboat.abstraction.clustering.histogram_clusters import Distance, HistogramClusters
from riverboat.abstraction.methods.flop_histograms import FLOP_TURNS, TransportDistance
from riverboat.abstraction.methods.turn_histograms import (
    NO_BUCKET,
    EquityDistance,
    flop_rivers,
    hand_rivers,
)
from riverboat.abstraction.storage import Arrays, Facts, Prefixed, Stored, write_abstraction
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.abstraction.tables.recent_boards import UNKNOWN, RecentBoards
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.abstraction.tyche.config import TycheConfig
from riverboat.abstraction.tyche.river_clusters import RiverClusters
from riverboat.cards.card import FULL_DECK, HAND_CARDS, Deck, hand_indices
from riverboat.cards.strength import RIVER_OPPONENTS
from riverboat.errors import AbstractionError


@cache
def _classes_from(first: int) -> Lossless:
    return Lossless(HOLDEM[first:])


def turn_distance(config: TycheConfig, river: RiverClusters) -> Distance:
    """Return the distance between hands on the turn, rows of 46 river buckets."""
    if config.turn_ground == "equity":
        return EquityDistance(river.equity)
    return TransportDistance(_euclidean(river.centroids), config.transport)


def flop_distance(config: TycheConfig, turn: HistogramClusters) -> Distance:
    """Return the distance between hands on the flop, rows of 47 turn buckets: transport between turn centroids."""
    return TransportDistance(_euclidean(turn.centroids.astype(np.float64)), config.transport)


@dataclass(frozen=True)
class Tyche:
    """The abstraction from its centroids, without tables: microseconds on the river, milliseconds on the flop.

    A `CardAbstraction`. The buckets of a hand do not depend on the order of the board's cards. first: the street that
    is round 0, more than 0 for a game that begins later (`from_round`).
    """

    config: TycheConfig
    river: RiverClusters
    turn: HistogramClusters
    flop: HistogramClusters
    first: int = 0

    STORED_AS: ClassVar[str] = "tyche"

    @property
    def deck(self) -> Deck:
        """The full deck."""
        return FULL_DECK

    @property
    def classes(self) -> Lossless:
        """The classes of hands that buckets are made of."""
        return _classes_from(self.first)

    @property
    def groups(self) -> Groups:
        """Hold'em's, without the order of the board's cards."""
        return self.classes.groups

    @property
    def name(self) -> str:
        """The name of its config."""
        return self.config.name

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name} {self.count(n):,}" for n, name in enumerate(self.classes.names))
        return f"Tyche({self.name!r}: {sizes})"

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has."""
        return (169, len(self.flop), len(self.turn), len(self.river))[self._street(number)]

    def from_round(self, number: int) -> Tyche:
        """Return the same without the first rounds, for a game that begins later: 1 for a game from the flop on."""
        return replace(self, first=self._street(number))

    def _street(self, number: int) -> int:
        """Return which of hold'em's four streets a round is."""
        return self.first + self.classes.check_round(number)

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board. No hand may share a card with the board."""
        street = self._street(number)
        shown, cards = np.asarray(board, np.uint8), np.asarray(hands, np.uint8).reshape(-1, 2)
        index = self.classes.index(
            number, deals_on_board(board, cards), _threads(cards)
        )  # checks the cards, too
        if street == 0:
            return index.astype(np.uint32)
        if street == 3:
            return self._river_buckets(_win_tie(shown, cards)).astype(np.uint32)
        hand, known = hand_indices(cards), self._recent.on(shown)
        unknown = np.unique(hand[known[hand] == UNKNOWN])
        if len(unknown):
            known[unknown] = (self._on_flop, self._on_turn)[street - 1](shown, HAND_CARDS[unknown])
        return known[hand]

    def distances(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> np.ndarray:
        """Return how far each hand on one board lies from its bucket's centroid: float64[hands].

        On flop and turn it is the distance in the embedding, on the river that of the vectors of wins, ties and losses;
        before the flop 0.
        """
        street, cards = self._street(number), np.asarray(hands, np.uint8).reshape(-1, 2)
        self.classes.index(number, deals_on_board(board, cards))  # checks the cards
        shown = np.asarray(board, np.uint8)
        if street == 0:
            return np.zeros(len(cards))
        if street == 1:
            return self.flop.distances(self.flop_rows(shown, cards))
        if street == 2:
            return self.turn.distances(self._turn_rows(shown, cards))
        pairs = _win_tie(shown, cards)
        return self.river.distances(pairs, self._river_buckets(pairs))

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each deal; deals on the same board are worked out together."""
        return lookup_by_board(self, number, cards)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays of all streets by names such as `river:pairs`: some 17 MB."""
        streets = {"river": self.river.arrays(), "turn": self.turn.arrays(), "flop": self.flop.arrays()}
        return {f"{name}:{what}": array for name, arrays in streets.items() for what, array in arrays.items()}

    def stored(self) -> Stored:
        """Return what a file holds of it: all that finds a bucket.

        A river bucket is found by its pair, and the turn asks for no more than its mean equity, unless it asks for the
        distance between mean vectors; so those are left out, eight megabytes for 1,000 buckets.
        """
        arrays = self.arrays()
        if self.config.turn_ground == "equity":
            del arrays["river:means"]
            arrays["river:equity"] = self.river.equity.astype(np.float32)  # the distance takes no more of it
            arrays["river:pairs"] = arrays["river:pairs"].astype(np.uint16)
        begins = {"first": self.first} if self.first else {}
        return Stored(self.STORED_AS, {"config": self.config.to_toml(), **begins}, arrays)

    @classmethod
    def from_stored(cls, facts: Facts, arrays: Arrays) -> Tyche:
        """Return it from what `stored` gave, or from all `arrays`."""
        config = TycheConfig.from_toml(facts["config"])
        river = RiverClusters.from_arrays(Prefixed(arrays, "river:"))
        turn = HistogramClusters.from_arrays(turn_distance(config, river), Prefixed(arrays, "turn:"))
        flop = HistogramClusters.from_arrays(flop_distance(config, turn), Prefixed(arrays, "flop:"))
        return cls(config, river, turn, flop, facts.get("first", 0))

    @cached_property
    def _bucket_of_pair(self) -> np.ndarray:
        return self.river.pair_table()

    @cached_property
    def _recent(self) -> RecentBoards:
        return RecentBoards()

    def _river_buckets(self, pairs: np.ndarray) -> np.ndarray:
        places = (RIVER_OPPONENTS + 1) * pairs[:, 0].astype(np.intp) + pairs[:, 1]
        buckets: np.ndarray = self._bucket_of_pair[places]
        return buckets

    def _turn_rows(self, board: np.ndarray, hands: np.ndarray) -> np.ndarray:
        rows: np.ndarray = hand_rivers(board[None], hands, self._bucket_of_pair, threads=1)[0]
        return rows

    def _on_turn(self, board: np.ndarray, hands: np.ndarray) -> np.ndarray:
        rows = self._turn_rows(board, hands)
        first, same = _different(rows)  # a quarter of them: suits that no flush can come of do not matter
        found: np.ndarray = self.turn.nearest(rows[first], threads=_threads(first))[same]
        return found

    def _on_flop(self, board: np.ndarray, hands: np.ndarray) -> np.ndarray:
        return self.flop.nearest(self.flop_rows(board, hands), threads=_threads(hands))

    def flop_rows(self, board: npt.NDArray[np.uint8], hands: npt.NDArray[np.uint8]) -> np.ndarray:
        """Return the turn buckets that each hand on a flop can reach, sorted: uint16[hands, 47]."""
        rivers = flop_rivers(board, hands, self._bucket_of_pair).transpose(1, 0, 2)
        possible = rivers[:, :, 0] != NO_BUCKET  # a card of the hand cannot be the turn
        found = self.turn.nearest(rivers[possible], threads=_threads(hands))
        return np.sort(found.reshape(len(hands), FLOP_TURNS), axis=1)


def write_tyche(tyche: Tyche, path: str | os.PathLike[str], tables: TableAbstraction | None = None) -> None:
    """Write all centroids, and with them the tables if they are given; an old file stays as it was if that fails."""
    if tyche.first:
        raise AbstractionError(
            f"{tyche!r} begins later than before the flop; save the whole, and take from_round({tyche.first}) of what "
            "is opened"
        )
    config, arrays = tyche.config.to_toml(), tyche.arrays()
    if tables is None:
        write_abstraction(path, tyche, config, arrays)
    else:
        tables.save(path, beside=arrays)


def _threads(hands: np.ndarray) -> int | None:
    """One for a few hands: others would be ready after the work is done."""
    return 1 if len(hands) < 16 else None


def _different(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The places of rows that differ from each other, and which of these each row is the same as.

    >>> [part.tolist() for part in _different(np.array([[1, 2], [0, 2], [1, 2]], np.uint16))]
    [[1, 0], [1, 0, 1]]
    """
    whole = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.itemsize * rows.shape[1]))).ravel()
    _, first, same = np.unique(whole, return_index=True, return_inverse=True)
    return first, same


def _win_tie(board: np.ndarray, hands: np.ndarray) -> np.ndarray:
    """Wins and ties of hands on one river board: uint16[hands, 2]."""
    pairs: np.ndarray = _core.board_win_tie(board[None], 1)[0, hand_indices(hands)]
    return pairs


def _euclidean(points: np.ndarray) -> np.ndarray:
    """All distances between points: [k, d] -> float64[k, k]."""
    squares = np.einsum("ij,ij->i", points, points)
    distances: np.ndarray = np.sqrt(np.maximum(squares[:, None] + squares - 2 * points @ points.T, 0))
    np.fill_diagonal(distances, 0)
    return distances
