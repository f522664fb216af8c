"""The result of a sweep, drawn in the terminal and as a picture."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from riverboat.arena.picture import DARK, LIGHT, mark, picture
from riverboat.arena.sweeps.sweep import SweepResult
from riverboat.errors import MatchError
from riverboat.evaluation.intervals import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.ticker import FuncFormatter

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


def sweep_chart(
    result: SweepResult, file: str | os.PathLike[str], marked: Mapping[str, Sequence[float]]
) -> None:
    """Draw a sweep over one parameter as a curve, over two as a map."""
    draw = {1: draw_curve, 2: draw_map}.get(len(result.parameters))
    if draw is None:
        raise MatchError(f"a picture shows 1 or 2 parameters, not {len(result.parameters)}; use --json")
    with picture(file) as [panel]:
        draw(panel, result)
        panel.set_title(_title(result))
        for label, place in marked.items():
            if len(place) == 1:
                mark(panel, place[0], label)
            else:
                panel.plot(*place, "o", color=DARK, fillstyle="none")
                box = {"facecolor": DARK, "edgecolor": "none", "pad": 2}
                panel.annotate(label, (place[0], place[1]), (8, -4), textcoords="offset points", bbox=box)


def draw_curve(panel: Axes, result: SweepResult, label: str | None = None) -> None:
    """Draw figures over one parameter into a panel, with their intervals."""
    points = sorted(result.points, key=lambda point: point.values)
    panel.errorbar(
        [point.values[0] for point in points],
        [point.figure.mean for point in points],
        [point.figure.half_width for point in points],
        fmt="o-",
        markersize=4,
        label=label,
    )
    panel.set(xlabel=result.parameters[0], ylabel=f"{result.unit}, ± 95 %")
    panel.yaxis.set_major_formatter(_tick(result))


def draw_map(panel: Axes, result: SweepResult) -> None:
    """Draw figures over two parameters into a panel, bright where they are high; the best has a star."""
    columns, rows = (sorted({point.values[axis] for point in result.points}) for axis in (0, 1))
    values = np.full((len(rows), len(columns)), np.nan)
    for point in result.points:
        values[rows.index(point.values[1]), columns.index(point.values[0])] = point.figure.mean
    drawn = panel.pcolormesh(columns, rows, values, cmap="inferno", shading="nearest", rasterized=True)
    panel.plot(*result.best.values, "*", color=LIGHT, markeredgecolor="black", markersize=12)
    panel.set(xlabel=result.parameters[0], ylabel=result.parameters[1])
    panel.grid(visible=False)
    panel.figure.colorbar(drawn, label=result.unit, format=_tick(result))


def _tick(result: SweepResult) -> FuncFormatter:
    from matplotlib.ticker import FuncFormatter

    return FuncFormatter(
        lambda value, _: f"{100 * value:.4g}%" if result.unit == "games won" else f"{value:+g}"
    )


def _title(result: SweepResult) -> str:
    return f"{result.bot} against {', '.join(result.against)}"


def _figure(figure: Figure, unit: str) -> str:
    if unit == "games won":
        return f"{figure.mean:.1%} ± {figure.half_width:.1%}"
    return str(figure)
