"""The 13 x 13 grid of starting hands, drawn in a terminal, as HTML and as SVG.

A `Grid` knows nothing of ranges: each of its 169 cells is a label on a bar of stacked colours, so the weights
of a range and the actions of a strategy are drawn by the same code. Aces are top left, suited hands above the
diagonal, offsuit hands below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from riverboat.cards.hand_class import NUM_CLASSES
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.measure import Measurement
    from rich.segment import Segment

WEIGHT_COLOUR = "#eab308"
"""Yellow: how much of a hand is in a range."""
EMPTY_COLOUR = "#3f3f46"
"""Dark grey: the part of a cell that no bar covers."""

_DARK, _LIGHT, _FADED = "#18181b", "#fafafa", "#a1a1aa"  # text on bright, on dark and on empty colours
_WIDE, _NARROW = 5, 3  # columns of a terminal cell: 13 of them and the gaps take 77 or 51 columns
_CELL_WIDTH, _CELL_HEIGHT, _GAP, _MARGIN = 44, 34, 2, 18  # pixels of the SVG
_FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif"
_CSS = (
    f".rb-grid{{display:inline-block;padding:14px;border-radius:10px;background:{_DARK};color:{_LIGHT};"
    f"font:13px/1.4 {_FONT}}}"
    ".rb-grid-title{font-weight:600;font-size:15px;margin-bottom:8px}"
    ".rb-grid-cells{display:grid;grid-template-columns:repeat(13,42px);gap:2px}"
    ".rb-grid-cell{height:32px;display:flex;align-items:center;cursor:default}"
    ".rb-grid-text{width:100%;text-align:center;line-height:1.1;font-weight:600}"
    ".rb-grid-note{display:block;font-size:9px;font-weight:500}"
    f".rb-grid-footer{{margin-top:8px;color:#d4d4d8}}"
    ".rb-grid-key{display:inline-block;width:11px;height:11px;border-radius:2px;margin:0 5px 0 12px}"
)


@dataclass(frozen=True)
class GridCell:
    """One cell: stacked bars from left to right behind a label.

    bars: colours `#rrggbb` with their shares of the cell; the shares sum to at most 1, the rest stays empty.
    note: a few characters under the label, such as `50%`; terminals show the first two without the `%`.
    tooltip: what a page shows when the pointer rests on the cell.
    """

    label: str
    bars: tuple[tuple[str, float], ...] = ()
    note: str = ""
    tooltip: str = ""

    def __post_init__(self) -> None:
        for colour, share in self.bars:
            if not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
                raise RiverboatError(f"cell {self.label}: colour {colour!r} must be written like '#eab308'")
            if not 0.0 <= share <= 1.0:
                raise RiverboatError(f"cell {self.label}: share {share} must be from 0 to 1, such as 0.5")
        if sum(share for _, share in self.bars) > 1.0 + 1e-6:
            raise RiverboatError(
                f"cell {self.label}: the shares sum to more than 1; use such as 0.25 and 0.75"
            )

    def filled(self) -> list[tuple[str, float]]:
        """Return the bars that can be seen, with the empty rest as the last one."""
        bars = [(colour, share) for colour, share in self.bars if share > 0.0]
        rest = 1.0 - sum(share for _, share in bars)
        return [*bars, (EMPTY_COLOUR, rest)] if rest > 1e-6 else bars


@dataclass(frozen=True)
class Grid:
    """A 13 x 13 picture: 169 cells in class order, a title, a footer and a legend of (colour, name).

    `rich.print(grid)` draws it in a terminal, a notebook shows it as HTML, `to_svg()` is a picture to keep.
    """

    cells: tuple[GridCell, ...]
    title: str = ""
    footer: str = ""
    legend: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if len(self.cells) != NUM_CLASSES:
            raise RiverboatError(f"a grid has {len(self.cells)} cells; it needs 169, AA AKs … 32o 22")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        from rich.measure import Measurement

        return Measurement(_terminal_width(_NARROW), _terminal_width(_WIDE))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        from rich.segment import Segment

        plain = console.no_color or console.color_system is None
        width = _WIDE if options.max_width >= _terminal_width(_WIDE) else _NARROW
        if self.title:
            yield Segment(f"{self.title}\n")
        for row in range(13):
            for column in range(13):
                if column:
                    yield Segment(" ")
                cell = self.cells[13 * row + column]
                yield from _plain_cell(cell, width) if plain else _colour_cell(cell, width)
            yield Segment("\n")
        yield from self._terminal_footer(plain)

    def _terminal_footer(self, plain: bool) -> Iterator[Segment]:
        from rich.segment import Segment
        from rich.style import Style

        if self.footer:
            yield Segment(f"{self.footer}\n")
        for i, (colour, name) in enumerate([] if plain else self.legend):
            yield Segment("  ■ " if i else "■ ", Style(color=colour))
            yield Segment(name + ("\n" if i == len(self.legend) - 1 else ""))

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_html(self) -> str:
        """Return an HTML fragment with its own style, without scripts or outside files."""
        cells = "".join(_html_cell(cell) for cell in self.cells)
        title = f'<div class="rb-grid-title">{escape(self.title)}</div>' if self.title else ""
        legend = "".join(
            f'<span class="rb-grid-key" style="background:{colour}"></span>{escape(name)}'
            for colour, name in self.legend
        )
        footer = f'<div class="rb-grid-footer">{escape(self.footer)}{legend}</div>'
        body = f'{title}<div class="rb-grid-cells">{cells}</div>{footer}'
        return f'<style>{_CSS}</style><div class="rb-grid">{body}</div>'

    def to_svg(self) -> str:
        """Return a complete SVG picture, with a dark ground of its own."""
        top = _MARGIN + (26 if self.title else 0)
        width = 2 * _MARGIN + 13 * (_CELL_WIDTH + _GAP) - _GAP
        bottom = top + 13 * (_CELL_HEIGHT + _GAP) - _GAP
        height = bottom + (30 if self.footer or self.legend else 0) + _MARGIN - 4
        name = escape(self.title or "13 x 13 grid of starting hands")
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-label="{name}" font-family="{_FONT}">',
            f'<rect width="{width}" height="{height}" rx="12" fill="{_DARK}"/>',
        ]
        if self.title:
            parts.append(
                _svg_text(_MARGIN, _MARGIN + 13, 16, self.title, f'font-weight="600" fill="{_LIGHT}"')
            )
        for i, cell in enumerate(self.cells):
            row, column = divmod(i, 13)
            x, y = _MARGIN + column * (_CELL_WIDTH + _GAP), top + row * (_CELL_HEIGHT + _GAP)
            parts.append(_svg_cell(cell, x, y))
        parts.extend(self._svg_footer(width, bottom + 24))
        return "\n".join([*parts, "</svg>"]) + "\n"

    def _svg_footer(self, width: int, y: int) -> Iterator[str]:
        yield _svg_text(_MARGIN, y, 13, self.footer, f'fill="{_LIGHT}"')
        x = width - _MARGIN
        for colour, name in reversed(self.legend):
            yield _svg_text(x, y, 13, name, f'text-anchor="end" fill="{_LIGHT}"')
            x -= 8 * len(name) + 4  # 8: a little more than the mean width of a 13 px letter
            yield f'<rect x="{x - 11}" y="{y - 10}" width="11" height="11" rx="2" fill="{colour}"/>'
            x -= 24


def _terminal_width(cell_width: int) -> int:
    return 13 * (cell_width + 1) - 1


def _terminal_text(cell: GridCell, width: int) -> str:
    note = cell.note.rstrip("%")[:2] if width == _WIDE else ""
    return f"{cell.label:<3}{note:>{width - 3}}"[:width]


def _plain_cell(cell: GridCell, width: int) -> Iterator[Segment]:
    """Without colours the text must tell: the label where something is, a dot where nothing is."""
    from rich.segment import Segment

    covered = any(share > 0.0 for _, share in cell.bars)
    yield Segment(_terminal_text(cell, width) if covered else " · ".ljust(width))


def _colour_cell(cell: GridCell, width: int) -> Iterator[Segment]:
    """Both colours are always set, so that the cell reads the same on dark and on light terminals."""
    from rich.segment import Segment
    from rich.style import Style

    text = _terminal_text(cell, width)
    start = 0
    for colour, columns in groupby(_column_colours(cell, width)):
        end = start + len(list(columns))
        yield Segment(text[start:end], Style(color=_text_colour(colour, cell), bgcolor=colour))
        start = end


def _column_colours(cell: GridCell, width: int) -> list[str]:
    """Return the colour of each text column, in proportion, with one column at least for each bar."""
    bars = cell.filled()
    largest = sorted(range(len(bars)), key=lambda i: -bars[i][1])[:width]  # more bars than columns: some go
    kept = [bars[i] for i in sorted(largest)]
    counts = [max(1, int(share * width)) for _, share in kept]
    while (missing := width - sum(counts)) != 0:
        lack = [share * width - count for (_, share), count in zip(kept, counts, strict=True)]
        if missing > 0:
            counts[lack.index(max(lack))] += 1
        else:
            counts[min((i for i, count in enumerate(counts) if count > 1), key=lack.__getitem__)] -= 1
    return [colour for (colour, _), count in zip(kept, counts, strict=True) for _ in range(count)]


def _text_colour(colour: str, cell: GridCell) -> str:
    """Return the colour of text that reads well on `colour`."""
    if colour == EMPTY_COLOUR:
        return _LIGHT if cell.bars else _FADED
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return _DARK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.45 else _LIGHT


def _text_runs(cell: GridCell) -> list[tuple[str, float, float]]:
    """Return the text colours over the cell with where each starts and ends, 0..1; most cells have one."""
    bars = cell.filled()
    ends = list(accumulate(share for _, share in bars))
    runs: list[tuple[str, float, float]] = []
    for (colour, share), end in zip(bars, ends, strict=True):
        text = _text_colour(colour, cell)
        start = runs.pop()[1] if runs and runs[-1][0] == text else end - share
        runs.append((text, start, end))
    return runs


def _stops(runs: list[tuple[str, float, float]]) -> str:
    """Return a CSS colour, or a gradient with hard edges where there are several."""
    if len(runs) == 1:
        return runs[0][0]
    stops = ",".join(f"{colour} {100 * start:.4g}% {100 * end:.4g}%" for colour, start, end in runs)
    return f"linear-gradient(to right,{stops})"


def _html_cell(cell: GridCell) -> str:
    bars = cell.filled()
    ends = accumulate(share for _, share in bars)
    fill = _stops([(colour, end - share, end) for (colour, share), end in zip(bars, ends, strict=True)])
    texts = _text_runs(cell)
    colour = f"color:{texts[0][0]}"
    if len(texts) > 1:
        clip = "-webkit-background-clip:text;background-clip:text;color:transparent"
        colour = f"background-image:{_stops(texts)};{clip}"
    note = f'<span class="rb-grid-note">{escape(cell.note)}</span>' if cell.note else ""
    return (
        f'<div class="rb-grid-cell" style="background:{fill}" title="{escape(cell.tooltip or cell.label)}">'
        f'<div class="rb-grid-text" style="{colour}">{escape(cell.label)}{note}</div></div>'
    )


def _svg_cell(cell: GridCell, x: int, y: int) -> str:
    bars = cell.filled()
    ends = list(accumulate(share for _, share in bars))
    parts = [f"<g><title>{escape(cell.tooltip or cell.label)}</title>"]
    # The last bar first and each from the left edge, so that no ground shines through between two bars.
    for (colour, _), end in reversed(list(zip(bars, ends, strict=True))):
        size = f'width="{round(_CELL_WIDTH * end, 2):g}" height="{_CELL_HEIGHT}"'
        parts.append(f'<rect x="{x}" y="{y}" {size} fill="{colour}"/>')
    texts = _text_runs(cell)
    if len(texts) == 1:
        parts.append(_svg_label(cell, x, y, texts[0][0]))
    else:
        for colour, start, end in texts:  # an inner <svg> cuts the text off at its edges
            left, right = (round(_CELL_WIDTH * edge, 2) for edge in (start, end))
            box = f'x="{x + left:g}" y="{y}" width="{right - left:g}" height="{_CELL_HEIGHT}"'
            parts.append(f"<svg {box}>{_svg_label(cell, -left, 0, colour)}</svg>")
    return "".join([*parts, "</g>"])


def _svg_label(cell: GridCell, x: float, y: int, colour: str) -> str:
    middle = x + _CELL_WIDTH / 2
    anchor = f'text-anchor="middle" fill="{colour}"'
    label = _svg_text(middle, y + (15 if cell.note else 22), 13, cell.label, f'font-weight="600" {anchor}')
    return label + (_svg_text(middle, y + 28, 10, cell.note, anchor) if cell.note else "")


def _svg_text(x: float, y: int, size: int, text: str, style: str) -> str:
    return f'<text x="{x:g}" y="{y}" font-size="{size}" {style}>{escape(text)}</text>'
