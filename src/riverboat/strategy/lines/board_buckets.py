"""The buckets of all hands on one board, found when they are first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import check_unblocked, hand_cards_of

_UNKNOWN: Final = -1
_BLOCKED: Final = -2  # shares a card with the board, or is not in the deck


class BoardBuckets:
    """A table of buckets by hand number for one board of one abstraction."""

    def __init__(self, cards: CardAbstraction, game: Game, number: int, board: tuple[int, ...]) -> None:
        self._cards, self._game, self._round, self.board = cards, game, number, board

    @cached_property
    def _hands(self) -> npt.NDArray[np.uint8]:
        return hand_cards_of(self._game)

    @cached_property
    def held(self) -> npt.NDArray[np.bool_]:
        """Which hands can be held: those of the deck without a card of the board, bool[hands]."""
        out = np.ones(52, np.bool_)
        out[list(self._game.deck.cards)] = False
        out[list(self.board)] = True
        return np.asarray(~out[self._hands].any(axis=1))

    @cached_property
    def _bucket_of(self) -> npt.NDArray[np.int32]:
        return np.where(self.held, _UNKNOWN, _BLOCKED).astype(np.int32)

    def one(self, number: int) -> int:
        """Return the bucket of a hand."""
        bucket = int(self._bucket_of[number])
        return bucket if bucket >= 0 else int(self.many(np.array([number]))[0])

    def many(self, numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
        """Return the bucket of each hand: int32[hands]."""
        found = self._bucket_of[numbers]
        if (found < 0).any():
            if (found == _BLOCKED).any():
                self._refuse(int(np.asarray(numbers)[np.argmax(found == _BLOCKED)]))
            self._fill(np.unique(numbers[found == _UNKNOWN]))
            found = self._bucket_of[numbers]
        return np.asarray(found)

    def all(self) -> npt.NDArray[np.int32]:
        """Return the bucket of every hand number, -2 for those that cannot be held."""
        self._fill(np.flatnonzero(self._bucket_of == _UNKNOWN))
        return self._bucket_of

    def _fill(self, numbers: npt.NDArray[np.integer]) -> None:
        if len(numbers):
            self._bucket_of[numbers] = self._cards.buckets(self._round, self.board, self._hands[numbers])

    def _refuse(self, number: int) -> None:
        check_unblocked(self._hands[number].tolist(), self.board, self._game)
