"""The addresses of prizes and of jam or fold."""

from __future__ import annotations

import time
from typing import Any, Final

import numpy as np
from fastapi import APIRouter, Response

from riverboat.errors import RiverboatError
from riverboat.games.payouts.finishes import prize_equities
from riverboat.games.payouts.icm import MOST_PAIRS, Icm, icm
from riverboat.tournament.jam_fold.result import JamFold
from riverboat.tournament.jam_fold.solve import pushfold
from riverboat.web.replies import reply, rounded, shape
from riverboat.web.tournament import models

router = APIRouter(tags=["tournaments"])
MOST_SECONDS: Final = 30.0
"""After so long who waits is told to use the command line."""
_WALKED: Final = 2**22
"""Decisions of sampled deals: seconds. Every deal of n players is walked through 2^n of them."""
_POINTS: Final = 41


@router.post("/icm", responses=shape(models.IcmAnswer))
def show_icm(asked: models.IcmRequest) -> Response:
    """What stacks are worth in prizes: exact up to 20 players, else sampled with its error."""
    heads = asked.bounties[0] if len(asked.bounties) == 1 else asked.bounties or None
    found = icm(asked.stacks, asked.payouts, model=asked.model, bounties=heads)
    told = found.to_dict()
    few = len(asked.stacks) <= MOST_PAIRS
    told["deals"] = {name: share.tolist() for name, share in found.deal().items()} if few else None
    told["curve"] = _curve(found) if few else None
    return reply({name: told[name] for name in models.IcmAnswer.model_fields})


def _curve(found: Icm) -> dict[str, Any]:
    total, others = float(found.stacks.sum()), len(found.stacks) - 1
    chips = total * np.linspace(0.01, 0.99, _POINTS)
    worth = [
        prize_equities([x, *[(total - x) / others] * others], found.payouts, found.model)[0] for x in chips
    ]
    return {
        "chips": rounded(chips, 2),
        "model": rounded(worth),
        "by_chips": rounded(chips / total * found.payouts.sum()),
    }


@router.post("/pushfold", responses=shape(models.JamFoldAnswer))
def show_pushfold(asked: models.JamFoldRequest) -> Response:
    """Jam or fold for two to six players: exact for two, and for three where the table of all-ins was computed."""
    began = time.monotonic()

    def progress(done: int, total: int) -> None:
        if time.monotonic() - began > MOST_SECONDS:
            raise RiverboatError(
                f"that takes longer than {MOST_SECONDS:.0f} s; run riverboat pushfold, or leave players out"
            )

    heads = asked.bounties[0] if len(asked.bounties) == 1 else asked.bounties or None
    deals = _WALKED // 2**asked.players
    found = pushfold(
        asked.stacks[0] if len(asked.stacks) == 1 else asked.stacks,
        asked.players,
        small_blind=asked.small_blind,
        ante=asked.ante,
        payouts=asked.payouts or None,
        bounties=heads,
        deals=deals,
        iterations=None if asked.players == 2 else min(100, deals // 1024),
        both_starts=asked.players <= 3,
        threads=1,
        progress=progress,
    )
    return reply(_answer(found) | {"seconds": round(time.monotonic() - began, 3)})


def _answer(found: JamFold) -> dict[str, Any]:
    hand, reach = found.hand, found.reached()
    bounds = found.gain_bounds if found.gain_bounds is not None else found.gains[None]
    charts = [
        {
            "row": row,
            "decision": hand.row_name(row),
            "seat": hand.positions[hand.seat_of_row[row]],
            "reached": round(float(reach[row]), 6),
            "share": round(found.share(row), 6),
            "jam": rounded(found.strategy[row]),
            "gain": rounded(found.advantages[row]),
        }
        for row in found.decisions(_LEAST_REACHED)
    ]
    return {
        "positions": list(hand.positions),
        "stacks": hand.stacks.tolist(),
        "unit": hand.unit,
        "values": rounded(found.values, 6),
        "gains": rounded(bounds.T, 6),
        "starts_differ": None if np.isnan(found.starts_differ) else found.starts_differ,
        "method": found.method,
        "deals": found.deals,
        "iterations": found.iterations,
        "charts": charts,
    }


_LEAST_REACHED: Final = 0.0005
"""Decisions that come less often are left out: of six players there are 63."""
