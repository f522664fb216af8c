"""The one vocabulary of all drawings: notes, cards, bars, tables, grids of cells with shares, and charts.

Shapes hold what is shown and know nothing of where: the `renderers` draw them. Every shape also draws
itself, as a page of its own.

| shape | is |
|---|---|
| `Note` | a line of text |
| `CardRow` | cards in the colours of their suits |
| `Bar` | stacked colours |
| `Key` | a square of a colour before a name |
| `Line` | several of these, one after the other |
| `Rows` | a table whose cells are any of these |
| `Grid` | cells in rows and columns, each with a label on a bar |
| `Chart` | curves with bands over one axis |
| `Panels` | grids or charts beside each other |
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from riverboat.base.drawing import Drawn
from riverboat.errors import RiverboatError
from riverboat.views.colours import EMPTY

Tone: TypeAlias = Literal["plain", "bold", "dim", "good", "warning"]
Parts: TypeAlias = tuple[tuple[str, float], ...]
"""Colours `#rrggbb` from left to right with their shares, which sum to at most 1; the rest stays empty."""


class Shape(Drawn):
    """Something that can be drawn anywhere."""

    __slots__ = ()


@dataclass(frozen=True)
class Note(Shape):
    """A line of text, which wraps where it is too long; several lines are several notes.

    link: where it leads on a page; pictures and terminals show the text alone.
    """

    text: str
    tone: Tone = "plain"
    link: str = ""


@dataclass(frozen=True)
class CardRow(Shape):
    """Cards, such as `AsKs`, in the colours of the four-colour deck."""

    cards: str


@dataclass(frozen=True)
class Bar(Shape):
    """Stacked colours from left to right."""

    parts: Parts

    def __post_init__(self) -> None:
        _check_parts(self.parts, "a bar")


@dataclass(frozen=True)
class Key(Shape):
    """A square of a colour before a name, as in a legend."""

    colour: str
    name: str


@dataclass(frozen=True)
class Line(Shape):
    """Pieces one after the other; it wraps between them where it is too long.

    inner: set in, because it belongs to the line above.
    """

    pieces: tuple[Cell, ...]
    inner: bool = False


Cell: TypeAlias = "str | Note | CardRow | Bar | Key | Line"


@dataclass(frozen=True)
class Rows(Shape):
    """A table of cells. columns: their heads; those that begin with `>` are set to the right, without the sign.

    strong: the rows that are set in bold. Where all heads are empty, no head is drawn.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    strong: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise RiverboatError(f"a row of {len(row)} cells stands under {len(self.columns)} columns")

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads as they are written."""
        return tuple(head.removeprefix(">") for head in self.columns)

    def is_right(self, column: int) -> bool:
        """Whether a column is set to the right."""
        return self.columns[column].startswith(">")


@dataclass(frozen=True)
class GridCell:
    """One cell: stacked bars from left to right behind a label.

    note: a few characters under the label, such as `50%`. tooltip: what a page shows when the pointer rests on it.
    """

    label: str
    bars: Parts = ()
    note: str = ""
    tooltip: str = ""

    def __post_init__(self) -> None:
        _check_parts(self.bars, f"cell {self.label}")

    @property
    def filled(self) -> list[tuple[str, float]]:
        """The bars that can be seen, with the empty rest as the last one."""
        return with_rest(self.bars)

    @property
    def short_note(self) -> str:
        """The note as it stands on colours, which tell nothing and all by themselves."""
        return "" if self.note in ("0%", "100%") else self.note


@dataclass(frozen=True)
class Grid(Shape):
    """Cells row by row, with a title above, a footer and a legend of (colour, name) below.

    columns: cells in a row. across, down: names of the columns and rows, if they have some. small: cells so small that
    several grids stand beside each other.
    """

    cells: tuple[GridCell, ...]
    title: str = ""
    footer: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    columns: int = 13
    across: tuple[str, ...] = ()
    down: tuple[str, ...] = ()
    small: bool = False

    def __post_init__(self) -> None:
        if self.columns < 1 or not self.cells or len(self.cells) % self.columns:
            raise RiverboatError(
                f"a grid has {len(self.cells)} cells in rows of {self.columns}; every row must be full, such as 169 "
                "cells in rows of 13"
            )
        for names, count in ((self.across, self.columns), (self.down, len(self.rows))):
            if names and len(names) != count:
                raise RiverboatError(f"{len(names)} names stand beside {count} rows or columns of a grid")

    @property
    def rows(self) -> list[tuple[GridCell, ...]]:
        """The cells row by row."""
        return [self.cells[i : i + self.columns] for i in range(0, len(self.cells), self.columns)]


@dataclass(frozen=True)
class Curve:
    """Points of a line from left to right, with a band around it where `low` and `high` are given.

    colour: one by its place if none is named. marks: show the points, not only the line through them. faint: thin,
    and left out in a terminal, such as one run of many. tooltips: by point, what a page shows when the pointer rests
    on it, or on the band from it to the next point where there are no marks.
    """

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    low: Sequence[float] | None = None
    high: Sequence[float] | None = None
    colour: str = ""
    marks: bool = False
    faint: bool = False
    tooltips: Sequence[str] = ()


@dataclass(frozen=True)
class Chart(Shape):
    """Curves over one x axis; points that are not finite, or not over 0 on a log scale, are left out.

    x, y: what the axes hold. log_x, log_y: scales by factors. percent: y is a share, written in percent. least, most:
    where the y axis begins and ends, if the curves shall not say. marked: places on the x axis by name.
    """

    curves: tuple[Curve, ...]
    x: str = ""
    y: str = ""
    title: str = ""
    log_x: bool = False
    log_y: bool = False
    percent: bool = False
    least: float | None = None
    most: float | None = None
    marked: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Panels(Shape):
    """Grids or charts beside each other, in as many rows as it takes. across: how many, where there is room."""

    shapes: tuple[Grid | Chart, ...]
    across: int = 3


def with_rest(parts: Parts) -> list[tuple[str, float]]:
    """Return the parts that are not nothing, with the empty rest as the last one.

    >>> with_rest((("#ff0000", 0.25), ("#00ff00", 0.0)))
    [('#ff0000', 0.25), ('#3f3f46', 0.75)]
    """
    seen = [(colour, share) for colour, share in parts if share > 0.0]
    rest = 1.0 - sum(share for _, share in seen)
    return [*seen, (EMPTY, rest)] if rest > 1e-6 else seen


def _check_parts(parts: Parts, what: str) -> None:
    for colour, share in parts:
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
            raise RiverboatError(f"{what}: colour {colour!r} must be written like '#eab308'")
        if not 0.0 <= share <= 1.0 + 1e-6:
            raise RiverboatError(f"{what}: share {share} must be from 0 to 1, such as 0.5")
    if sum(share for _, share in parts) > 1.0 + 1e-6:
        raise RiverboatError(f"{what}: the shares sum to more than 1; use such as 0.25 and 0.75")
