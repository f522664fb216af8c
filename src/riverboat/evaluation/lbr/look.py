"""The look ahead: which action of the menu wins most if nobody bets any more after it.

Lisý and Bowling 2017, *Equilibrium approximation quality of current no-limit poker bots*. A bet is answered by the
strategy's own range: the part of it that folds gives up the pot, and the win probability is taken against the part that
does not. With more depth, raises are looked at as well, and the best next answer to them.

Values here are sums over the opponent's hands of reach times net chips, so that a mixture of answers is a sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from riverboat.evaluation.lbr.menu import LbrMenu
from riverboat.evaluation.lbr.places import Opponent, Place
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.solvers.asking.strategy import Floats


class Against(NamedTuple):
    """Who looks, and what he knows.

    seat: his. board: the cards on the table. reach: how often the opponent comes here with each hand. won: the same
    times the share of the pot that is won against the hand if nobody bets any more.
    """

    seat: int
    board: tuple[int, ...]
    reach: Floats
    won: Floats


@dataclass(frozen=True)
class Look:
    """How a local best response chooses. first: the round from which on it uses its menu; before, it checks and calls.

    depth: 1 as published; with more, the opponent's raises are answered in turn.
    """

    opponent: Opponent
    menu: LbrMenu
    first: int
    depth: int = 1

    def choose(
        self, place: Place, seat: int, board: tuple[int, ...], reach: Floats, shares: Floats
    ) -> Action:
        """Return the best action of the menu; of equals the one that risks least. reach, shares: by hand number."""
        if place.round < self.first:
            return CALL
        against = Against(seat, board, reach, reach * shares)
        actions = self.actions(place)
        worth = [self._worth(place, action, against, self.depth) for action in actions]
        return actions[worth.index(max(worth))]

    def actions(self, place: Place) -> list[Action]:
        """Return what may be chosen at a place."""
        if place.choices is None:
            place.choices = self.menu.actions(place.table, self.opponent.tree_choices(place))
        return place.choices

    def _worth(self, place: Place, action: Action, against: Against, depth: int) -> float:
        """What an action wins in all."""
        me = against.seat
        if action == FOLD:
            return -place.put_in[me] * float(against.reach.sum())
        then = self.opponent.after(place, action)
        answers = (
            then.actor is not None and then.round == place.round
        )  # else the street, or the hand, is over
        if not answers or (depth == 1 and action == CALL):
            return _checked_down(then, against)
        if depth == 1:
            return self._worth_of_bet(then, against)
        other = 1 - me
        actions, rows = self.opponent.rows(then, against.board)
        total = 0.0
        for number, answer in enumerate(actions):
            reach = against.reach * rows[number]
            if answer == FOLD:
                total += then.put_in[other] * float(reach.sum())
                continue
            met = Against(me, against.board, reach, against.won * rows[number])
            after = self.opponent.after(then, answer)
            if after.actor is None or after.round != place.round:
                total += _checked_down(after, met)
            else:
                total += max(self._worth(after, next_one, met, depth - 1) for next_one in self.actions(after))
        return total

    def _worth_of_bet(self, then: Place, against: Against) -> float:
        """What a bet wins that is folded to or called."""
        all_hands, won = float(against.reach.sum()), float(against.won.sum())
        folds = self.opponent.row(then, against.board, FOLD)
        gone, not_won = (0.0, 0.0) if folds is None else (against.reach @ folds, against.won @ folds)
        me, other = against.seat, 1 - against.seat
        at_stake = min(then.put_in[me], then.put_in[other] + then.table.stacks[other])
        return float(gone * then.put_in[other] + at_stake * (2 * (won - not_won) - (all_hands - gone)))


def _checked_down(place: Place, against: Against) -> float:
    """What is won if nobody bets any more: each puts in as much as the other and wins it or loses it."""
    at_stake = min(place.put_in)
    return float(at_stake * (2 * against.won.sum() - against.reach.sum()))
