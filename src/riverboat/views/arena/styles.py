"""How players play: a table of the numbers with their intervals, and the same by position."""

from __future__ import annotations

import math
from typing import Final

from riverboat.arena.styles.chances import STATS
from riverboat.arena.styles.style import Habits, Style
from riverboat.base.drawing import draws
from riverboat.views.page import Page
from riverboat.views.shapes import Cell, Note, Rows

_MOST: Final = 20  # players in a table
_PARTS: Final = (slice(0, 5), slice(5, None))  # of the columns, beside names that may be long
_HEADS: Final = (">hands", *(f">{stat.short}" for stat in STATS.values()))


@draws(Style)
def draw_style(style: Style) -> Page:
    """Return a row for each player, with the intervals below."""
    shown = style.players[:_MOST]
    rows = [row for player in shown for row in _rows(player.name, player.all)]
    more = len(style.players) - len(shown)
    told = f"; {more:,} more players have fewer hands" if more else ""
    title = f"{style.hands:,} hands, in percent, AF as a ratio; below 95 % intervals{told}"
    tables = [
        Rows(("player", *_HEADS[part]), tuple((name, *cells[part]) for name, *cells in rows))
        for part in _PARTS
    ]
    return Page(Note(title), *tables, more=_positions(style))


@draws(Style, "positions")
def draw_positions(style: Style) -> Page:
    """Return the same by position."""
    return Page(*_positions(style))


def _positions(style: Style) -> list[Rows]:
    return [
        Rows(
            ("", *_HEADS),
            tuple(row for name, habits in player.by_position.items() for row in _rows(name, habits)),
            player.name,
        )
        for player in style.players[:_MOST]
    ]


def _rows(first: str, habits: Habits) -> list[tuple[Cell, ...]]:
    """The shares, and their intervals in a row of their own, which takes less room."""
    told, below = [f"{habits.hands:,}"], [""]
    for name, share in habits.shares.items():
        ends = (share.mean, share.low, share.high)
        if name == "aggression_factor":
            values = [f"{value:.1f}" if math.isfinite(value) else "∞" for value in habits.aggression_factor]
        else:
            values = [f"{100 * value:.0f}" for value in ends] if share.of else []
        told.append(values[0] if share.of else "·")
        below.append(f"{values[1]}–{values[2]}" if share.of else "")
    return [(first, *told), ("", *(Note(text, "dim") for text in below))]
