"""Deals: the hands of all seats and a whole board."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from riverboat.evaluation.lbr.places import Opponent
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.solvers.asking.strategy import Floats


class Deal(NamedTuple):
    """What is dealt, by card ids. hands: by seat; nothing where nobody is in the hand."""

    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]


class Dealer:
    """Deals hands by their weights, as independent as cards allow, and the rest of the board.

    ends: how many cards are on the board in each round. deck: the cards of the game.
    """

    def __init__(self, opponent: Opponent) -> None:
        table = opponent.root.table
        self.deck = sorted(table.game.deck.cards)
        self.ends: list[int] = np.cumsum(table.game.board_cards).tolist()
        self._players, self._seats, self._start = table.game.players, table.in_hand, opponent.board
        self._hands = hand_cards_of(table.game)
        self._sums = {seat: np.cumsum(opponent.priors[seat]) for seat in self._seats}
        self._lacks = np.ones((52, len(self._hands)))
        self._lacks[self._hands.T, np.arange(len(self._hands))] = 0.0

    def without(self, cards: tuple[int, ...]) -> Floats:
        """Return 1 for every hand that has none of these cards, else 0: float64[hand numbers]."""
        lacks: Floats = self._lacks[list(cards)].prod(axis=0)
        return lacks

    def deal(self, draw: np.random.Generator) -> Deal:
        """Draw hands until they share no card, then a board of what is left."""
        while True:
            hands: list[tuple[int, ...]] = [()] * self._players
            for seat in self._seats:
                sums = self._sums[seat]
                number = int(sums.searchsorted(draw.random() * sums[-1], "right"))
                hands[seat] = tuple(self._hands[number].tolist())
            used = {*self._start, *(card for hand in hands for card in hand)}
            if len(used) == len(self._start) + sum(map(len, hands)):
                break
        left = np.array([card for card in self.deck if card not in used])
        board = [*self._start, *draw.permutation(left)[: self.ends[-1] - len(self._start)].tolist()]
        for begin, end in pairwise(self.ends):  # the cards of a street have no order: they come ascending
            board[begin:end] = sorted(board[begin:end])
        return Deal(tuple(hands), tuple(board))
