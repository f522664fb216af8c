"""Shover: sees flops for little, and then bets everything with a good hand."""

from __future__ import annotations

import math
from dataclasses import dataclass

from riverboat import _core
from riverboat.base.checks import number, share
from riverboat.bots.bot import Bot
from riverboat.bots.native import native_rule
from riverboat.bots.view import View
from riverboat.bots.win_rate import EXACT, check_samples, win_rate
from riverboat.errors import BotError
from riverboat.games.rules.action import CALL, Action
from riverboat.games.rules.game import MAX_ROUNDS


@dataclass
class Shover(Bot):
    """Calls what costs little before the flop; after it, goes all-in with strong hands and else checks or folds.

    The simplest player that beats strategies which answer a huge bet as if it were one of their menu. A hand is strong
    if its EHS, the chance against one random hand, is over the threshold, however many opponents there are.

    calls_bb: big blinds that a call before the flop may cost. samples: deals by which EHS is estimated, with an error
    of 0.016 or less; 0 for the exact one, which takes milliseconds on the flop.

    >>> Shover(0.8)
    Shover(threshold=0.8, calls_bb=3, samples=1000)
    """

    threshold: float = 0.72
    calls_bb: float = 3
    samples: int = 1000

    def __post_init__(self) -> None:
        share("threshold", self.threshold, BotError, example=0.72)
        number("calls_bb", self.calls_bb, BotError, least=0, example=3)
        check_samples(self.samples)

    def act(self, view: View) -> Action:
        """Call, shove, or check and fold."""
        if view.round == 0:
            return CALL if view.call <= self.calls_bb * view.game.big_blind else view.fold
        return view.sized(1.0) if win_rate(view, self.samples, opponents=1) > self.threshold else view.fold

    def native(self) -> _core.BotRule | None:
        """The same natively; exact strengths have no native form."""
        if self.samples == EXACT or type(self).act is not Shover.act:
            return None
        before, after = (-math.inf, math.inf), (self.threshold, self.threshold)
        return native_rule(
            ("fff", "ccc", "rrr"),
            [before, *[after] * (MAX_ROUNDS - 1)],
            sizing=1.0,
            samples=self.samples,
            call_most=self.calls_bb,
            against_one=True,
        )
