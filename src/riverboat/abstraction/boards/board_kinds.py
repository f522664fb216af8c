"""Kinds of boards: two boards are of one kind if the same hands before the flop are strong on both."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.clustering.kmeans import assign, kmeans
from riverboat.abstraction.clustering.ward import ward_order
from riverboat.abstraction.methods.street_strengths import StreetStrengths, street_strengths
from riverboat.abstraction.tables.board_tables import board_rows, rank_mask
from riverboat.base.checks import check_seed, check_threads, whole
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.base.progress import Progress, part_of
from riverboat.base.streets import STREETS
from riverboat.cards.card import FULL_DECK, HAND_CARDS, NUM_HANDS
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError

BOARDS: Final = (3, 4, 5)
"""Cards on the board of the streets that have one."""

_VERSION: Final = 2
_LEARNT_FROM: Final = 30_000  # boards, of which the centres are found; all others join the nearest
_ITERATIONS: Final = 30
_FULL: Final = (
    65_534  # what a hand that always wins has in the tables of strengths; 0 is a hand that cannot be held
)
_CHUNK: Final = 4096  # boards at a time


@dataclass(frozen=True, eq=False)
class BoardKinds:
    """The kind of every board of hold'em up to suits, street by street from the flop on.

    tables: uint16 by the index of `HandIndexer((cards,))`. counts: kinds of the streets. splits: of each street how its
    kinds divide: they lie in an order in which neighbours are alike, and the first `groups - 1` splits, each before the
    kind of its number, leave so many groups (`starts`). Nothing where that is not known.

    >>> kinds = BoardKinds((np.arange(1755, dtype=np.uint16) % 2,), (2,))
    >>> kinds.kind(1, [50, 45, 0]), kinds.count(0), kinds.count(1)
    (0, 1, 2)
    """

    tables: tuple[npt.NDArray[np.uint16], ...]
    counts: tuple[int, ...]
    splits: tuple[npt.NDArray[np.uint16], ...] = ()

    KIND: ClassVar[str] = "kinds of boards"

    def __post_init__(self) -> None:
        for cards, table, count in zip(BOARDS, self.tables, self.counts, strict=False):
            if table.shape != (board_rows(cards),) or table.dtype != np.uint16 or int(table.max()) >= count:
                raise AbstractionError(
                    f"the kinds of boards of {cards} cards are {table.dtype}{list(table.shape)} up to {table.max()}; "
                    f"they are uint16[{board_rows(cards)}] below {count}"
                )
        if len(self.tables) != len(self.counts):
            raise AbstractionError(
                f"there are {len(self.tables)} tables of boards and {len(self.counts)} counts"
            )
        for count, splits in zip(self.counts, self.splits, strict=bool(self.splits)):
            if not np.array_equal(np.sort(splits), np.arange(1, count)):
                raise AbstractionError(
                    f"the splits of {count} kinds are {splits.tolist()[:9]} ...; they are 1 to {count - 1}, once each"
                )

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {n}" for name, n in zip(STREETS[1:], self.counts, strict=False))
        return f"BoardKinds({told})"

    @cached_property
    def _indexers(self) -> tuple[HandIndexer, ...]:
        return tuple(HandIndexer((cards,)) for cards in BOARDS[: len(self.tables)])

    def count(self, number: int) -> int:
        """Return how many kinds a round has: one before the flop."""
        return self.counts[number - 1] if number else 1

    def kind(self, number: int, board: Sequence[int]) -> int:
        """Return the kind of a board."""
        return int(self.tables[number - 1][self._indexers[number - 1].index(list(board))]) if number else 0

    def lookup(self, number: int, boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint32]:
        """Return the kinds of many boards of a round: uint32[boards]."""
        if not number:
            return np.zeros(len(boards), np.uint32)
        return self.tables[number - 1][self._indexers[number - 1].index_batch(boards)].astype(np.uint32)

    # --- fewer kinds ------------------------------------------------------------------------------------------------

    def starts(self, number: int, groups: int) -> npt.NDArray[np.int64]:
        """Return the first kind of each of so many groups of like kinds of a round, fewer if there are no more kinds.

        >>> kinds = BoardKinds((np.arange(1755, dtype=np.uint16) % 4,), (4,), (np.array([2, 3, 1], np.uint16),))
        >>> [kinds.starts(1, groups).tolist() for groups in (1, 2, 3, 9)]
        [[0], [0, 2], [0, 2, 3], [0, 1, 2, 3]]
        """
        if not number or not self.splits:
            return np.arange(self.count(number))
        return np.sort(np.append(0, self.splits[number - 1][: groups - 1].astype(np.int64)))

    def pooled(self, groups: int) -> BoardKinds:
        """Return the same with at most so many kinds a street, which divide as these do.

        >>> kinds = BoardKinds((np.arange(1755, dtype=np.uint16) % 4,), (4,), (np.array([2, 3, 1], np.uint16),))
        >>> kinds.pooled(3).tables[0][:5].tolist(), kinds.pooled(3).splits[0].tolist()
        ([0, 0, 1, 2, 0], [1, 2])
        """
        whole("kinds of boards", groups, AbstractionError, least=1, example=20)
        if not self.splits:
            raise AbstractionError(f"{self!r} cannot be pooled: how they divide is not known; find them anew")
        tables, splits = [], []
        for number, (table, own) in enumerate(zip(self.tables, self.splits, strict=True), 1):
            starts = self.starts(number, groups)
            tables.append((np.searchsorted(starts, table, side="right") - 1).astype(np.uint16))
            splits.append(np.searchsorted(starts, own[: len(starts) - 1]).astype(np.uint16))
        return BoardKinds(tuple(tables), tuple(len(own) + 1 for own in splits), tuple(splits))

    # --- files ----------------------------------------------------------------------------------------------------

    def arrays(self) -> dict[str, np.ndarray]:
        """Return what a file holds."""
        kinds = {f"boards_{number}": table for number, table in enumerate(self.tables, 1)}
        return kinds | {f"splits_{number}": splits for number, splits in enumerate(self.splits, 1)}

    @classmethod
    def from_arrays(cls, counts: Sequence[int], arrays: Any) -> BoardKinds:
        """Return the same again."""
        tables, splits = (
            tuple(arrays[f"{what}_{n}"] for n in range(1, len(counts) + 1) if f"{what}_{n}" in arrays)
            for what in ("boards", "splits")
        )
        return cls(tables, tuple(counts), splits)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file; an old one stays as it was if that fails."""
        counts = " ".join(map(str, self.counts))
        write_arrays(path, self.arrays(), kind=self.KIND, version=_VERSION, metadata={"counts": counts})

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> BoardKinds:
        """Read a file that `save` wrote."""
        file = ArrayFile(path, kind=cls.KIND, max_version=_VERSION)
        return cls.from_arrays([int(count) for count in file.metadata["counts"].split()], file)


