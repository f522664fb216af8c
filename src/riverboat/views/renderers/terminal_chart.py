"""Charts in a terminal: curves of braille dots, or of one sign each where there are no colours."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from riverboat.views.colours import CURVES
from riverboat.views.renderers.scales import chart_scales, drawn_points
from riverboat.views.shapes import Chart

_ROWS: Final = 12  # lines of the plot
_MOST, _LEAST = 76, 30  # columns of the whole chart
_SIGNS: Final = "●○▲△■□◆◇"
_DOTS: Final = (
    (0x01, 0x08),
    (0x02, 0x10),
    (0x04, 0x20),
    (0x40, 0x80),
)  # of a braille letter, by row and column


class TerminalChart:
    """A plot with numbers at its axes and a legend below."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(_LEAST, _MOST)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        chart, plain = self.chart, console.no_color or console.color_system is None
        across, up = chart_scales(chart)
        ticks = {round((1 - up.place(tick)) * (_ROWS - 1)): up.text(tick) for tick in up.ticks(4)}
        margin = max(map(len, ticks.values()), default=0)
        width = max(4, min(options.max_width, _MOST) - margin - 2)
        if chart.title:
            yield Text(chart.title, style="bold")
        if chart.y:
            yield Text(chart.y, style="dim")
        cells = _plotted(chart, width, dots=not plain)
        for row in range(_ROWS):
            line = Text(f"{ticks.get(row, ''):>{margin}} {'┤' if row in ticks else '│'}", style="dim")
            line = Text.assemble(line, *(cells.get((row, column), " ") for column in range(width)))
            line.rstrip()
            yield line
        low, high = across.text(across.low), across.text(across.high)
        name = chart.x[: max(0, width - len(low) - len(high) - 2)]
        yield Text(" " * (margin + 1) + "└" + "─" * width, style="dim")
        between = f"{name:^{max(0, width - len(low) - len(high))}}"
        yield Text(" " * (margin + 2) + low + between + high, style="dim")
        legend = _legend(chart, plain)
        if legend:
            yield Text("  ").join(legend)
        for name, place in chart.marked:
            yield Text(f"{name}: {across.text(place)}", style="dim")


def _colour(chart: Chart, number: int) -> str:
    return chart.curves[number].colour or CURVES[number % len(CURVES)]


def _legend(chart: Chart, plain: bool) -> list[Text]:
    names = [(number, curve.name) for number, curve in enumerate(chart.curves) if curve.name]
    signs = [_SIGNS[number % len(_SIGNS)] if plain else "■" for number, _ in names]
    return [
        Text.assemble((f"{sign} ", "" if plain else _colour(chart, number)), name.replace(" ", "\u00a0"))
        for sign, (number, name) in zip(signs, names, strict=True)
    ]


def _plotted(chart: Chart, width: int, *, dots: bool) -> dict[tuple[int, int], tuple[str, str]]:
    """Return what stands in the cells of the plot, (row, column) to (letter, style); the first curve is on top."""
    down, right = (4, 2) if dots else (1, 1)  # points of a cell
    across, up = chart_scales(chart)
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    for number in reversed(range(len(chart.curves))):
        curve = chart.curves[number]
        if curve.faint:
            continue
        points = [
            (
                across.place(x) * (width * right - 1),
                (1 - min(1.0, max(0.0, up.place(y)))) * (_ROWS * down - 1),
            )
            for x, y in drawn_points(chart, curve)
        ]
        raised: dict[tuple[int, int], int] = {}
        for x, y in _through(points):
            cell = (y // down, x // right)
            raised[cell] = raised.get(cell, 0) | (_DOTS[y % down][x % right] if dots else 0)
        for cell, letter in raised.items():
            sign = chr(0x2800 + letter) if dots else _SIGNS[number % len(_SIGNS)]
            cells[cell] = (sign, _colour(chart, number) if dots else "")
    return cells


def _through(points: list[tuple[float, float]]) -> set[tuple[int, int]]:
    """Return the whole places of a line through points."""
    found = {(round(x), round(y)) for x, y in points}
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = int(max(abs(x1 - x0), abs(y1 - y0))) + 1
        for step in range(steps + 1):
            share = step / steps
            found.add((round(x0 + share * (x1 - x0)), round(y0 + share * (y1 - y0))))
    return found
