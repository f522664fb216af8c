"""`solve`: a game to equilibrium, in one call."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import Final, TypeAlias

from riverboat.cards.card import CardsLike
from riverboat.errors import SolverError
from riverboat.games.menu import Menu
from riverboat.solvers.checkpoint import load_checkpoint, save_checkpoint
from riverboat.solvers.full_width import FullWidth, Precision, Rake
from riverboat.solvers.locks import LockLike
from riverboat.solvers.rules import RULES, UpdateRule
from riverboat.solvers.run import Goal, Run, Watcher
from riverboat.solvers.setup import GameLike, GameSetup, RangeLike, TiesLike, game_setup
from riverboat.solvers.solution import Solution
from riverboat.solvers.start import warm_start
from riverboat.solvers.target import target_chips

PathLike: TypeAlias = "str | os.PathLike[str]"
CHECKPOINT_SECONDS: Final = 60.0
"""Between two checkpoints: writing a gigabyte takes a second or two."""

DEFAULT_TARGET: Final = 0.001
"""Chips: where to stop if nothing is said. The small games get there in seconds."""


def solve(
    game: GameLike,
    rule: str | UpdateRule | None = None,
    *,
    iterations: int | None = None,
    target: float | None = None,
    target_pot_percent: float | None = None,
    target_mbb: float | None = None,
    max_seconds: float | None = None,
    menu: Menu | None = None,
    board: CardsLike = "",
    ranges: Sequence[RangeLike] = (None, None),
    rake: Rake | None = None,
    locks: Sequence[LockLike] = (),
    ties: TiesLike | None = None,
    start: Solution | None = None,
    precision: Precision | None = None,
    threads: int | None = None,
    progress: Watcher | None = None,
    checkpoint: PathLike | None = None,
    checkpoint_seconds: float = CHECKPOINT_SECONDS,
    resume: PathLike | None = None,
) -> Solution:
    """Solve a two-player game.

    game: a `Game`, the name of a preset such as "leduc", or a config (`TreeConfig`, its name or its file). rule: a name
    from `riverboat.solvers.RULES`, or an `UpdateRule`; None is the best for games, or for spots if there is a board. It
    stops at the first of: an exploitability of `target` chips, of `target_pot_percent` percent of the pot or of
    `target_mbb` thousandths of a big blind, of which one may be given; so many `iterations`; `max_seconds`; without any
    of them at 0.001 chips. menu: for no-limit games. board, ranges: where the tree begins. locks: strategies that are
    fixed, as `Lock`s or as text. ties: a card abstraction, see `FullWidth`. start: a solution whose strategies the
    solver begins with, of this game or of one with other sizes, ranges or locks. precision: bits of a number, 64, 32 or
    16; None is 32 with a board, and without one 64 for tables up to 64 MiB and else 32. threads: None for all of the
    machine. progress: called with a `Look` now and then. checkpoint: a file that the whole state of the solver is
    written to every `checkpoint_seconds`, at the end and on Ctrl-C. resume: such a file to go on from, bit for bit;
    `iterations` counts those before.

    >>> solution = solve("kuhn", iterations=2000)
    >>> round(18 * solution.value, 3)
    -1.0
    >>> solve("leduc", target=0.005).stopped
    'target'
    >>> round(solve("kuhn", iterations=200, locks=["b: f 1"]).value, 3)  # who always folds to a bet loses his ante
    1.0
    """
    setup = game_setup(game, menu, board=board, ranges=ranges, rake=rake, locks=locks)
    target = target_chips(setup, target, target_pot_percent=target_pot_percent, target_mbb=target_mbb)
    if iterations is None and target is None and max_seconds is None:
        if ties is not None:
            raise SolverError("with ties the exploitability need not go to 0; give such as iterations=1000")
        target = DEFAULT_TARGET
    return solve_setup(
        setup,
        Goal(iterations, target, max_seconds),
        rule=rule,
        precision=precision,
        threads=threads,
        ties=ties,
        start=start,
        progress=progress,
        checkpoint=checkpoint,
        checkpoint_seconds=checkpoint_seconds,
        resume=resume,
    )


def solve_setup(
    setup: GameSetup,
    goal: Goal,
    *,
    rule: str | UpdateRule | None = None,
    precision: Precision | None = None,
    threads: int | None = None,
    ties: TiesLike | None = None,
    start: Solution | None = None,
    progress: Watcher | None = None,
    checkpoint: PathLike | None = None,
    checkpoint_seconds: float = CHECKPOINT_SECONDS,
    resume: PathLike | None = None,
) -> Solution:
    """Solve what a setup describes; rule and precision are its own if none are given."""
    return solve_solver(
        setup,
        setup.solver(rule, precision, threads, ties),
        goal,
        start=start,
        progress=progress,
        checkpoint=checkpoint,
        checkpoint_seconds=checkpoint_seconds,
        resume=resume,
    )


def solve_solver(
    setup: GameSetup,
    solver: FullWidth,
    goal: Goal,
    *,
    start: Solution | None = None,
    progress: Watcher | None = None,
    checkpoint: PathLike | None = None,
    checkpoint_seconds: float = CHECKPOINT_SECONDS,
    resume: PathLike | None = None,
) -> Solution:
    """Run a solver of a setup to its goal."""
    run = Run(solver, goal, progress, save_seconds=checkpoint_seconds)
    if resume is not None:
        load_checkpoint(resume, setup, run)
    elif start is not None:
        warm_start(setup, solver, start)
    if checkpoint is not None:
        run.saver = partial(save_checkpoint, checkpoint, setup, run)
    stopped = run.run()
    return Solution(
        setup=setup,
        rule=rule_name(solver.rule),
        iterations=solver.iterations,
        seconds=run.seconds,
        accuracy=solver.accuracy(),
        solver=solver,
        looks=tuple(run.looks),
        stopped=stopped,
    )


def rule_name(rule: UpdateRule) -> str:
    """Return the name of a rule, or how it is written if it has none.

    >>> from riverboat.solvers.rules import CFRPlus, DiscountedCFR, Power
    >>> rule_name(DiscountedCFR()), rule_name(CFRPlus(averaging=Power(2)))
    ('dcfr', 'CFRPlus(averaging=Power(gamma=2))')
    """
    return next((name for name, known in RULES.items() if known == rule), repr(rule))