def check_kinds(counts: object, what: str = "boards") -> tuple[int, ...]:
    """Return numbers of kinds of flops, turns and rivers; raise unless they are.

    >>> check_kinds([20, 0, 20])
    Traceback (most recent call last):
    riverboat.errors.AbstractionError: boards[1] is 0; it must be a whole number from 1 to 16,432, such as 20
    """
    if not isinstance(counts, list | tuple) or not 1 <= len(counts) <= len(BOARDS):
        raise AbstractionError(
            f"{what} is {counts!r}; give how many kinds of flops, turns and rivers there are, such as [20, 20, 20]"
        )
    for number, (cards, count) in enumerate(zip(BOARDS, counts, strict=False)):
        most = min(board_rows(cards), 65_535)
        whole(f"{what}[{number}]", count, AbstractionError, least=1, most=most, example=20)
    return tuple(counts)


def find_board_kinds(
    counts: Sequence[int],
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> BoardKinds:
    """Return so many kinds of flops, turns and rivers, by k-means over what hands are worth there.

    A board is 338 numbers: how strong each of the 169 hands before the flop is on it against a random hand, on average
    over its suits, and how much that differs between suits. Half a minute of processor time for all streets.
    """
    kinds = check_kinds(tuple(counts))
    check_seed(seed, AbstractionError)
    found = []
    for number, (cards, count) in enumerate(zip(BOARDS, kinds, strict=False)):
        tell = part_of(progress, number / len(kinds), (number + 1) / len(kinds))
        found.append(_kinds_of(cards, count, seed, threads, tell))
    return BoardKinds(tuple(table for table, _ in found), kinds, tuple(splits for _, splits in found))


def _kinds_of(
    cards: int, count: int, seed: int, threads: int | None, progress: Progress | None
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]:
    """The kind of every board, and how kinds divide."""
    if count == 1:
        return np.zeros(board_rows(cards), np.uint16), np.zeros(0, np.uint16)
    points = board_points(cards, threads, progress)
    dealt = HandIndexer((cards,)).weight_batch(0, np.arange(len(points))).astype(np.float64)
    rng = np.random.default_rng(seed)
    some = np.arange(len(points))
    if len(points) > _LEARNT_FROM:
        some = np.sort(rng.choice(len(points), _LEARNT_FROM, replace=False))
    found = kmeans(
        points[some], count, weights=dealt[some], iterations=_ITERATIONS, seed=seed, threads=threads
    )
    kinds = np.asarray(assign(points, found.centroids, threads=threads), np.int64)
    order, splits = ward_order(found.centroids, np.bincount(kinds, dealt, count))
    return np.argsort(order)[kinds].astype(np.uint16), splits


def board_points(
    cards: int, threads: int | None = None, progress: Progress | None = None
) -> npt.NDArray[np.float32]:
    """Return what the hands before the flop are worth on every board of so many cards: float32[boards, 338]."""
    strengths = _by_board(street_strengths(cards, threads, progress), cards, threads)
    classes = HandIndexer((2,)).index_batch(HAND_CARDS)
    members = np.zeros((NUM_HANDS, 169), np.float32)
    members[np.arange(NUM_HANDS), classes] = 1
    weights = np.sqrt(members.sum(axis=0) / NUM_HANDS)  # a class counts as often as it is dealt
    points = np.zeros((len(strengths), 2 * 169), np.float32)
    for begin in range(0, len(strengths), _CHUNK):
        part = strengths[begin : begin + _CHUNK]
        strength = part.astype(np.float32) / _FULL
        held = np.maximum((part > 0).astype(np.float32) @ members, 1)
        mean = (strength @ members) / held
        spread = np.sqrt(np.maximum((strength**2 @ members) / held - mean**2, 0))
        points[begin : begin + _CHUNK] = np.concatenate([mean * weights, spread * weights], axis=1)
    return points


def _by_board(found: StreetStrengths, cards: int, threads: int | None) -> npt.NDArray[np.uint16]:
    """Strengths laid out as `BoardTables` lays out buckets: [boards, hands], 0 for hands that the board leaves none."""
    by_class = np.empty(len(found.scores), np.uint16)
    for begin in range(0, len(by_class), 1 << 22):
        part = slice(begin, begin + (1 << 22))
        by_class[part] = 1 + np.rint(found.ehs(part) * (_FULL - 1))
    table = np.zeros(board_rows(cards) * NUM_HANDS, np.uint16)
    workers = check_threads(threads, AbstractionError)
    _core.fill_board_table(cards, rank_mask(FULL_DECK), by_class, table, workers, lambda *_: None)
    return table.reshape(-1, NUM_HANDS)
