"""Constants of update rules that change from iteration to iteration."""

from __future__ import annotations

from dataclasses import dataclass

from riverboat.base.checks import whole
from riverboat.errors import SolverError


@dataclass(frozen=True)
class Schedule:
    """A number that goes in a straight line from `start` to `end` over the planned iterations, and stays there.

    >>> [Schedule(30, 25, iterations=1000).at(t) for t in (0, 200, 1000, 5000)]
    [30.0, 29.0, 25.0, 25.0]
    """

    start: float
    end: float
    iterations: int = 1000

    def __post_init__(self) -> None:
        whole("iterations", self.iterations, SolverError, least=1, example=1000)

    def at(self, t: int) -> float:
        """Return the number for iteration t."""
        return self.start + (self.end - self.start) * min(t / self.iterations, 1.0)


Number = float | Schedule
"""A constant of a rule: the same in all iterations, or by a schedule."""


def number_at(number: Number, t: int) -> float:
    """Return what a constant is in iteration t.

    >>> number_at(2.0, 7), number_at(Schedule(1, 4), 500)
    (2.0, 2.5)
    """
    return number.at(t) if isinstance(number, Schedule) else number
