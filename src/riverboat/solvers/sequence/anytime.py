"""The linear program at any time: both sides by turns, and the best plans so far when the time is up.

Gilpin and Sandholm 2006: for a player at the table a plan that is feasible is worth having before it is best. Dual
simplex over a player's program goes from one feasible plan of his opponent to the next, so the programs of both sides
are worked at by turns. Primal simplex over his own does so too; in HiGHS it takes two to four times as long.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from riverboat.errors import SolverError
from riverboat.solvers.sequence.form import SequenceForm
from riverboat.solvers.sequence.lp import LinearProgram, Program, Side
from riverboat.solvers.sequence.method import Plans
from riverboat.solvers.sequence.regret import Regret

SLICES: Final = 8
"""Turns that the time is divided into."""

FIRST_STEPS: Final = 64
"""Of `dcfr`, milliseconds, with which it begins: so there are sound plans however short the time is."""


@dataclass(frozen=True)
class Anytime:
    """What there was when the time was up. is_best: whether a program came to its end. turns: that were taken."""

    plans: Plans
    bounds: tuple[float, float]
    is_best: bool
    turns: int


def solve_anytime(form: SequenceForm, seconds: float, *, threads: int = 1) -> Anytime:
    """Solve a form within about so many seconds; each player has the plan that wins most against its best answer.

    Plans come from `dcfr`, then by turns from the programs of both sides.

    >>> from riverboat.solvers.sequence import form_of_game
    >>> found = solve_anytime(form_of_game("kuhn"), 5.0)
    >>> found.is_best, round(found.bounds[0] * 18, 6)
    (True, -1.0)
    """
    if not seconds >= 0:
        raise SolverError(f"seconds is {seconds!r}; it must be a number from 0 up, such as 0.5")
    began = time.monotonic()
    start = Regret(form, rule="dcfr", threads=threads)
    start.run(FIRST_STEPS)
    plans, bounds = start.plans, form.bounds(*start.plans, threads=threads)
    programs: dict[Side, Program] = {}
    turns = 0
    while (left := seconds - (time.monotonic() - began)) > 0:
        side: Side = "dual" if turns % 2 else "primal"
        if side not in programs:
            programs[side] = Program(form, LinearProgram(side), goes_on=True, threads=threads)
        found = programs[side].run(min(left, seconds / SLICES))
        turns += 1
        low, high = form.bounds(found.x, found.y, threads=threads)
        x, y = found.x if low > bounds[0] else plans[0], found.y if high < bounds[1] else plans[1]
        plans, bounds = (x, y), (max(low, bounds[0]), min(high, bounds[1]))
        if found.is_best:
            return Anytime(plans, bounds, True, turns)
    return Anytime(plans, bounds, False, turns)
