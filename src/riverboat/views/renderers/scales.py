"""Axes of charts: where values lie, and which round numbers are written beside them; shares in whole places."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from riverboat.views.shapes import Chart, Curve


@dataclass(frozen=True)
class Scale:
    """An axis from `low` to `high`, by differences or, if `log`, by factors. percent: values are shares."""

    low: float
    high: float
    log: bool = False
    percent: bool = False

    def place(self, value: float) -> float:
        """Return where a value lies, 0 at the low end, 1 at the high one."""
        low, high, at = (math.log10(v) if self.log else v for v in (self.low, self.high, value))
        return (at - low) / (high - low)

    def ticks(self, about: int) -> list[float]:
        """Return about so many round values from end to end.

        >>> Scale(0, 87).ticks(5), Scale(0.002, 30, log=True).ticks(5)
        ([0.0, 20.0, 40.0, 60.0, 80.0], [0.01, 0.1, 1.0, 10.0])
        """
        found = _log_ticks(self.low, self.high, about) if self.log else []
        return found if len(found) >= 2 else _linear_ticks(self.low, self.high, about)

    def text(self, value: float) -> str:
        """Return a value in at most a few characters.

        >>> [Scale(0, 2e6).text(v) for v in (0, 640, 93_400, 1_250_000)], Scale(0, 1, percent=True).text(0.5)
        (['0', '640', '93.4 k', '1.25 M'], '50%')
        """
        if self.percent:
            return f"{100 * value:.4g}%"
        for least, unit, name in ((1e9, 1e9, " G"), (1e6, 1e6, " M"), (1e4, 1e3, " k")):
            if abs(value) >= least:
                return f"{value / unit:.4g}{name}"
        return f"{value + 0.0:.4g}"


def chart_scales(chart: Chart) -> tuple[Scale, Scale]:
    """Return the x and the y axis that hold all points and bands."""
    points = [point for curve in chart.curves for point in drawn_points(chart, curve)]
    xs = [x for x, _ in points] + [x for _, x in chart.marked if not chart.log_x or x > 0]
    ys = [y for _, y in points]
    for curve in chart.curves:
        for band in (curve.low, curve.high):
            ys += [] if band is None else [float(y) for y in band if _can_show(y, chart.log_y)]
    return _scale(xs, chart.log_x), _scale(ys, chart.log_y, chart.least, chart.most, percent=chart.percent)


def drawn_points(chart: Chart, curve: Curve) -> list[tuple[float, float]]:
    """Return the points of a curve that the axes can show."""
    return [
        (float(x), float(y))
        for x, y in zip(curve.xs, curve.ys, strict=True)
        if _can_show(x, chart.log_x) and _can_show(y, chart.log_y)
    ]


def _can_show(value: float, log: bool) -> bool:
    return math.isfinite(value) and (value > 0 or not log)


def _scale(
    values: Sequence[float],
    log: bool,
    least: float | None = None,
    most: float | None = None,
    *,
    percent: bool = False,
) -> Scale:
    low = min(values, default=1.0 if log else 0.0) if least is None else least
    high = max(values, default=low + 1.0) if most is None else most
    if not high > low:  # one value alone: some room around it
        low, high = (low / 2, low * 2) if log else (low - (abs(low) / 2 or 0.5), low + (abs(low) / 2 or 0.5))
    return Scale(low, high, log, percent)


def _linear_ticks(low: float, high: float, about: int) -> list[float]:
    rough = (high - low) / max(1, about)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 12) for number in range(first, last + 1)]


def _log_ticks(low: float, high: float, about: int) -> list[float]:
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    within = (low * (1 - 1e-9), high * (1 + 1e-9))
    for factors in ((1,), (1, 3), (1, 2, 5)):
        found = [f * 10.0**power for power in range(first, last + 1) for f in factors]
        found = [value for value in found if within[0] <= value <= within[1]]
        if len(found) >= 3:
            break
    step = max(1, math.ceil(len(found) / max(1, about + 1)))
    return found[::step]


def whole_places(shares: Sequence[float], places: int) -> list[int]:
    """Return how many of so many places each share gets; the largest remainders win, under half a place is none.

    >>> whole_places([0.004, 0.996], 5), whole_places([0.5, 0.3, 0.2], 5), whole_places([1 / 8] * 8, 5)
    ([0, 5], [3, 1, 1], [1, 1, 1, 1, 1, 0, 0, 0])
    """
    seen = [share if share * places >= 0.5 else 0.0 for share in shares]
    seen = seen if any(seen) else list(shares)
    exact = [share * places / sum(seen) for share in seen]
    counts = [int(one) for one in exact]
    order = sorted(range(len(counts)), key=lambda i: counts[i] - exact[i])
    for place in order[: places - sum(counts)]:
        counts[place] += 1
    return counts
