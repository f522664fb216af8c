"""Preflop charts: each a grid, all of them a list, and a folder of pictures with a page that leads to them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from riverboat.base.drawing import draws
from riverboat.base.file_access import accessing
from riverboat.base.files import write_whole
from riverboat.strategy.charts.charts import Chart, Charts
from riverboat.views.colours import FADED, LIGHT
from riverboat.views.page import Page
from riverboat.views.renderers.html import html_document
from riverboat.views.renderers.svg_block import FONT
from riverboat.views.shapes import Cell, Grid, Key, Line, Note, Rows, Shape
from riverboat.views.strategies.hands import all_hands_grid

INDEX: Final = "index.html"
_SHOWN: Final = 0.0005  # of a range: what is done less is not told in lists
_CSS: Final = (
    f"body{{font:14px/1.5 {FONT};color:{LIGHT};max-width:72em}}a{{color:{LIGHT}}}h1{{font-size:20px}}"
    f"h2{{font-size:16px;margin:1.4em 0 .3em}}li{{margin:.1em 0}}small{{color:{FADED}}}"
    "i{display:inline-block;height:10px;margin-right:1px}"
)


@draws(Chart)
@draws(Chart, "grid")
def chart_grid(chart: Chart) -> Grid:
    """Return the grid under the line in words."""
    return replace(all_hands_grid(chart.hands), title=f"{chart.title} · {_percent(chart.share)} of hands")


@draws(Charts)
def draw_charts(charts: Charts) -> Page:
    """Return a table for each kind of line: who acts, how often that comes, and what is done."""
    shapes: list[Shape] = []
    for kind, some in groupby(charts.charts, key=lambda chart: chart.kind):
        rows: list[tuple[Cell, ...]] = [
            (chart.title, _percent(chart.share), Line(tuple(_keys(chart)))) for chart in some
        ]
        shapes.append(Rows(("line", ">of hands", "played"), tuple(rows), kind))
    return Page(*shapes, Note(_rule(charts), "dim"))


def write_charts(
    charts: Charts, folder: str | os.PathLike[str], about: Sequence[str] = (), facts: Any = None
) -> Path:
    """Write a folder of charts and return its page: an SVG for each line, charts.csv, charts.json and `INDEX`.

    about: what the charts rest on, in sentences, for the page and about.txt. facts: the same as plain values, for the
    JSON.
    """
    to = Path(folder)
    with accessing(to):
        to.mkdir(parents=True, exist_ok=True)
    for chart in charts.charts:
        write_whole(to / chart.file_name, [chart.to_svg().encode()])
    data = charts.to_dict() | ({} if facts is None else {"rests_on": facts})
    write_whole(to / "charts.csv", [charts.to_csv().encode()])
    write_whole(to / "charts.json", [json.dumps(data, ensure_ascii=False).encode()])
    write_whole(to / "about.txt", ["".join(f"{sentence}\n" for sentence in about).encode()])
    write_whole(to / INDEX, [_index(charts, about).encode()])
    return to / INDEX


def _index(charts: Charts, about: Sequence[str]) -> str:
    """The page: lines by kind, each with a link to its picture, how often it comes and what is done."""
    parts = [f"<style>{_CSS}</style><h1>{escape(charts.name)}: preflop charts</h1>"]
    for kind, some in groupby(charts.charts, key=lambda chart: chart.kind):
        items = "\n".join(_item(chart) for chart in some)
        parts.append(f"<h2>{escape(kind)}</h2><ul>\n{items}\n</ul>")
    told = "".join(f"<li>{escape(sentence)}</li>" for sentence in about)
    parts.append(f"<h2>what this rests on</h2><ul>{told}</ul>" if about else "")
    parts.append(
        f'<p><small>{escape(_rule(charts))} All of it: <a href="charts.csv">charts.csv</a>, '
        '<a href="charts.json">charts.json</a>.</small></p>'
    )
    return html_document("\n".join(parts), f"{charts.name}: preflop charts")


def _item(chart: Chart) -> str:
    played = list(zip(chart.hands.options, chart.hands.frequencies.tolist(), strict=True))
    bar = "".join(
        f'<i style="width:{120 * share:.0f}px;background:{option.colour}"></i>'
        for option, share in reversed(played)
    )
    told = ", ".join(f"{option.name} {share:.1%}" for option, share in played if share >= _SHOWN)
    link = f'<a href="{escape(chart.file_name)}">{escape(chart.title)}</a>'
    return f"<li>{bar} {link} <small>{_percent(chart.share)} of hands; {escape(told)}</small></li>"


def _keys(chart: Chart) -> Iterator[Key]:
    for option, share in zip(chart.hands.options, chart.hands.frequencies, strict=True):
        if share >= _SHOWN:
            yield Key(option.colour, f"{option.name} {share:.1%}")


def _rule(charts: Charts) -> str:
    return (
        "First in, against one raise, blind against blind and the opener against a 3-bet are shown however rare; other "
        f"lines from {_percent(charts.least)} of all hands on, as if seats held cards independently."
    )


def _percent(share: float) -> str:
    """A share with three digits; what is never played is told so.

    >>> _percent(0.12345), _percent(0.00012), _percent(0.0)
    ('12.3%', '0.012%', '0%')
    """
    return f"{100 * share:.3g}%" if share >= 1e-6 else "0%"
