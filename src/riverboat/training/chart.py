"""The chart of a training run: regret, information sets and speed above, a panel for each watch hand below."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from riverboat.errors import SolverError
from riverboat.solvers.asking.options import ALL_IN_COLOUR, BET_COLOURS, CALL_COLOUR, FOLD_COLOUR
from riverboat.training.log import TrainingReport

_WIDTH, _HEIGHT, _GAP, _MARGIN, _COLUMNS = 330, 190, 18, 20, 3  # pixels of a panel, between panels and around
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 14, 34, 26  # inside a panel, around its plot
_DARK, _PANEL, _LINE, _LIGHT, _FADED = "#18181b", "#27272a", "#3f3f46", "#fafafa", "#a1a1aa"
_ACCENT: Final = "#eab308"
_FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif"


@dataclass(frozen=True)
class Curve:
    """Numbers over the iterations of a run, with a colour and, if there are several, a name."""

    values: Sequence[float]
    colour: str = _ACCENT
    name: str = ""


@dataclass(frozen=True)
class Panel:
    """Curves in one frame. logarithmic: for numbers over 0; otherwise the axis begins at 0."""

    title: str
    curves: tuple[Curve, ...]
    logarithmic: bool = False
    most: float | None = None
    tick: Callable[[float], str] = "{:g}".format


def training_chart(reports: Sequence[TrainingReport], title: str = "training") -> str:
    """Return a complete SVG picture of the reports of a run.

    >>> report = TrainingReport("", 1.0, 1000, 1000.0, 5, 12, 640, 0.25, 0.5, {"BTN AsAh": {"f": 0.0, "c": 1.0}})
    >>> training_chart([report]).count("<polyline")
    5
    """
    if not reports:
        raise SolverError("the log has no reports; train for a few seconds first")
    panels = list(_panels(reports))
    rows = -(-len(panels) // _COLUMNS)
    width = 2 * _MARGIN + _COLUMNS * (_WIDTH + _GAP) - _GAP
    height = 2 * _MARGIN + 30 + rows * (_HEIGHT + _GAP) - _GAP
    last = reports[-1]
    head = f"{title}: {last.iterations:,} iterations in {last.seconds / 60:.1f} minutes"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(head)}" font-family="{_FONT}">',
        f'<rect width="{width}" height="{height}" rx="12" fill="{_DARK}"/>',
        _text(_MARGIN, _MARGIN + 13, 16, head, _LIGHT, ' font-weight="600"'),
    ]
    times = [report.iterations for report in reports]
    for number, panel in enumerate(panels):
        row, column = divmod(number, _COLUMNS)
        x, y = _MARGIN + column * (_WIDTH + _GAP), _MARGIN + 30 + row * (_HEIGHT + _GAP)
        parts += _draw(panel, times, x, y)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panels(reports: Sequence[TrainingReport]) -> Iterator[Panel]:
    regrets = [max(report.positive_regret, 1e-12) for report in reports]
    yield Panel("mean positive regret, bb per iteration", (Curve(regrets),), True, tick="{:.1g}".format)
    yield Panel("information sets reached", (Curve([float(report.sets) for report in reports]),), tick=_short)
    speeds = [report.iterations_per_second for report in reports]
    yield Panel("iterations a second", (Curve(speeds),), tick=_short)
    for label, strategy in reports[-1].watch.items():
        curves = tuple(
            Curve([report.watch.get(label, {}).get(token, 0.0) for report in reports], colour, token)
            for token, colour in zip(strategy, _colours(list(strategy)), strict=True)
        )
        yield Panel(label, curves, most=1.0, tick="{:.0%}".format)


def _colours(tokens: Sequence[str]) -> Iterator[str]:
    """Blue folds, green checks and calls, amber to red the bigger the bet, as everywhere."""
    plain = {"f": FOLD_COLOUR, "k": CALL_COLOUR, "c": CALL_COLOUR, "a": ALL_IN_COLOUR}
    bets = [token for token in tokens if token not in plain]
    for token in tokens:
        yield plain.get(token) or BET_COLOURS[bets.index(token) * 4 // max(1, len(bets) - 1)]


def _draw(panel: Panel, times: Sequence[int], x: int, y: int) -> Iterator[str]:
    left, right, top, bottom = x + _LEFT, x + _WIDTH - _RIGHT, y + _TOP, y + _HEIGHT - _BOTTOM
    values = [value for curve in panel.curves for value in curve.values]
    scale = math.log10 if panel.logarithmic else float
    low = scale(min(values)) if panel.logarithmic else 0.0
    high = scale(max(values) if panel.most is None else panel.most)
    high = high if high > low else low + 1.0
    first, last = min(times[0], 0), max(times[-1], 1)

    def at(time: float, value: float) -> str:
        across = left + (time - first) / (last - first) * (right - left)
        return f"{across:.1f},{bottom - (scale(value) - low) / (high - low) * (bottom - top):.1f}"

    yield f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="8" fill="{_PANEL}"/>'
    yield _text(x + 12, y + 20, 12, panel.title, _LIGHT, ' font-weight="600"')
    for part in (0.0, 0.5, 1.0):
        height = bottom - part * (bottom - top)
        value = low + part * (high - low)
        yield f'<line x1="{left}" y1="{height}" x2="{right}" y2="{height}" stroke="{_LINE}"/>'
        tick = panel.tick(10**value if panel.logarithmic else value)
        yield _text(left - 6, height + 4, 10, tick, _FADED, ' text-anchor="end"')
    for share, anchor in ((0.0, "start"), (1.0, "end")):
        place, label = left + share * (right - left), _short(first + share * (last - first))
        yield _text(place, bottom + 16, 10, label, _FADED, f' text-anchor="{anchor}"')
    names = right - 44  # the last tick of the axis stands to the right
    for curve in reversed(panel.curves):
        points = " ".join(at(time, value) for time, value in zip(times, curve.values, strict=True))
        yield f'<polyline points="{points}" fill="none" stroke="{curve.colour}" stroke-width="2"/>'
        if curve.name:
            yield _text(names, bottom + 16, 11, curve.name, curve.colour, ' text-anchor="end"')
            names -= 8 * len(curve.name) + 6


def _text(x: float, y: float, size: int, text: str, fill: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}"{more}>{escape(text)}</text>'


def _short(number: float) -> str:
    """A number of at most four digits with its unit.

    >>> _short(1_250_000), _short(640), _short(93_400)
    ('1.25 M', '640', '93.4 k')
    """
    for unit, name in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= unit:
            return f"{number / unit:.3g}{name}"
    return f"{number:.3g}"
