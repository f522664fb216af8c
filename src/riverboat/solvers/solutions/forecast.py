"""What a solve will cost, by its size and its first iterations, and how long it still takes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.gpu.card import free_memory
from riverboat.solvers.runs.looks import expected_end
from riverboat.solvers.runs.run import Goal, Look
from riverboat.solvers.solutions.solve_options import SolveOptions
from riverboat.solvers.solutions.solving import rule_name

MEASURED_SECONDS: Final = 0.8
MOST_MEASURED: Final = 100
FIRST_LOOK: Final = 8
"""Looks at 8 and 16 iterations, and so on, told the iterations that targets of 0.5 and 0.3 % need within a third on
three turns; before 8 the curves are too steep or too flat. Rivers get to 64 at once, and to within a quarter."""


@dataclass(frozen=True)
class Forecast:
    """What a solve needs. nodes, ends: of the tree. hands: of both players. seconds_an_iteration: None if not measured.

    free_bytes: what is free where it would run, which `where` tells. looks: how good the measured iterations are, from
    which follows how many a target needs.
    """

    nodes: int
    ends: int
    hands: tuple[int, int]
    rule: str
    precision: int
    memory_bytes: int
    free_bytes: int
    where: str
    device: str
    goal: Goal
    seconds_an_iteration: float | None
    looks: tuple[Look, ...] = ()

    @property
    def seconds(self) -> float | None:
        """How long it takes, about, if that can be said: by the iterations, the target and the limit."""
        if self.seconds_an_iteration is None:
            return None
        return seconds_left(0, 1 / self.seconds_an_iteration, 0.0, self.looks, self.goal)


def forecast(setup: GameSetup, options: SolveOptions, *, most_bytes: int | None = None) -> Forecast:
    """Return what a solve needs; what does not fit into memory is refused before it is tried.

    most_bytes: iterations of larger tables are not measured, since that fills them.

    >>> from riverboat.solvers import game_setup
    >>> found = forecast(game_setup("leduc"), SolveOptions(iterations=100))
    >>> found.nodes, found.hands, found.seconds_an_iteration > 0
    (36, (6, 6), True)
    """
    solver = setup.solver(options.rule, options.precision, options.threads, device=options.device)
    free, where = free_memory(solver.device)
    is_small = most_bytes is None or solver.memory_bytes <= most_bytes
    seconds, looks = first_iterations(solver) if is_small else (None, ())
    first, second = solver.hands
    return Forecast(
        setup.tree.nodes,
        setup.tree.ends,
        (len(first), len(second)),
        rule_name(solver.rule),
        solver.precision,
        solver.memory_bytes,
        free,
        where,
        solver.device,
        options.goal(setup),
        seconds,
        looks,
    )


def first_iterations(solver: FullWidth) -> tuple[float, tuple[Look, ...]]:
    """Return how long iterations take, the mean of some after the first, which also fills the tables; and how good
    they are, if there were enough of them to say where that leads."""
    solver.run(1)
    count, took, looks = 0, 0.0, list[Look]()
    while count < MOST_MEASURED and took < MEASURED_SECONDS:
        began = time.monotonic()
        solver.run(1)
        count, took = count + 1, took + time.monotonic() - began
        if count + 1 >= (2 * looks[-1].iterations if looks else FIRST_LOOK):
            looks.append(Look(count + 1, took, solver.quick_exploitability()))
    return took / count, tuple(looks) if len(looks) > 1 else ()


def seconds_left(done: int, rate: float, seconds: float, seen: Sequence[Look], goal: Goal) -> float | None:
    """Return how long until the first of the goals is met; None if that cannot be said yet.

    rate: iterations a second. seconds: since it began.

    >>> seconds_left(100, 50.0, 2.0, [], Goal(iterations=300)), seconds_left(100, 50.0, 2.0, [], Goal(target=0.1))
    (4.0, None)
    """
    ends = [goal.iterations, None if goal.target is None else expected_end(seen, goal.target)]
    left = [max(end - done, 0) / rate for end in ends if end is not None and rate > 0]
    if goal.max_seconds is not None:
        left.append(max(goal.max_seconds - seconds, 0.0))
    return min(left, default=None)
