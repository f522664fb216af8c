"""Charts as SVG: curves, bands, axes with round numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import Final

from riverboat.views.colours import CURVES, FADED, LINE
from riverboat.views.renderers.scales import Scale, chart_scales, drawn_points
from riverboat.views.renderers.svg_block import Block, text_width
from riverboat.views.shapes import Chart, Curve

_SIZE: Final = 11  # of letters at the axes
_MARK: Final = 2.5  # radius of a point


def chart_plot(chart: Chart, width: float) -> Block:
    """Return the plot with its axes; title and legend stand around it."""
    across, up = chart_scales(chart)
    height = round(width * (0.5 if width > 400 else 0.52))
    y_ticks = [(tick, up.text(tick)) for tick in up.ticks(5 if width > 400 else 3)]
    left = math.ceil(max((text_width(text, _SIZE) for _, text in y_ticks), default=0)) + 8
    top = (26 if chart.y else 6) + (14 if chart.marked else 0)
    bottom = height - (38 if chart.x else 22)
    right = width - 12
    frame = _Frame(across, up, left, right, top, bottom)
    return Block(width, height, tuple(_elements(chart, frame, y_ticks, width, height)))


def curve_colour(chart: Chart, number: int) -> str:
    """Return the colour of a curve: its own, or one by its place."""
    return chart.curves[number].colour or CURVES[number % len(CURVES)]


class _Frame:
    """Where values lie in the picture."""

    def __init__(
        self, across: Scale, up: Scale, left: float, right: float, top: float, bottom: float
    ) -> None:
        self.across, self.up = across, up
        self.left, self.right, self.top, self.bottom = left, right, top, bottom

    def x(self, value: float) -> float:
        return self.left + self.across.place(value) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Values past an end of the axis lie on it."""
        place = self.up.place(max(value, self.up.low) if self.up.log else value)
        return self.bottom - min(1.0, max(0.0, place)) * (self.bottom - self.top)

    def points(self, points: list[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)


def _elements(
    chart: Chart, frame: _Frame, y_ticks: list[tuple[float, str]], width: float, height: float
) -> Iterator[str]:
    for tick, text in y_ticks:
        y = round(frame.y(tick), 1)
        yield f'<line x1="{frame.left}" y1="{y}" x2="{frame.right:g}" y2="{y}" stroke="{LINE}"/>'
        yield _text(frame.left - 6, y + 4, text, "end")
    yield from _x_axis(chart, frame)
    if chart.x:
        yield _text((frame.left + frame.right) / 2, height - 6, chart.x, "middle")
    if chart.y:
        yield _text(0, _SIZE, chart.y, "start")
    for number in reversed(range(len(chart.curves))):  # the first on top
        yield from _curve(chart, chart.curves[number], curve_colour(chart, number), frame)
    for name, place in chart.marked:
        x = round(frame.x(place), 1)
        yield (
            f'<line x1="{x}" y1="{frame.top:g}" x2="{x}" y2="{frame.bottom:g}" stroke="{FADED}" '
            'stroke-dasharray="4 4"/>'
        )
        half = text_width(name, _SIZE) / 2
        yield _text(min(max(x, half), width - half), frame.top - 4, name, "middle")


def _x_axis(chart: Chart, frame: _Frame) -> Iterator[str]:
    """Numbers below the plot, so many that they do not touch."""
    room = frame.right - frame.left
    for about in (8, 6, 4, 3, 2):
        ticks = [(frame.x(tick), frame.across.text(tick)) for tick in frame.across.ticks(about)]
        widest = max((text_width(text, _SIZE) for _, text in ticks), default=0) + 10
        gaps = [second[0] - first[0] for first, second in pairwise(ticks)]
        if min(gaps, default=room) >= widest:
            break
    for x, text in ticks:
        half = text_width(text, _SIZE) / 2
        inside = min(max(x, half), frame.right + 12 - half)
        yield f'<line x1="{x:.1f}" y1="{frame.bottom:g}" x2="{x:.1f}" y2="{frame.bottom + 4:g}" stroke="{FADED}"/>'
        yield _text(inside, frame.bottom + 16, text, "middle")


def _curve(chart: Chart, curve: Curve, colour: str, frame: _Frame) -> Iterator[str]:
    points = drawn_points(chart, curve)
    if curve.low is not None and curve.high is not None:
        edges = [
            (x, low, high)
            for x, low, high in zip(curve.xs, curve.low, curve.high, strict=True)
            if all(map(math.isfinite, (x, low, high))) and (x > 0 or not chart.log_x)
        ]
        outline = [(x, high) for x, _, high in edges] + [(x, low) for x, low, _ in reversed(edges)]
        if outline:
            yield f'<polygon points="{frame.points(outline)}" fill="{colour}" fill-opacity="0.18"/>'
    if len(points) > 1:
        stroke = 'stroke-width="0.7" stroke-opacity="0.4"' if curve.faint else 'stroke-width="2"'
        yield (
            f'<polyline points="{frame.points(points)}" fill="none" stroke="{colour}" {stroke} '
            'stroke-linejoin="round"/>'
        )
    if curve.marks or len(points) == 1:
        for x, y in points:
            yield f'<circle cx="{frame.x(x):.1f}" cy="{frame.y(y):.1f}" r="{_MARK}" fill="{colour}"/>'
    yield from _tooltips(curve, frame)


def _tooltips(curve: Curve, frame: _Frame) -> Iterator[str]:
    """Places that cannot be seen and tell something when the pointer rests on them."""
    if not curve.tooltips:
        return
    lows, highs = (curve.ys if band is None else band for band in (curve.low, curve.high))
    ends = curve.xs if curve.marks else (*curve.xs[1:], curve.xs[-1])
    for x, end, low, high, told in zip(curve.xs, ends, lows, highs, curve.tooltips, strict=True):
        if told:
            left, right = frame.x(x) - 6 * curve.marks, frame.x(end) + 6 * curve.marks
            top, bottom = frame.y(high) - 3, frame.y(low) + 3
            box = f'x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}"'
            yield f'<rect {box} fill-opacity="0"><title>{escape(told)}</title></rect>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    where = f'x="{x:.1f}" y="{y:g}" font-size="{_SIZE}" text-anchor="{anchor}"'
    return f'<text {where} fill="{FADED}">{escape(text)}</text>'
