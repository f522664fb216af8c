"""Measuring a strategy by a local best response, a chunk of deals after the other."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Final

from riverboat.base.checks import whole
from riverboat.base.progress import Progress
from riverboat.errors import SolverError
from riverboat.evaluation.blocks import play_blocks
from riverboat.evaluation.intervals import Figure, Moments
from riverboat.evaluation.lbr.checkpoint import Checkpoint
from riverboat.evaluation.lbr.hand import HeadsUp
from riverboat.evaluation.lbr.menu import LbrMenu, lbr_menu
from riverboat.evaluation.lbr.result import LocalBestResponse
from riverboat.evaluation.lbr.setting import LbrSetting, Measured, Played
from riverboat.solvers.asking.acting import AS_TRAINED, Acting

_SECONDS: Final = 5.0  # between two writings of a checkpoint


def local_best_response(
    strategy: Measured,
    menu: str | LbrMenu = "fcpa",
    first: str | None = None,
    hands: int = 10_000,
    *,
    game: Played = None,
    depth: int = 1,
    acting: Acting = AS_TRAINED,
    tables: str | None = None,
    seed: int = 0,
    processes: int = 1,
    together: int = 1,
    progress: Progress | None = None,
    watch: Callable[[LocalBestResponse], object] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    stop: threading.Event | None = None,
) -> LocalBestResponse:
    """Return what a local best response wins from a strategy: a lower bound on what a best response wins.

    It knows the range of the strategy, and takes at each decision the action of its menu that wins most if nobody bets
    any more after it (Lisý and Bowling 2017). Heads-up the strategy's hands are integrated out; at larger tables all
    others play the strategy, with real cards.

    strategy: its name or file, a `Strategy`, or a function of a `PublicState`. menu: `fc`, `fcpa`, `56` or words such
    as `f c 33% 100% a`. first: the street from which on the menu is used, the flop by default; before, it checks and
    calls. hands: rounded up to whole chunks of 25 deals, or of one if the strategy thinks, each played from every seat.
    game: the real game, if it is not the strategy's own; functions need one, such as "leduc", and games with a betting
    tree are played in it, every bet as the nearest of the tree. depth: 1 as published; with 2 it also looks at raises
    and its best answer to them. acting: how the strategy draws its actions. tables: of the buckets of all hands
    (`riverboat abstract tables`). processes: the result does not depend on them; more than one needs a strategy by its
    name or file. together: chunks that a process plays side by side, so that a strategy which thinks has many subgames
    to solve at once; the result does not depend on it either.

    >>> from riverboat.solvers import always_call
    >>> result = local_best_response(always_call, "fcpa", game="leduc", hands=1000)
    >>> result.won.low > 0, result.hands
    (True, 1000)
    """
    setting = LbrSetting(strategy, lbr_menu(menu), first, game, depth, acting, tables, seed)
    whole("hands", hands, SolverError, least=1, example=10_000)
    whole("processes", processes, SolverError, least=1, example=2)
    whole("together", together, SolverError, least=1, example=64)
    if processes > 1 and not isinstance(strategy, str):
        raise SolverError(
            "other processes open the strategy themselves; give its name or file, such as 'headsup'"
        )
    seats, chunk = len(setting.table.seats), setting.chunk
    file = None if checkpoint is None else Checkpoint(checkpoint, setting, resume)
    if file is None and resume:
        raise SolverError("resume needs a file to go on from; give one: checkpoint='so-far.json'")
    done, moments = (0, Moments(1 + seats)) if file is None else file.read(1 + seats)
    total, written = -(-hands // (chunk * seats)), time.monotonic()
    try:
        for won in play_blocks(setting, range(done, total), together, processes, SolverError):
            moments.add(won)
            done += len(won) // chunk
            if file is not None and time.monotonic() - written > _SECONDS:
                file.save(done, moments)
                written = time.monotonic()
            if progress is not None:
                progress(done * chunk * seats, total * chunk * seats)
            if watch is not None:
                watch(_result(setting, done, moments))
            if stop is not None and stop.is_set():
                break
    finally:
        if file is not None and moments.count[0] == done * chunk:  # Ctrl-C may have come between the two
            file.save(done, moments)
    return _result(setting, done, moments)


def exact_local_best_response(
    strategy: Measured,
    menu: str | LbrMenu = "fcpa",
    first: str | None = None,
    *,
    game: Played = None,
    depth: int = 1,
    acting: Acting = AS_TRAINED,
) -> tuple[float, float]:
    """Return what a local best response wins in each of two seats, in chips: over all deals and actions, exact.

    For small games and for spots late in a hand; the arguments are those of `local_best_response`.

    >>> from riverboat.evaluation import evaluate_strategy
    >>> from riverboat.solvers import uniform
    >>> won, best = exact_local_best_response(uniform, game="leduc"), evaluate_strategy("leduc", uniform).best
    >>> [round(chips, 3) for chips in won], [round(chips, 3) for chips in best]
    ([1.73, 2.627], [2.087, 2.66])
    """
    table = LbrSetting(strategy, lbr_menu(menu), first, game, depth, acting, None, 0).table
    if not isinstance(table, HeadsUp):
        raise SolverError(f"there are {len(table.seats)} players; exact values are for two")
    first_seat, second_seat = table.seats
    return table.exact(first_seat), table.exact(second_seat)


def _result(setting: LbrSetting, done: int, moments: Moments) -> LocalBestResponse:
    figures = [
        Figure(float(mean), float(width))
        for mean, width in zip(moments.mean, moments.half_width, strict=True)
    ]
    return LocalBestResponse(
        strategy=setting.name,
        game=setting.real_game.name,
        menu=setting.menu.name,
        first=setting.first_street,
        depth=setting.depth,
        acting=str(setting.acting),
        hands=done * setting.chunk * len(setting.positions),
        seed=setting.seed,
        won=figures[0],
        by_seat=dict(zip(setting.positions, figures[1:], strict=True)),
    )
