"""Jam or fold: a grid for each decision, what seats are worth, and thresholds in big blinds."""

from __future__ import annotations

from typing import Final

import numpy as np

from riverboat.base.drawing import draws
from riverboat.cards.card import RANKS
from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.solvers.asking.options import BET_COLOURS
from riverboat.tournament.jam_fold.result import JamFold
from riverboat.tournament.jam_fold.thresholds import JamThresholds
from riverboat.views.colours import ramp
from riverboat.views.page import Page
from riverboat.views.shapes import Cell, Grid, GridCell, Key, Line, Note, Panels, Rows

_JAM: Final = BET_COLOURS[0]
_MOST: Final = 12
"""Grids that are drawn; the rest is in the JSON."""
_RARE: Final = 0.002
"""Decisions that come less often than this are not drawn."""


@draws(JamFold)
def draw_jam_fold(result: JamFold) -> Page:
    """Return the seats, a grid for each decision, and how far it is from an equilibrium."""
    reach = result.reached()
    rows = sorted(result.decisions(_RARE), key=lambda row: -reach[row])[:_MOST]
    grids = tuple(_grid(result, row, float(reach[row])) for row in sorted(rows))
    keys = Line((Key(_JAM, "jam"), Note("the fuller, the more often; the rest folds", "dim")))
    return Page(_seats(result), *((Panels(grids), keys) if grids else ()), Note(_how(result), "dim"))


@draws(JamFold, "grid")
def jam_fold_grid(result: JamFold, row: int = 0) -> Grid:
    """Return the grid of one decision."""
    return _grid(result, row, float(result.reached()[row]))


@draws(JamThresholds)
def draw_thresholds(found: JamThresholds) -> Page:
    """Return a grid for each decision with the deepest stack, in big blinds, with which a hand is jammed."""
    deepest = found.deepest()
    top = float(found.stacks.max())
    grids = []
    for row in range(found.hand.rows):
        if found.hand.forced[row]:
            continue
        cells = [
            GridCell(
                name,
                ((ramp(stack / top), 1.0),) if stack else (),
                _depth(stack, top),
                f"{name}: {_spans(found, name, row)}",
            )
            for name, stack in zip(CLASS_NAMES, deepest[row].tolist(), strict=True)
        ]
        grids.append(
            Grid(tuple(cells), found.hand.row_name(row), "", down=tuple(reversed(RANKS)), small=True)
        )
    told = (
        f"the deepest stack in big blinds, up to {top:g}, with which a hand jams or calls; all have the same"
    )
    return Page(Panels(tuple(grids)), Note(told, "dim"))


def _spans(found: JamThresholds, name: str, row: int) -> str:
    """All stretches in words, which tell gaps that the deepest stack hides."""
    spans = found.spans(name, row)
    told = [f"{low:g} bb" if low == high else f"{low:g} to {high:g} bb" for low, high in spans]
    return " and ".join(told) or "never"


def _depth(stack: float, top: float) -> str:
    return "" if not stack else f"{top:g}+" if stack >= top else f"{stack:.1f}"


def _grid(result: JamFold, row: int, reach: float) -> Grid:
    cells = []
    for name, jam, gain in zip(CLASS_NAMES, result.strategy[row], result.advantages[row], strict=True):
        bars = ((_JAM, float(min(1.0, jam))),) if jam > 0 else ()
        more = "" if np.isnan(gain) else f", {gain:+.3f} {result.hand.unit} over folding"
        cells.append(GridCell(name, bars, f"{jam:.0%}" if jam > 0 else "", f"{name}: jam {jam:.1%}{more}"))
    footer = f"jam {result.share(row):.1%}" + ("" if row == 0 else f"\ncomes {reach:.1%}")
    return Grid(tuple(cells), result.hand.row_name(row), footer, down=tuple(reversed(RANKS)), small=True)


def _seats(result: JamFold) -> Rows:
    hand = result.hand
    unit = "bb" if hand.unit == "bb" else "prizes"
    sampled = result.standard_errors is not None
    columns = ["seat", ">stack", f">worth ({unit})", *([">±95 %"] if sampled else []), ">gains by leaving"]
    rows: list[tuple[Cell, ...]] = []
    for seat, name in enumerate(hand.positions):
        gain = f"{result.gains[seat]:.5f}"
        if result.gain_bounds is not None:
            gain = f"{result.gain_bounds[0, seat]:.3f} to {result.gain_bounds[1, seat]:.3f}"
        error = [f"{1.96 * result.standard_errors[seat]:.4f}"] if result.standard_errors is not None else []
        rows.append((name, f"{hand.stacks[seat]:g} bb", f"{result.values[seat]:+.4f}", *error, gain))
    return Rows(tuple(columns), tuple(rows))


def _how(result: JamFold) -> str:
    hand = result.hand
    what = (
        f"prizes {', '.join(f'{prize:g}' for prize in hand.payouts)} by ICM" if len(hand.payouts) else "chips"
    )
    ante = f", ante {hand.ante:g}" if hand.ante else ""
    how = "every deal counted" if result.method == "exact" else f"{result.deals:,} deals"
    starts = (
        "" if np.isnan(result.starts_differ) else f"; another start: values within {result.starts_differ:.2g}"
    )
    if result.hands_ahead:
        what += (
            f" {result.hands_ahead} hand{'s' * (result.hands_ahead > 1)} later ({result.hands_solved} solved)"
        )
    return f"{what}{ante}; {how}, {result.rule}, {result.iterations} iterations{starts}"
