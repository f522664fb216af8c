"""When to look how good an engine is: often enough not to run too far, and seldom enough to cost little."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from riverboat.solvers.runs.run import Look, Run

FIRST_LOOK: Final = 12
LEAST_GAP: Final = 8
LEAST_SHARE: Final = 0.06
PART_OF_THE_WAY: Final = 0.5
"""Iterations before the first look, and then until the next: half of what is expected to be left, but at least 8 and
6 % of those done, and at most as many as were done. A look costs 0.5 to 1 iterations. Tuned on the exploitability after
every iteration of six spots on flops, turns and rivers, of Rhode Island hold'em, Leduc and Kuhn, with 74 targets from 2
to 0.0001 % of the pot: iterations and looks take 16 % more than the iterations up to the first that meets the target.
With all of the way instead of half, and at least 12 iterations, it was 26 %, and twice as many iterations as needed
where a curve falls in waves."""

NEVER: Final = sys.maxsize


@dataclass(frozen=True)
class NoLooks:
    """Never."""

    def next(self, run: Run[Any]) -> int:
        """Return a far iteration."""
        return NEVER


@dataclass(frozen=True)
class EveryLook:
    """After every so many iterations."""

    iterations: int

    def next(self, run: Run[Any]) -> int:
        """Return the next multiple."""
        last = max(run.first, run.looks[-1].iterations if run.looks else 0)
        return (last // self.iterations + 1) * self.iterations


@dataclass(frozen=True)
class LooksToTarget:
    """Where the target, in chips, may be met."""

    target: float

    def next(self, run: Run[Look]) -> int:
        """Return an iteration that follows from the looks so far."""
        return next_look(run.looks, self.target)


def next_look(looks: Sequence[Look], target: float) -> int:
    """Return the iteration of the next look.

    The steepest line from an earlier look through the last, both axes logarithmic, says where the target is met at the
    soonest; curves that fall in waves are no trap then.

    >>> next_look([], 0.1), next_look([Look(12, 0.1, 1.0)], 0.1)
    (12, 20)
    >>> next_look([Look(100, 1.0, 0.8), Look(200, 2.0, 0.4)], 0.2)  # expected at 400
    300
    """
    if not looks:
        return FIRST_LOOK
    last = looks[-1]
    least = max(LEAST_GAP, math.ceil(LEAST_SHARE * last.iterations))
    slope = max((_slope(look, last) for look in looks[:-1]), default=0.0)
    if slope <= 0 or last.exploitability <= target:
        return last.iterations + least
    growth = min(math.log(last.exploitability / target) / slope, math.log(1 + 1 / PART_OF_THE_WAY))
    half = PART_OF_THE_WAY * last.iterations * math.expm1(growth)
    return last.iterations + max(least, min(math.ceil(half), last.iterations))


def expected_end(looks: Sequence[Look], target: float) -> float | None:
    """Return the iteration at which a target is expected to be met; None if that cannot be said.

    By the line through the last look and that at half its iterations, both axes logarithmic.

    >>> round(expected_end([Look(100, 1.0, 0.8), Look(200, 2.0, 0.4)], 0.1))
    800
    """
    if not looks:
        return None
    last = looks[-1]
    if last.exploitability <= target:
        return float(last.iterations)
    half = next((look for look in reversed(looks) if 2 * look.iterations <= last.iterations), looks[0])
    slope = _slope(half, last)
    return None if slope <= 0 else last.iterations * (last.exploitability / target) ** (1 / slope)


def _slope(look: Look, last: Look) -> float:
    """How steep exploitability falls between two looks; 0 if that cannot be said."""
    if not (0 < last.exploitability < look.exploitability and 0 < look.iterations < last.iterations):
        return 0.0
    return math.log(look.exploitability / last.exploitability) / math.log(last.iterations / look.iterations)


@dataclass(frozen=True)
class LooksByTime:
    """Every tenth of the time so far, at most `seconds` apart, and so rarely that they take `share` of the time."""

    seconds: float = 20.0
    share: float = 0.05

    def next(self, run: Run[Any]) -> int:
        """Return the iteration the run is at if it is time, else a far one."""
        gap = min(self.seconds, max(1.0, (run.session_seconds - run.since_look) / 10))
        is_due = run.since_look >= max(gap, run.look_cost / self.share)
        return run.engine.iterations if is_due else NEVER
