"""Equity: bets by its chance against random hands, the stronger the more; in the style of neuron_poker's players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from riverboat import _core
from riverboat.base.checks import share
from riverboat.bots.bot import Bot
from riverboat.bots.native import native_rule
from riverboat.bots.view import View
from riverboat.bots.win_rate import EXACT, check_samples, win_rate
from riverboat.errors import BotError
from riverboat.games.rules.action import CALL, Action
from riverboat.games.rules.game import MAX_ROUNDS

_ALL_IN: Final = 1e9  # pots; more than anybody has
STEPS: Final = ((-0.1, 0.5), (0.0, 1.0), (0.1, 2.0), (0.2, _ALL_IN))
"""How far above `raise_over` the equity must be for a raise that puts in so many pots; the last is all-in."""


@dataclass
class Equity(Bot):
    """Calls over one equity, raises over another: half a pot a little below it, a pot, two pots and all-in above.

    Equity is the win rate against as many random hands as opponents are still in. A raise puts in half a pot, a pot or
    two as they lie in the middle, or the nearest that is legal. These are the rules of neuron_poker's equity
    players (Dickreuter), whose names say both thresholds in percent: 50/70, 50/50, 20/30.

    samples: deals by which equity is estimated; 0 for exact rates.

    >>> Equity(0.5, 0.7)
    Equity(call_over=0.5, raise_over=0.7, samples=1000)
    """

    call_over: float = 0.5
    raise_over: float = 0.7
    samples: int = 1000

    def __post_init__(self) -> None:
        share("call_over", self.call_over, BotError, example=0.5)
        share("raise_over", self.raise_over, BotError, example=0.7)
        check_samples(self.samples)

    def act(self, view: View) -> Action:
        """Raise by the highest step that the equity is over, else call, else check or fold."""
        equity = win_rate(view, self.samples)
        for above, pots in reversed(STEPS):
            if equity > self.raise_over + above:
                return view.raise_to(view.bets[view.seat] + int(pots * view.pot))
        return CALL if equity > self.call_over else view.fold

    def native(self) -> _core.BotRule | None:
        """The same natively; exact rates have no native form."""
        if self.samples == EXACT or type(self).act is not Equity.act:
            return None
        raises = [self.raise_over + above for above, _ in STEPS]
        cuts = (min(self.call_over, raises[0]), *raises)
        words = ("fff", "ccc", *["rrr"] * len(STEPS))
        pots = (0, 0, *(pots for _, pots in STEPS))
        return native_rule(words, [cuts] * MAX_ROUNDS, samples=self.samples, pots=pots)


@dataclass
class Equity5050(Equity):
    """The same, calling and raising over 0.5."""

    raise_over: float = 0.5


@dataclass
class Equity2030(Equity):
    """The same, calling over 0.2 and raising over 0.3: it plays nearly every hand."""

    call_over: float = 0.2
    raise_over: float = 0.3
