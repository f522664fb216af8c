"""Buckets of one board, for solving a hand that is under way."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.card_abstraction import BucketArray
from riverboat.abstraction.tables.deal_tables import DealTables, deck_mask
from riverboat.cards.card import NUM_HANDS, hand_index, hand_indices
from riverboat.errors import AbstractionError

RUNOUTS: Final = (1, 52, NUM_HANDS)
"""Ways in which a board may go on by none, one or two cards, in any order."""


def runout_row(cards: Sequence[int]) -> int:
    """Return the place of the cards that have come among all that may come.

    >>> runout_row([]), runout_row([7]), runout_row([0, 51]) == runout_row([51, 0])
    (0, 7, True)
    """
    return 0 if not cards else cards[0] if len(cards) == 1 else hand_index(*cards)


@dataclass(frozen=True, eq=False, repr=False)
class HandTables(DealTables):
    """A row for each way in which a board may go on, in it a bucket for each hand.

    known: cards of the board that lie already; at most two more come. A round's table is flat, [runouts, hands]: one
    row if no card is missing by then, a row for each card, by its id, or for each pair of cards, by `hand_index`. Hands
    are found by `hand_index`, or, with one hole card, by the card. They are made in milliseconds and not kept in files.

    >>> river = np.arange(NUM_HANDS, dtype=np.uint16)
    >>> nothing = np.zeros(NUM_HANDS, np.uint8)
    >>> tables = HandTables((nothing,) * 3 + (river,), (1, 1, 1, NUM_HANDS), (0, 3, 4, 5), known=5)
    >>> tables.lookup([[51, 50, 1, 0, 10, 11, 12, 13, 14]])[0, :, 3].tolist()
    [1325, 0]
    """

    known: int = 0

    def __post_init__(self) -> None:
        if self.boards[-1] - self.known >= len(RUNOUTS) or self.hole_cards > 2:
            raise AbstractionError(
                f"{self.known} of {self.boards[-1]} cards lie on the board, and hands have {self.hole_cards}; buckets "
                "of one board are for one or two hole cards and at most two cards to come, as on a flop"
            )
        super().__post_init__()

    def _places(self, number: int) -> int:
        return self.runouts(number) * self.hands

    @property
    def hands(self) -> int:
        """Places of a row: 1,326 hands or 52 cards."""
        return NUM_HANDS if self.hole_cards == 2 else 52

    def runouts(self, number: int) -> int:
        """Return how many rows a round has."""
        return RUNOUTS[max(0, self.boards[number] - self.known)]

    def row(self, number: int, board: Sequence[int]) -> int:
        """Return the row of a board in the table of a round."""
        return runout_row(board[self.known : self.boards[number]])

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on a board, uint8[hands, hole cards], as an abstraction does."""
        table = self.tables[number].reshape(-1, self.hands)[self.row(number, board)]
        numbers = hand_indices(hands) if self.hole_cards == 2 else hands[:, 0]
        return np.asarray(table[numbers], np.uint32)

    @cached_property
    def native(self) -> _core.DealBuckets:
        """The same for native code, which asks it without Python; it keeps the tables."""
        return _core.HandTables(
            self.hole_cards, list(self.boards), *self._memory(), deck_mask(self.deck), self.known
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Refuse: these are made for a moment."""
        raise AbstractionError(
            f"{self!r} is of one board and kept in no file; make it again when it is needed"
        )
