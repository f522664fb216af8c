"""Buckets of small games by the very cards a player has seen, for training."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, permutations
from typing import ClassVar, Final, Protocol

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.card_abstraction import BucketArray, check_deck
from riverboat.abstraction.tables.deal_tables import DealTables, deck_mask, smallest_number
from riverboat.errors import AbstractionError
from riverboat.games.rules.game import Game

MOST_PLACES: Final = 2**26
"""Places of one table: 64 million, an amount that can still be enumerated."""


class Answers(Protocol):
    """What is asked of an abstraction; every `CardAbstraction` has it."""

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has."""
        ...

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board."""
        ...


class SequenceTables(DealTables):
    """A place for each sequence of cards that a player can see: the cards as digits, own ones first.

    Card n of the deck is the digit n - 1, to the base of the deck's size. Any abstraction fits, also one that knows in
    which order the board came; the game must be small: 36 places in Leduc, 140,608 in Rhode Island.

    >>> from riverboat.abstraction import gameshrink
    >>> from riverboat.cards.card import parse_cards
    >>> from riverboat.games import leduc
    >>> tables = SequenceTables.of(gameshrink(leduc()), leduc())
    >>> tables
    SequenceTables('leduc': 3 / 7)
    >>> tables.lookup([parse_cards("JhKsKh")]).shape  # one deal, two players, two rounds
    (1, 2, 2)
    """

    KIND: ClassVar[str] = "bucket tables by card sequence"

    def __post_init__(self) -> None:
        check_places(self.deck.size, self.hole_cards + self.boards[-1])
        super().__post_init__()

    def _places(self, number: int) -> int:
        return int(self.deck.size ** (self.hole_cards + self.boards[number]))

    @cached_property
    def native(self) -> _core.DealBuckets:
        """The same for native code, which asks it without Python; it keeps the tables."""
        memory, deck = self._memory(), deck_mask(self.deck)
        return _core.SequenceTables(self.hole_cards, list(self.boards), *memory, deck, self._remembered())

    @classmethod
    def of(cls, abstraction: Answers, game: Game) -> SequenceTables:
        """Return the tables of an abstraction of a small game; it is asked for all hands on every board."""
        boards, deck = tuple(accumulate(game.board_cards)), game.deck
        check_deck(getattr(abstraction, "deck", deck), deck)
        check_places(deck.size, game.hole_cards + boards[-1])
        cards = np.array(deck.cards, np.uint8)
        held = np.array(list(permutations(range(deck.size), game.hole_cards)))
        hands = np.sort(cards[held], axis=1)[:, ::-1]  # the higher card first, as solvers ask
        codes = held @ deck.size ** np.arange(game.hole_cards)[::-1]
        counts = tuple(abstraction.count(number) for number in range(len(boards)))
        tables = []
        for number, (shown, count) in enumerate(zip(boards, counts, strict=True)):
            table = np.zeros((deck.size**game.hole_cards, deck.size**shown), smallest_number(count))
            for digits in permutations(range(deck.size), shown):
                free = ~np.isin(held, digits).any(axis=1)
                code = int(np.dot(digits, deck.size ** np.arange(shown)[::-1])) if shown else 0
                board = cards[list(digits)].tolist()
                table[codes[free], code] = abstraction.buckets(
                    number, board, np.ascontiguousarray(hands[free])
                )
            tables.append(table.reshape(-1))
        return cls(tuple(tables), counts, boards, game.hole_cards, deck, game.name)


def check_places(deck_size: int, cards: int) -> None:
    """Raise unless sequences of so many cards are few enough for a table."""
    if deck_size**cards > MOST_PLACES:
        raise AbstractionError(
            f"{cards} cards of a deck of {deck_size} have {deck_size**cards:,} sequences; a table has at most "
            f"{MOST_PLACES:,}, such as Rhode Island's 140,608: use BoardTables for hold'em"
        )
