"""Opening ranges: what every position plays first in, all positions in one picture."""

from __future__ import annotations

from riverboat.base.drawing import draws
from riverboat.cards.card import RANKS
from riverboat.cards.hand_class import CLASS_NAMES, CLASS_SIZES
from riverboat.solvers.asking.options import BET_COLOURS, CALL_COLOUR
from riverboat.strategy.first_in import FirstIn
from riverboat.views.page import Page
from riverboat.views.shapes import Grid, GridCell, Key, Line, Note, Panels

_RAISE = BET_COLOURS[0]


@draws(FirstIn)
def draw_first_in(ranges: FirstIn) -> Page:
    """Return a small grid for each position, side by side."""
    keys = [Key(_RAISE, "raise"), *([Key(CALL_COLOUR, "call")] if ranges.calls.any() else [])]
    how = Note(
        "the fuller, the more often a hand is played; numbers: percent raised, or raised/called", "dim"
    )
    return Page(
        Panels(tuple(_grid(ranges, place) for place in range(len(ranges.positions)))), Line(tuple(keys)), how
    )


def _grid(ranges: FirstIn, place: int) -> Grid:
    cells = []
    for name, up, call in zip(CLASS_NAMES, ranges.raises[place], ranges.calls[place], strict=True):
        played = ((_RAISE, float(min(1.0, up))), (CALL_COLOUR, float(min(1.0 - min(1.0, up), call))))
        told = f"{name}: raise {up:.0%}" + (f", call {call:.0%}" if call else "")
        cells.append(GridCell(name, tuple(bar for bar in played if bar[1] > 0), _note(up, call), told))
    called = float(ranges.calls[place] @ CLASS_SIZES) / int(CLASS_SIZES.sum())
    footer = f"raise {ranges.frequency(ranges.positions[place]):.1%}" + (
        f"\ncall {called:.1%}" if called else ""
    )
    return Grid(tuple(cells), ranges.positions[place], footer, down=tuple(reversed(RANKS)), small=True)


def _note(up: float, call: float) -> str:
    """The percentages, which tell where there are no colours.

    >>> _note(0.456, 0.0), _note(0.4, 0.6), _note(0.0, 0.0)
    ('46%', '40/60', '')
    """
    if not up and not call:
        return ""
    return f"{up:.0%}" if not call else f"{100 * up:.0f}/{100 * call:.0f}"
