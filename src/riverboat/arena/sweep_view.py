"""The result of a sweep, drawn in the terminal and as a picture."""

from __future__ import annotations

from rich.console import Group
from rich.table import Table
from rich.text import Text

from riverboat.arena.chart import Curve, Frame, line_chart, map_chart
from riverboat.arena.result import Figure
from riverboat.arena.sweep import SweepResult
from riverboat.errors import MatchError

_SHOWN = 41
"""Rows of a table in the terminal; of a longer sweep the best are shown."""


def sweep_view(result: SweepResult) -> Group:
    """Return a table of the points, and the best below it."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in (*result.parameters, result.unit):
        table.add_column(name, justify="right")
    points = result.points
    if len(points) > _SHOWN:
        points = tuple(sorted(points, key=lambda point: -point.figure.mean)[:_SHOWN])
    near = set(result.as_good)
    for point in points:
        style = "bold green" if point is result.best else "green" if point in near else ""
        told = _figure(point.figure, result.unit)
        table.add_row(*(f"{value:g}" for value in point.values), told, style=style)
    best = ", ".join(
        f"{name} {value:g}" for name, value in zip(result.parameters, result.best.values, strict=True)
    )
    ends = [
        f"{name} {min(values):g} to {max(values):g}"
        for name, *values in zip(result.parameters, *(point.values for point in result.as_good), strict=True)
    ]
    said = f"best: {best}, {_figure(result.best.figure, result.unit)}"
    also = f"within its 95 % interval: {len(near)} of {len(result.points)} points, {', '.join(ends)}"
    return Group(Text(_title(result)), table, Text(said, style="bold"), Text(also))


def sweep_chart(result: SweepResult, marked: tuple[float, str] | None = None) -> str:
    """Return the picture of a sweep over one or two parameters."""
    percent = result.unit == "games won"
    tick = "{:.0%}".format if percent else "{:+g}".format
    if len(result.parameters) == 1:
        points = sorted(result.points, key=lambda point: point.values)
        curve = Curve(
            result.bot,
            [point.values[0] for point in points],
            [point.figure.mean for point in points],
            [point.figure.half_width for point in points],
        )
        frame = Frame(
            _title(result), result.parameters[0], f"{result.unit}, ± 95 %", y_tick=tick, marked=marked
        )
        return line_chart(frame, [curve])
    if len(result.parameters) == 2:
        values = {(point.values[0], point.values[1]): point.figure.mean for point in result.points}
        exact = "{:.1%}".format if percent else "{:+.1f}".format
        return map_chart(Frame(_title(result), *result.parameters), values, exact)
    raise MatchError(f"a picture shows 1 or 2 parameters, not {len(result.parameters)}; use --json")


def _title(result: SweepResult) -> str:
    return f"{result.bot} against {', '.join(result.against)}"


def _figure(figure: Figure, unit: str) -> str:
    if unit == "games won":
        return f"{figure.mean:.1%} ± {figure.half_width:.1%}"
    return str(figure)
