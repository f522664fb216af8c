"""Hands of a local best response against a strategy, the opponent's cards integrated out.

The deal is real: cards of the local best response and the board. The opponent has all hands at once that they leave,
each as often as the strategy would have come here with it. What it does is drawn from all of them together, and the
end is paid as the mean over them: over the rest of the board too where all chips are in before it is dealt. Nothing of
that changes the mean, as the strategy would have done the same as often with the hands one by one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.evaluation.lbr.look import Look
from riverboat.evaluation.lbr.places import Place
from riverboat.evaluation.lbr.shares import Shares
from riverboat.games.rules.awards import uncalled_bet
from riverboat.solvers.asking.strategy import Floats


class Deal(NamedTuple):
    """What is dealt to a table of two: the hands by seat and the whole board, all by card ids."""

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    board: tuple[int, ...]


class HeadsUp:
    """Plays hands of a game of two against one strategy."""

    def __init__(self, look: Look) -> None:
        self.look, self.opponent = look, look.opponent
        self.game = look.opponent.root.table.game
        self.shares = Shares(self.game)
        self._ends = np.cumsum(self.game.board_cards).tolist()
        self._has = np.zeros((52, len(self.shares.hands)))
        for number, cards in enumerate(self.shares.hands.tolist()):
            self._has[cards, number] = 1.0

    def cards_left(self, cards: tuple[int, ...]) -> Floats:
        """Return 1 for every hand without these cards, else 0."""
        return np.asarray((self._has[list(cards)].sum(axis=0) == 0).astype(np.float64))

    # --- deals ---------------------------------------------------------------------------------------------------

    def deal(self, draw: np.random.Generator) -> Deal:
        """Draw two hands of the ranges and a board."""
        first, second = (np.cumsum(prior) for prior in self.opponent.priors)
        on_board = self.opponent.board
        while True:
            numbers = [
                int(np.searchsorted(sums, draw.random() * sums[-1], "right")) for sums in (first, second)
            ]
            held = [tuple(self.shares.hands[number].tolist()) for number in numbers]
            cards = (*held[0], *held[1], *on_board)
            if len(set(cards)) == len(cards):
                break
        left = [card for card in self.game.deck.cards if card not in cards]
        more = draw.permutation(len(left))[: self._ends[-1] - len(on_board)]
        return Deal((held[0], held[1]), (*on_board, *(left[place] for place in more.tolist())))

    # --- one hand ------------------------------------------------------------------------------------------------

    def play(self, deal: Deal, seat: int, draw: np.random.Generator) -> float:
        """Return what a local best response in a seat wins with a deal, in chips."""
        hand, look, opponent = deal.hands[seat], self.look, self.opponent
        place, known = opponent.root, -1
        reach = opponent.priors[1 - seat] * self.cards_left(hand)
        can_be = self.cards_left((*hand, *deal.board))  # given cards that nobody has seen yet
        board: tuple[int, ...] = ()
        while place.actor is not None:
            if place.round != known:
                known = place.round
                board = deal.board[: self._ends[known]]
                reach = reach * self.cards_left(board)
            if place.actor == seat:
                menu = place.round >= look.first
                shares = self.shares.against(hand, board) if menu else reach
                place = opponent.after(place, look.choose(place, seat, board, reach, shares))
                continue
            actions, rows = opponent.rows(place, board)
            often = (rows @ (reach * can_be)).cumsum()
            taken = int(np.searchsorted(often, draw.random() * often[-1], "right"))
            reach = reach * rows[taken]
            place = opponent.after(place, actions[taken])
        return self.won(place, seat, hand, board, reach)

    def won(
        self, place: Place, seat: int, hand: tuple[int, ...], board: tuple[int, ...], reach: Floats
    ) -> float:
        """Return what a seat wins where a hand is over, on average over the opponent's hands and cards to come."""
        table = place.table
        back = -place.put_in[seat]
        if not table.is_showdown:
            return float(back + table.pot * (seat in table.in_hand))
        who, chips = uncalled_bet(table)
        back += chips if who == seat else 0
        share = float(reach @ self.shares.against(hand, board)) / float(reach.sum())
        return back + (table.pot - chips) * share
