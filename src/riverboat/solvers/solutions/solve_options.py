"""How something is solved: what every call that solves takes, as one object."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypedDict

from riverboat.base.arguments import check_arguments
from riverboat.base.checks import flag, number, whole
from riverboat.base.progress import Progress
from riverboat.errors import SolverError
from riverboat.solvers.full_width.engine import Precision
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.full_width.ties import TiesLike
from riverboat.solvers.runs.looks import EveryLook, LooksToTarget, NoLooks
from riverboat.solvers.runs.run import Goal, Look, LookSchedule
from riverboat.solvers.solutions.solved import Solved
from riverboat.solvers.solutions.target import check_one_target, pot_target, target_chips
from riverboat.solvers.update_rules.rules import UpdateRule

PathLike: TypeAlias = "str | os.PathLike[str]"

CHECKPOINT_SECONDS: Final = 60.0
"""Between two checkpoints: writing a gigabyte takes a second or two."""

DEFAULT_TARGET: Final = 0.001
"""Chips: where a game stops if nothing is said. The small games get there in seconds."""

POT_PERCENT: Final = 0.3
"""Where a spot stops: an exploitability at which strategies look the same as at a tenth of it."""


class SolveWords(TypedDict, total=False):
    """The options as keyword arguments of `solve` and its relatives; `SolveOptions` says what they are."""

    iterations: int | None
    target: float | None
    target_pot_percent: float | None
    target_mbb: float | None
    max_seconds: float | None
    looks_every: int | None
    precision: Precision | None
    ties: TiesLike | None
    start: Solved | None
    device: str
    threads: int | None
    progress: Progress | None
    watch: Callable[[Look], object] | None
    checkpoint: PathLike | None
    checkpoint_seconds: float
    resume: bool
    stop: threading.Event | None


@dataclass(frozen=True, kw_only=True)
class SolveOptions:
    """How far and how something is solved.

    rule: a name from `riverboat.solvers.RULES`, or an `UpdateRule`; None is the best for games, or for spots if there
    is a board.

    It stops at the first of: so many `iterations` in all; an exploitability of `target` chips, of `target_pot_percent`
    percent of the pot or of `target_mbb` thousandths of a big blind, of which one may be given; `max_seconds` of this
    call. Without iterations and target the target is 0.3 % of the pot in a spot and 0.001 chips in a game.

    looks_every: look at the exploitability after every so many iterations and at the end, for a curve of it
    (`Solution.looks`); None looks where the target may be met.

    precision: bits of a number, 64, 32 or 16; None is 32 with a board, and without one 64 for tables up to 64 MiB and
    else 32. ties: a card abstraction, see `FullWidth`. start: a solution whose strategies the solver begins with, of
    this game or of one with other sizes, ranges or locks. device: "cpu"; "cuda" or "cuda:1", an NVIDIA card; "auto", a
    card if there is one. threads: None for all of the machine.

    progress: called with iterations done and to do, some times a second. watch: called with each `Look` at the
    exploitability.

    checkpoint: a file that the whole state of the solver is written to every `checkpoint_seconds`, at the end, on
    Ctrl-C and when `progress` or `watch` raise; a disk that is full is a warning. resume: go on from it if it is there,
    bit for bit; else a file that is there is refused. stop: an event; once it is set, from a signal handler or another
    thread, the run ends and what there is is returned.

    >>> SolveOptions(target_mbb=5, max_seconds=60).threads is None
    True
    """

    rule: str | UpdateRule | None = None
    iterations: int | None = None
    target: float | None = None
    target_pot_percent: float | None = None
    target_mbb: float | None = None
    max_seconds: float | None = None
    looks_every: int | None = None
    precision: Precision | None = None
    ties: TiesLike | None = None
    start: Solved | None = None
    device: str = "cpu"
    threads: int | None = None
    progress: Progress | None = None
    watch: Callable[[Look], object] | None = None
    checkpoint: PathLike | None = None
    checkpoint_seconds: float = CHECKPOINT_SECONDS
    resume: bool = False
    stop: threading.Event | None = None

    def __post_init__(self) -> None:
        check_one_target(
            target=self.target, target_pot_percent=self.target_pot_percent, target_mbb=self.target_mbb
        )
        Goal(self.iterations, self.target, self.max_seconds)
        if self.looks_every is not None:
            whole("looks_every", self.looks_every, SolverError, least=1, example=10)
        number("checkpoint_seconds", self.checkpoint_seconds, SolverError, over=0, example=60)
        flag("resume", self.resume, SolverError, hint="; checkpoint='state.rb' says from where")
        if self.resume and self.checkpoint is None:
            raise SolverError("resume goes on from a checkpoint; say which, such as checkpoint='state.rb'")

    @property
    def says_how_far(self) -> bool:
        """Whether iterations or a target are given."""
        asked = (self.iterations, self.target, self.target_pot_percent, self.target_mbb)
        return any(value is not None for value in asked)

    def goal(self, setup: GameSetup) -> Goal:
        """Return where a setup is solved to."""
        target = target_chips(
            setup, self.target, target_pot_percent=self.target_pot_percent, target_mbb=self.target_mbb
        )
        if not self.says_how_far and self.ties is None:
            target = pot_target(POT_PERCENT, setup.pot) if setup.is_spot else DEFAULT_TARGET
        elif not self.says_how_far and self.max_seconds is None:
            raise SolverError("with ties the exploitability need not go to 0; give such as iterations=1000")
        return Goal(self.iterations, target, self.max_seconds)

    def schedule(self, goal: Goal) -> LookSchedule:
        """Return when to look."""
        if self.looks_every is not None:
            return EveryLook(self.looks_every)
        return NoLooks() if goal.target is None else LooksToTarget(goal.target)


def solve_options(call: Callable[..., object], words: SolveWords, **more: Any) -> SolveOptions:
    """Return the options that a call was given by name; one that does not exist is named with the nearest that does.

    >>> from riverboat.solvers import solve
    >>> solve_options(solve, {"iteratons": 5})
    Traceback (most recent call last):
    ...
    riverboat.errors.SolverError: solve has no argument 'iteratons'; did you mean 'iterations'?
    """
    check_arguments(call, SolveWords, words, SolverError)
    return SolveOptions(**{**more, **words})
