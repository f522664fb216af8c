"""Shapes as HTML for notebooks and pages: fragments with their own style, without scripts or outside files."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate
from typing import Final

from riverboat.cards.card import RANKS, SUIT_SYMBOLS, parse_cards
from riverboat.views.colours import DARK, EMPTY, FADED, GOOD, LIGHT, SUITS, WARNING, text_on
from riverboat.views.renderers.svg import panel_width, svg_chart
from riverboat.views.renderers.svg_block import FONT
from riverboat.views.shapes import (
    Bar,
    CardRow,
    Cell,
    Chart,
    Grid,
    GridCell,
    Key,
    Line,
    Note,
    Panels,
    Rows,
    Shape,
    with_rest,
)

_CSS: Final = (
    f".rb-page{{display:inline-block;padding:14px;border-radius:10px;background:{DARK};color:{LIGHT};"
    f"font:13px/1.45 {FONT};max-width:100%;box-sizing:border-box;overflow-x:auto;text-align:left}}"
    ".rb-page>*+*{margin-top:10px!important}.rb-page>.rb-note+.rb-note{margin-top:2px!important}"
    ".rb-page>.rb-line+.rb-line,.rb-page>.rb-note+.rb-line,.rb-page>.rb-line+.rb-note{margin-top:2px!important}"
    f".rb-bold{{font-weight:600}}.rb-dim{{color:{FADED}}}.rb-good{{color:{GOOD}}}.rb-warning{{color:{WARNING}}}"
    ".rb-page a{color:inherit}"
    ".rb-card{font-weight:600;white-space:nowrap}"
    ".rb-title{font-weight:600;font-size:15px;margin-bottom:8px}"
    ".rb-key{white-space:nowrap}"
    ".rb-key i{display:inline-block;width:11px;height:11px;border-radius:2px;margin-right:5px}"
    ".rb-line{display:flex;flex-wrap:wrap;gap:2px 14px;align-items:baseline}"
    ".rb-bar{display:inline-block;width:160px;height:12px;border-radius:2px;vertical-align:middle}"
    # `table.` and `!important` where notebooks style all tables themselves
    "table.rb-rows{border-collapse:collapse;margin:0;border:0;font:inherit;color:inherit}"
    "table.rb-rows caption{text-align:left;font-weight:600;color:inherit;padding:0 0 4px}"
    ".rb-rows th,.rb-rows td{padding:2px 14px 2px 0;border:0;text-align:left!important;background:none!important;"
    "color:inherit;max-width:40em;vertical-align:baseline}"
    ".rb-rows tr,.rb-rows thead{background:none!important;border:0!important}"  # they stripe rows in white
    f".rb-rows th{{color:{FADED};font-weight:500;white-space:nowrap}}"
    ".rb-rows .rb-right{text-align:right!important;font-variant-numeric:tabular-nums;white-space:nowrap}"
    ".rb-rows .rb-strong{font-weight:600}"
    ".rb-cells{display:inline-grid;gap:2px}"
    ".rb-cell{height:32px;display:flex;align-items:center;cursor:default}"
    ".rb-text{width:100%;text-align:center;line-height:1.1;font-weight:600;white-space:nowrap}"
    ".rb-under{display:block;font-size:9px;font-weight:500}"
    f".rb-head{{color:{FADED};font-size:11px;align-self:center;text-align:center;padding:0 4px}}"
    ".rb-small{gap:1px}.rb-small .rb-cell{height:19px;font-size:8px}"
    ".rb-foot{margin-top:6px;color:#d4d4d8}"
    ".rb-panels{display:flex;flex-wrap:wrap;gap:18px}"
)


def html_document(fragment: str, title: str) -> str:
    """Return a fragment as a complete page."""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>body{{background:{DARK};margin:1em}}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{fragment}</body></html>\n'


def html_page(shapes: Sequence[Shape]) -> str:
    """Return shapes below each other on a dark card."""
    return f'<style>{_CSS}</style><div class="rb-page">{"".join(map(html_shape, shapes))}</div>'


def html_shape(shape: Shape) -> str:
    """Return one shape, without the style that a page gives it."""
    match shape:
        case Rows():
            return _rows(shape)
        case Grid():
            return _grid(shape)
        case Chart():
            return f"<div>{svg_chart(shape)}</div>"
        case Panels():
            panels = (_panel(one, panel_width(shape)) for one in shape.shapes)
            return f'<div class="rb-panels">{"".join(panels)}</div>'
        case Line():
            return _cell(shape)
        case Note() | CardRow() | Bar() | Key():
            inside = "" if shape == Note("") else _cell(shape)
            return f'<div class="rb-note">{inside}</div>'
    raise TypeError(f"no page draws a {type(shape).__name__}")


def _panel(shape: Grid | Chart, width: float) -> str:
    return f"<div>{svg_chart(shape, width)}</div>" if isinstance(shape, Chart) else _grid(shape)


def _cell(cell: Cell) -> str:
    match cell:
        case str():
            return escape(cell)
        case Note():
            inside = escape(cell.text) or "&nbsp;"
            if cell.link:
                inside = f'<a href="{escape(cell.link)}">{inside}</a>'
            return f'<span class="rb-{cell.tone}">{inside}</span>'
        case CardRow():
            cards = parse_cards(cell.cards)
            return " ".join(
                f'<span class="rb-card" style="color:{SUITS[card % 4]}">{RANKS[card // 4]}{SUIT_SYMBOLS[card % 4]}'
                "</span>"
                for card in cards
            )
        case Bar():
            return f'<span class="rb-bar" style="background:{_fill(with_rest(cell.parts))}"></span>'
        case Key():
            return f'<span class="rb-key"><i style="background:{cell.colour}"></i>{escape(cell.name)}</span>'
        case Line():
            pieces = "".join(f"<span>{_cell(piece)}</span>" for piece in cell.pieces)
            inner = ' style="padding-left:14px"' if cell.inner else ""
            return f'<div class="rb-line"{inner}>{pieces}</div>'


def _rows(rows: Rows) -> str:
    sides = [' class="rb-right"' if rows.is_right(place) else "" for place in range(len(rows.columns))]
    title = f"<caption>{escape(rows.title)}</caption>" if rows.title else ""
    heads = "".join(f"<th{side}>{escape(head)}</th>" for side, head in zip(sides, rows.heads, strict=True))
    head = f"<thead><tr>{heads}</tr></thead>" if any(rows.heads) else ""
    body = []
    for number, row in enumerate(rows.rows):
        strong = ' class="rb-strong"' if number in rows.strong else ""
        cells = "".join(f"<td{side}>{_cell(cell)}</td>" for side, cell in zip(sides, row, strict=True))
        body.append(f"<tr{strong}>{cells}</tr>")
    return f'<table class="rb-rows">{title}{head}<tbody>{"".join(body)}</tbody></table>'


def _grid(grid: Grid) -> str:
    side = 24 if grid.small else 42
    names = "auto " if grid.down else ""
    cells = [f'<div class="rb-head">{escape(name)}</div>' for name in grid.across]
    if grid.across and grid.down:
        cells.insert(0, "<div></div>")
    for number, row in enumerate(grid.rows):
        if grid.down:
            cells.append(f'<div class="rb-head">{escape(grid.down[number])}</div>')
        cells += [_grid_cell(cell, small=grid.small) for cell in row]
    columns = f"grid-template-columns:{names}repeat({grid.columns},{side}px)"
    small = " rb-small" if grid.small else ""
    title = f'<div class="rb-title">{escape(grid.title)}</div>' if grid.title else ""
    lines = escape(grid.footer).replace("\n", "<br>")
    footer = f'<div class="rb-foot">{lines}</div>' if grid.footer else ""
    legend = _cell(Line(tuple(Key(*key) for key in grid.legend))) if grid.legend else ""
    body = f'<div class="rb-cells{small}" style="{columns}">{"".join(cells)}</div>'
    return f'<div class="rb-grid">{title}{body}{footer}{legend}</div>'


def _grid_cell(cell: GridCell, *, small: bool) -> str:
    texts = [
        (text_on(colour) if colour != EMPTY else LIGHT if cell.bars else FADED, share)
        for colour, share in cell.filled
    ]
    ink = f"color:{texts[0][0]}"
    if len({colour for colour, _ in texts}) > 1:  # the text changes its colour where the ground does
        clip = "-webkit-background-clip:text;background-clip:text;color:transparent"
        ink = f"background-image:{_fill(texts)};{clip}"
    note = cell.short_note if not small else ""
    under = f'<span class="rb-under">{escape(note)}</span>' if note else ""
    return (
        f'<div class="rb-cell" style="background:{_fill(cell.filled)}" title="{escape(cell.tooltip or cell.label)}">'
        f'<div class="rb-text" style="{ink}">{escape(cell.label)}{under}</div></div>'
    )


def _fill(parts: Sequence[tuple[str, float]]) -> str:
    """Return a CSS colour, or a gradient with hard edges where there are several."""
    if len(parts) == 1:
        return parts[0][0]
    ends = list(accumulate(share for _, share in parts))
    stops = ",".join(
        f"{colour} {100 * (end - share):.4g}% {100 * end:.4g}%"
        for (colour, share), end in zip(parts, ends, strict=True)
    )
    return f"linear-gradient(to right,{stops})"
