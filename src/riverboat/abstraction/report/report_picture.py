"""The report as a picture: for each street, how its buckets are spread over EHS.

Along the bottom lie all deals, from the weakest bucket to the strongest, each bucket as wide as its share. Upwards goes
EHS: a line for the mean of each bucket, and around it a band that holds 80 percent of its hands. A thin band is a good
abstraction of strength; steps are buckets that are large.
"""

from __future__ import annotations

import json
from html import escape
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Final

from riverboat.abstraction.report.report_view import used_text
from riverboat.base.files import write_whole
from riverboat.errors import AbstractionError

if TYPE_CHECKING:
    from riverboat.abstraction.report.abstraction_report import AbstractionReport, BucketReport, StreetReport

_GROUND, _PANEL, _RULE = "#18181b", "#27272a", "#3f3f46"
_TEXT, _FADED = "#fafafa", "#a1a1aa"
_BANDS: Final = ("#0891b2", "#0e7490")  # of buckets beside each other
_MEAN: Final = "#eab308"
_FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif"

_WIDTH, _HEIGHT = 400, 250  # of a chart, in pixels
_LEFT, _TOP, _GAP, _FOOT = 52, 92, 66, 50
_TICKS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def check_picture(path: Path) -> None:
    """Raise unless a file's name is one for a picture."""
    if path.suffix != ".svg":
        raise AbstractionError(f"the picture '{path}' must be an SVG file; name it such as '{path.stem}.svg'")


def write_picture(report: AbstractionReport, path: Path) -> None:
    """Write the picture, and beside it, ending in .json, all that it shows."""
    check_picture(path)
    write_whole(path, [report_svg(report).encode()])
    write_whole(path.with_suffix(".json"), [json.dumps(report.to_dict()).encode()])


def report_svg(report: AbstractionReport) -> str:
    """Return a complete SVG picture; buckets tell their hands when the pointer rests on them."""
    streets = [street for street in report.streets if street.listed]
    columns = min(2, max(1, len(streets)))
    rows = max(1, -(-len(streets) // columns))
    width = _LEFT + columns * (_WIDTH + _GAP) - _GAP + 24
    height = _TOP + rows * (_HEIGHT + _GAP + 26) - 26 - _GAP + _FOOT
    name = escape(report.name)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="buckets of {name}" font-family="{_FONT}">',
        f'<rect width="{width}" height="{height}" rx="12" fill="{_GROUND}"/>',
        _text(_LEFT, 30, 17, report.name, f'font-weight="600" fill="{_TEXT}"'),
        *_legend(width - 24),
    ]
    for i, street in enumerate(streets):
        row, column = divmod(i, columns)
        parts.append(_chart(street, _LEFT + column * (_WIDTH + _GAP), _TOP + row * (_HEIGHT + _GAP + 26)))
    if not streets:
        parts.append(_text(_LEFT, _TOP, 13, "hand strength is not defined here", f'fill="{_FADED}"'))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _legend(right: int) -> list[str]:
    middle = f'fill="{_FADED}" text-anchor="end"'
    return [
        _text(right, 30, 12, "80 % of a bucket's hands", middle),
        f'<rect x="{right - 162}" y="20" width="16" height="12" rx="2" fill="{_BANDS[0]}"/>',
        _text(right - 178, 30, 12, "mean", middle),
        f'<rect x="{right - 234}" y="25" width="16" height="2.5" fill="{_MEAN}"/>',
    ]


def _chart(street: StreetReport, x: int, y: int) -> str:
    parts = [
        _text(x, y - 28, 14, street.street, f'font-weight="600" fill="{_TEXT}"'),
        _text(x, y - 10, 12, _summary(street), f'fill="{_FADED}"'),
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="4" fill="{_PANEL}"/>',
    ]
    for tick in _TICKS:
        level, place = y + _HEIGHT * (1 - tick), x + _WIDTH * tick
        if 0 < tick < 1:
            parts.append(f'<path d="M{x} {level:g}h{_WIDTH}" stroke="{_RULE}"/>')
        parts.append(_text(x - 8, level + 4, 11, f"{tick:g}", f'fill="{_FADED}" text-anchor="end"'))
        parts.append(
            _text(place, y + _HEIGHT + 16, 11, f"{tick:.0%}", f'fill="{_FADED}" text-anchor="middle"')
        )
    parts.append(_text(x + 8, y + 18, 11, "EHS", f'fill="{_FADED}"'))
    note = "share of deals, weakest bucket first" + ("" if not street.sampled else "; a sample")
    parts.append(_text(x + _WIDTH / 2, y + _HEIGHT + 33, 11, note, f'fill="{_FADED}" text-anchor="middle"'))
    total = sum(one.share for one in street.listed)
    ends = list(accumulate(one.share / total for one in street.listed))
    edges = [x + _WIDTH * end for end in (0.0, *ends)]
    parts.extend(_band(one, i, edges[i], edges[i + 1], y) for i, one in enumerate(street.listed))
    line = "".join(
        f"{'L' if i else 'M'}{edges[i]:.2f} {_level(one.ehs, y)}H{edges[i + 1]:.2f}"
        for i, one in enumerate(street.listed)
    )
    parts.append(
        f'<path d="{line}" fill="none" stroke="{_MEAN}" stroke-width="1.6" stroke-linejoin="round" '
        'pointer-events="none"/>'
    )
    return "\n".join(parts)


def _band(one: BucketReport, number: int, left: float, right: float, y: int) -> str:
    low, high = min(one.low, one.ehs), max(one.high, one.ehs)
    box = (
        f'x="{left:.2f}" y="{_level(high, y)}" width="{max(right - left, 0.3):.2f}" '
        f'height="{max(_HEIGHT * (high - low), 0.5):.2f}"'
    )
    hint = (
        f"bucket {one.bucket}: {one.share:.2%} of deals, EHS {one.ehs:.3f} ({one.low:.3f} to {one.high:.3f}), such as "
        f"{one.nearest}; farthest {one.farthest}, {one.farthest_ehs:.3f}"
    )
    return f'<rect {box} fill="{_BANDS[number % 2]}"><title>{escape(hint)}</title></rect>'


def _summary(street: StreetReport) -> str:
    words = [f"{used_text(street)} buckets", f"balance {street.balance:.2f}"]
    if street.ehs_error is not None:
        words.append(f"mean |error| {street.ehs_error:.4f}")
    if street.neighbours is not None:
        words.append(f"neighbours {street.neighbours:.0%}")
    return "  ·  ".join(words)


def _level(value: float, y: int) -> str:
    return f"{y + _HEIGHT * (1 - value):.2f}"


def _text(x: float, y: float, size: int, text: str, style: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" {style}>{escape(text)}</text>'
