"""Fits through measured points: where a curve is highest, and the power law that such places follow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import instance, number
from riverboat.errors import MatchError
from riverboat.evaluation.intervals import NORMAL_95, Figure, Floats

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


def peak(xs: Sequence[float], ys: Sequence[Figure], reach: float = 0.25) -> Figure:
    """Return where a curve through points is highest, steadier than the highest of noisy points.

    It is the top of a cubic through all points as near to the best as `reach`: tops are rarely even, and that of a
    parabola would lean to the gentler side. The interval takes the errors of points as independent. They share their
    deals, which moves a curve up or down rather than its top aside, so it is too wide rather than too narrow.

    >>> xs = [x / 20 for x in range(21)]
    >>> top = peak(xs, [Figure(0.8 - (x - 0.62) ** 2, 0.001) for x in xs])
    >>> f"{top.mean:.3f} ± {top.half_width:.3f}"
    '0.620 ± 0.002'
    """
    _check_points(xs, ys)
    if not xs or len(xs) != len(ys):
        raise MatchError(f"{len(xs)} places and {len(ys)} figures are no curve; give a figure for each place")
    best = xs[max(range(len(ys)), key=lambda one: ys[one].mean)]
    near = [(x - best, y) for x, y in zip(xs, ys, strict=True) if abs(x - best) <= reach + 1e-9]
    (third, second, first, _), spread = _least_squares(
        np.vander([x for x, _ in near], 4),
        np.array([y.mean for _, y in near]),
        np.array([y.half_width / NORMAL_95 for _, y in near]),
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
    _check_points(xs, ys)
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


def _check_points(xs: Sequence[float], ys: Sequence[Figure]) -> None:
    """Raise unless they are finite numbers and figures."""
    for name, given in (("places", xs), ("figures", ys)):
        instance(name, given, Sequence | np.ndarray, MatchError, example="[1, 2, 4]")
    for x in xs:
        number("a place", x, MatchError, example=2)
    for y in ys:
        instance("a figure", y, Figure, MatchError, example="Figure(1.5, 0.1)")
        number("a mean", y.mean, MatchError, example=1.5)
        instance("a half width", y.half_width, Real, MatchError, example=0.1)  # infinite, if nothing is known


def _least_squares(rows: Floats, values: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """Return the weights of the columns and their covariance."""
    weights = 1 / _floored(errors)
    scaled = rows * weights[:, None]
    spread = np.asarray(np.linalg.pinv(scaled.T @ scaled), np.float64)
    return spread @ scaled.T @ (values * weights), spread


def _floored(errors: Floats) -> Floats:
    largest = float(errors[np.isfinite(errors)].max(initial=1e-9))
    return np.maximum(errors, np.float64(_LEAST_ERROR * largest))
