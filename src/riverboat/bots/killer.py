"""Killer: learns to beat one opponent, and falls back on simpler bots while it loses."""

from __future__ import annotations

import math
import time
from collections import deque
from dataclasses import dataclass, field
from typing import ClassVar, Final

from riverboat.base.checks import is_number, share, whole
from riverboat.bots.bot import Bot
from riverboat.bots.native import LETTERS
from riverboat.bots.simple import AllIn
from riverboat.bots.thresholds import Honest, Shark
from riverboat.bots.view import HandEnd, View
from riverboat.bots.weights import Weights
from riverboat.bots.win_rate import check_samples, strength_bin, win_rate
from riverboat.errors import BotError
from riverboat.games.rules.action import CALL, FOLD, Action

_LEAST_CLOCK: Final = 1.0  # seconds left under which it only checks and calls


@dataclass
class Killer(Bot):
    """Plays each hand-strength bin defensively or aggressively, by weights that it learns from results.

    Defensive is to check or fold; aggressive is to call or raise, alike likely, to the point x between the smallest and
    the largest raise. After a hand the choices made in it gain rate · (result − mean of the window), in stacks, and
    every `x_hands` hands x moves by rate · mean result. From the hands in `switches` on, a style that has not won in
    the recent window makes way for the next: killer, all-in, honest (0.375), shark (0.1 / 0.6, mean raises).

    histories: also tell situations apart by the street and what was done on it. clock: seconds that it may think in a
    series; with less than one left it checks and calls. By default there is no end to them, and matches repeat exactly.

    From the CPJC poker bot (2024). Its listing has slips; we do what it means. `self.count()` is the number of hands.
    `sum / len` without a comparison is "wins on the mean". Taken literally, its conditions would also go back to the
    killer style as soon as another wins; here a style that wins stays, and a new one is judged by a full window of its
    own. x moves after the tenth hand, not after the first. Where all weights are 0 they are alike again.
    """

    bins: int = 5
    rate: float = 0.1
    window: int = 500
    x: float = 0.5
    x_hands: int = 10
    switches: tuple[int, ...] = (2000, 3000, 4000)
    samples: int = 100
    histories: bool = False
    clock: float = math.inf
    weights: Weights = field(init=False, repr=False)
    style: int = field(init=False, default=0)
    learns: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for what in ("bins", "window", "x_hands"):
            whole(what, getattr(self, what), BotError, least=1, example=5)
        check_samples(self.samples)
        share("rate", self.rate, BotError, example=0.6)
        share("x", self.x, BotError, example=0.6)
        if not isinstance(self.switches, tuple) or len(self.switches) != 3:
            raise BotError(
                f"switches is {self.switches!r}; it must be three numbers of hands: 2000/3000/4000"
            )
        if self.clock != math.inf and not is_number(self.clock):
            raise BotError(f"clock is {self.clock!r}; it must be seconds, such as 60")
        self.weights = Weights(2, self.rate)
        self._fallbacks = (AllIn(), Honest(samples=self.samples), Shark(samples=self.samples, sizing=0.5))
        self._recent: deque[float] = deque(maxlen=self.window)
        self._hands, self._gained = 0, 0.0

    def act(self, view: View) -> Action:
        """Guard the stack and the clock, then play the style."""
        start = time.perf_counter() if self.clock < math.inf else 0.0
        small_blind = min((blind for blind in view.game.blinds if blind), default=1)
        if view.stack < small_blind or self.clock < _LEAST_CLOCK:
            return CALL
        action = self._fallbacks[self.style - 1].act(view) if self.style else self._kill(view)
        if start:
            self.clock -= time.perf_counter() - start
        return action

    def end_hand(self, end: HandEnd) -> None:
        """Learn; move x; change the style if it loses."""
        gain = end.payoffs[end.seat] / end.game.stacks[end.seat]
        self._recent.append(gain)
        mean = sum(self._recent) / len(self._recent)
        self.weights.learn(gain - mean)
        self._hands += 1
        self._gained += gain
        if self._hands % self.x_hands == 0:
            self.x = min(max(self.x + self.rate * self._gained / self.x_hands, 0.0), 1.0)
            self._gained = 0.0
        judged = len(self._recent) == self.window
        if judged and mean <= 0 and self.style < 3 and self._hands >= self.switches[self.style]:
            self.style += 1
            self._recent.clear()

    def _kill(self, view: View) -> Action:
        strength = strength_bin(win_rate(view, self.samples), self.bins)
        situation = (strength, _line(view)) if self.histories else strength
        if self.weights.choose(situation, view.uniform(1)) == 0:
            return view.fold
        others_all_in = not any(view.stacks[seat] for seat in view.in_hand if seat != view.seat)
        if others_all_in or view.uniform(2) < 0.5:
            return CALL
        return view.sized(self.x)


def _line(view: View) -> str:
    """The street and the actions on it, as letters."""
    done = (move.action for move in view.history if move.round == view.round)
    letters = (LETTERS[0 if action == FOLD else 1 if action == CALL else 2] for action in done)
    return f"{view.round}{''.join(letters)}"
