"""Grids in a terminal: colours behind labels, or labels over numbers where there are no colours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from riverboat.views.colours import EMPTY, FADED, LIGHT, text_on
from riverboat.views.renderers.scales import whole_places
from riverboat.views.shapes import Grid, GridCell

_WIDE, _NARROW, _SMALL = 5, 3, 1  # columns of a cell: 13 of them take 77, 51 or 13 with the gaps between
_DIM: Final = Style(dim=True)
_SHADES: Final = "·░▒▓█"  # never, a quarter, half, three quarters, always


class TerminalGrid:
    """The title, the cells and the footer of a grid."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        if self.grid.small and not _is_plain(console):
            titles = [cell_len(text) for text in (self.grid.title, *self.grid.footer.splitlines())]
            return Measurement(self._width(_SMALL), max(self._width(_SMALL), *titles))
        return Measurement(self._width(_NARROW), self._width(_WIDE))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        grid, plain = self.grid, _is_plain(console)
        small, wide = grid.small and not plain, options.max_width >= self._width(_WIDE)
        width = _SMALL if small else _WIDE if wide else _NARROW
        if grid.title:
            yield Text(grid.title, style="bold")
        if grid.across:
            heads = [[Segment(set_cell_size(name, width), _DIM)] for name in grid.across]
            yield from self._line("", heads, width)
        for number, row in enumerate(grid.rows):
            name = grid.down[number] if grid.down else ""
            if small:
                yield from self._line(name, [[_shade(cell)] for cell in row], width)
            elif plain:
                labels = [[Segment(set_cell_size(cell.label, width))] for cell in row]
                yield from self._line(name, labels, width)
                yield from self._line("", [[Segment(_number(cell, width))] for cell in row], width)
            else:
                yield from self._line(name, [list(_colours(cell, width)) for cell in row], width)
        if grid.footer:
            yield Text(grid.footer)

    def _width(self, cell: int) -> int:
        gap = cell > _SMALL
        return self.grid.columns * (cell + gap) - gap + self._names

    @property
    def _names(self) -> int:
        """The columns that the names of the rows take."""
        return max(map(len, self.grid.down)) + 1 if self.grid.down else 0

    def _line(self, name: str, cells: list[list[Segment]], width: int) -> Iterator[Segment]:
        if self._names:
            yield Segment(f"{name:<{self._names}}", _DIM)
        for place, cell in enumerate(cells):
            if place and width > _SMALL:
                yield Segment(" ")
            yield from cell
        yield Segment.line()


def _is_plain(console: Console) -> bool:
    """Whether colours say nothing, so that numbers must, which need room."""
    return console.no_color or console.color_system is None


def _number(cell: GridCell, width: int) -> str:
    """What stands under a label without colours: the number, or a dot for a hand that does not come here."""
    return set_cell_size(cell.note.rstrip("%") or ("■" if cell.bars else "·"), width)


def _shade(cell: GridCell) -> Segment:
    """One character: the more of the cell is covered, the darker, in the colour that covers most."""
    if not cell.bars:
        return Segment(_SHADES[0], _DIM)
    most = max(cell.bars, key=lambda bar: bar[1])[0]
    return Segment(_SHADES[round(4 * min(1.0, sum(share for _, share in cell.bars)))], Style(color=most))


def _colours(cell: GridCell, width: int) -> Iterator[Segment]:
    """Both colours are always set, so that the cell reads the same on dark and on light terminals."""
    note = cell.short_note.rstrip("%")[: width - 3]
    text = set_cell_size(f"{set_cell_size(cell.label, 3)}{note:>{width - 3}}", width)
    bars = cell.filled
    counts = whole_places([share for _, share in bars], width)
    columns = [colour for (colour, _), count in zip(bars, counts, strict=True) for _ in range(count)]
    start = 0
    for colour, run in groupby(columns):
        end = start + len(list(run))
        ink = text_on(colour) if colour != EMPTY else LIGHT if cell.bars else FADED
        yield Segment(text[start:end], Style(color=ink, bgcolor=colour))
        start = end
