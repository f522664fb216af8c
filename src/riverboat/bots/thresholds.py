"""Bots that compare their win rate with thresholds: Angry Fish, Honest, Shark and Matt.

They are those of the CPJC poker bot (2024), with the thresholds that it
found best by grid search, in freeze-outs of ten hands with stacks of ten big blinds.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import KW_ONLY, dataclass
from typing import Final

from riverboat import _core
from riverboat.base.checks import one_of, share
from riverboat.bots.bot import Bot
from riverboat.bots.native import native_rule
from riverboat.bots.view import View
from riverboat.bots.win_rate import (
    EXACT,
    SCALINGS,
    Scaling,
    check_samples,
    threshold_factor,
    win_rate,
)
from riverboat.errors import BotError
from riverboat.games.rules.action import CALL, Action
from riverboat.games.rules.game import MAX_PLAYERS, MAX_ROUNDS

_NEVER: Final = math.inf


@dataclass
class Thresholds(Bot):
    """Folds up to one win rate, raises above another, calls between them.

    samples: deals by which a win rate is estimated; 0 for exact ones. sizing: from 0, the smallest raise, with which
    the thresholds were found, to 1, all-in; the source's final bot takes the mean, 0.5. scaling: how thresholds fall
    with the opponents (`threshold_factor`).
    """

    _: KW_ONLY
    samples: int = 100
    sizing: float = 0.0
    scaling: Scaling = "opponents"

    def __post_init__(self) -> None:
        check_samples(self.samples)
        share("sizing", self.sizing, BotError, example=0.6)
        one_of("scaling", self.scaling, SCALINGS, BotError)

    @abstractmethod
    def thresholds(self, number: int) -> tuple[float, float]:
        """Return up to which win rate to fold and above which to raise in a betting round, heads-up."""

    def act(self, view: View) -> Action:
        """Compare."""
        rate = win_rate(view, self.samples) / threshold_factor(view.opponents, self.scaling)
        fold_up_to, raise_above = self.thresholds(view.round)
        if rate <= fold_up_to:
            return view.fold
        return view.sized(self.sizing) if rate > raise_above else CALL

    def native(self) -> _core.BotRule | None:
        """The same comparison; exact win rates have no native form."""
        if self.samples == EXACT or type(self).act is not Thresholds.act:
            return None
        cuts = [(folds, max(folds, raises)) for folds, raises in map(self.thresholds, range(MAX_ROUNDS))]
        factors = [threshold_factor(max(others, 1), self.scaling) for others in range(MAX_PLAYERS)]
        return native_rule(
            ("fff", "ccc", "rrr"), cuts, factors=factors, sizing=self.sizing, samples=self.samples
        )


@dataclass
class AngryFish(Thresholds):
    """Calls, and raises above a win rate; 0.65 was best against Fish."""

    raise_above: float = 0.65

    def __post_init__(self) -> None:
        super().__post_init__()
        share("raise_above", self.raise_above, BotError, example=0.6)

    def thresholds(self, number: int) -> tuple[float, float]:
        """Never fold."""
        return -_NEVER, self.raise_above


@dataclass
class Honest(Thresholds):
    """Calls above a win rate and folds below; 0.375 was best against All-In."""

    fold_up_to: float = 0.375

    def __post_init__(self) -> None:
        super().__post_init__()
        share("fold_up_to", self.fold_up_to, BotError, example=0.6)

    def thresholds(self, number: int) -> tuple[float, float]:
        """Never raise."""
        return self.fold_up_to, _NEVER


@dataclass
class Shark(Thresholds):
    """Folds weak hands, raises strong ones; 0.1 and 0.6 were best against Fish."""

    fold_up_to: float = 0.1
    raise_above: float = 0.6

    def __post_init__(self) -> None:
        super().__post_init__()
        share("fold_up_to", self.fold_up_to, BotError, example=0.6)
        share("raise_above", self.raise_above, BotError, example=0.6)
        if self.fold_up_to > self.raise_above:
            raise BotError(
                f"shark folds up to {self.fold_up_to} and raises above {self.raise_above}; the second must not be "
                "less than the first, such as shark(0.1,0.6)"
            )

    def thresholds(self, number: int) -> tuple[float, float]:
        """The same on all streets."""
        return self.fold_up_to, self.raise_above


@dataclass
class Matt(Thresholds):
    """A Shark with thresholds of its own on each street, written 0.1/0.2/0.2/0.3; the last holds for later ones."""

    fold_up_to: float | tuple[float, ...] = 0.1
    raise_above: float | tuple[float, ...] = 0.6

    def __post_init__(self) -> None:
        super().__post_init__()
        for what in ("fold_up_to", "raise_above"):
            for value in _by_street(getattr(self, what)):
                share(what, value, BotError, example=0.6)

    def thresholds(self, number: int) -> tuple[float, float]:
        """Those of the street."""
        folds, raises = _by_street(self.fold_up_to), _by_street(self.raise_above)
        return folds[min(number, len(folds) - 1)], raises[min(number, len(raises) - 1)]


def _by_street(value: float | tuple[float, ...]) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)
