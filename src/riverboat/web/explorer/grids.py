"""All hands at a point as arrays by hand number, and summed up by the cells of the grid."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import NUM_HANDS, hand_indices
from riverboat.cards.hand_class import CLASS_OF_HAND, NUM_CLASSES
from riverboat.solvers import AllHands
from riverboat.solvers.asking.cells import Cells
from riverboat.strategy import TrainedHands
from riverboat.web.replies import rounded

CHIP_DIGITS: Final = 3
_CARDS: Final = 52


def hand_numbers_of(hands: AllHands) -> npt.NDArray[np.intp]:
    """Return the number of each hand: of 1,326, or of 52 where one card is dealt."""
    cards = hands.state.hands
    return np.asarray(hand_indices(cards) if cards.shape[1] == 2 else cards[:, 0], np.intp)


def grid_dict(hands: AllHands) -> dict[str, Any]:
    """Return everything that is known of the hands at a point."""
    numbers = hand_numbers_of(hands)
    return {"hands": _hands(hands, numbers), "cells": _cells(hands, numbers)}


def _hands(hands: AllHands, numbers: npt.NDArray[np.intp]) -> dict[str, Any]:
    size = NUM_HANDS if hands.state.hands.shape[1] == 2 else _CARDS

    def spread(values: npt.NDArray[Any], digits: int = 4, missing: float = np.nan) -> npt.NDArray[Any]:
        out = np.full(size, missing)
        out[numbers] = values
        return rounded(out, digits)

    found: dict[str, Any] = {
        "reach": spread(hands.reach, missing=0.0),
        "shares": [spread(column, missing=0.0) for column in hands.strategy.T],
        "frequencies": rounded(hands.frequencies),
        "combos": round(float(hands.reach.sum()), 3),
        "visits": None,
        "thin": None,
    }
    if isinstance(hands, TrainedHands):
        found["visits"] = spread(hands.visits, 0, 0.0).astype(np.int64)
        found["thin"] = spread(~hands.well_trained, 0, 0.0).astype(np.int64)
    values = hands.has_values
    equities = hands.has_equities
    found |= {
        "ev": spread(hands.ev, CHIP_DIGITS) if values else None,
        "action_evs": [spread(column, CHIP_DIGITS) for column in hands.action_evs.T] if values else None,
        "equity": spread(hands.equity) if equities else None,
        "eqr": spread(hands.eqr) if equities else None,
    }
    found["players"] = _players(hands) if values else None
    return found


def _players(hands: AllHands) -> list[dict[str, Any]]:
    """What both ranges of a solution are worth."""
    return [
        {
            "position": player.position,
            "combos": round(float(player.reach.sum()), 3),
            "ev": number_or_none(player.mean_ev, CHIP_DIGITS),
            "equity": number_or_none(player.mean_equity) if hands.has_equities else None,
        }
        for player in hands.players
    ]


def number_or_none(value: float, digits: int = 4) -> float | None:
    """Return a rounded number, None for one that does not exist."""
    return None if np.isnan(value) else round(float(value), digits)


def _cells(hands: AllHands, numbers: npt.NDArray[np.intp]) -> dict[str, Any] | None:
    """The same by the 169 classes; None where one card is dealt."""
    if hands.state.hands.shape[1] != 2:
        return None
    cells = Cells(CLASS_OF_HAND[numbers], hands.reach, NUM_CLASSES)
    return {
        "reach": rounded(cells.weight),
        "shares": [rounded(row) for row in cells.shares(hands.strategy)],
        "ev": rounded(cells.mean(hands.ev), CHIP_DIGITS) if hands.has_values else None,
        "equity": rounded(cells.mean(hands.equity)) if hands.has_equities else None,
    }
