"""The buckets of all hands on one board, found when they are first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.cards.card import HAND_CARDS, CardsLike, card_names, hand_index, parse_cards
from riverboat.cards.card_arrays import card_rows
from riverboat.errors import CardError, StrategyError
from riverboat.games.game import Game

_UNKNOWN: Final = -1
_BLOCKED: Final = -2  # shares a card with the board, or is not in the deck
_CARDS: Final = np.arange(52, dtype=np.uint8)[:, None]


def hand_cards_of(game: Game) -> npt.NDArray[np.uint8]:
    """Return the cards of every hand number: uint8[1326, 2] by hand index, or uint8[52, 1] by card."""
    if game.hole_cards not in (1, 2):
        raise StrategyError(
            f"{game.name!r} has {game.hole_cards} hole cards; strategies are asked with one or two"
        )
    return HAND_CARDS if game.hole_cards == 2 else _CARDS


def hand_number(hand: CardsLike, game: Game) -> int:
    """Return the number of a hand: its index, or in games of one hole card the card.

    >>> from riverboat.games import kuhn, nolimit_holdem
    >>> hand_number("AsAh", nolimit_holdem()), hand_number("Ks", kuhn())
    (1325, 47)
    """
    cards = parse_cards(hand)
    if len(cards) != game.hole_cards:
        example = "AsKd" if game.hole_cards == 2 else card_names(game.deck.cards[-1:])
        raise CardError(
            f"the hand {hand!r} is {len(cards)} cards; {game.name!r} deals {game.hole_cards}, such as '{example}'"
        )
    return hand_index(*cards) if game.hole_cards == 2 else cards[0]


def hand_numbers(cards: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Return the numbers of many hands: [hands, hole cards] -> int64[hands].

    >>> hand_numbers(np.array([[50, 51], [1, 0]], np.uint8)).tolist(), hand_numbers(np.array([[47]])).tolist()
    ([1325, 0], [47])
    """
    wide = cards.astype(np.int64)
    high, low = wide.max(axis=1), wide.min(axis=1)
    return np.asarray(high * (high - 1) // 2 + low if wide.shape[1] == 2 else high)


def checked_hands(hands: npt.ArrayLike, game: Game) -> npt.NDArray[np.uint8]:
    """Return hands as uint8[hands, hole cards]; raise unless each is as many different cards as the game deals."""
    cards = card_rows(hands)
    if cards.shape[1] != game.hole_cards:
        raise CardError(
            f"hands of shape {cards.shape} are not of {game.name!r}; give card ids [hands, {game.hole_cards}]"
        )
    wrong = (cards > 51).any(axis=1) | ((cards[:, 0] == cards[:, -1]) & (game.hole_cards == 2))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise CardError(f"row {row}: {cards[row].tolist()} is not a hand; ids are different and from 0 to 51")
    return cards


class BoardBuckets:
    """A table of buckets by hand number for one board of one abstraction."""

    def __init__(self, cards: CardAbstraction, game: Game, number: int, board: tuple[int, ...]) -> None:
        self._cards, self._game, self._round, self.board = cards, game, number, board
        self._of: dict[tuple[int, ...], int] = {}

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
    def _table(self) -> npt.NDArray[np.int32]:
        return np.where(self.held, _UNKNOWN, _BLOCKED).astype(np.int32)

    def of(self, cards: tuple[int, ...]) -> int:
        """Return the bucket of one hand by its cards, which are trusted."""
        bucket = self._of.get(cards)
        if bucket is None:
            found = self._cards.buckets(self._round, self.board, np.array([cards], np.uint8))
            bucket = self._of[cards] = int(found[0])
        return bucket

    def one(self, number: int) -> int:
        """Return the bucket of a hand."""
        bucket = int(self._table[number])
        return bucket if bucket >= 0 else int(self.many(np.array([number]))[0])

    def many(self, numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
        """Return the bucket of each hand: int32[hands]."""
        found = self._table[numbers]
        if (found < 0).any():
            if (found == _BLOCKED).any():
                self._refuse(int(np.asarray(numbers)[np.argmax(found == _BLOCKED)]))
            self._fill(np.unique(numbers[found == _UNKNOWN]))
            found = self._table[numbers]
        return np.asarray(found)

    def all(self) -> npt.NDArray[np.int32]:
        """Return the bucket of every hand number, -2 for those that cannot be held."""
        self._fill(np.flatnonzero(self._table == _UNKNOWN))
        return self._table

    def _fill(self, numbers: npt.NDArray[np.integer]) -> None:
        if len(numbers):
            self._table[numbers] = self._cards.buckets(self._round, self.board, self._hands[numbers])

    def _refuse(self, number: int) -> None:
        hand = self._hands[number].tolist()
        for card in hand:
            if card in self.board:
                raise CardError(
                    f"the card {card_names([card])} is in the hand {card_names(hand)} and on the board "
                    f"{card_names(self.board)}; each card is dealt once"
                )
        raise CardError(f"the hand {card_names(hand)} is not in the deck of {self._game.name!r}")
