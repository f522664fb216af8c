"""Fits through sweeps: where a curve is highest, and the power law that such places follow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.arena.result import Figure
from riverboat.arena.sweep import SweepResult
from riverboat.arena.tally import NORMAL_95, Floats
from riverboat.errors import MatchError

_LEAST_ERROR: Final = 1e-9
"""A standard error of 0 would weigh infinitely."""


@dataclass(frozen=True)
class PowerLaw:
    """factor · x ^ power. misfit: how far points lie off, in standard errors; about 1 where the law holds."""

    factor: Figure
    power: Figure
    misfit: float

    def at(self, xs: npt.ArrayLike) -> Floats:
        """Return its values."""
        return self.factor.mean * np.asarray(xs, np.float64) ** self.power.mean

    def __str__(self) -> str:
        return f"{self.factor.mean:.2f} N^({self.power.mean:.3f} ± {self.power.half_width:.3f})"


def peak(found: SweepResult, reach: float = 0.15) -> Figure:
    """Return where a sweep over one parameter is highest, steadier than the highest of noisy points.

    It is the top of a parabola through all points as near to the best as `reach`. The interval takes the errors of
    points as independent. They share their deals, which moves a curve up or down rather than its top aside, so the
    interval is too wide rather than too narrow.

    >>> from riverboat.arena.sweep import Point
    >>> points = tuple(Point((x / 10,), Figure(0.8 - (x / 10 - 0.62) ** 2, 0.001), 100) for x in range(11))
    >>> top = peak(SweepResult("shark", ("fish",), ("raise_above",), points, "games won"))
    >>> f"{top.mean:.3f} ± {top.half_width:.3f}"
    '0.620 ± 0.004'
    """
    if len(found.parameters) != 1:
        raise MatchError(f"a peak is that of 1 parameter, not of {len(found.parameters)}; sweep over one")
    best = found.best.values[0]
    near = [point for point in found.points if abs(point.values[0] - best) <= reach + 1e-9]
    xs = np.array([point.values[0] - best for point in near])
    (bend, slope, _), spread = _least_squares(
        np.stack([xs**2, xs, xs**0], axis=1),
        np.array([point.figure.mean for point in near]),
        np.array([point.figure.half_width / NORMAL_95 for point in near]),
    )
    if not bend < 0:
        raise MatchError(f"the points around {best:g} have no top; play more games, or more points around it")
    change = np.array([slope / (2 * bend**2), -1 / (2 * bend), 0.0])
    return Figure(best - slope / (2 * bend), NORMAL_95 * math.sqrt(change @ spread @ change))


def power_law(xs: Sequence[float], ys: Sequence[Figure]) -> PowerLaw:
    """Fit a power law by least squares in logarithms, each point weighted by its interval.

    Where points lie further off than their errors say, the intervals grow by as much (Birge 1932).

    >>> law = power_law([1, 2, 4, 8], [Figure(0.65 * x**-0.25, 0.01) for x in (1, 2, 4, 8)])
    >>> str(law)
    '0.65 N^(-0.250 ± 0.013)'
    """
    if len(xs) < 3 or len(xs) != len(ys) or min(xs) <= 0 or min(y.mean for y in ys) <= 0:
        raise MatchError("a power law goes through 3 points or more, all over 0, such as 1, 2, 4")
    logs = np.log(np.asarray(xs, np.float64))
    means = np.array([y.mean for y in ys])
    errors = np.array([y.half_width / NORMAL_95 for y in ys]) / means
    rows = np.stack([logs, np.ones(len(xs))], axis=1)
    (power, start), spread = _least_squares(rows, np.log(means), errors)
    off = (np.log(means) - rows @ [power, start]) / np.maximum(errors, _LEAST_ERROR)
    misfit = math.sqrt((off**2).sum() / (len(xs) - 2))
    wide = NORMAL_95 * np.sqrt(np.diag(spread)) * max(misfit, 1.0)
    factor = math.exp(start)
    return PowerLaw(Figure(factor, factor * float(wide[1])), Figure(float(power), float(wide[0])), misfit)


def _least_squares(rows: Floats, values: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """Return the weights of the columns and their covariance."""
    weights = 1 / np.maximum(errors, _LEAST_ERROR)
    scaled = rows * weights[:, None]
    spread = np.asarray(np.linalg.pinv(scaled.T @ scaled), np.float64)
    return spread @ scaled.T @ (values * weights), spread
