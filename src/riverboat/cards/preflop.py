"""Heads-up preflop match-ups, exact, from a table of all 93,769 that differ by more than suits.

The table is computed by Riverboat itself (`riverboat hands preflop-table`, some fifteen seconds) and ships with the
package.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, cached_property
from importlib.resources import as_file, files
from itertools import permutations

import numpy as np

from riverboat import _core
from riverboat.base.checks import check_threads
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.cards.card import HAND_CARDS, NUM_HANDS, hand_indices
from riverboat.cards.hand_class import CLASS_OF_HAND
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import CardError

BOARDS = 1_712_304
"""Boards that can come after two hands: C(48, 5)."""

_KIND = "preflop-equity"
_VERSION = 1
_FILE = "preflop_equity.safetensors"


class PreflopTable:
    """Wins and ties of the first hand over all boards, by the index of `HandIndexer((2, 2))`."""

    def __init__(self, wins: np.ndarray, ties: np.ndarray) -> None:
        self.wins, self.ties = wins, ties
        self._indexer = HandIndexer((2, 2))

    def counts(self, first: int, second: int) -> tuple[int, int]:
        """Return in how many of the 1,712,304 boards the first hand (an index) wins, and in how many both tie."""
        row, at = self._class_row[first], self._turned_back[self._suits[first], second]
        return int(self._rows[0][row, at]), int(self._rows[1][row, at])

    def shares(self, hand: int) -> np.ndarray:
        """Return what a hand (an index) wins of the pot against every hand, float[1326]; 0 where they share a card."""
        row, turned = self._class_row[hand], self._turned_back[self._suits[hand]]
        wins, ties, _ = self._rows
        shares: np.ndarray = ((wins[row] + ties[row] / 2) / BOARDS)[turned]
        return shares

    def against(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return what every hand meets in an opposing range: wins, ties and total.

        weights: float[1326]. Each result is float[1326], in boards times weight; only hands that share no card with
        the hand count. Divide by the total for probabilities.
        """
        # One hand of each class stands for all: relabel its suits, and the opposing range's with them.
        turned = weights[self._turned_hands]  # [24, 1326]
        wins, ties, total = ((rows @ turned.T)[self._class_row, self._suits] for rows in self._rows)
        return wins, ties, total

    @cached_property
    def equities(self) -> np.ndarray:
        """The equity of every hand against every other, 0 where they share a card: float[1326, 1326], 14 MB."""
        wins, ties, _ = self._rows
        shares = (wins + ties / 2) / BOARDS
        return np.asarray(shares[self._class_row[:, None], self._turned_back[self._suits]])

    @cached_property
    def _rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Wins, ties and boards, float[169, 1326] each: one hand per class against every hand."""
        first, second = np.meshgrid(self._first_of_class, np.arange(NUM_HANDS), indexing="ij")
        pairs = np.concatenate([HAND_CARDS[first], HAND_CARDS[second]], axis=2).reshape(-1, 4)
        apart = (pairs[:, None, :2] != pairs[:, 2:, None]).all(axis=(1, 2))
        index = self._indexer.index_batch(np.ascontiguousarray(pairs[apart]))
        rows = np.zeros((3, len(pairs)))
        rows[0, apart], rows[1, apart], rows[2, apart] = self.wins[index], self.ties[index], BOARDS
        wins, ties, total = rows.reshape(3, -1, NUM_HANDS)
        return wins, ties, total

    @cached_property
    def _first_of_class(self) -> np.ndarray:
        return np.unique(CLASS_OF_HAND, return_index=True)[1]

    @cached_property
    def _turned_hands(self) -> np.ndarray:
        """int[24, 1326]: each hand after each relabelling of suits."""
        relabelled = np.array(list(permutations(range(4))))[:, HAND_CARDS % 4] + HAND_CARDS // 4 * 4
        return hand_indices(relabelled)

    @cached_property
    def _turned_back(self) -> np.ndarray:
        """int[24, 1326]: each hand before each relabelling."""
        return np.argsort(self._turned_hands, axis=1)

    @cached_property
    def _class_row(self) -> np.ndarray:
        return np.asarray(CLASS_OF_HAND)

    @cached_property
    def _suits(self) -> np.ndarray:
        """For each hand a relabelling that turns the first hand of its class into it."""
        suits: np.ndarray = (
            self._turned_hands[:, self._first_of_class[CLASS_OF_HAND]] == np.arange(NUM_HANDS)
        ).argmax(axis=0)
        return suits


@cache
def preflop_table() -> PreflopTable:
    """Return the table that ships with the package."""
    with as_file(files("riverboat.data") / _FILE) as path:
        return read_preflop_table(path)


def read_preflop_table(path: str | os.PathLike[str]) -> PreflopTable:
    """Read a table from a file and verify it."""
    file = ArrayFile(path, kind=_KIND, max_version=_VERSION)
    file.verify()
    return PreflopTable(np.array(file["wins"]), np.array(file["ties"]))


def build_preflop_table(
    *, threads: int | None = None, progress: Callable[[int, int], None] | None = None
) -> PreflopTable:
    """Compute the whole table by enumeration; some fifteen seconds on two cores."""
    indexer = HandIndexer((2, 2))
    rows = indexer.cards_batch(1, np.arange(indexer.size(1)))
    mirror = indexer.index_batch(np.ascontiguousarray(rows[:, [2, 3, 0, 1]]))
    todo = np.flatnonzero(mirror >= np.arange(len(rows)))  # the other half follows by exchanging the players
    counts = _core.heads_up_preflop(
        np.ascontiguousarray(rows[todo]), check_threads(threads, CardError), progress
    )
    wins, ties = np.zeros(len(rows), np.uint32), np.zeros(len(rows), np.uint32)
    wins[mirror[todo]] = BOARDS - counts[:, 0] - counts[:, 1]
    ties[mirror[todo]] = counts[:, 1]
    wins[todo], ties[todo] = counts[:, 0], counts[:, 1]
    return PreflopTable(wins, ties)


def write_preflop_table(table: PreflopTable, path: str | os.PathLike[str]) -> None:
    """Write a table to a file that `read_preflop_table` reads."""
    made = {"index": "HandIndexer((2, 2))", "boards": str(BOARDS)}
    write_arrays(path, {"wins": table.wins, "ties": table.ties}, kind=_KIND, version=_VERSION, metadata=made)
