"""Means and their 95 % intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import number
from riverboat.errors import MatchError

Floats = npt.NDArray[np.float64]

NORMAL_95: Final = 1.959964
"""Standard errors on each side of a 95 % interval."""


BEST_AT: Final = 10_000
"""Samples at which the intervals of a sequence are tightest for their kind: a usual match."""


def sequence_errors(samples: float, alpha: float = 0.05) -> float:
    """Return how many standard errors are on each side of intervals that may be looked at again and again.

    The chance that any interval of the whole sequence misses the mean is alpha, so one may stop by what they show.
    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2021, *Time-uniform central limit theory and asymptotic confidence
    sequences*, theorem 2.2, with rho by their equation for the tightest interval at `BEST_AT` samples. Like all
    intervals from standard errors it needs samples enough that the spread is known.

    >>> [round(sequence_errors(samples), 2) for samples in (1_000, 10_000, 100_000)]
    [3.76, 3.04, 3.26]
    """
    number("samples", samples, MatchError, least=0, example=1000)
    number("alpha", alpha, MatchError, over=0, most=0.5, example=0.05)
    if samples < 1:
        return math.inf
    least = -2 * math.log(alpha)
    scaled = samples * (least + math.log(least) + 1) / BEST_AT
    return math.sqrt(2 * (scaled + 1) / scaled * math.log(math.sqrt(scaled + 1) / alpha))


@dataclass(frozen=True)
class Figure:
    """A mean and half of its 95 % interval, such as −3.1 ± 2.0."""

    mean: float
    half_width: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.half_width

    def __str__(self) -> str:
        return f"{round(self.mean, 1) + 0.0:+.1f} ± {self.half_width:.1f}"  # no −0.0

    def to_dict(self) -> dict[str, float | None]:
        """Return plain values; None for an interval without end."""
        return {
            "mean": self.mean,
            "half_width": self.half_width if math.isfinite(self.half_width) else None,
        }


@dataclass(frozen=True)
class Share:
    """How often something happened of the times that it could, with its 95 % interval.

    The interval is Wilson's (1927), which stays within 0 and 1 and holds for few chances and for rare things, too.

    >>> share = Share(3, 10)
    >>> share.mean, round(share.low, 4), round(share.high, 4)
    (0.3, 0.1078, 0.6032)
    """

    count: int
    of: int

    @property
    def mean(self) -> float:
        """The share; nan if it never could."""
        return self.count / self.of if self.of else math.nan

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self._end(-1)

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self._end(1)

    def _end(self, sign: int) -> float:
        if not self.of:
            return math.nan
        square = NORMAL_95**2 / self.of
        middle, spread = (
            self.mean + square / 2,
            math.sqrt(self.mean * (1 - self.mean) * square + square**2 / 4),
        )
        return min(max((middle + sign * spread) / (1 + square), 0.0), 1.0)

    def to_dict(self) -> dict[str, float | None]:
        """Return plain values; None where there was no chance."""
        ends = {"share": self.mean, "low": self.low, "high": self.high}
        return {"count": self.count, "of": self.of} | {
            name: value if self.of else None for name, value in ends.items()
        }


class Moments:
    """How many samples, their sum and the sum of their squares, by bot: float64[3, bots].

    >>> moments = Moments(1)
    >>> moments.add(np.array([[1.0], [3.0]]))
    >>> moments.mean.tolist(), (moments.half_width / NORMAL_95).round(6).tolist()
    ([2.0], [1.0])
    """

    def __init__(self, bots: int) -> None:
        self.sums: Floats = np.zeros((3, bots))

    def add(self, samples: npt.NDArray[Any]) -> None:
        """Add samples [samples, bots]."""
        self.sums += cell_sums(
            np.broadcast_to(np.arange(samples.shape[1]), samples.shape), samples, samples.shape[1]
        )

    @property
    def count(self) -> Floats:
        """The number of samples by bot."""
        found: Floats = self.sums[0]
        return found

    @property
    def mean(self) -> Floats:
        """The mean by bot; 0 without any sample."""
        found: Floats = self.sums[1] / np.maximum(self.count, 1)
        return found

    @property
    def half_width(self) -> Floats:
        """Half of the 95 % interval of the mean; infinite with less than two samples."""
        return NORMAL_95 * self.error

    @property
    def error(self) -> Floats:
        """The standard error of the mean; infinite with less than two samples."""
        spread = np.maximum(self.sums[2] - self.count * self.mean**2, 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            width = np.sqrt(spread / (self.count - 1) / self.count)
        return np.where(self.count > 1, width, np.inf)


def cell_sums(cells: npt.NDArray[Any], samples: npt.NDArray[Any], count: int) -> Floats:
    """Return how many samples fall into each cell, their sum and the sum of their squares: float64[3, cells]."""
    places, values = cells.ravel(), samples.ravel().astype(np.float64)
    found: Floats = np.stack([np.bincount(places, weights, count) for weights in (None, values, values**2)])
    return found
