"""Running a solver until it is good enough: how often to look, and when to stop."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from riverboat.errors import SolverError
from riverboat.solvers.full_width import FullWidth

FIRST_LOOK: Final = 12
LEAST_GAP: Final = 12
"""A look costs about as much as one iteration (measured: 0.5 to 1), so one in twelve is under a tenth of the time."""

MOST_ITERATIONS: Final = 1_000_000
"""Where a target is given and no number of iterations; nothing of use needs more."""

Stop = Literal["target", "iterations", "time"]


@dataclass(frozen=True)
class Look:
    """How far a solver is.

    exploitability: chips, as found at the last look; NaN before the first.
    """

    iterations: int
    seconds: float
    exploitability: float


Watcher = Callable[[Look], object]


@dataclass(frozen=True)
class Goal:
    """When to stop: at the exploitability `target` in chips, after so many iterations or seconds, whichever is first.

    iterations: in all, those done before a resume included.
    """

    iterations: int | None = None
    target: float | None = None
    max_seconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is not None and (
            not isinstance(self.iterations, int) or isinstance(self.iterations, bool) or self.iterations < 1
        ):
            raise SolverError(
                f"iterations is {self.iterations!r}; it must be a whole number from 1 up, such as 1000"
            )
        for name, value, example in (("target", self.target, 0.001), ("max_seconds", self.max_seconds, 60)):
            if value is not None and not _is_positive(value):
                raise SolverError(f"{name} is {value!r}; it must be a number over 0, such as {example}")

    @property
    def last(self) -> int:
        """The iteration to stop at."""
        return MOST_ITERATIONS if self.iterations is None else self.iterations


class _TimeIsUp(Exception):  # noqa: N818  # not an error
    pass


@dataclass
class Run:
    """Runs a solver to its goal; `run` may be called again after an interruption.

    watcher: called with a `Look` some twenty times a second at most. saver: called between iterations when
    `save_seconds` have passed since the last time, and when the run is interrupted.
    """

    solver: FullWidth
    goal: Goal
    watcher: Watcher | None = None
    saver: Callable[[], None] | None = None
    save_seconds: float = 60.0
    seconds: float = 0.0
    looks: list[Look] = field(default_factory=list)

    def run(self) -> Stop:
        """Return why it stopped. Ctrl-C saves and goes on as `KeyboardInterrupt`."""
        self._begun = self._saved = time.monotonic()
        self._before = self.seconds
        try:
            stopped = self._loop()
            if self.saver is not None:
                self.saver()
            return stopped
        except KeyboardInterrupt:
            self._tick()
            if self.saver is not None:
                self.saver()
            raise
        finally:
            self._tick()

    def _loop(self) -> Stop:
        solver, goal = self.solver, self.goal
        while solver.iterations < goal.last:
            end = min(self._next_look(), goal.last)
            try:
                while solver.iterations < end:
                    solver.run(min(end - solver.iterations, self._chunk()), progress=self._told)
                    self._save_if_due()
            except _TimeIsUp:
                return "time"
            if goal.target is not None and solver.iterations < goal.last and self._look() <= goal.target:
                return "target"
        return "iterations"

    def _chunk(self) -> int:
        """Iterations between two chances to save: about a second's worth."""
        rate = self.solver.iterations / self.seconds if self.seconds > 0.1 else 64.0
        return max(1, min(4096, int(rate)))

    def _told(self, done: int, total: int) -> None:
        self._tick()
        if self.watcher is not None:
            last = self.looks[-1].exploitability if self.looks else math.nan
            self.watcher(Look(self.solver.iterations, self.seconds, last))
        if self.goal.max_seconds is not None and self.seconds >= self.goal.max_seconds:
            raise _TimeIsUp

    def _look(self) -> float:
        found = exploitability(self.solver)
        self._tick()
        self.looks.append(Look(self.solver.iterations, self.seconds, found))
        if self.watcher is not None:
            self.watcher(self.looks[-1])
        return found

    def _next_look(self) -> int:
        """The iteration of the next look: where the last two say that the target will be met, but not too near."""
        if self.goal.target is None:
            return self.goal.last
        done = self.solver.iterations
        if not self.looks:
            return max(done, FIRST_LOOK)
        return max(done + LEAST_GAP, min(_meeting(self.looks, self.goal.target), 2 * done))

    def _tick(self) -> None:
        self.seconds = self._before + time.monotonic() - self._begun

    def _save_if_due(self) -> None:
        self._tick()
        if self.saver is not None and time.monotonic() - self._saved >= self.save_seconds:
            try:
                self.saver()
            except OSError as problem:  # a full disk must not cost the hours before it
                warnings.warn(
                    f"the checkpoint was not written, the run goes on: {problem}",
                    RuntimeWarning,
                    stacklevel=2,
                )
            self._saved = time.monotonic()


def exploitability(solver: FullWidth) -> float:
    """Return the exploitability in chips; without rake the values add up to nothing and need not be found."""
    return solver.accuracy().exploitability if solver.rake.share else solver.best_total() / 2


def _meeting(looks: list[Look], target: float) -> int:
    """The iteration at which a straight line through the last two looks, both axes logarithmic, meets the target."""
    if len(looks) < 2:
        return looks[-1].iterations + LEAST_GAP
    first, last = looks[-2], looks[-1]
    if not 0 < last.exploitability < first.exploitability:
        return math.ceil(1.25 * last.iterations)
    slope = math.log(first.exploitability / last.exploitability) / math.log(
        last.iterations / first.iterations
    )
    growth = math.log(last.exploitability / target) / slope
    return math.ceil(last.iterations * math.exp(min(growth, 1.0)))


def _is_positive(value: object) -> bool:
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value > 0
    )
