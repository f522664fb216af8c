"""How strong every class of hands of a street is against one random hand: exact, for all classes at once."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

import numpy as np

from riverboat import _core
from riverboat.abstraction.methods.river_pairs import river_pairs
from riverboat.base.checks import check_threads
from riverboat.base.progress import Progress
from riverboat.cards.card import HAND_CARDS, NUM_HANDS, hand_indices
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.preflop import preflop_table
from riverboat.cards.strength import RIVER_OPPONENTS, ehs_squared
from riverboat.errors import AbstractionError

Feature: TypeAlias = Literal["ehs", "ehs2"]

FEATURES: Final = ("ehs", "ehs2")
CANONICAL_BOARDS: Final = {3: 1_755, 4: 16_432, 5: 134_459}
"""Boards up to a renaming of suits, by their number of cards."""

CHUNK: Final = 1 << 22
"""Classes that are worked on at once where a street's arrays would be too many in memory."""

_BEST: Final = 2 * RIVER_OPPONENTS  # the score, 2 wins + ties, of a hand that always wins


@dataclass(frozen=True, eq=False)
class StreetStrengths:
    """Counts over all opposing hands and all ways to end the board, by the index of the street's `HandIndexer`.

    wins, ties: whole numbers; divided by `opponents` they are chances. squares: the sum of (2 wins + ties)² of each
    complete board, or None on the river, where there is one board. boards: ways to end the board.

    >>> preflop = street_strengths(0)
    >>> preflop.ehs()[90].round(6), preflop.ehs_squared()[90].round(6)  # aces
    (np.float64(0.852037), np.float64(0.737211))
    """

    wins: np.ndarray
    ties: np.ndarray
    squares: np.ndarray | None
    boards: int

    @property
    def opponents(self) -> int:
        """How many times a hand meets another: the ways to end the board times 990."""
        return self.boards * RIVER_OPPONENTS

    @cached_property
    def scores(self) -> np.ndarray:
        """2 wins + ties, uint16 on the river, else uint32; at most `2 * opponents`."""
        return np.asarray(self.wins * self.wins.dtype.type(2) + self.ties)

    def ehs(self, part: slice | np.ndarray = slice(None)) -> np.ndarray:
        """Return expected hand strength: float64."""
        strength: np.ndarray = self.scores[part] / (2 * self.opponents)
        return strength

    def ehs_squared(self, part: slice | np.ndarray = slice(None)) -> np.ndarray:
        """Return the mean square of the final hand strength: float64."""
        if self.squares is None:
            return self.ehs(part) ** 2
        mean: np.ndarray = self.squares[part] / (self.boards * _BEST**2)
        return mean


def street_strengths(
    board_cards: int, threads: int | None = None, progress: Progress | None = None
) -> StreetStrengths:
    """Count for every class of a street; board_cards: 0, 3, 4 or 5.

    Processor time: some 12 seconds for the flop (1,286,792 classes), 6 for the turn (13,960,050) and 3 for the river
    (123,156,254, in 0.5 GB), shared by the threads. Every board up to suits is counted by itself, over all its ends:
    to count a river board anew takes 4 ns a hand, to look hands up in the table of the river some 20.
    """
    workers = check_threads(threads, AbstractionError)
    if board_cards == 0:
        return _preflop()
    if board_cards not in CANONICAL_BOARDS:
        raise AbstractionError(
            f"no street of hold'em has {board_cards!r} board cards; it must be 0, 3, 4 or 5"
        )
    if board_cards == 5:
        pairs = river_pairs(threads=threads, progress=progress)
        return StreetStrengths(pairs[:, 0], pairs[:, 1], None, 1)
    classes, all_boards = HandIndexer((2, board_cards)).size(), CANONICAL_BOARDS[board_cards]
    wins, ties, squares = (np.empty(classes, np.uint32) for _ in range(3))
    _core.street_strengths(board_cards, 0, all_boards, wins, ties, squares, workers, progress)
    return StreetStrengths(wins, ties, squares, math.comb(50 - board_cards, 5 - board_cards))


def _preflop() -> StreetStrengths:
    first = HandIndexer((2,)).cards_batch(0, np.arange(169))
    hands = hand_indices(first)
    wins, ties, _ = preflop_table().against(np.ones(NUM_HANDS))
    boards = math.comb(50, 5)
    squares = ehs_squared()[hands] * (boards * float(_BEST) ** 2)
    return StreetStrengths(wins[hands].astype(np.uint32), ties[hands].astype(np.uint32), squares, boards)


# --- hands board by board --------------------------------------------------------------------------------------


def board_chunks(
    board_cards: int, hands: int, which: np.ndarray | None = None
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield canonical boards, so many at a time that they have about `hands` hands, and how often each is dealt.

    uint8[n, board_cards] and int64[n]. which: their numbers; all by default.
    """
    indexer = HandIndexer((board_cards,))
    numbers = np.arange(indexer.size()) if which is None else which
    step = max(1, hands // NUM_HANDS)
    for begin in range(0, len(numbers), step):
        part = numbers[begin : begin + step]
        yield indexer.cards_batch(0, part), indexer.weight_batch(0, part)


def hands_on_boards(boards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return which hands can be held on each board, and the deals: bool[n, 1326] and uint8[held, 2 + board cards]."""
    held = ~(HAND_CARDS[None, :, :, None] == boards[:, None, None, :]).any(axis=(2, 3))
    n, hand = np.nonzero(held)
    return held, np.concatenate([HAND_CARDS[hand], boards[n]], axis=1)
