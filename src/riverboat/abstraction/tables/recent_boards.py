"""The buckets of all hands on a few recent boards, for abstractions that search for them."""

from __future__ import annotations

from typing import Final

import numpy as np

from riverboat.abstraction.card_abstraction import BucketArray
from riverboat.cards.card import NUM_HANDS

UNKNOWN: Final = 2**32 - 1
"""Stands for the bucket of a hand that was not asked for."""

RECENT_BOARDS: Final = 64
"""Boards that are remembered, 5.3 kB each: a hand is asked for again and again while it is played."""


class RecentBoards:
    """What is known of the hands on the boards that were asked for last.

    >>> recent = RecentBoards()
    >>> recent.on(np.array([9, 5, 0], np.uint8))[:2] = 7
    >>> recent.on(np.array([0, 5, 9], np.uint8))[:3].tolist() == [7, 7, UNKNOWN]
    True
    """

    def __init__(self) -> None:
        self._known: dict[bytes, BucketArray] = {}

    def __len__(self) -> int:
        return len(self._known)

    def on(self, board: np.ndarray) -> BucketArray:
        """Return the buckets on a board by hand index, to be read and filled: uint32[1326], some of them UNKNOWN.

        The order of the cards does not matter. The board that was asked for least recently is forgotten.
        """
        key = np.sort(board).tobytes()
        known = self._known.pop(key, None)
        self._known[key] = known = np.full(NUM_HANDS, UNKNOWN, np.uint32) if known is None else known
        if len(self._known) > RECENT_BOARDS:
            self._known.pop(next(iter(self._known)), None)
        return known
