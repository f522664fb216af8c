"""Hold'em among three and more: every seat has the hand that it was dealt."""

from __future__ import annotations

from typing import Final

import numpy as np

from riverboat import _core
from riverboat.cards.card import HAND_CARDS, NUM_HANDS
from riverboat.evaluation.aivat.point import Deals, Floats, Point
from riverboat.games.rules.awards import uncalled_bet
from riverboat.games.rules.game import Game

BOARDS_BEFORE_FLOP: Final = 512
"""Boards by which equities before the flop are estimated. They are drawn by the hole cards, so that they have nothing
to do with the cards that come: the mean stays, and a 512th of the luck of the board."""

_POT_SHARES: Final = 2520  # of a pot, in native counts


class OpenHands(Deals):
    """Means over the board alone."""

    may_average = False

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.hands = HAND_CARDS
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...]], Floats] = {}

    def begin(self, seed: int) -> None:
        """Forget the equities of the hand before."""
        self._known.clear()
        self._seed = seed

    def mass(self, point: Point) -> float:
        """Return 1: what is held is certain."""
        return 1.0

    def shares(self, point: Point) -> Floats:
        """Return the equities of all seats that are still in."""
        return self._equities(point, tuple(point.table.in_hand))

    def payoffs(self, point: Point) -> Floats:
        """Return what the pots are worth, each shared by the equities of who plays for it."""
        table = point.table
        found = -np.array(table.put_in, np.float64)
        seat, back = uncalled_bet(table)
        found[seat] += back
        for chips, seats in table.pots:
            found += chips * self._equities(point, tuple(seats if table.is_showdown else table.in_hand))
        return found

    def _equities(self, point: Point, live: tuple[int, ...]) -> Floats:
        known = self._known.get((point.board, live))
        if known is None:
            known = self._known[point.board, live] = self._found(point, live)
        return known

    def _found(self, point: Point, live: tuple[int, ...]) -> Floats:
        shares = np.zeros(point.players)
        if len(live) == 1:
            shares[live[0]] = 1.0
            return shares
        held = [int(np.argmax(one)) for one in point.ranges]
        dead = [
            card for seat, hand in enumerate(held) if seat not in live for card in HAND_CARDS[hand].tolist()
        ]
        hands = [held[seat] for seat in live]
        if point.board or len(live) == 2:
            boards, counts = _core.matchup(hands, list(point.board), dead)
            pots = [won / boards for _, _, won in counts]
        else:
            weights = np.zeros((len(hands), NUM_HANDS))
            weights[range(len(hands)), hands] = 1.0
            sums = _core.multiway_sampled(
                weights, [False] * len(hands), [], dead, BOARDS_BEFORE_FLOP, self._seed, 1, None
            )
            pots = [own.shares / sums.deals for own in sums.players]
        shares[list(live)] = np.array(pots) / _POT_SHARES
        return shares
