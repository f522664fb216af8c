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

_LEAST_ERROR: Final = 0.1
"""Of the largest error: what a point counts as at least. A place without luck, such as a bot against itself, would
otherwise rule a curve that is only near the truth."""


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


def peak(found: SweepResult, reach: float = 0.25) -> Figure:
    """Return where a sweep over one parameter is highest, steadier than the highest of noisy points.

    It is the top of a cubic through all points as near to the best as `reach`: tops are rarely even, and that of a
    parabola would lean to the gentler side. The interval takes the errors of points as independent. They share their
    deals, which moves a curve up or down rather than its top aside, so it is too wide rather than too narrow.

    >>> from riverboat.arena.sweep import Point
    >>> points = tuple(Point((x / 20,), Figure(0.8 - (x / 20 - 0.62) ** 2, 0.001), 100) for x in range(21))
    >>> top = peak(SweepResult("shark", ("fish",), ("raise_above",), points, "games won"))
    >>> f"{top.mean:.3f} ± {top.half_width:.3f}"
    '0.620 ± 0.002'
    """
    if len(found.parameters) != 1:
        raise MatchError(f"a peak is that of 1 parameter, not of {len(found.parameters)}; sweep over one")
    best = found.best.values[0]
    near = [point for point in found.points if abs(point.values[0] - best) <= reach + 1e-9]
    xs = np.array([point.values[0] - best for point in near])
    (third, second, first, _), spread = _least_squares(
        np.vander(xs, 4),
        np.array([point.figure.mean for point in near]),
        np.array([point.figure.half_width / NORMAL_95 for point in near]),
    )
    # The slope 3 third x² + 2 second x + first is 0 at the top and falls there, by `fall`.
    fall = math.sqrt(max(4 * second**2 - 12 * third * first, 0.0))
    top = 2 * first / (fall - 2 * second) if fall > 2 * second else math.inf
    if len(near) < 5 or not abs(top) <= reach or not fall:
        raise MatchError(
            f"no top in the {len(near)} points around {best:g}; play more games, or 5 points or more"
        )
    change = np.array([3 * top**2, 2 * top, 1.0, 0.0]) / fall
    return Figure(best + float(top), NORMAL_95 * math.sqrt(change @ spread @ change))


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
    off = (np.log(means) - rows @ [power, start]) / _floored(errors)
    misfit = math.sqrt((off**2).sum() / (len(xs) - 2))
    wide = NORMAL_95 * np.sqrt(np.diag(spread)) * max(misfit, 1.0)
    factor = math.exp(start)
    return PowerLaw(Figure(factor, factor * float(wide[1])), Figure(float(power), float(wide[0])), misfit)


def _least_squares(rows: Floats, values: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """Return the weights of the columns and their covariance."""
    weights = 1 / _floored(errors)
    scaled = rows * weights[:, None]
    spread = np.asarray(np.linalg.pinv(scaled.T @ scaled), np.float64)
    return spread @ scaled.T @ (values * weights), spread


def _floored(errors: Floats) -> Floats:
    largest = float(errors[np.isfinite(errors)].max(initial=1e-9))
    return np.maximum(errors, np.float64(_LEAST_ERROR * largest))
