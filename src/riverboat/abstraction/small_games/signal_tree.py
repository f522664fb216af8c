"""What one player is shown, as a tree: his own cards, then the board card by card, then a showdown."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.ranking import ranking
from riverboat.errors import AbstractionError
from riverboat.games.rules.game import Game

Ids = npt.NDArray[np.int64]
LOSE, TIE, WIN, NEVER = 0, 1, 2, 3
"""How a showdown ends for a hand; NEVER: the two hands share a card."""

MOST_SHOWDOWNS: Final = 100_000_000
"""All showdowns are kept, a byte each."""


class SignalTree:
    """The signals of one player of a two-player game, level by level, up to a renaming of suits.

    A node of a level is a `HandIndexer` class of own cards and board so far. Level 0 is the own cards; every street
    that brings cards adds a level. Nodes of one level have equally many children, all equally likely.
    Gilpin and Sandholm 2007, "Lossless abstraction of imperfect information games", section 3.

    >>> from riverboat.games import rhode_island
    >>> tree = SignalTree(rhode_island())
    >>> tree.sizes, tree.children(0).shape, tree.children(1).shape
    ((13, 325, 9997), (13, 51), (325, 50))
    """

    def __init__(self, game: Game) -> None:
        _check(game)
        self.game = game
        streets = [cards for cards in game.board_cards if cards]
        self.indexer = HandIndexer((game.hole_cards, *streets), game.deck)
        self._boards = HandIndexer(streets, game.deck) if streets else None
        self._check_size()

    @property
    def levels(self) -> int:
        """How many levels there are."""
        return len(self.indexer.rounds)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Nodes by level."""
        return tuple(self.indexer.size(level) for level in range(self.levels))

    def level_of_round(self, number: int) -> int:
        """Return the level a player has reached when a betting round begins."""
        return sum(cards > 0 for cards in self.game.board_cards[: number + 1])

    def parents(self, level: int) -> Ids:
        """Return the parent of each node of a level after the first: int64[nodes]."""
        cards = self.indexer.cards_batch(level, np.arange(self.sizes[level]))
        return self.indexer.index_batch(np.ascontiguousarray(cards[:, : -self.indexer.rounds[level]]))

    def children(self, level: int) -> Ids:
        """Return the children of each node of a level before the last: int64[nodes, children]."""
        deck, new = self.game.deck.cards, self.indexer.rounds[level + 1]
        cards = self.indexer.cards_batch(level, np.arange(self.sizes[level]))
        dealt = [
            (*seen, *more)
            for seen in cards.tolist()
            for more in combinations([card for card in deck if card not in seen], new)
        ]
        return self.indexer.index_batch(np.array(dealt, np.uint8)).reshape(len(cards), -1)

    @cached_property
    def showdowns(self) -> list[tuple[Ids, npt.NDArray[np.int8]]]:
        """For each last board the leaves of all hands, int64[hands], and how they end, int8[hands, hands].

        Row h holds the outcomes of hand h against every other: LOSE, TIE, WIN or NEVER.
        """
        found = []
        for board in self._last_boards():
            free = [card for card in self.game.deck.cards if card not in board]
            hands = np.array(list(combinations(free, self.game.hole_cards)), np.uint8)
            cards = np.hstack([hands, np.broadcast_to(np.array(board, np.uint8), (len(hands), len(board)))])
            strength = ranking(self.game.ranking).evaluate_batch(cards).astype(np.int32)
            outcome = (np.sign(strength[:, None] - strength) + TIE).astype(np.int8)
            outcome[(hands[:, None, :, None] == hands[:, None, :]).any(axis=(2, 3))] = NEVER
            found.append((self.indexer.index_batch(cards), outcome))
        return found

    @cached_property
    def counts(self) -> Ids:
        """How many of the opponent's hands each leaf loses to, ties with and beats: int64[leaves, 3]."""
        counts = np.zeros((self.sizes[-1], 3), np.int64)
        for leaves, outcome in self.showdowns:
            counts[leaves] = np.stack([(outcome == end).sum(axis=1) for end in (LOSE, TIE, WIN)], axis=1)
        return counts

    def _last_boards(self) -> list[list[int]]:
        if self._boards is None:
            return [[]]
        last = len(self._boards.rounds) - 1
        boards: list[list[int]] = self._boards.cards_batch(last, np.arange(self._boards.size())).tolist()
        return boards

    def _check_size(self) -> None:
        hands = comb(self.game.deck.size - sum(self.game.board_cards), self.game.hole_cards)
        showdowns = (self._boards.size() if self._boards else 1) * hands**2
        if showdowns > MOST_SHOWDOWNS:
            raise AbstractionError(
                f"'{self.game.name}' has {showdowns:,} showdowns; a signal tree takes at most "
                f"{MOST_SHOWDOWNS:,}, such as those of rhode_island(); hold'em has riverboat.abstraction.gs.leaders"
            )


def _check(game: Game) -> None:
    if not isinstance(game, Game):
        raise AbstractionError(f"{game!r} is not a game, such as rhode_island()")
    if game.players != 2:
        raise AbstractionError(
            f"'{game.name}' has {game.players} players; a signal tree is for two, such as leduc()"
        )
