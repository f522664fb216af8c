"""The addresses of prizes and of jam or fold."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from fastapi import APIRouter, Response

from riverboat.errors import RiverboatError
from riverboat.games.payouts.finishes import prize_equities
from riverboat.games.payouts.icm import MOST_PAIRS, Icm, icm
from riverboat.tournament.jam_fold.result import JamFold
from riverboat.tournament.jam_fold.solve import pushfold
from riverboat.tournament.whole.run import TournamentReport, check_afterwards, solve_tournament
from riverboat.tournament.whole.setting import Tournament
from riverboat.views.tournaments.whole import by_stack, icm_error
from riverboat.web.replies import reply, rounded, shape
from riverboat.web.tournament import models

router = APIRouter(tags=["tournaments"])
MOST_SECONDS: Final = 30.0
"""After so long who waits is told to use the command line."""
_WALKED: Final = 2**22
"""Decisions of sampled deals: seconds. Every deal of n players is walked through 2^n of them."""
MOST_STATES: Final = 400
"""Of whole tournaments: seconds with two players. With three some fifty are solved in time."""
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


def _until(otherwise: str) -> Callable[[int, int], None]:
    """Progress that stops what takes too long, and tells what to do."""
    began = time.monotonic()

    def progress(done: int, total: int) -> None:
        if time.monotonic() - began > MOST_SECONDS:
            raise RiverboatError(f"that takes longer than {MOST_SECONDS:.0f} s; {otherwise}")

    return progress


@router.post("/pushfold", responses=shape(models.JamFoldAnswer))
def show_pushfold(asked: models.JamFoldRequest) -> Response:
    """Jam or fold for two to six players: exact for two, and for three where the table of all-ins was computed."""
    began = time.monotonic()
    if asked.ahead and asked.players > 3:
        raise RiverboatError(
            f"ahead is {asked.ahead} for {asked.players} players, which takes a minute; run riverboat pushfold --ahead "
            f"{asked.ahead}, or ask for 2 or 3 players"
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
        ahead=asked.ahead,
        threads=1,
        progress=_until("run riverboat pushfold, or leave players out"),
    )
    return reply(_answer(found) | {"seconds": round(time.monotonic() - began, 3)})


@router.post("/tournament", responses=shape(models.TournamentAnswer))
def show_tournament(asked: models.TournamentRequest) -> Response:
    """A whole tournament of jam or fold: what seats are worth, what leaving gains, and where ICM is wrong."""
    began = time.monotonic()
    told = asked.model_dump()
    told["payouts"], told["rises"] = tuple(asked.payouts), tuple((a, b) for a, b in asked.rises)
    setting = Tournament(**told)
    if len(setting.states) > MOST_STATES:
        raise RiverboatError(
            f"the grid has {len(setting.states):,} states, over {MOST_STATES}; run riverboat tournament, or take a "
            f"larger step than {setting.step:,}"
        )
    progress = _until("run riverboat tournament, or take a larger step")
    found = check_afterwards(solve_tournament(setting, threads=1, progress=progress), progress=progress)
    return reply(_whole(found) | {"seconds": round(time.monotonic() - began, 3)})


def _whole(found: TournamentReport) -> dict[str, Any]:
    t, check = found.tournament, found.check
    chips = [stack * t.step for stack in t.states[t.start()]]
    lines = by_stack(found).curves
    worths = zip(
        (line.name for line in lines), chips, found.value(*chips), found.icm_value(*chips), strict=True
    )
    return {
        "states": len(t.states),
        "rounds": found.known.round,
        "seats": [
            {"seat": seat, "chips": stack, "worth": round(float(worth), 6), "icm": round(float(icm), 6)}
            for seat, stack, worth, icm in worths
        ],
        "gains": [] if check is None else [check.start, check.worst],
        "icm_error": icm_error(found),
        "curves": [
            {"seat": line.name, "chips": list(line.xs), "more": rounded(line.ys, 6)} for line in lines
        ],
    }


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
