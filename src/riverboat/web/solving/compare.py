"""Two strategies at one point, side by side."""

from __future__ import annotations

from typing import Any

import numpy as np

from riverboat.errors import StrategyError
from riverboat.web.replies import rounded


def compared(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return two answers of a grid and where they differ, other minus one."""
    for name, grid in (("one", one), ("other", other)):
        if grid["cells"] is None:
            raise StrategyError(
                f"{name} has no 13 x 13 grid after this line: nobody is to act, or cards are missing"
            )
    shares = [_by_token(grid, grid["cells"]["shares"]) for grid in (one, other)]
    often = [_by_token(grid, grid["hands"]["frequencies"]) for grid in (one, other)]
    tokens = list(dict.fromkeys((*shares[0], *shares[1])))
    nothing = np.zeros(169)
    evs = [grid["cells"]["ev"] for grid in (one, other)]
    return {
        "one": one,
        "other": other,
        "actions": [
            {"token": token, "one": often[0].get(token), "other": often[1].get(token)} for token in tokens
        ],
        "shares": {
            token: rounded(np.subtract(shares[1].get(token, nothing), shares[0].get(token, nothing)))
            for token in tokens
        },
        "ev": rounded(np.subtract(evs[1], evs[0]), 3) if all(ev is not None for ev in evs) else None,
        "kind": "same game" if _game(one) == _game(other) else "other game",
    }


def _by_token(grid: dict[str, Any], values: Any) -> dict[str, Any]:
    return dict(zip((action["token"] for action in grid["actions"]), values, strict=True))


def _game(grid: dict[str, Any]) -> tuple[Any, ...]:
    return grid["pot"], grid["big_blind"], grid["board"], [seat["stack"] for seat in grid["seats"]]
