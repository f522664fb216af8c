"""Hands of a local best response against one opponent, whose cards are integrated out.

The deal is real: cards of the local best response and the board. The opponent has all hands at once that they leave,
each as often as the strategy would have come here with it. What it does is drawn from all of them together, and the
end is paid as the mean over them: over the rest of the board too where all chips are in before it is dealt. Nothing of
that changes the mean, as the strategy would have done the same as often with the hands one by one.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from riverboat.evaluation.lbr.deals import Deal
from riverboat.evaluation.lbr.lbr_table import LbrTable
from riverboat.evaluation.lbr.look import Against
from riverboat.evaluation.lbr.places import Place
from riverboat.games.rules.action import CALL
from riverboat.games.rules.awards import uncalled_bet
from riverboat.solvers.asking.preparing import Question, Steps, alone
from riverboat.solvers.asking.strategy import Floats


class HeadsUp(LbrTable):
    """Hands against one opponent."""

    def play(self, deal: Deal, seat: int, draw: np.random.Generator) -> float:
        """Return what a local best response in a seat wins with a deal, in chips."""
        return alone(self.steps(deal, seat, draw))

    def steps(self, deal: Deal, seat: int, draw: np.random.Generator) -> Steps[Question, float]:
        """Play as `play` does, and say before what will be asked of the strategy."""
        hand, opponent = deal.hands[seat], self.opponent
        other = self._other(seat)
        place, known = opponent.root, -1
        reach = opponent.priors[other] * self.dealer.without(hand)
        can_be = self.dealer.without(deal.board)  # given cards that nobody has seen yet
        board: tuple[int, ...] = ()
        while place.actor is not None:
            if place.round != known:
                known = place.round
                board = deal.board[: self.dealer.ends[known]]
                reach = reach * self.dealer.without(board)
            asked = self.look.asked(place) if place.actor == seat else (place,)
            if needs := opponent.needs(asked, board):
                yield needs
            if place.actor == seat:
                place = self._chosen(place, seat, hand, board, reach)
                continue
            actions, rows = opponent.rows(place, board, reach)
            often = (rows @ (reach * can_be)).cumsum()
            taken = int(often.searchsorted(draw.random() * often[-1], "right"))
            reach = reach * rows[taken]
            place = opponent.after(place, actions[taken])
        return self._won(place, seat, hand, board, reach) / float(reach.sum())

    def exact(self, seat: int) -> float:
        """Return what a local best response in a seat wins on average, in chips: every deal, every action.

        For small games; a whole street of hold'em takes hours.
        """
        mine, theirs = self.opponent.priors[seat], self.opponent.priors[self._other(seat)]
        total, weight = 0.0, 0.0
        for number in np.flatnonzero(mine).tolist():
            hand = tuple(self.shares.hands[number].tolist())
            reach = theirs * self.dealer.without(hand)
            total += mine[number] * self._value(self.opponent.root, seat, hand, self.opponent.board, reach)
            weight += mine[number] * float(reach.sum())
        return float(total / weight)

    # --- parts ---------------------------------------------------------------------------------------------------

    def _other(self, seat: int) -> int:
        return sum(self.seats) - seat

    def _chosen(
        self, place: Place, seat: int, hand: tuple[int, ...], board: tuple[int, ...], reach: Floats
    ) -> Place:
        """The place after what the local best response does."""
        if place.round < self.look.first:
            return self.opponent.after(place, CALL)
        won = reach * self.shares.against(hand, board)
        against = Against(seat, self._other(seat), board, reach, won, float(reach.sum()), float(won.sum()))
        return self.opponent.after(place, self.look.choose(place, against))

    def _value(
        self, place: Place, seat: int, hand: tuple[int, ...], board: tuple[int, ...], reach: Floats
    ) -> float:
        """What is won from a place on: the sum over the opponent's hands of reach times chips."""
        if not reach.any():
            return 0.0
        if place.actor is None:
            return self._won(place, seat, hand, board, reach)
        if (more := self.dealer.ends[place.round] - len(board)) > 0:
            left = [card for card in self.dealer.deck if card not in hand and card not in board]
            dealt = combinations(left, more)
            total = sum(
                self._value(place, seat, hand, (*board, *cards), reach * self.dealer.without(cards))
                for cards in dealt
            )
            return total / comb(len(left) - len(hand), more)
        if place.actor == seat:
            return self._value(self._chosen(place, seat, hand, board, reach), seat, hand, board, reach)
        actions, rows = self.opponent.rows(place, board, reach)
        return sum(
            self._value(self.opponent.after(place, action), seat, hand, board, reach * row)
            for action, row in zip(actions, rows, strict=True)
        )

    def _won(
        self, place: Place, seat: int, hand: tuple[int, ...], board: tuple[int, ...], reach: Floats
    ) -> float:
        """What is won where a hand is over, over all hands of the opponent and all cards to come."""
        table, all_hands = place.table, float(reach.sum())
        if not table.is_showdown:
            return all_hands * (table.pot * (seat in table.in_hand) - place.put_in[seat])
        who, chips = uncalled_bet(table)
        paid = place.put_in[seat] - (chips if who == seat else 0)
        return (table.pot - chips) * float(reach @ self.shares.against(hand, board)) - paid * all_hands
