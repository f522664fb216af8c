"""How much each iteration counts in the average strategy: small units that go with any update rule.

An average is kept as one sum, S ← S·keep(t) + reach × strategy, so a scheme is the number `keep(t)` for each iteration
t = 1, 2, ...: how much is left of all before when t comes in with weight 1. Where iterations have weights w it is
w(t − 1)/w(t); it also says what no fixed weights can, such as an exponent that changes. 0 begins an average.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from riverboat.base.checks import whole
from riverboat.errors import SolverError
from riverboat.solvers.update_rules.schedule import Number, number_at


class Averaging(Protocol):
    """What a scheme must be able to do."""

    def keep(self, t: int) -> float:
        """Return what is left of the sum when iteration t is added; 0 for t = 1."""
        ...


@dataclass(frozen=True)
class Power:
    """Iteration t has weight tᵞ: 0 counts all alike, 1 is linear, and the larger, the sooner the past is forgotten.

    gamma may be a `Schedule`; then keep(t) is ((t − 1)/t)ᵞ with the gamma of t.

    >>> [round(Power(2).keep(t), 3) for t in (1, 2, 3, 4)]
    [0.0, 0.25, 0.444, 0.562]
    """

    gamma: Number

    def keep(self, t: int) -> float:
        """Return ((t − 1)/t)ᵞ."""
        gamma = number_at(self.gamma, t)
        return float((t - 1) ** gamma / t**gamma) if t > 1 else 0.0


UNIFORM: Final = Power(0.0)
"""Every iteration counts alike."""

LINEAR: Final = Power(1.0)
"""Iteration t has weight t."""


@dataclass(frozen=True)
class Delayed:
    """The first iterations do not count; iteration `first` + 1 begins the average. Tammelin 2014 delays CFR+ so.

    Until then the average is the strategy of the last iteration.

    >>> [round(Delayed(2, LINEAR).keep(t), 3) for t in (1, 2, 3, 4, 5)]
    [0.0, 0.0, 0.0, 0.5, 0.667]
    """

    first: int
    averaging: Averaging = LINEAR

    def __post_init__(self) -> None:
        whole("first", self.first, SolverError, example="Delayed(100)", kind="a whole number of iterations")

    def keep(self, t: int) -> float:
        """Return what the scheme keeps at t − first."""
        return self.averaging.keep(max(t - self.first, 1))


@dataclass(frozen=True)
class Restart:
    """The average is thrown away and begun again after 1, base, base², ... iterations.

    So it is over the last 1 − 1/base of the iterations at most, and just after a restart over very few: a run that ends
    there is worse than one that ends before.

    >>> [round(Restart(LINEAR).keep(t), 3) for t in range(1, 9)]
    [0.0, 0.0, 0.5, 0.667, 0.0, 0.5, 0.667, 0.75]
    """

    averaging: Averaging = Power(3.0)
    base: int = 4

    def __post_init__(self) -> None:
        whole("base", self.base, SolverError, least=2, example=4)

    def keep(self, t: int) -> float:
        """Return what the scheme keeps, counted from the last restart."""
        if t == 1:
            return self.averaging.keep(1)
        last = 1
        while last * self.base < t:
            last *= self.base
        return self.averaging.keep(t - last)
