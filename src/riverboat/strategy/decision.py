"""What a strategy answers: a decision of one hand, the strategy of all hands, many hands at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from riverboat.cards.range_grid import Grid
from riverboat.solvers.options import Option
from riverboat.strategy.branches import Translated
from riverboat.strategy.situation import Situation
from riverboat.strategy.strategy_file import Source
from riverboat.strategy.trained_rows import WELL_TRAINED_LEVEL, visits_of

if TYPE_CHECKING:
    from rich.console import RenderableType

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Decision:
    """How one hand is played.

    probabilities: of each of `options`, summing to 1. bucket: of the hand in the card abstraction. level: how well
    trained on the scale of a byte; `visits` says it in numbers.
    """

    hand: str
    situation: Situation
    probabilities: tuple[float, ...]
    bucket: int
    level: int

    @property
    def options(self) -> tuple[Option, ...]:
        """The legal actions that the strategy chooses from, with real chip amounts."""
        return self.situation.options

    @property
    def actions(self) -> tuple[str, ...]:
        """The options as tokens of a betting line."""
        return tuple(option.token for option in self.options)

    @property
    def translated(self) -> tuple[Translated, ...]:
        """Which real bets were played as which menu sizes, with which weights."""
        return self.situation.translated

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed, in words."""
        return self.situation.assumed

    @property
    def source(self) -> Source:
        """Whose row the answer is: "node" is the node's own; "class" and "shape" are means over nodes like it."""
        return self.situation.source

    @property
    def visits(self) -> int:
        """About how often training visited this bucket here, or the mean bucket if the file has no more."""
        return visits_of(self.level)

    @property
    def well_trained(self) -> bool:
        """Whether the answer is of the node itself and was visited 100 times or more."""
        return self.source == "node" and self.level >= WELL_TRAINED_LEVEL

    def probability(self, token: str) -> float:
        """Return the probability of an action by its token, 0 for one that is not an option."""
        return sum(p for name, p in zip(self.actions, self.probabilities, strict=True) if name == token)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        data = self.situation.to_dict()
        for action, probability in zip(data["actions"], self.probabilities, strict=True):
            action["probability"] = probability
        return {
            "hand": self.hand,
            **data,
            "bucket": self.bucket,
            "visits": self.visits,
            "well_trained": self.well_trained,
        }

    def __repr__(self) -> str:
        played = ", ".join(f"{a} {p:.0%}" for a, p in zip(self.actions, self.probabilities, strict=True))
        return f"<Decision {self.hand} {played}>"

    def __rich__(self) -> RenderableType:
        from riverboat.strategy.view import decision_view

        return decision_view(self)


@dataclass(frozen=True, eq=False)
class AllHands:
    """How every hand is played at one point.

    strategy: float32[hands, options] by hand index (by card in games of one hole card), 0 for hands that cannot be
    held. reach: float64[hands], how often who acts comes here with each hand.
    """

    situation: Situation
    strategy: Floats
    reach: npt.NDArray[np.float64]

    @property
    def options(self) -> tuple[Option, ...]:
        """The legal actions that the strategy chooses from."""
        return self.situation.options

    @cached_property
    def frequencies(self) -> tuple[float, ...]:
        """How often each option is taken, over the hands that come here; over all hands if none does."""
        held = self.strategy.any(axis=1)
        weights = self.reach[held] if self.reach.any() else np.ones(int(held.sum()))
        return tuple(np.average(self.strategy[held], axis=0, weights=weights).tolist())

    def grid(self) -> Grid:
        """Return the 13 x 13 grid, each cell split as its hands play."""
        from riverboat.strategy.view import all_hands_grid

        return all_hands_grid(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values; hands by their names."""
        from riverboat.strategy.view import all_hands_dict

        return all_hands_dict(self)

    def __rich__(self) -> RenderableType:
        from riverboat.strategy.view import all_hands_view

        return all_hands_view(self)


@dataclass(frozen=True, eq=False)
class Batch:
    """How many hands are played at one point: probabilities float32[hands, options], buckets int32[hands]."""

    situation: Situation
    probabilities: Floats
    buckets: npt.NDArray[np.int32]

    @property
    def options(self) -> tuple[Option, ...]:
        """The legal actions that the strategy chooses from."""
        return self.situation.options
