"""Shapes in a terminal, by rich. Without colours, as in a pipe, letters and numbers tell all that colours would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from riverboat.cards.card import RANKS, SUIT_SYMBOLS, parse_cards
from riverboat.views.renderers.scales import whole_places
from riverboat.views.renderers.terminal_chart import TerminalChart
from riverboat.views.renderers.terminal_grid import TerminalGrid
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

_STYLES: Final[dict[Tone, str]] = {
    "plain": "",
    "bold": "bold",
    "dim": "dim",
    "good": "green",
    "warning": "red",
}
_SUIT_STYLES: Final = ("#16a34a", "#2563eb", "#db2777", "default")
"""The four-colour deck on any ground: clubs green, diamonds blue, hearts red, spades the terminal's own colour."""
_LEAST_BAR, _MOST_BAR = 8, 32  # columns of a bar
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_SHADES: Final = "█▓▒░"  # of the parts of a bar, where there are no colours
_GAP: Final = "  "


def terminal_page(shapes: Sequence[Shape]) -> RenderableType:
    """Return what rich prints: the shapes below each other, with an empty line between two that are large."""
    drawn: list[RenderableType] = []
    for number, shape in enumerate(shapes):
        if number and _is_large(shape) and _is_large(shapes[number - 1]):
            drawn.append("")
        drawn.append(terminal_shape(shape))
    return Group(*drawn)


def terminal_shape(shape: Shape) -> RenderableType:
    """Return what rich prints of one shape."""
    match shape:
        case Line():
            return _Flow(shape)
        case Rows():
            return _table(shape)
        case Grid():
            below = [_Flow(Line(tuple(Key(*key) for key in shape.legend)))] if shape.legend else []
            return Group(TerminalGrid(shape), *below)
        case Chart():
            return TerminalChart(shape)
        case Panels():
            return _Beside([terminal_shape(one) for one in shape.shapes])
        case Note() | CardRow() | Bar() | Key():
            return _cell(shape)
    raise TypeError(f"the terminal does not draw a {type(shape).__name__}")


def card_text(cards: str) -> Text:
    """Return cards with suit symbols in the colours of the four-colour deck."""
    text = Text()
    for card in parse_cards(cards):
        text.append(RANKS[card // 4] + SUIT_SYMBOLS[card % 4], style=f"bold {_SUIT_STYLES[card % 4]}")
        text.append(" ")
    text.rstrip()
    return text


def _is_large(shape: Shape) -> bool:
    return isinstance(shape, Rows | Grid | Chart | Panels)


def _cell(cell: Cell) -> RenderableType:
    match cell:
        case str():
            return Text(cell)
        case Note():
            return Text(cell.text, style=_STYLES[cell.tone])
        case CardRow():
            return card_text(cell.cards)
        case Bar():
            return _TerminalBar(cell)
        case Key():
            return _KeyText(cell)
        case Line():
            return _Flow(cell)


def _table(rows: Rows) -> RenderableType:
    table = Table(
        box=None,
        pad_edge=False,
        header_style="dim",
        show_header=any(rows.heads),
    )
    for place, head in enumerate(rows.heads):
        right = rows.is_right(place)
        whole = not any(_can_break(row[place], spaces=2 if right else 1) for row in rows.rows)
        table.add_column(Text(head), justify="right" if right else "left", no_wrap=whole)
    for number, row in enumerate(rows.rows):
        table.add_row(*map(_cell, row), style="bold" if number in rows.strong else "")
    return Group(Text(rows.title, style="bold"), table) if rows.title else table


def _can_break(cell: Cell, spaces: int) -> bool:
    """Whether a cell has a place where a line may end; numbers and ranges have none, bars can be shorter.

    spaces: how many make a text of it. On the right one is not enough: it stands between a number and its unit.
    """
    text = cell if isinstance(cell, str) else cell.text if isinstance(cell, Note) else ""
    return text.count(" ") >= spaces or isinstance(cell, Bar | Line)


def _is_plain(console: Console) -> bool:
    return console.no_color or console.color_system is None


class _KeyText:
    """A square and a name; the name alone where there are no colours."""

    def __init__(self, key: Key) -> None:
        self.key = key

    def text(self, plain: bool) -> Text:
        return Text(self.key.name) if plain else Text.assemble(("■ ", self.key.colour), self.key.name)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.text(_is_plain(console)))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.text(_is_plain(console))


class _TerminalBar:
    """A bar in whole columns, or eighths of them where it has one part."""

    def __init__(self, bar: Bar) -> None:
        self.bar = bar

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(_LEAST_BAR, _MOST_BAR)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, _MOST_BAR)
        seen = [(colour, share) for colour, share in self.bar.parts if share > 0]
        if len(seen) == 1:
            whole, rest = divmod(round(seen[0][1] * width * 8), 8)
            yield Text("█" * whole + (_EIGHTHS[rest] if rest else ""), style=seen[0][0], end="")
            return
        filled = with_rest(self.bar.parts)
        counts = whole_places([share for _, share in filled], width)
        text = Text(end="")
        for number, ((colour, _), count) in enumerate(zip(filled, counts, strict=True)):
            covered = number < len(seen)
            shade = _SHADES[number % len(_SHADES)] if _is_plain(console) else "█"
            text.append((shade if covered else " ") * count, style=colour if covered else "")
        yield text


class _Flow:
    """Pieces one after the other; a new line begins between two of them, never inside one that fits."""

    def __init__(self, line: Line) -> None:
        self.line = line

    def _pieces(self, console: Console) -> list[Text]:
        made = [_cell(piece) for piece in self.line.pieces]
        texts = []
        for one in made:
            drawn = one.text(_is_plain(console)) if isinstance(one, _KeyText) else one
            if isinstance(drawn, Text):
                texts.append(drawn)
            else:
                segments = [
                    s for s in console.render(one, console.options.update(width=_LEAST_BAR)) if s.text
                ]
                texts.append(Text.assemble(*((s.text.rstrip("\n"), s.style or "") for s in segments)))
        return texts

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [piece.cell_len for piece in self._pieces(console)] or [0]
        return Measurement(max(widths), sum(widths) + len(_GAP) * (len(widths) - 1))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for piece in self._pieces(console):
            if line and line.cell_len + len(_GAP) + piece.cell_len > options.max_width:
                yield line
                line = Text()
            line = Text.assemble(line, _GAP, piece) if line or self.line.inner else piece
        yield line


class _Beside:
    """Pictures beside each other, as many as there is room for."""

    def __init__(self, shapes: Sequence[RenderableType]) -> None:
        self.shapes = shapes

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widest = max((Measurement.get(console, options, shape).maximum for shape in self.shapes), default=1)
        across = max(1, (options.max_width + 1) // (widest + 1))
        gap = 3 if across * (widest + 3) - 3 <= options.max_width else 1
        for first in range(0, len(self.shapes), across):
            if first:
                yield Segment.line()
            table = Table.grid(padding=(0, gap, 0, 0))
            table.add_row(*self.shapes[first : first + across])
            yield table
