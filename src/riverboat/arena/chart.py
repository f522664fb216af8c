"""Pictures of results: curves with error bars, and maps over two parameters, as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

COLOURS: Final = ("#eab308", "#3b82f6", "#22c55e", "#ef4444", "#a855f7", "#f97316", "#06b6d4", "#ec4899")
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = (
    760,
    420,
    76,
    24,
    56,
    58,
)  # pixels; the plot lies within the last four
_SPARE: Final = 0.03  # parts of a tick that a value may lie beyond the last one
_DARK, _LINE, _LIGHT, _FADED = "#18181b", "#3f3f46", "#fafafa", "#a1a1aa"
_FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif"

Tick = Callable[[float], str]


@dataclass(frozen=True)
class Curve:
    """Points with a name; errors: half the length of the bar through each point, if any."""

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    errors: Sequence[float] = ()


@dataclass(frozen=True)
class Frame:
    """What stands around a plot. marked: a place on the x-axis to draw a line at, such as a published optimum."""

    title: str
    x: str
    y: str
    x_tick: Tick = "{:g}".format
    y_tick: Tick = "{:g}".format
    marked: tuple[float, str] | None = None


def line_chart(frame: Frame, curves: Sequence[Curve]) -> str:
    """Return a complete SVG picture of curves over one axis.

    >>> picture = line_chart(Frame("won", "threshold", "part"), [Curve("shark", [0, 1], [0.4, 0.6], [0.1, 0.1])])
    >>> picture.count("<polyline"), picture.count("<circle")
    (1, 2)
    """
    xs = [x for curve in curves for x in curve.xs]
    bars = [
        (y - error, y + error)
        for curve in curves
        for y, error in zip(curve.ys, curve.errors or [0.0] * len(curve.ys), strict=True)
    ]
    across, up = (
        _Axis(xs, _LEFT, _WIDTH - _RIGHT),
        _Axis([y for bar in bars for y in bar], _HEIGHT - _BOTTOM, _TOP),
    )
    parts = [*_frame(frame, across, up)]
    if frame.marked is not None:
        x = across.at(frame.marked[0])
        parts.append(_line(x, _TOP, x, _HEIGHT - _BOTTOM, _FADED, ' stroke-dasharray="5 4"'))
        parts.append(_text(x + 5, _TOP + 12, 11, frame.marked[1], _FADED))
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        places = [(across.at(x), up.at(y)) for x, y in zip(curve.xs, curve.ys, strict=True)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for (x, _), y, error in zip(places, curve.ys, curve.errors, strict=False):
            parts.append(_line(x, up.at(y - error), x, up.at(y + error), colour))
        if curve.errors:
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
    return _picture(frame.title, [*parts, *(_legend(curves) if len(curves) > 1 else [])])


def map_chart(frame: Frame, values: Mapping[tuple[float, float], float], tick: Tick = "{:.2f}".format) -> str:
    """Return a complete SVG picture of values over two parameters, bright where they are high; holes stay dark.

    >>> map_chart(Frame("won", "fold", "raise"), {(0, 0): 0.1, (0, 1): 0.9}).count("<title>")
    2
    """
    columns, rows = (sorted({place[axis] for place in values}) for axis in (0, 1))
    wide = (_WIDTH - _LEFT - _RIGHT) / len(columns)
    high = (_HEIGHT - _TOP - _BOTTOM) / len(rows)
    least, most = min(values.values()), max(values.values())
    parts = []
    for (x, y), value in values.items():
        left = _LEFT + columns.index(x) * wide
        top = _HEIGHT - _BOTTOM - (rows.index(y) + 1) * high
        best = ' stroke="#fafafa" stroke-width="2"' if value == most else ""
        parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide - 1:.1f}" height="{high - 1:.1f}" '
            f'fill="{_colour((value - least) / ((most - least) or 1))}"{best}>'
            f"<title>{escape(f'{x:g}, {y:g}: {tick(value)}')}</title></rect>"
        )
    for labels, place in ((columns, 0), (rows, 1)):
        step = -(-len(labels) // 11)
        for number, label in list(enumerate(labels))[::step]:
            x, y = _LEFT + (number + 0.5) * wide, _HEIGHT - _BOTTOM + 18
            if place:
                x, y = _LEFT - 8, _HEIGHT - _BOTTOM - (number + 0.5) * high + 4
            parts.append(_text(x, y, 11, f"{label:g}", _FADED, "end" if place else "middle"))
    told = f"dark {tick(least)} to bright {tick(most)}, the highest framed"
    return _picture(
        frame.title, [*parts, *_labels(frame), _text(_WIDTH - _RIGHT, 44, 12, told, _FADED, "end")]
    )


# --- parts -------------------------------------------------------------------------------------------------


class _Axis:
    """Numbers on a line of pixels, with round ticks."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        low, high = min(values), max(values)
        rough = ((high - low) or abs(high) or 1.0) / 5
        size = 10.0 ** math.floor(math.log10(rough))
        step = next(size * times for times in (1, 2, 5, 10) if size * times >= rough * 0.999)
        first, last = math.floor(low / step + _SPARE), math.ceil(high / step - _SPARE)
        self.ticks = [number * step for number in range(first, max(last, first + 1) + 1)]
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return self.start + (value - low) / (high - low) * (self.end - self.start)


def _frame(frame: Frame, across: _Axis, up: _Axis) -> Iterator[str]:
    for y in up.ticks:
        yield _line(_LEFT, up.at(y), _WIDTH - _RIGHT, up.at(y), _LINE)
        yield _text(_LEFT - 8, up.at(y) + 4, 11, frame.y_tick(round(y, 12)), _FADED, "end")
    for x in across.ticks:
        yield _text(across.at(x), _HEIGHT - _BOTTOM + 18, 11, frame.x_tick(round(x, 12)), _FADED, "middle")
    yield from _labels(frame)


def _labels(frame: Frame) -> Iterator[str]:
    yield _text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 16, 12, frame.x, _LIGHT, "middle")
    yield _text(_LEFT - 52, 44, 12, frame.y, _LIGHT)


def _legend(curves: Sequence[Curve]) -> Iterator[str]:
    """The names of curves from the right, above the plot; a second line holds what does not fit into one."""
    x, y = _WIDTH - _RIGHT, 44
    for number, curve in reversed(list(enumerate(curves))):
        wide = 7 * len(curve.name) + 12
        if x - wide < _WIDTH / 2 - 80 and y == 44:
            x, y = _WIDTH - _RIGHT, 26
        yield _text(x, y, 12, curve.name, COLOURS[number % len(COLOURS)], "end")
        x -= wide


def _picture(title: str, parts: Sequence[str]) -> str:
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" role="img" aria-label="{escape(title)}" font-family="{_FONT}">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="12" fill="{_DARK}"/>',
        _text(_LEFT - 52, 26, 16, title, _LIGHT),
    ]
    return "\n".join([*head, *parts, "</svg>"]) + "\n"


def _colour(part: float) -> str:
    """From dark blue over red to bright yellow."""
    stops = ((30, 27, 75), (185, 28, 28), (253, 224, 71))
    low = min(int(part * 2), 1)
    mixed = (a + (b - a) * (part * 2 - low) for a, b in zip(stops[low], stops[low + 1], strict=True))
    return "#" + "".join(f"{round(value):02x}" for value in mixed)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"{more}/>'


def _text(x: float, y: float, size: int, text: str, fill: str, anchor: str = "start") -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"'
    return f"<text {where}>{escape(text)}</text>"
