"""How long a decision is thought about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from riverboat.base.checks import number, whole
from riverboat.errors import StrategyError
from riverboat.solvers.solutions.solve_options import SolveOptions

SECONDS: Final = 2.0
"""For a decision on two cores: what a turn with two sizes takes to 1 % of the pot."""

ACCURACY: Final = 0.2
"""Percent of the pot at which thinking stops if nothing else ends it: below it strategies look the same."""


@dataclass(frozen=True)
class Budget:
    """When thinking stops: after so many seconds or iterations, or at an accuracy in percent of the pot.

    What is None does not stop it. With iterations the seconds only choose the menu, so that the same question has the
    same answer on any machine; else they are the stop. A budget of 0 leaves everything to the blueprint.

    >>> Budget(iterations=200).is_repeatable, Budget(seconds=0).is_empty
    (True, True)
    """

    seconds: float = SECONDS
    iterations: int | None = None
    accuracy: float | None = None

    def __post_init__(self) -> None:
        number("seconds", self.seconds, StrategyError, least=0, example=2.0)
        if self.iterations is not None:
            whole("iterations", self.iterations, StrategyError, example=200)
        if self.accuracy is not None:
            number("accuracy", self.accuracy, StrategyError, over=0, example=0.5, kind="percent of the pot,")

    @property
    def is_empty(self) -> bool:
        """Whether there is no time to think."""
        return self.seconds == 0 or self.iterations == 0

    @property
    def is_repeatable(self) -> bool:
        """Whether the same question has the same answer whenever it is asked."""
        return self.iterations is not None

    def after(self, seconds: float) -> Budget:
        """Return what is left when some seconds are spent; a tenth of it at least, as something must be found.

        >>> Budget(2.0).after(0.5).seconds, Budget(2.0).after(3.0).seconds
        (1.5, 0.2)
        """
        return replace(self, seconds=max(self.seconds - seconds, 0.1 * self.seconds))

    def options(self, **more: object) -> SolveOptions:
        """Return how a subgame is solved; see `SolveOptions` for what more may be said."""
        accuracy = self.accuracy or (None if self.is_repeatable else ACCURACY)
        return SolveOptions(
            iterations=self.iterations,
            target_pot_percent=accuracy,
            max_seconds=None if self.is_repeatable else self.seconds,
            **more,  # type: ignore[arg-type]  # checked there
        )

    def __str__(self) -> str:
        parts = [f"{self.iterations} iterations" if self.is_repeatable else f"{self.seconds:g} s"]
        return ", ".join([*parts, *([f"{self.accuracy:g} % of the pot"] if self.accuracy else [])])
