"""Hands of a local best response at a table of three and more: all others play the same strategy.

The others hold real cards and act by them. The local best response knows their ranges, each tracked on its own. It
looks one bet ahead, with two simplifications that are ours, as nothing is published for more than two: its chance to
win against several ranges is the product of its chances against each, and of those who are asked by a bet, the first
who does not fold is taken for the only one. Any way to choose gives a lower bound; what is paid is real, all-ins by
equity.
"""

from __future__ import annotations

from math import prod

import numpy as np

from riverboat.cards.card import hand_index
from riverboat.evaluation.all_in import adjusted_payoffs
from riverboat.evaluation.lbr.deals import Deal
from riverboat.evaluation.lbr.lbr_table import LbrTable
from riverboat.evaluation.lbr.places import Place
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.solvers.asking.strategy import Floats

Ranges = dict[int, Floats]
"""How often each seat comes here with each hand."""


class Ring(LbrTable):
    """Hands against several copies of a strategy."""

    def play(self, deal: Deal, seat: int, draw: np.random.Generator) -> float:
        """Return what a local best response in a seat wins with a deal, in chips."""
        opponent, place, known = self.opponent, self.opponent.root, -1
        free = self.dealer.without(deal.hands[seat])
        ranges = {other: opponent.priors[other] * free for other in self.seats if other != seat}
        board: tuple[int, ...] = ()
        while place.actor is not None:
            if place.round != known:
                known = place.round
                board = deal.board[: self.dealer.ends[known]]
                left = self.dealer.without(board)
                ranges = {other: reach * left for other, reach in ranges.items()}
            actor = place.actor
            if actor == seat:
                action = self._chosen(place, seat, deal.hands[seat], board, ranges)
                if action == FOLD:
                    return float(-place.put_in[seat])
            else:
                actions, rows = opponent.rows(place, board, ranges[actor])
                held = deal.hands[actor]
                often = rows[:, hand_index(*held) if len(held) == 2 else held[0]].cumsum()
                taken = int(often.searchsorted(draw.random() * often[-1], "right"))
                ranges[actor] = ranges[actor] * rows[taken]
                action = actions[taken]
            place = opponent.after(place, action)
        table = place.table.copy()
        for one in table.in_hand:
            table.set_hole_cards(one, deal.hands[one])
        table.set_board(deal.board)
        return float(adjusted_payoffs(table, known)[seat])

    # --- the look ------------------------------------------------------------------------------------------------

    def _chosen(
        self, place: Place, seat: int, hand: tuple[int, ...], board: tuple[int, ...], ranges: Ranges
    ) -> Action:
        if place.round < self.look.first:
            return CALL
        shares = self.shares.against(hand, board)
        still = {other: reach for other, reach in ranges.items() if other in place.table.in_hand}
        wins = {other: _chance(reach, float(reach @ shares)) for other, reach in still.items()}
        actions = self.look.actions(place)
        worth = []
        for action in actions:
            if action == FOLD:
                worth.append(float(-place.put_in[seat]))
                continue
            then = self.opponent.after(place, action)
            if action == CALL:
                mine = then.put_in[seat]
                pot = sum(min(chips, mine) for chips in then.put_in)
                worth.append(prod(wins.values()) * pot - mine)
            else:
                worth.append(self._worth_of_bet(then, seat, board, still, wins, shares))
        return actions[worth.index(max(worth))]

    def _worth_of_bet(
        self,
        then: Place,
        seat: int,
        board: tuple[int, ...],
        ranges: Ranges,
        wins: dict[int, float],
        shares: Floats,
    ) -> float:
        """What a bet wins if the first who does not fold is the only one who calls it."""
        put_in, stacks, street = then.put_in, then.table.stacks, then.round
        always = prod(chance for other, chance in wins.items() if stacks[other] == 0)  # all-in before the bet
        nobody, total = 1.0, 0.0
        while then.actor is not None and then.actor != seat and then.round == street:
            other = then.actor
            reach = ranges[other]
            folds = self.opponent.row(then, board, FOLD, reach)
            stay = reach if folds is None else reach * (1 - folds)
            calls = _chance(reach, float(stay.sum()))
            stake = min(put_in[seat], put_in[other] + stacks[other])
            pot = 2 * stake + sum(
                min(chips, stake) for one, chips in enumerate(put_in) if one not in (seat, other)
            )
            total += nobody * calls * (_chance(stay, float(stay @ shares)) * always * pot - stake)
            nobody *= 1 - calls
            if folds is None:
                break
            then = self.opponent.after(then, FOLD)
        all_in = [put_in[other] for other in ranges if stacks[other] == 0]
        if not all_in:
            return total + nobody * (sum(put_in) - put_in[seat])
        stake = min(put_in[seat], max(all_in))
        return total + nobody * (always * sum(min(chips, stake) for chips in put_in) - stake)


def _chance(reach: Floats, part: float) -> float:
    total = float(reach.sum())
    return part / total if total > 0 else 0.0
