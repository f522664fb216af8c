"""Measuring a strategy by a local best response, a chunk of deals after the other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from riverboat.base.checks import check_seed, whole
from riverboat.base.progress import Progress
from riverboat.errors import StrategyError
from riverboat.evaluation.intervals import Figure, Moments
from riverboat.evaluation.lbr.hand import HeadsUp
from riverboat.evaluation.lbr.look import Look
from riverboat.evaluation.lbr.menu import LbrMenu, lbr_menu
from riverboat.evaluation.lbr.result import LocalBestResponse
from riverboat.evaluation.lbr.trained import TrainedOpponent
from riverboat.games.rules.game import Game
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.streets import street_round
from riverboat.solvers.asking.acting import AS_TRAINED, Acting
from riverboat.solvers.asking.strategy import Floats
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.opening import open_strategy

CHUNK = 50
"""Deals with random numbers of their own: what is done depends on the seed and not on who does it."""


def local_best_response(
    strategy: str | Blueprint,
    menu: str | LbrMenu = "fcpa",
    first: str = "flop",
    hands: int = 10_000,
    *,
    game: Game | None = None,
    depth: int = 1,
    acting: Acting = AS_TRAINED,
    seed: int = 0,
    progress: Progress | None = None,
    watch: Callable[[LocalBestResponse], object] | None = None,
) -> LocalBestResponse:
    """Return what a local best response wins from a strategy."""
    opened = open_strategy(strategy) if isinstance(strategy, str) else strategy
    if not isinstance(opened, Blueprint):
        raise StrategyError(f"{strategy!r} is not a blueprint")
    found, real = lbr_menu(menu), game or opened.game
    whole("hands", hands, StrategyError, least=1, example=10_000)
    whole("depth", depth, StrategyError, least=1, example=2)
    check_seed(seed, StrategyError)
    look = Look(TrainedOpponent(opened, real, acting), found, street_round(real, first), depth)
    table = HeadsUp(look)
    seats = seat_names(real)
    moments = Moments(1 + len(seats))
    deals = -(-hands // 2)
    done = 0
    unit = 1000 / real.big_blind

    def result() -> LocalBestResponse:
        figures = [
            Figure(float(mean), float(width))
            for mean, width in zip(moments.mean, moments.half_width, strict=True)
        ]
        return LocalBestResponse(
            opened.name,
            real.name,
            found.name,
            first,
            depth,
            str(acting),
            2 * done,
            seed,
            figures[0],
            dict(zip(seats, figures[1:], strict=True)),
        )

    chunk = 0
    while done < deals:
        count = min(CHUNK, deals - done)
        moments.add(play_chunk(table, seed, chunk, count) * unit)
        done += count
        chunk += 1
        if progress is not None:
            progress(2 * done, 2 * deals)
        if watch is not None:
            watch(result())
    return result()


def play_chunk(table: HeadsUp, seed: int, chunk: int, deals: int) -> Floats:
    """Play deals in both seats; chips won by deal: the mean of both, and in each seat, float64[deals, 3]."""
    draw = np.random.default_rng([seed, chunk])
    won = np.empty((deals, 3))
    for number in range(deals):
        deal = table.deal(draw)
        for seat in (0, 1):
            won[number, 1 + seat] = table.play(deal, seat, draw)
    won[:, 0] = won[:, 1:].mean(axis=1)
    return won
