"""The one vocabulary of all drawings: a page of notes, tables with bars, grids of cells with shares, and charts.

Shapes hold what is shown and know nothing of where: `terminal`, `html` and `svg` draw them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Tone: TypeAlias = Literal["plain", "bold", "dim", "warning"]


@dataclass(frozen=True)
class Note:
    """A line of text; several lines are several notes."""

    text: str
    tone: Tone = "plain"


@dataclass(frozen=True)
class CardRow:
    """Cards, such as `AsKs`, in the colours of the four-colour deck."""

    cards: str


@dataclass(frozen=True)
class Bar:
    """Stacked colours from left to right: `#rrggbb` with shares that sum to at most 1; the rest stays empty."""

    parts: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Key:
    """A square of a colour before a name, as in a legend."""

    colour: str
    name: str


Cell: TypeAlias = "str | Note | CardRow | Bar | Key"


@dataclass(frozen=True)
class Rows:
    """A table of cells. columns: their heads; those that begin with `>` are set to the right, without the sign."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    strong: frozenset[int] = frozenset()
    """Rows that are set in bold."""


@dataclass(frozen=True)
class Curve:
    """Points of a line from left to right, with a band around it where `low` and `high` are given."""

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    low: Sequence[float] | None = None
    high: Sequence[float] | None = None
    colour: str = ""
    marks: bool = False
    """Show the points, not only the line through them."""


@dataclass(frozen=True)
class Chart:
    """Curves over one x axis. log_x, log_y: scales by factors. marked: places on the x axis by name."""

    curves: tuple[Curve, ...]
    x: str = ""
    y: str = ""
    title: str = ""
    log_x: bool = False
    log_y: bool = False
    marked: tuple[tuple[str, float], ...] = field(default=())
