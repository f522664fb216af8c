"""The range of a seat by made hands and draws, and by equity."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.kinds import DRAWS, MADE, draws_on, made_on
from riverboat.cards.kinds.made import free_hands
from riverboat.errors import StrategyError
from riverboat.games.rules.positions import seat_names
from riverboat.solvers.asking.cells import Cells
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.equities import equities_of, equity_curve, has_equities, weight_met
from riverboat.web.explorer.grids import CHIP_DIGITS, hand_numbers_of, number_or_none
from riverboat.web.replies import rounded

_TENTHS: Final = 10


def breakdown_dict(at: Cursor, seat: int) -> dict[str, Any]:
    """Return how much of a seat's range each made hand and draw is and, of who acts, what it does and is worth."""
    game = at.table.game
    if not has_equities(game) or len(at.board) < 3:
        raise StrategyError(
            "hands have kinds on a board of hold'em with the full deck; give one, such as QsJh2h"
        )
    made, draws = made_on(at.board), draws_on(at.board)
    return {
        "seat": seat,
        "position": seat_names(game)[seat],
        "made": _rows(at, seat, made, MADE),
        "draws": _rows(at, seat, draws, DRAWS),
        "made_of": made.astype(np.int64),
        "draws_of": draws.astype(np.int64),
        "names": {"made": MADE, "draws": DRAWS},
    }


def _rows(at: Cursor, seat: int, kinds: npt.NDArray[np.int8], names: tuple[str, ...]) -> list[dict[str, Any]]:
    reach = at.reach(seat)
    held = np.flatnonzero(kinds >= 0)
    cells = Cells(kinds[held], reach[held], len(names))
    shares = cells.mass / max(1e-12, cells.mass.sum())
    columns: dict[str, npt.NDArray[Any]] = {}
    if seat == at.table.actor:
        hands = at.grid()
        numbers = hand_numbers_of(hands)
        own = Cells(kinds[numbers], hands.reach, len(names))
        columns["shares"] = rounded(own.shares(hands.strategy).T)
        if hands.has_values:
            columns["ev"] = rounded(own.mean(hands.ev), CHIP_DIGITS)
        if hands.has_equities:
            columns["equity"] = rounded(own.mean(hands.equity))
    return [
        {
            "name": name,
            "combos": round(float(cells.mass[place]), 3),
            "share": round(float(shares[place]), 5),
            **{
                column: columns[column][place] if column in columns else None
                for column in ("shares", "ev", "equity")
            },
        }
        for place, name in enumerate(names)
    ]


def equities_dict(at: Cursor) -> dict[str, Any]:
    """Return how the equities of both ranges lie, where two are left."""
    table = at.table
    left = list(table.in_hand)
    if not has_equities(table.game):
        raise StrategyError(f"equities are for hold'em with the full deck, not for {table.game.name!r}")
    if len(left) != 2:
        names = ", ".join(seat_names(table.game)[seat] for seat in left)
        raise StrategyError(f"equities are of two ranges against each other; {names} are in the hand")
    free = np.tile(free_hands(at.board), (2, 1)).astype(np.uint8)
    reaches = np.where(free, np.stack([at.likely_reach(seat)[0] for seat in left]), 0.0)
    equities = equities_of(reaches, free, at.board)
    meetings = [reaches[place] * weight_met(reaches[1 - place]) for place in (0, 1)]
    return {
        "seats": [
            {
                "seat": seat,
                "position": seat_names(table.game)[seat],
                **_spread(equities[place], meetings[place]),
            }
            for place, seat in enumerate(left)
        ]
    }


def _spread(equities: npt.NDArray[np.float64], meetings: npt.NDArray[np.float64]) -> dict[str, Any]:
    """Equities by how often the hands meet one of the other range."""
    known = (meetings > 0) & ~np.isnan(equities)
    weights, values = meetings[known], equities[known]
    total = max(1e-12, float(weights.sum()))
    tenths = np.bincount(np.minimum(_TENTHS - 1, (values * _TENTHS).astype(np.intp)), weights, _TENTHS)
    return {
        "mean": number_or_none(float(weights @ values / total) if len(values) else float("nan")),
        "curve": rounded(equity_curve(equities, meetings)),
        "tenths": rounded(tenths / total),
        "equity": rounded(equities),
    }
