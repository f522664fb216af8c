"""Grids as SVG."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import accumulate

from riverboat.views.colours import EMPTY, FADED, LIGHT, text_on
from riverboat.views.renderers.svg_block import Block, text_width
from riverboat.views.shapes import Grid, GridCell


@dataclass(frozen=True)
class _Sizes:
    """Pixels of a cell and between cells, and of the letters of labels and notes."""

    width: int
    height: int
    gap: int
    label: int
    note: int


_USUAL, _SMALL = _Sizes(44, 34, 2, 13, 10), _Sizes(24, 20, 1, 8, 0)


def grid_cells(grid: Grid) -> Block:
    """Return the cells with the names of their rows and columns."""
    sizes = _SMALL if grid.small else _USUAL
    left = round(max((text_width(name, 11) for name in grid.down), default=-6)) + 6
    top = 18 if grid.across else 0
    elements = []
    for column, name in enumerate(grid.across):
        middle = left + column * (sizes.width + sizes.gap) + sizes.width / 2
        elements.append(_text(middle, 11, 11, name, f'text-anchor="middle" fill="{FADED}"'))
    for number, row in enumerate(grid.rows):
        y = top + number * (sizes.height + sizes.gap)
        if grid.down:
            elements.append(_text(0, y + sizes.height / 2 + 4, 11, grid.down[number], f'fill="{FADED}"'))
        for column, cell in enumerate(row):
            elements.append(_cell(cell, left + column * (sizes.width + sizes.gap), y, sizes))
    width = left + grid.columns * (sizes.width + sizes.gap) - sizes.gap
    height = top + len(grid.rows) * (sizes.height + sizes.gap) - sizes.gap
    return Block(width, height, tuple(elements))


def _cell(cell: GridCell, x: float, y: float, sizes: _Sizes) -> str:
    bars = cell.filled
    ends = list(accumulate(share for _, share in bars))
    parts = [f'<g class="cell"><title>{escape(cell.tooltip or cell.label)}</title>']
    # The last bar first and each from the left edge, so that no ground shines through between two bars.
    for (colour, _), end in reversed(list(zip(bars, ends, strict=True))):
        size = f'width="{round(sizes.width * end, 2):g}" height="{sizes.height}"'
        parts.append(f'<rect x="{x:g}" y="{y:g}" {size} fill="{colour}"/>')
    inks = _inks(cell)
    if len(inks) == 1:
        parts.append(_label(cell, x, y, inks[0][0], sizes))
    else:
        for colour, start, end in inks:  # an inner <svg> cuts the text off at its edges
            left, right = (round(sizes.width * edge, 2) for edge in (start, end))
            box = f'x="{x + left:g}" y="{y:g}" width="{round(right - left, 2):g}" height="{sizes.height}"'
            parts.append(f"<svg {box}>{_label(cell, -left, 0, colour, sizes)}</svg>")
    return "".join([*parts, "</g>"])


def _inks(cell: GridCell) -> list[tuple[str, float, float]]:
    """Return the text colours over the cell with where each starts and ends, 0..1; most cells have one."""
    runs: list[tuple[str, float, float]] = []
    end = 0.0
    for colour, share in cell.filled:
        ink = text_on(colour) if colour != EMPTY else LIGHT if cell.bars else FADED
        start, end = end, end + share
        if runs and runs[-1][0] == ink:
            start = runs.pop()[1]
        runs.append((ink, start, end))
    return runs


def _label(cell: GridCell, x: float, y: float, colour: str, sizes: _Sizes) -> str:
    middle, anchor = x + sizes.width / 2, f'text-anchor="middle" fill="{colour}"'
    note = cell.short_note if sizes.note else ""
    base = y + (15 if note else round(sizes.height / 2 + 0.36 * sizes.label))
    label = _text(middle, base, sizes.label, cell.label, f'font-weight="600" {anchor}')
    return label + (_text(middle, y + 28, sizes.note, note, anchor) if note else "")


def _text(x: float, y: float, size: float, text: str, style: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {style}>{escape(text)}</text>'
