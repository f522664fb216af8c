"""Results of sweeps as tables, curves and maps, and learning curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from riverboat.arena.sweeps.learning_curve import LearningCurve
from riverboat.arena.sweeps.sweep import Point, SweepResult
from riverboat.base.drawing import draws
from riverboat.errors import MatchError
from riverboat.evaluation.intervals import Figure
from riverboat.views.colours import CURVES, ramp
from riverboat.views.page import Page
from riverboat.views.shapes import Cell, Chart, Curve, Grid, GridCell, Note, Rows, Shape

Places = Mapping[str, Sequence[float]]

_SHOWN: Final = 41
"""Rows of a table; of a longer sweep the best are shown."""
_PLACES, _RUNS = 61, 30  # hands at which a learning curve is drawn, and runs that are shown beside the mean
_BEST, _MARKED = "★", "○"
_NAMED: Final = 11  # values at the side of a map


@draws(SweepResult)
def draw_sweep(result: SweepResult) -> Page:
    """Return a table of the points, and the best below it."""
    points = result.points
    if len(points) > _SHOWN:
        points = tuple(sorted(points, key=lambda point: -point.figure.mean)[:_SHOWN])
    table = Rows(
        tuple(f">{name}" for name in (*result.parameters, result.unit)),
        tuple(_row(result, point) for point in points),
        strong=frozenset(i for i, point in enumerate(points) if point is result.best),
    )
    ends = [
        f"{name} {min(values):g} to {max(values):g}"
        for name, *values in zip(result.parameters, *(point.values for point in result.as_good), strict=True)
    ]
    near = f"{len(result.as_good)} of {len(result.points)} points, {', '.join(ends)}"
    return Page(
        Note(_title(result)),
        table,
        Note(f"best: {_where(result, result.best)}, {_figure(result.best.figure, result.unit)}", "bold"),
        Note(f"within its 95 % interval: {near}"),
        more=_charts(result, {}),
    )


@draws(SweepResult, "chart")
def draw_sweep_chart(result: SweepResult, marked: Places) -> Page:
    """Return a sweep over one parameter as a curve, over two as a map. marked: places by name."""
    charts = _charts(result, marked)
    if not charts:
        raise MatchError(f"a picture shows 1 or 2 parameters, not {len(result.parameters)}; use --json")
    return Page(*charts)


@draws(LearningCurve)
@draws(LearningCurve, "chart")
def draw_learning_curve(curve: LearningCurve) -> Page:
    """Return the mean with its 95 % interval as a band, and some runs as thin lines."""
    return Page(learning_chart(curve))


def learning_chart(curve: LearningCurve, marked: Mapping[str, float] | None = None) -> Chart:
    """Return the winnings over the hands. marked: hands by name."""
    hands = np.unique(np.linspace(0, curve.big_blinds.shape[1] - 1, _PLACES).round().astype(int))
    won = curve.big_blinds[:, hands]
    mean, half_width = curve.over_runs(hands)
    xs, colour = hands.tolist(), CURVES[0]
    band = ((mean - half_width).tolist(), (mean + half_width).tolist())
    return Chart(
        (
            Curve("", xs, mean.tolist(), *band, colour),
            *(Curve("", xs, run.tolist(), colour=colour, faint=True) for run in won[:_RUNS]),
        ),
        x="hands",
        y="big blinds won",
        title=f"{curve.names[0]} against {', '.join(curve.names[1:])}",
        marked=tuple((marked or {}).items()),
    )


def sweep_chart(
    sweeps: Mapping[str, SweepResult], title: str, marked: Mapping[str, float] | None = None
) -> Chart:
    """Return sweeps over one parameter, by name, in one chart. marked: places by name."""
    first = next(iter(sweeps.values()))
    return Chart(
        tuple(_curve(result, name) for name, result in sweeps.items()),
        x=first.parameters[0],
        y=f"{first.unit}, ± 95 %",
        title=title,
        percent=first.unit == "games won",
        marked=tuple((marked or {}).items()),
    )


# --- parts -------------------------------------------------------------------------------------------------


def _curve(result: SweepResult, name: str) -> Curve:
    points = sorted(result.points, key=lambda point: point.values)
    figures = [point.figure for point in points]
    return Curve(
        name,
        [point.values[0] for point in points],
        [figure.mean for figure in figures],
        [figure.low for figure in figures],
        [figure.high for figure in figures],
        marks=True,
        tooltips=tuple(_told(result, point) for point in points),
    )


def _charts(result: SweepResult, marked: Places) -> tuple[Shape, ...]:
    if len(result.parameters) == 1:
        return (
            sweep_chart({"": result}, _title(result), {name: place[0] for name, place in marked.items()}),
        )
    return _map(result, marked) if len(result.parameters) == 2 else ()


def _map(result: SweepResult, marked: Places) -> tuple[Shape, ...]:
    """The first parameter goes to the right, the second up; a star is the best."""
    points = {point.values: point for point in result.points}
    columns, rows = (sorted({values[axis] for values in points}) for axis in (0, 1))
    means = [point.figure.mean for point in result.points]
    low, high = min(means), max(means)
    signs = {tuple(place): _MARKED for place in marked.values()} | {result.best.values: _BEST}
    cells = []
    for row in reversed(rows):
        for column in columns:
            point = points.get((column, row))
            if point is None:
                cells.append(GridCell(""))
                continue
            colour = ramp((point.figure.mean - low) / ((high - low) or 1.0))
            cells.append(
                GridCell(signs.get((column, row), ""), ((colour, 1.0),), tooltip=_told(result, point))
            )
    across, up = result.parameters
    keys = [
        (ramp(share), _mean(low + share * (high - low), result.unit)) for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    grid = Grid(
        tuple(cells),
        title=f"{_title(result)}: {result.unit}",
        footer=f"{across} to the right, {up} up",
        legend=tuple(keys),
        columns=len(columns),
        across=_named(columns),
        down=_named(rows)[::-1],
        small=len(columns) > _NAMED,
    )
    signs_told = [f"{_BEST} {_told(result, result.best)}", *(f"{_MARKED} {name}" for name in marked)]
    return grid, Note("   ".join(signs_told))


def _named(values: Sequence[float]) -> tuple[str, ...]:
    """The names of so many values that they do not touch, the first among them."""
    every = -(-len(values) // _NAMED)
    return tuple(f"{value:g}" if place % every == 0 else "" for place, value in enumerate(values))


def _row(result: SweepResult, point: Point) -> tuple[Cell, ...]:
    texts = (*(f"{value:g}" for value in point.values), _figure(point.figure, result.unit))
    return tuple(Note(text, "good") for text in texts) if point in result.as_good else texts


def _title(result: SweepResult) -> str:
    return f"{result.bot} against {', '.join(result.against)}"


def _where(result: SweepResult, point: Point) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in zip(result.parameters, point.values, strict=True))


def _told(result: SweepResult, point: Point) -> str:
    return f"{_where(result, point)}: {_figure(point.figure, result.unit)}"


def _figure(figure: Figure, unit: str) -> str:
    if unit == "games won":
        return f"{figure.mean:.1%} ± {figure.half_width:.1%}"
    return str(figure)


def _mean(value: float, unit: str) -> str:
    return f"{value:.0%}" if unit == "games won" else f"{value:+.3g}"
