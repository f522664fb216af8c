"""Shapes as one SVG picture, with a dark ground of its own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate, groupby
from math import ceil
from typing import Final

from riverboat.cards.card import RANKS, SUIT_SYMBOLS, parse_cards
from riverboat.views.colours import DARK, FADED, GOOD, LIGHT, SUITS, WARNING
from riverboat.views.renderers.svg_block import FONT, Block, below, beside, text_block, wrapped
from riverboat.views.renderers.svg_chart import chart_plot, curve_colour
from riverboat.views.renderers.svg_grid import grid_cells
from riverboat.views.shapes import (
    Bar,
    CardRow,
    Cell,
    Chart,
    Grid,
    Key,
    Line,
    Note,
    Panels,
    Rows,
    Shape,
    Tone,
    with_rest,
)

_COLOURS: Final[dict[Tone, str]] = {
    "plain": LIGHT,
    "bold": LIGHT,
    "dim": FADED,
    "good": GOOD,
    "warning": WARNING,
}
_MARGIN, _SIZE, _TITLE = 18, 13, 15
_LEAST, _USUAL = 420, 680  # pixels of a picture of words, and of a chart
_PANELS: Final = {1: 680, 2: 460}  # of one of several charts, by how many stand beside each other
_PANEL: Final = 330
_BAR: Final = (160, 12)
_GAP: Final = 14
_KEY: Final = 11


def svg_page(shapes: Sequence[Shape]) -> str:
    """Return a complete picture: shapes below each other, as wide as the widest of them."""
    large = [_shape(shape, _USUAL) for shape in shapes if isinstance(shape, Rows | Grid | Chart | Panels)]
    room = max([_LEAST, *(block.width for block in large)])
    words = (Note, Line)
    drawn = below(
        [
            below([_shape(shape, room) for shape in group], 2 if are_words else 14)
            for are_words, group in groupby(shapes, lambda shape: isinstance(shape, words))
        ],
        8,
    )
    width, height = ceil(drawn.width + 2 * _MARGIN), ceil(drawn.height + 2 * _MARGIN)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(_name(shapes))}" font-family="{FONT}">'
    )
    ground = f'<rect width="{width}" height="{height}" rx="12" fill="{DARK}"/>'
    return "\n".join([head, ground, drawn.at(_MARGIN, _MARGIN), "</svg>"]) + "\n"


def svg_chart(chart: Chart, width: float = _USUAL) -> str:
    """Return a chart as an element of a page, which gives the ground."""
    drawn = _shape(chart, width)
    across, down = ceil(drawn.width), ceil(drawn.height)
    return (
        f'<svg viewBox="0 0 {across} {down}" width="{across}" height="{down}" role="img" '
        f'aria-label="{escape(_name([chart]))}" font-family="{FONT}">{drawn.at(0, 0)}</svg>'
    )


def panel_width(panels: Panels) -> int:
    """Return the pixels of one of several charts."""
    return _PANELS.get(min(panels.across, len(panels.shapes)), _PANEL)


def _name(shapes: Sequence[Shape]) -> str:
    """What a reader without eyes is told: the first words of the picture."""
    for shape in shapes:
        told = getattr(shape, "title", "") or getattr(shape, "text", "")
        if told:
            return str(told)
    return "a picture of riverboat"


def _shape(shape: Shape, width: float) -> Block:
    """Return a shape, with its words wrapped at a width."""
    match shape:
        case Note():
            return wrapped(shape.text, _SIZE, _COLOURS[shape.tone], width, bold=shape.tone == "bold")
        case Line():
            pieces = [_cell(piece) for piece in shape.pieces]
            return beside([Block(0, 0), *pieces] if shape.inner else pieces, _GAP, width, 2)
        case Rows():
            return _rows(shape)
        case Grid():
            cells = grid_cells(shape)
            room = cells.width if shape.small else max(cells.width, _LEAST)
            keys = tuple(Key(*key) for key in shape.legend)
            return _framed(shape.title, cells, shape.footer, keys, room)
        case Chart():
            keys = tuple(
                Key(curve_colour(shape, number), curve.name)
                for number, curve in enumerate(shape.curves)
                if curve.name
            )
            room = min(width, _USUAL)
            return _framed(shape.title, chart_plot(shape, room), "", keys, room)
        case Panels():
            across = max(1, min(shape.across, len(shape.shapes)))
            blocks = [_shape(one, panel_width(shape)) for one in shape.shapes]
            widest = max((block.width for block in blocks), default=0)
            return beside(blocks, 24, across * (widest + 24), 18)
        case CardRow() | Bar() | Key():
            return _cell(shape)
    raise TypeError(f"no picture draws a {type(shape).__name__}")


def _framed(title: str, inside: Block, footer: str, keys: tuple[Key, ...], width: float) -> Block:
    """Return a picture with its title above, footer and legend below."""
    parts = [inside]
    if title:
        parts.insert(0, wrapped(title, _TITLE, LIGHT, width, bold=True))
    if footer:
        parts.append(wrapped(footer, _SIZE, LIGHT, width))
    if keys:
        parts.append(beside([_cell(key) for key in keys], _GAP, width, 2))
    return below(parts, 8)


def _cell(cell: Cell, *, bold: bool = False, right: bool = False) -> Block:
    match cell:
        case str():
            return text_block(cell, _SIZE, LIGHT, bold=bold, right=right)
        case Note():
            strong = bold or cell.tone == "bold"
            return text_block(cell.text, _SIZE, _COLOURS[cell.tone], bold=strong, right=right)
        case CardRow():
            cards = [
                text_block(RANKS[card // 4] + SUIT_SYMBOLS[card % 4], _SIZE, SUITS[card % 4], bold=True)
                for card in parse_cards(cell.cards)
            ]
            return beside(cards, 5, float("inf"))
        case Bar():
            return _bar(cell)
        case Key():
            square = f'<rect y="3" width="{_KEY}" height="{_KEY}" rx="2" fill="{cell.colour}"/>'
            name = text_block(cell.name, _SIZE, LIGHT, bold=bold)
            return Block(name.width + _KEY + 6, name.height, (square, name.at(_KEY + 6, 0)))
        case Line():
            return beside([_cell(piece, bold=bold) for piece in cell.pieces], _GAP, float("inf"))


def _bar(bar: Bar) -> Block:
    width, height = _BAR
    parts = with_rest(bar.parts)
    ends = list(accumulate(share for _, share in parts))
    rects = [
        f'<rect y="3" width="{round(width * end, 2):g}" height="{height}" fill="{colour}"/>'
        for (colour, _), end in reversed(list(zip(parts, ends, strict=True)))
    ]
    return Block(width, height + 6, tuple(rects))


def _rows(rows: Rows) -> Block:
    sides = [rows.is_right(place) for place in range(len(rows.columns))]
    lines = [
        [_cell(cell, bold=number in rows.strong, right=side) for cell, side in zip(row, sides, strict=True)]
        for number, row in enumerate(rows.rows)
    ]
    if any(rows.heads):
        heads = zip(rows.heads, sides, strict=True)
        lines.insert(0, [_cell(Note(head, "dim"), right=side) for head, side in heads])
    widths = [max((line[place].width for line in lines), default=0) for place in range(len(rows.columns))]
    lefts = [*accumulate((width + _GAP for width in widths), initial=0.0)]
    drawn = []
    for line in lines:
        height = max((block.height for block in line), default=0)
        elements = [
            block.at(round(lefts[place] + (widths[place] - block.width) * sides[place], 1), 0)
            for place, block in enumerate(line)
        ]
        drawn.append(Block(lefts[-1] - _GAP, height, tuple(elements)))
    title = [text_block(rows.title, _SIZE, LIGHT, bold=True)] if rows.title else []
    return below([*title, *drawn], 3)
