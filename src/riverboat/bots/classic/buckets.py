"""Buckets of hand strength on every street: tables up to the turn, and on the river cuts of the strength itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import HOLDEM, BucketArray, deals_on_board
from riverboat.abstraction.clustering.kmeans_1d import kmeans_1d
from riverboat.abstraction.gs.deals import SCORES
from riverboat.abstraction.gs.recall_abstraction import river_scores
from riverboat.abstraction.methods.method import Street, Work
from riverboat.abstraction.methods.strength_buckets import StrengthKMeans
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.base.progress import Progress, part_of
from riverboat.cards.strength import win_tie_batch

RIVER = 3
_BOARDS = 4096  # river boards from which the cuts of the river are made: four million hands


@dataclass(frozen=True, eq=False)
class StrengthBuckets:
    """Hands by the mean square of their final strength, in which potential counts, cut by k-means street by street.

    earlier: tables of preflop, flop and turn. river: the bucket of each score, 2 wins + ties against all hands:
    uint16[1981]. The weakest hands are in bucket 0.
    """

    earlier: TableAbstraction
    river: np.ndarray

    @classmethod
    def build(
        cls, counts: Sequence[int], *, threads: int | None = None, progress: Progress | None = None
    ) -> Self:
        """Return so many buckets by street; some 20 seconds of processor time."""
        made = [
            StrengthKMeans(counts[number], "ehs2").build(
                Street(number),
                Work(threads=threads, progress=part_of(progress, number / 3, (number + 1) / 3)),
            )
            for number in range(RIVER)
        ]
        tables = tuple(street.table.astype(np.uint16) for street in made)
        earlier = TableAbstraction(tables, tuple(street.count for street in made), HOLDEM[:RIVER])
        return cls(earlier, _river_cuts(counts[RIVER], threads))

    @property
    def counts(self) -> tuple[int, ...]:
        """Buckets by street."""
        return (*self.earlier.counts, int(self.river.max()) + 1)

    def lookup(self, number: int, cards: npt.NDArray[np.uint8]) -> BucketArray:
        """Return the bucket of each deal on a street: uint8[n, 2 + board cards] -> uint32[n]."""
        if number < RIVER:
            return self.earlier.lookup(number, cards)
        return np.asarray(self.river[river_scores(cards)], np.uint32)

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8]) -> BucketArray:
        """Return the bucket of each hand on one board."""
        return self.lookup(number, deals_on_board(board, hands))

    def arrays(self) -> dict[str, np.ndarray]:
        """Return what a file holds of them."""
        names = ("preflop buckets", "flop buckets", "turn buckets")
        return {**dict(zip(names, self.earlier.tables, strict=True)), "river buckets": self.river}

    @classmethod
    def of_arrays(cls, arrays: dict[str, np.ndarray]) -> Self:
        """Return them from what `arrays` gave."""
        tables = tuple(arrays[f"{street} buckets"] for street in ("preflop", "flop", "turn"))
        earlier = TableAbstraction(tables, tuple(int(table.max()) + 1 for table in tables), HOLDEM[:RIVER])
        return cls(earlier, arrays["river buckets"])


def _river_cuts(count: int, threads: int | None) -> np.ndarray:
    """Cut the square of the strength of hands on drawn boards; all 134,459 kinds would change the cuts by a step."""
    rng = np.random.default_rng(0)
    boards = rng.random((_BOARDS, 52)).argsort(axis=1)[:, :5].astype(np.uint8)
    pairs = win_tie_batch(boards, threads).astype(np.int64)
    held = ~(pairs == 0).all(axis=2)  # also hands that beat nobody are left out; they are in bucket 0
    mass = np.bincount((pairs @ [2, 1])[held], minlength=SCORES)
    values = (np.arange(SCORES) / (SCORES - 1)) ** 2
    there = np.flatnonzero(mass)
    labels = kmeans_1d(values[there], count, weights=mass[there].astype(float)).labels
    cuts = [there[np.argmax(labels == label)] for label in range(1, count)]
    return np.searchsorted(cuts, np.arange(SCORES), side="right").astype(np.uint16)
