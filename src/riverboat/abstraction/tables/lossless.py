"""The abstraction that loses nothing: hands are the same if they differ in the names of suits only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import (
    HOLDEM,
    BucketArray,
    Groups,
    deals_on_board,
    names_of_rounds,
)
from riverboat.abstraction.storage import Arrays, Facts, Stored, deck_fact
from riverboat.base.checks import integer, shown
from riverboat.cards.card import FULL_DECK, Deck
from riverboat.cards.card_arrays import card_rows
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError
from riverboat.games.rules.game import Game


class Lossless:
    """Suit isomorphism alone: the index of a `HandIndexer` is the bucket.

    groups: for each round, how many cards lie in each group inside which order does not matter. With the whole board
    as one group, how a board came about is forgotten; `HOLDEM_IN_ORDER` keeps it.

    >>> classes = Lossless()
    >>> [classes.count(number) for number in range(4)]
    [169, 1286792, 13960050, 123156254]
    >>> from riverboat.cards.card import parse_cards
    >>> hands = np.array([parse_cards("AhKh"), parse_cards("AdKd"), parse_cards("AhKd")], np.uint8)
    >>> classes.buckets(0, [], hands).tolist()
    [168, 168, 89]
    """

    STORED_AS: ClassVar[str] = "lossless"

    def __init__(self, groups: Groups = HOLDEM, deck: Deck = FULL_DECK) -> None:
        try:
            self.groups = tuple(tuple(group) for group in groups)
        except TypeError:
            raise AbstractionError(
                f"groups are {shown(groups)}; give the cards of each round, such as ((2,), (2, 3))"
            ) from None
        self._deck = deck
        self.indexers = tuple(HandIndexer(group, deck) for group in self.groups)

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the classes of a game's hands; the cards of each street are a group of their own.

        >>> from riverboat.games import leduc
        >>> Lossless.of(leduc())
        Lossless(round-1 3, round-2 15)
        """
        dealt = (game.hole_cards, *game.board_cards)
        return cls(
            tuple(tuple(cards for cards in dealt[: number + 2] if cards) for number in range(game.rounds)),
            game.deck,
        )

    @property
    def deck(self) -> Deck:
        """The deck hands are dealt from."""
        return self._deck

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the rounds."""
        return names_of_rounds(self.groups)

    def __repr__(self) -> str:
        return f"Lossless({', '.join(f'{name} {self.count(n):,}' for n, name in enumerate(self.names))})"

    def count(self, number: int, /) -> int:
        """Return how many classes a round has."""
        return self.indexers[self.check_round(number)].size()

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the class of each hand on one board."""
        return self.lookup(number, deals_on_board(board, hands))

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the class of each deal."""
        return self.index(number, cards).astype(np.uint32)

    def index(self, number: int, cards: npt.NDArray[np.uint8], threads: int | None = None) -> np.ndarray:
        """Return the class of each deal as int64, which indexes arrays fastest. cards: uint8[deals, cards]."""
        rows = card_rows(cards)
        group = self.groups[self.check_round(number)]
        if rows.shape[1] != sum(group):
            raise AbstractionError(
                f"cards of shape {rows.shape} are not deals of round {number}, {self.names[number]}; give "
                f"uint8[n, {sum(group)}], {group[0]} hole cards first"
            )
        return self.indexers[number].index_batch(rows, threads)

    def stored(self) -> Stored:
        """Return what a file holds of it."""
        return Stored(self.STORED_AS, {"groups": self.groups, "deck": deck_fact(self.deck)}, {})

    @classmethod
    def from_stored(cls, facts: Facts, arrays: Arrays) -> Self:
        """Return it from what `stored` gave."""
        return cls(facts["groups"], Deck(*facts["deck"]))

    def check_round(self, number: int) -> int:
        """Return the number of a round; raise unless it exists."""
        which = integer(number)
        if which is None or not 0 <= which < len(self.groups):
            rounds = ", ".join(f"{n} ({name})" for n, name in enumerate(self.names))
            raise AbstractionError(f"round {number!r} is not in this abstraction; it has {rounds}")
        return which
