"""The ways to solve a subgame, by name, and which is used on which street.

A method takes a `Task` and returns a solution of the task's subgame. What is not in `STREETS` is the blueprint's.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from riverboat.search.budget import Budget
from riverboat.search.subgames.fixed import lock_opponent
from riverboat.search.subgames.subgame import Subgame
from riverboat.solvers.asking.strategy import Strategy
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.solutions.solving import run_setup, run_solver


@dataclass(frozen=True, eq=False)
class Task:
    """What is to be solved: a subgame, for whom, with what behind it.

    blueprint: the strategy that plays where nothing is solved. seat: who thinks; -1 in methods that find both sides.
    stop: ends the solving when it is set, and what there is then is returned.
    """

    subgame: Subgame
    blueprint: Strategy
    seat: int
    budget: Budget
    threads: int | None = None
    stop: threading.Event | None = None


@dataclass(frozen=True)
class Method:
    """One way to solve. is_one_sided: whether only the answers for the task's seat mean anything."""

    solve: Callable[[Task], Solution]
    is_one_sided: bool = False


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


METHODS: Final[dict[str, Method]] = {"unsafe": Method(unsafe), "fixed": Method(fixed, is_one_sided=True)}
"""The methods by name."""

STREETS: Final[dict[str, str]] = {"turn": "unsafe", "river": "unsafe"}
"""Which method is used on which street, if nothing else is said; elsewhere the blueprint plays."""
