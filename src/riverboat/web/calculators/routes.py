"""The addresses of ranges and equities."""

from __future__ import annotations

import time
from typing import Any, Final

from fastapi import APIRouter, Response

from riverboat.cards import EquityResult, Range, equity
from riverboat.cards.card import parse_cards
from riverboat.cards.equity_result import PlayerEquity
from riverboat.errors import RiverboatError
from riverboat.solvers.asking.equities import equity_curve
from riverboat.web.calculators import models
from riverboat.web.explorer.ranges import range_dict
from riverboat.web.replies import reply, rounded, shape
from riverboat.web.solving.setups import read_range

router = APIRouter(tags=["calculators"])
MOST_SECONDS: Final = 20.0
"""After so long who waits is told to sample instead."""


@router.post("/range", responses=shape(models.RangeAnswer))
def show_range(asked: models.RangeRequest) -> Response:
    """A range as text and as numbers, from either."""
    held = read_range(asked.given)
    return reply({"text": str(held), **range_dict(held)})


@router.post("/equity", responses=shape(models.EquityAnswer))
def show_equity(asked: models.EquityRequest) -> Response:
    """The equities of hands and ranges: exact where that takes seconds, else sampled with its error."""
    began = time.monotonic()

    def progress(done: int, total: int) -> None:
        if time.monotonic() - began > MOST_SECONDS:
            raise RiverboatError(
                f"that takes longer than {MOST_SECONDS:.0f} s; sample it, as with 1,000,000 samples"
            )

    players = [one if isinstance(one, str) else Range.from_weights(one) for one in asked.ranges]
    found = equity(
        *players,
        board=asked.board,
        dead=asked.dead,
        method=asked.method,
        samples=asked.samples,
        seed=asked.seed,
        progress=progress,
    )
    seconds = round(time.monotonic() - began, 4)
    told = [_player(player, found) for player in found]
    return reply({"players": told, "method": found.method, "deals": found.deals, "seconds": seconds})


def _player(player: PlayerEquity, result: EquityResult) -> dict[str, Any]:
    held = player.hands.without([*parse_cards(result.board), *parse_cards(result.dead)])
    return {
        "equity": player.equity,
        "win": player.win,
        "tie": player.tie,
        "error": player.standard_error,
        "combos": round(held.combos, 3),
        "by_hand": rounded(player.by_hand),
        "curve": rounded(equity_curve(player.by_hand, held.weights)),
    }
