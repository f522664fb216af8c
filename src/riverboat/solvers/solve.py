"""`solve`: a game to equilibrium, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from riverboat.cards.card import CardsLike
from riverboat.games.payouts.prizes import Prizes
from riverboat.games.trees.menu import Menu
from riverboat.solvers.full_width.engine import Rake
from riverboat.solvers.full_width.locks import LockLike
from riverboat.solvers.full_width.setup import GameLike, GameSetup, RangeLike, game_setup
from riverboat.solvers.solutions.by_method import solved_by
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.solutions.solve_options import SolveOptions, SolveWords, solve_options
from riverboat.solvers.solutions.solving import run_setup
from riverboat.solvers.update_rules.rules import UpdateRule


def solve(
    game: GameLike,
    rule: str | UpdateRule | None = None,
    *,
    method: str | None = None,
    menu: Menu | None = None,
    board: CardsLike = "",
    ranges: Sequence[RangeLike] = (None, None),
    rake: Rake | None = None,
    locks: Sequence[LockLike] = (),
    prizes: Prizes | None = None,
    **options: Unpack[SolveWords],
) -> Solution:
    """Solve a two-player game.

    game: a `Game`, the name of a preset such as "leduc", the file of a game, or a config (`TreeConfig`, its name or its
    file). rule: a name from `riverboat.solvers.RULES`, or an `UpdateRule`. method: one of the sequence form instead of
    a rule, for games that are small enough: "lp", "egt", "smoothing", "omd" or "pdhg"; see `solve_form`. menu: for
    no-limit games. board, ranges: where the tree begins. locks: strategies that are fixed, as `Lock`s or as text.
    prizes: play for these instead of chips, see `Prizes`.
    options: those of `SolveOptions`, such as iterations, target, max_seconds, looks_every, precision, threads,
    progress, watch, checkpoint, resume.

    >>> solution = solve("kuhn", iterations=2000)
    >>> round(18 * solution.value, 3)
    -1.0
    >>> solve("leduc", target=0.005).stopped
    'target'
    >>> [look.iterations for look in solve("leduc", iterations=100, looks_every=40).looks]
    [40, 80, 100]
    >>> round(solve("leduc", method="lp").value, 9)
    -0.085606424
    >>> round(solve("kuhn", iterations=200, locks=["b: f 1"]).value, 3)  # who always folds to a bet loses his ante
    1.0
    """
    asked = solve_options(solve, options, rule=rule)
    setup = game_setup(game, menu, board=board, ranges=ranges, rake=rake, locks=locks, prizes=prizes)
    return solve_setup(setup, asked) if method is None else Solution.of(solved_by(setup, method, asked))


def solve_setup(setup: GameSetup, options: SolveOptions) -> Solution:
    """Solve what a setup describes; rule and precision are its own if none are given."""
    return Solution.of(run_setup(setup, options))
