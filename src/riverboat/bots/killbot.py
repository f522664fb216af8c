"""KillBot: Mike with a table that learns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from riverboat.base.checks import share, whole
from riverboat.bots.bot import Bot
from riverboat.bots.mike import do, last_move
from riverboat.bots.native import LETTERS
from riverboat.bots.view import HandEnd, View
from riverboat.bots.weights import Weights
from riverboat.bots.win_rate import check_samples, strength_bin, win_rate
from riverboat.errors import BotError
from riverboat.games.rules.action import Action


@dataclass
class KillBot(Bot):
    """Keeps the path of abstract situations that a hand took and moves their weights by what it won or lost.

    A situation is the hand-strength bin and the opponent's last move; the weights are over fold, call and raise. The
    gain of a hand is its result over the stack. From the CPJC poker bot (2024), which describes it in words; bins and
    rate are those of its Killer, and raises the mean of the smallest and the largest, as in its final bot.
    """

    bins: int = 5
    rate: float = 0.1
    samples: int = 100
    sizing: float = 0.5
    weights: Weights = field(init=False, repr=False)
    learns: ClassVar[bool] = True

    def __post_init__(self) -> None:
        whole("bins", self.bins, BotError, least=1, example=5)
        check_samples(self.samples)
        share("sizing", self.sizing, BotError, example=0.6)
        share("rate", self.rate, BotError, example=0.6)
        self.weights = Weights(len(LETTERS), self.rate)

    def act(self, view: View) -> Action:
        """Draw by the weights."""
        situation = strength_bin(win_rate(view, self.samples), self.bins), last_move(view)
        return do(self.weights.choose(situation, view.uniform(1)), view, self.sizing)

    def end_hand(self, end: HandEnd) -> None:
        """Learn."""
        self.weights.learn(end.payoffs[end.seat] / end.game.stacks[end.seat])
