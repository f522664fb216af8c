"""What a person has won at a table, in three measures, each with its interval."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from riverboat.evaluation.intervals import Figure, Moments
from riverboat.evaluation.student import student_95

MEASURES: Final = ("raw", "adjusted", "aivat")
"""As the cards fell; without the luck of cards after everybody was all-in; without all luck that AIVAT explains."""


@dataclass
class Results:
    """Big blinds by hand. by_hand: (raw, adjusted, AIVAT) of each.

    Hands are few at a table: intervals are Student's, 1.96 standard errors would be too sure of themselves.

    >>> results = Results()
    >>> for won in (1.0, -1.0, 3.0): results.add(won, won, 1.0)
    >>> str(results.figures["raw"]), str(results.figures["aivat"])
    ('+100.0 ± 496.8', '+100.0 ± 0.0')
    """

    by_hand: list[tuple[float, float, float]] = field(default_factory=list)
    _moments: Moments = field(default_factory=lambda: Moments(len(MEASURES)))

    def add(self, raw: float, adjusted: float, aivat: float) -> None:
        """Add a hand."""
        self.by_hand.append((raw, adjusted, aivat))
        self._moments.add(np.array([self.by_hand[-1]]))

    @property
    def total(self) -> float:
        """Big blinds won in all, as the cards fell."""
        return float(self._moments.sums[1][0])

    @property
    def figures(self) -> dict[str, Figure]:
        """Return bb/100 by measure, with 95 % intervals; without two hands an interval has no end."""
        width = 100 * student_95(len(self.by_hand) - 1) * self._moments.error
        mean = 100 * self._moments.mean
        return {name: Figure(float(mean[at]), float(width[at])) for at, name in enumerate(MEASURES)}
