"""Hands and boards of a game up to suits, street by street, as rows of tables."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate, combinations
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.gs.deals import score_of_pair
from riverboat.abstraction.methods.turn_histograms import turn_rivers
from riverboat.cards.card import FULL_DECK
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.ranking import ranking
from riverboat.errors import GameError
from riverboat.games.rules.game import Game

Keys = npt.NDArray[np.uint16] | npt.NDArray[np.uint32]

MOST_LAST: Final = 20_000_000
"""Classes of hands and whole boards that are looked at one by one; hold'em has 123 million, and a way of its own."""


class Deals:
    """The rows of each street, and which rows of the next street each card that may come leads to.

    A row is a class of hand and board up to suits. On the last street only the showdown counts, so there a row is a
    score: hands that are beaten less those that are lost to, of `opponents`, and as many added.
    """

    def __init__(self, game: Game, threads: int = 0) -> None:
        self.game, self.threads = game, threads
        self._shown = list(accumulate(game.board_cards))
        self._left = len(game.deck.cards) - game.hole_cards
        self.opponents = comb(self._left - self._shown[-1], game.hole_cards)
        self._is_holdem = (game.deck, game.ranking, game.hole_cards) == (FULL_DECK, "holdem", 2) and tuple(
            game.board_cards
        ) == (0, 3, 1, 1)
        if not self._is_holdem and self._indexer(game.rounds - 1).size() > MOST_LAST:
            raise GameError(
                f"{game.name!r} has {self._indexer(game.rounds - 1).size():,} hands on whole boards, more than can be "
                f"looked at ({MOST_LAST:,}), and is not hold'em with the full deck; give such as limit_holdem()"
            )

    def rows(self, number: int) -> int:
        """Return how many rows a round has."""
        return 2 * self.opponents + 1 if self._is_last(number) else self._indexer(number).size()

    def cards_to_come(self, number: int) -> int:
        """Return in how many ways the cards after a round may come."""
        return comb(self._left - self._shown[number], self._shown[number + 1] - self._shown[number])

    def keys(self, number: int, rows: slice) -> Keys:
        """Return the rows of the next round that some rows lead to: [rows, ways], each as likely."""
        if self._is_holdem and number == self.game.rounds - 2:
            return self._river_scores[rows]
        indexer, threads = self._indexer(number), self.threads or None
        cards = indexer.cards_batch(len(indexer.rounds) - 1, np.arange(rows.start, rows.stop), threads)
        after = self._with_next_cards(cards, self._shown[number + 1] - self._shown[number])
        found = self._indexer(number + 1).index_batch(after.reshape(-1, after.shape[2]), threads)
        if self._is_last(number + 1):
            found = self._last_scores[found]
        return found.reshape(after.shape[:2]).astype(np.uint32)

    def row_of(self, number: int, hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
        """Return the row of hands with their boards, uint8[n, cards], in a round."""
        found = self._indexer(number).index_batch(hands, self.threads or None)
        return self._last_scores[found] if self._is_last(number) else found

    def _is_last(self, number: int) -> bool:
        return number == self.game.rounds - 1

    def _indexer(self, number: int) -> HandIndexer:
        cards = (self.game.hole_cards, self._shown[number])
        return HandIndexer(cards if cards[1] else cards[:1], self.game.deck)

    def _with_next_cards(self, cards: npt.NDArray[np.uint8], more: int) -> npt.NDArray[np.uint8]:
        """Cards [n, k] with every set of cards that may come: [n, ways, k + more]."""
        deck = np.array(sorted(self.game.deck.cards), np.uint8)
        is_free = (cards[:, :, None] != deck).all(axis=1)
        free = np.broadcast_to(deck, is_free.shape)[is_free].reshape(len(cards), -1)
        ways = np.array(list(combinations(range(free.shape[1]), more)))
        before = np.broadcast_to(cards[:, None, :], (len(cards), len(ways), cards.shape[1]))
        return np.concatenate([before, free[:, ways]], axis=2)

    @cached_property
    def _river_scores(self) -> npt.NDArray[np.uint16]:
        """2 wins + ties are wins less losses and 990."""
        return turn_rivers(score_of_pair(), threads=self.threads or None)

    @cached_property
    def _last_scores(self) -> npt.NDArray[np.int64]:
        """The score of every class of hands and whole boards."""
        indexer, shown = self._indexer(self.game.rounds - 1), self._shown[-1]
        scores = np.zeros(indexer.size(), np.int64)
        boards = HandIndexer((shown,), self.game.deck) if shown else None
        for number in range(1 if boards is None else boards.size()):
            board = [] if boards is None else boards.cards(0, number)
            free = [card for card in sorted(self.game.deck.cards) if card not in board]
            held = np.array(list(combinations(free, self.game.hole_cards)), np.uint8)
            cards = np.concatenate([held, np.tile(np.array(board, np.uint8), (len(held), 1))], axis=1)
            strengths = ranking(self.game.ranking).evaluate_batch(cards, 1).astype(np.int64)
            scores[indexer.index_batch(cards, 1)] = net_wins(held, strengths) + self.opponents
        return scores


def net_wins(held: npt.NDArray[np.uint8], strengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return for every hand how many of the others beat it less: those it beats less those it loses to.

    held: uint8[hands, cards], all that there are. Hands that share a card cannot meet: of all are taken those of each
    card, and the hand itself, which is taken more than once, neither wins nor loses.

    >>> net_wins(np.array([[0], [1], [2]], np.uint8), np.array([5, 9, 5])).tolist()
    [-1, 2, -1]
    """
    net = _less_more(strengths)
    if held.shape[1] > 1:
        for card in np.unique(held):
            here = np.flatnonzero((held == card).any(axis=1))
            net[here] -= _less_more(strengths[here])
    return net


def _less_more(strengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """How many are weaker less how many are stronger, for each."""
    ordered = np.sort(strengths)
    weaker = np.searchsorted(ordered, strengths, "left")
    return np.asarray(weaker - (len(ordered) - np.searchsorted(ordered, strengths, "right")))
