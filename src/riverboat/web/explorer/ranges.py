"""The ranges of all seats at a point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from riverboat.cards.card import HAND_CARDS
from riverboat.cards.hand_class import CLASS_OF_HAND, NUM_CLASSES
from riverboat.cards.range import Range
from riverboat.errors import RiverboatError
from riverboat.games.rules.positions import seat_names
from riverboat.solvers.asking.cells import Cells
from riverboat.solvers.asking.cursor import Cursor
from riverboat.web.replies import rounded


def ranges_dict(at: Cursor) -> dict[str, Any]:
    """Return the range of each seat: hands by how often they would have come here."""
    return {"ranges": [_seat(at, seat, name) for seat, name in enumerate(seat_names(at.table.game))]}


def _seat(at: Cursor, seat: int, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {"seat": seat, "position": name, "folded": seat not in at.table.in_hand}
    try:
        return found | range_dict(at.range(seat), at.board) | {"problem": None}
    except RiverboatError as why:
        nothing = dict.fromkeys(("combos", "fraction", "weights", "cells"))
        return found | nothing | {"problem": str(why)}


def range_dict(held: Range, board: Sequence[int] = ()) -> dict[str, Any]:
    """Return a range as numbers; cells are means over the hands that a board leaves."""
    free = ~np.isin(HAND_CARDS, board).any(axis=1)
    cells = Cells(CLASS_OF_HAND[free], np.asarray(held.weights)[free], NUM_CLASSES)
    return {
        "combos": round(held.combos, 3),
        "fraction": round(held.fraction, 5),
        "weights": rounded(held.weights),
        "cells": rounded(cells.weight),
    }
