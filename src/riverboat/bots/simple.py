"""Bots that do not look at their cards: Fish, Fold and All-In, and Random."""

from __future__ import annotations

import math
from dataclasses import dataclass

from riverboat import _core
from riverboat.bots.bot import Bot
from riverboat.bots.view import View
from riverboat.games.action import CALL, FOLD, Action
from riverboat.games.game import MAX_PLAYERS, MAX_ROUNDS


@dataclass
class Fish(Bot):
    """Always checks or calls."""

    def act(self, view: View) -> Action:
        """Check or call."""
        return CALL

    def native(self) -> _core.BotRule | None:
        """The same natively."""
        return _rule(fold=False) if type(self).act is Fish.act else None


@dataclass
class Fold(Bot):
    """Folds to every bet, checks where that is free."""

    def act(self, view: View) -> Action:
        """Fold or check."""
        return view.fold

    def native(self) -> _core.BotRule | None:
        """The same natively."""
        return _rule(fold=True) if type(self).act is Fold.act else None


@dataclass
class AllIn(Bot):
    """Always bets all it has; in limit games, raises while it may."""

    def act(self, view: View) -> Action:
        """Raise to the most, or call."""
        return view.sized(1.0)

    def native(self) -> _core.BotRule | None:
        """The same natively."""
        return _rule(fold=False, raises=True) if type(self).act is AllIn.act else None


@dataclass
class Random(Bot):
    """Folds, calls and raises alike likely where it may, to any legal amount."""

    def act(self, view: View) -> Action:
        """Draw an action."""
        choices = [CALL]
        if view.call:
            choices.append(FOLD)
        if view.max_raise_to:
            sizes = view.max_raise_to - view.min_raise_to + 1
            choices.append(view.min_raise_to + int(view.uniform(1) * sizes))
        return choices[int(view.uniform() * len(choices))]

    def native(self) -> _core.BotRule | None:
        """The same natively."""
        return _rule(fold=False, random=True) if type(self).act is Random.act else None


def _rule(*, fold: bool, raises: bool = False, random: bool = False) -> _core.BotRule:
    """A comparison that always comes out the same way, whatever the win rate."""
    folds = [math.inf if fold else -math.inf] * MAX_ROUNDS
    above = [-math.inf if raises else math.inf] * MAX_ROUNDS
    return _core.BotRule(random, folds, above, [1.0] * MAX_PLAYERS, 1.0, 0)
