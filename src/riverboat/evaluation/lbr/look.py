"""The look ahead of two players: which action of the menu wins most if nobody bets any more after it.

Lisý and Bowling 2017, *Equilibrium approximation quality of current no-limit poker bots*. A bet is answered by the
strategy's own range: the part of it that folds gives up the pot, and the win probability is taken against the part that
does not. With more depth, raises are looked at as well, and the best next answer to them.

Values here are sums over the opponent's hands of reach times net chips, so that a mixture of answers is a sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from riverboat.evaluation.lbr.menu import LbrMenu
from riverboat.evaluation.lbr.places import Opponent, Place
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.solvers.asking.strategy import Floats


class Against(NamedTuple):
    """Who looks, and what he knows.

    me, other: the two seats. board: the cards on the table. reach: how often the opponent comes here with each hand.
    won: the same times the share of the pot that is won against the hand if nobody bets any more. all_reach, all_won:
    their sums.
    """

    me: int
    other: int
    board: tuple[int, ...]
    reach: Floats
    won: Floats
    all_reach: float
    all_won: float

    def playing(self, row: Floats) -> Against:
        """Return the same against the part of the range that plays in a way, which a row of probabilities tells."""
        reach, won = self.reach * row, self.won * row
        return self._replace(reach=reach, won=won, all_reach=float(reach.sum()), all_won=float(won.sum()))


@dataclass(frozen=True)
class Look:
    """How a local best response chooses.

    first: the round from which on it uses its menu; before, it checks and calls. depth: 1 as published; with more, the
    opponent's raises are answered in turn.
    """

    opponent: Opponent
    menu: LbrMenu
    first: int
    depth: int = 1

    def choose(self, place: Place, against: Against) -> Action:
        """Return the best action of the menu; of equals the one that risks least."""
        actions = self.actions(place)
        worth = [self._worth(place, action, against, self.depth) for action in actions]
        return actions[worth.index(max(worth))]

    def actions(self, place: Place) -> list[Action]:
        """Return what may be chosen at a place."""
        if place.choices is None:
            place.choices = self.menu.actions(place.table, self.opponent.tree_choices(place))
        return place.choices

    def asked(self, place: Place) -> Iterator[Place]:
        """Yield the places at which the strategy will be asked when a choice is made, as far as one bet goes."""
        bets = (
            [action for action in self.actions(place) if action > CALL] if place.round >= self.first else []
        )
        for action in bets:
            then = self.opponent.after(place, action)
            if then.actor is not None and then.round == place.round:
                yield then

    def _worth(self, place: Place, action: Action, against: Against, depth: int) -> float:
        """What an action wins in all."""
        if action == FOLD:
            return -place.put_in[against.me] * against.all_reach
        then = self.opponent.after(place, action)
        answers = (
            then.actor is not None and then.round == place.round
        )  # else the street, or the hand, is over
        if not answers or (depth == 1 and action == CALL):
            return _checked_down(then, against)
        return self._worth_of_bet(then, against) if depth == 1 else self._answered(then, against, depth)

    def _worth_of_bet(self, then: Place, against: Against) -> float:
        """What a bet wins that is folded to or called."""
        folds = self.opponent.row(then, against.board, FOLD, against.reach)
        if folds is None:
            return _called(then, against, against.all_reach, against.all_won)
        gone, not_won = float(against.reach @ folds), float(against.won @ folds)
        stay, won = against.all_reach - gone, against.all_won - not_won
        return gone * _given_up(then, against) + _called(then, against, stay, won)

    def _answered(self, then: Place, against: Against, depth: int) -> float:
        """What an action wins that is answered as the strategy does, raises too."""
        actions, rows = self.opponent.rows(then, against.board, against.reach)
        total = 0.0
        for answer, row in zip(actions, rows, strict=True):
            met = against.playing(row)
            if answer == FOLD:
                total += _given_up(then, against) * met.all_reach
                continue
            after = self.opponent.after(then, answer)
            if after.actor is None or after.round != then.round:
                total += _checked_down(after, met)
            else:
                total += max(self._worth(after, action, met, depth - 1) for action in self.actions(after))
        return total


def _given_up(place: Place, against: Against) -> int:
    """What is won when the opponent folds: all chips but one's own."""
    return sum(place.put_in) - place.put_in[against.me]


def _checked_down(place: Place, against: Against) -> float:
    """What is won if nobody bets any more."""
    stake = min(place.put_in[against.me], place.put_in[against.other])
    return _shown(place, against, stake, against.all_reach, against.all_won)


def _called(place: Place, against: Against, reach: float, won: float) -> float:
    """What a bet wins that is called, with as many chips as the caller has."""
    stake = min(place.put_in[against.me], place.put_in[against.other] + place.table.stacks[against.other])
    return _shown(place, against, stake, reach, won)


def _shown(place: Place, against: Against, stake: int, reach: float, won: float) -> float:
    """What a showdown wins for which both have put in the stake, others who folded theirs."""
    dead = sum(place.put_in) - place.put_in[against.me] - place.put_in[against.other]
    return (2 * stake + dead) * won - stake * reach
