"""`solve`: a game to equilibrium, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverboat.cards.card import CardsLike
from riverboat.games.menu import Menu
from riverboat.solvers.full_width import Precision, Rake
from riverboat.solvers.rules import RULES, UpdateRule
from riverboat.solvers.run import Goal, Run, Watcher
from riverboat.solvers.setup import GameLike, GameSetup, RangeLike, game_setup
from riverboat.solvers.solution import Solution

DEFAULT_TARGET: Final = 0.001
"""Chips: where to stop if nothing is said. The small games get there in seconds."""


def solve(
    game: GameLike,
    rule: str | UpdateRule = "cfr+",
    *,
    iterations: int | None = None,
    target: float | None = None,
    max_seconds: float | None = None,
    menu: Menu | None = None,
    board: CardsLike = "",
    ranges: Sequence[RangeLike] = (None, None),
    rake: Rake | None = None,
    precision: Precision = 64,
    threads: int | None = None,
    progress: Watcher | None = None,
) -> Solution:
    """Solve a two-player game.

    game: a `Game`, the name of a preset such as "leduc", or a config (`TreeConfig`, its name or its file). rule: a name
    from `riverboat.solvers.RULES`, or an `UpdateRule`. It stops at the first of: an exploitability of `target` chips,
    so many `iterations`, `max_seconds`; without any of them at 0.001 chips. menu: for no-limit games. board, ranges:
    where the tree begins. precision: bits of a number, 64 or 32. threads: None for all of the machine. progress: called
    with a `Look` now and then.

    >>> solution = solve("kuhn", iterations=2000)
    >>> round(18 * solution.value, 3)
    -1.0
    >>> solve("leduc", target=0.005).stopped
    'target'
    """
    if iterations is None and target is None and max_seconds is None:
        target = DEFAULT_TARGET
    setup = game_setup(game, menu, board=board, ranges=ranges, rake=rake)
    goal = Goal(iterations, target, max_seconds)
    return solve_setup(setup, goal, rule=rule, precision=precision, threads=threads, progress=progress)


def solve_setup(
    setup: GameSetup,
    goal: Goal,
    *,
    rule: str | UpdateRule = "dcfr",
    precision: Precision = 64,
    threads: int | None = None,
    progress: Watcher | None = None,
) -> Solution:
    """Solve what a setup describes."""
    solver = setup.solver(rule, precision, threads)
    run = Run(solver, goal, progress)
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

    >>> from riverboat.solvers.rules import DiscountedCFR
    >>> rule_name(DiscountedCFR()), rule_name(DiscountedCFR(gamma=3))
    ('dcfr', 'DiscountedCFR(alpha=1.5, beta=0.0, gamma=3)')
    """
    return next((name for name, known in RULES.items() if known == rule), repr(rule))
