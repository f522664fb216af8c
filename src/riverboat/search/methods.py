"""The ways to solve a subgame of two players, by name, and which is used on which street.

A method takes a `Task` and returns a solution of the task's subgame. What is not in `STREETS` is the blueprint's.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from riverboat.errors import SolverError
from riverboat.search.budget import Budget
from riverboat.search.leaves.biases import AS_IT_IS, PLURIBUS
from riverboat.search.leaves.blueprint_values import LeafSampling, blueprint_leaves
from riverboat.search.safe.alternatives import Alternatives, alternatives
from riverboat.search.safe.kinds import SAFE_KINDS
from riverboat.search.safe.solved import solved_alternatives
from riverboat.search.safe.solving import opened, solve_safely
from riverboat.search.subgames.fixed import lock_opponent
from riverboat.search.subgames.menus import LADDER, LEAF_LADDER, Rung
from riverboat.search.subgames.subgame import Subgame
from riverboat.solvers.asking.strategy import Strategy
from riverboat.solvers.solutions.cursor import SolutionCursor
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.solutions.solving import run_setup, run_solver
from riverboat.strategy.blueprint import Blueprint

SAMPLING: Final = LeafSampling(groups=60, runouts=20)
"""Of what leaves are worth: what the one flop was judged with on which four ways lost half as much as a blueprint."""


@dataclass(frozen=True, eq=False)
class Task:
    """What is to be solved: a subgame, for whom, with what behind it.

    blueprint: the strategy that plays where nothing is solved. seat: who thinks; -1 in methods that find both sides.
    stop: ends the solving when it is set, and what there is then is returned. earlier: the point where the subgame
    begins in what was solved before in this hand, if anything was that reaches so far.
    """

    subgame: Subgame
    blueprint: Strategy
    seat: int
    budget: Budget
    threads: int | None = None
    stop: threading.Event | None = None
    earlier: SolutionCursor | None = None

    @property
    def opponent(self) -> int:
        """The player, 0 or 1, who does not think."""
        return 1 - self.subgame.seats.index(self.seat)


@dataclass(frozen=True)
class Method:
    """One way to solve.

    is_one_sided: whether only the answers for the task's seat mean anything. is_plain: whether the subgame is solved as
    it is, with nothing beside it, so that many are solved at once. ladder: the sizes. streets: where it can
    be used, if not everywhere after the first. least_seconds: of a budget that carries it.
    """

    solve: Callable[[Task], Solution]
    is_one_sided: bool = False
    is_plain: bool = False
    ladder: tuple[Rung, ...] = LADDER
    streets: tuple[str, ...] = ("flop", "turn", "river")
    least_seconds: float = 0.0


def unsafe(task: Task) -> Solution:
    """Solve the subgame with the ranges as they are, both players free to answer anew.

    Unsafe, since the opponent could have chosen to come here with other hands had he known (Ganzfried and Sandholm
    2015, *Endgame solving in large imperfect-information games*; Burch, Johanson and Bowling 2014 on why).
    """
    options = task.budget.options(threads=task.threads, stop=task.stop)
    return Solution.of(run_setup(task.subgame.setup, options))


def fixed(task: Task) -> Solution:
    """Answer an opponent who is fixed to the blueprint in the whole subgame: the best response to it.

    It wins the most from who plays the blueprint, and may lose to who does not. Bets that the blueprint does not have
    are never made by it, and are answered as it answers the nearest.
    """
    solver = task.subgame.setup.solver(threads=task.threads)
    lock_opponent(solver, task.subgame, task.blueprint, task.seat)
    return Solution.of(run_solver(task.subgame.setup, solver, task.budget.options(stop=task.stop)))


def safe(task: Task, kind: str) -> Solution:
    """Solve so that no hand of the opponent, whatever he comes with, wins more than it had; see `SAFE_KINDS`.

    What it had is what the solution of the street before leaves it, else what the blueprint does. Gifts are those of
    that solution; a blueprint tells none.
    """
    begun = time.perf_counter()
    known = _known(task)
    budget = task.budget.after(time.perf_counter() - begun)
    options = budget.options(threads=task.threads, stop=task.stop)
    return solve_safely(task.subgame.setup, task.blueprint, task.seat, kind, options=options, known=known)


def _known(task: Task) -> Alternatives:
    """What the opponent's hands have instead of the subgame."""
    if task.earlier is not None:
        found = solved_alternatives(task.earlier, task.opponent)
        if (np.isfinite(found.best) & (task.subgame.ranges.weights[task.opponent] > 0)).any():
            return found
    every = opened(task.subgame.setup, task.opponent)
    return alternatives(every, task.blueprint, task.opponent, threads=task.threads)


def to_leaves(task: Task) -> Solution:
    """Solve to the end of the street; behind it who thinks plays the blueprint, the opponent chooses among four ways.

    Brown, Sandholm and Amos 2018, *Depth-limited solving for imperfect-information games*.
    """
    blueprint, setup = task.blueprint, task.subgame.setup
    if not isinstance(blueprint, Blueprint):
        raise SolverError(
            f"leaves are worth what a trained strategy wins behind them; {blueprint.name!r} is none, such as 'headsup'"
        )
    begun = time.perf_counter()
    ways = ((AS_IT_IS,), PLURIBUS) if task.opponent == 1 else (PLURIBUS, (AS_IT_IS,))
    leaves = blueprint_leaves(setup, blueprint, ways, sampling=SAMPLING, threads=task.threads)
    solver = setup.solver(threads=task.threads, leaves=leaves)
    options = task.budget.after(time.perf_counter() - begun).options(stop=task.stop)
    return Solution.of(run_solver(setup, solver, options))


METHODS: Final[dict[str, Method]] = {
    "unsafe": Method(unsafe, is_plain=True),
    "fixed": Method(fixed, is_one_sided=True),
    **{kind: Method(partial(safe, kind=kind), is_one_sided=True) for kind in SAFE_KINDS},
    "leaves": Method(
        to_leaves, is_one_sided=True, ladder=LEAF_LADDER, streets=("flop", "turn"), least_seconds=0.5
    ),
}
"""The methods by name."""

STREETS: Final[dict[str, str]] = {"turn": "unsafe", "river": "unsafe"}
"""Which method is used on which street, if nothing else is said; elsewhere the blueprint plays."""
