"""Bots that do not look at their cards: Fish, Fold and All-In, and Random."""

from __future__ import annotations

from dataclasses import dataclass

from riverboat import _core
from riverboat.bots.bot import Bot
from riverboat.bots.native import native_rule
from riverboat.bots.view import View
from riverboat.games.rules.action import CALL, FOLD, Action


@dataclass
class Fish(Bot):
    """Always checks or calls."""

    def act(self, view: View) -> Action:
        """Check or call."""
        return CALL

    def native(self) -> _core.BotRule | None:
        """The same natively."""
        return native_rule(["ccc"]) if type(self).act is Fish.act else None


@dataclass
class Fold(Bot):
    """Folds to every bet, checks where that is free."""

    def act(self, view: View) -> Action:
        """Fold or check."""
        return view.fold

    def native(self) -> _core.BotRule | None:
        """The same natively."""
        return native_rule(["fff"]) if type(self).act is Fold.act else None


@dataclass
class AllIn(Bot):
    """Always bets all it has; in limit games, raises while it may."""

    def act(self, view: View) -> Action:
        """Raise to the most, or call."""
        return view.sized(1.0)

    def native(self) -> _core.BotRule | None:
        """The same natively."""
        return native_rule(["rrr"], sizing=1.0) if type(self).act is AllIn.act else None


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
        return native_rule(["ccc"], random=True) if type(self).act is Random.act else None
