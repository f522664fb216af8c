"""Ranges: the 13 x 13 grid, each class of hands filled in proportion to its weight."""

from __future__ import annotations

from riverboat.base.drawing import draws
from riverboat.cards.hand_class import CLASS_NAMES, CLASS_SIZES
from riverboat.cards.range import Range
from riverboat.views.colours import WEIGHT
from riverboat.views.shapes import Grid, GridCell


@draws(Range)
@draws(Range, "grid")
def draw_range(hands: Range, title: str = "") -> Grid:
    """Return the grid; numbers are percentages, of a hand that is there at least 1 and at most 99 if not whole."""
    cells = []
    for name, weight, size in zip(CLASS_NAMES, hands.cells.ravel().tolist(), CLASS_SIZES, strict=True):
        percent = round(100 * weight) if weight in (0.0, 1.0) else min(99, max(1, round(100 * weight)))
        tooltip = f"{name}: {weight * size:.4g} of {size} combos, {100 * weight:.4g} %"
        bars = ((WEIGHT, min(weight, 1.0)),) if weight > 0.0 else ()
        cells.append(GridCell(name, bars, f"{percent}%" if bars else "", tooltip))
    footer = f"{hands.combos:.1f} combos, {100 * hands.fraction:.1f} % of hands"
    return Grid(tuple(cells), title, footer)
