"""Bets in recorded hands that a strategy's menu does not have, the ones that matter most first."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from riverboat.base.checks import instance
from riverboat.errors import StrategyError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import CALL, Action, act
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.strategy.blueprint import Blueprint

NEAR: Final = math.log(1.1)
"""Distance below which a bet is one of the menu's: menus that ship merge what is nearer."""

_STEPS: Final = ((100, 5), (300, 25), (math.inf, 100))
"""Percent of the pot up to which sizes are rounded to so many."""


@dataclass(frozen=True)
class OffTree:
    """A size that was bet and is not on the menu.

    percent: of the pot after a call, rounded. count: how often it was bet. distance: mean of |log((1 + x) / (1 + a))|
    over them, x the bet and a the nearest size of the menu there, in pots: how far apart the pots behind them are.
    """

    street: str
    kind: Literal["bet", "raise"]
    percent: int
    count: int
    distance: float

    @property
    def weight(self) -> float:
        """Frequency times distance: what is worth solving first."""
        return self.count * self.distance

    @property
    def size(self) -> str:
        """As menus write it."""
        return f"{self.percent}%"

    def __str__(self) -> str:
        return f"{self.street} {self.kind} {self.size}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {**asdict(self), "weight": self.weight}


def off_tree_bets(hands: Iterable[Hand], strategy: Blueprint) -> list[OffTree]:
    """Return the bets and raises of hands that the strategy's menu has nothing near to, by frequency × distance.

    Bets of everybody count, by whoever they were made; a strategy's own are on its menu. All-ins are not counted, which
    menus have where they want them. Hands of a game that the strategy does not play are left out.

    >>> import riverboat as rb
    >>> hand = Hand(rb.games.nolimit_holdem(), (250, 0, 0, 0, 0, 0, 1000, -1))  # two pots on the river
    >>> [str(found) for found in off_tree_bets([hand], rb.open("headsup"))]
    ['river bet 200%']
    """
    instance("strategy", strategy, Blueprint, StrategyError, example="rb.open('headsup')")
    found: dict[tuple[str, Literal["bet", "raise"], int], list[float]] = {}
    for hand in hands:
        if not _plays(strategy, hand):
            continue
        lines, table, names = strategy.lines(hand.game), Table(hand.game), street_names(hand.game)
        for number, action in enumerate(hand.actions):
            if action > CALL and action < _all_in(table):
                menu = lines.at(hand.actions[:number]).mix.actions
                distance = min(
                    (_distance(table, action, own) for own in menu if own > CALL), default=math.inf
                )
                if NEAR <= distance < math.inf:
                    kind: Literal["bet", "raise"] = "raise" if max(table.bets) else "bet"
                    key = names[table.round], kind, _rounded(100 * _pots(table, action))
                    found.setdefault(key, []).append(distance)
            act(table, action)
    bets = [OffTree(*key, len(seen), sum(seen) / len(seen)) for key, seen in found.items()]
    return sorted(bets, key=lambda one: (-one.weight, str(one)))


# --- parts -------------------------------------------------------------------------------------------------


def _plays(strategy: Blueprint, hand: Hand) -> bool:
    try:
        strategy.lines(hand.game)
    except StrategyError:
        return False
    return True


def _all_in(table: Table) -> int:
    actor = table.actor
    assert actor is not None
    return table.bets[actor] + table.stacks[actor]


def _pots(table: Table, action: Action) -> float:
    """The part of the pot, after a call, that a bet or raise adds."""
    return (action - max(table.bets)) / (table.pot + table.to_call)


def _distance(table: Table, one: Action, other: Action) -> float:
    return abs(math.log((1 + _pots(table, one)) / (1 + _pots(table, other))))


def _rounded(percent: float) -> int:
    step = next(step for most, step in _STEPS if percent <= most)
    return max(round(percent / step) * step, 5)
