"""What a worker does for an entry, and what it tells of it while it does."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, Final

from riverboat.base.memory import available_memory, bytes_text
from riverboat.errors import SolverError
from riverboat.solvers import Look, Solution, solve_many
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.runs.run import Goal
from riverboat.solvers.solutions.forecast import seconds_left
from riverboat.solvers.solutions.solving import rule_name, run_solver
from riverboat.strategy import open_strategy
from riverboat.web.library import Entry, Library
from riverboat.web.settings import Limits
from riverboat.web.solving.setups import Setup

Tell = Callable[[dict[str, Any]], None]


@dataclass
class Ears:
    """What a task hears of while it works. tell: hears how far it is. stop: end now; is_last: for good, not for now.

    look: keep what there is so far, and go on.
    """

    tell: Tell
    stop: Event = field(default_factory=Event)
    look: Event = field(default_factory=Event)
    is_last: bool = False


CHECKPOINT_SECONDS: Final = 30.0
_MOST_LOOKS: Final = 400  # points of a curve that are told; of more every second is left out


@dataclass
class SolveProgress:
    """How far a solve is."""

    goal: Goal
    ears: Ears
    keep: Callable[[Solution], None]
    setup: GameSetup
    solver: FullWidth
    began: float = field(default_factory=time.monotonic)
    looks: list[Look] = field(default_factory=list)
    first: int | None = None

    def watch(self, look: Look) -> None:
        """Hear of a look."""
        self.looks.append(look)
        self.progress(look.iterations, 0)

    def progress(self, done: int, _: int) -> None:
        """Hear of iterations."""
        seconds = time.monotonic() - self.began
        if self.ears.look.is_set() and done:
            self.ears.look.clear()
            self.keep(self.so_far(seconds))
        self.first = done if self.first is None else self.first
        rate = (done - self.first) / max(seconds, 1e-9)
        percent = 100 / self.setup.pot
        curve = self.looks
        while len(curve) > _MOST_LOOKS:
            curve = [*curve[:-1:2], curve[-1]]
        self.ears.tell(
            {
                "iterations": done,
                "seconds": round(seconds, 2),
                "seconds_left": seconds_left(done, rate, seconds, self.looks, self.goal),
                "pot_percent": percent * self.looks[-1].exploitability if self.looks else None,
                "target_pot_percent": None if self.goal.target is None else percent * self.goal.target,
                "memory_bytes": self.solver.memory_bytes,
                "curve": [
                    [one.iterations, round(one.seconds, 3), percent * one.exploitability] for one in curve
                ],
            }
        )

    def so_far(self, seconds: float) -> Solution:
        """Return what the solver has found."""
        solver = self.solver
        accuracy, looks = solver.accuracy(keep_values=True), tuple(self.looks)
        rule = rule_name(solver.rule)
        return Solution(
            self.setup, rule, solver.iterations, seconds, accuracy, solver, looks, "signal", self.goal.target
        )


def solve_entry(library: Library, entry: Entry, ears: Ears) -> bool:
    """Solve a spot and keep what was found; whether it is done with."""
    asked = Setup.model_validate(entry.task["setup"])
    setup, options = asked.spot().game_setup(), asked.options()
    solver = setup.solver(options.rule, options.precision, options.threads)
    _check_memory(solver.memory_bytes)

    def keep(solution: Solution) -> None:
        solution.save(library.solution(entry.id), drop=_dropped(asked))

    told = SolveProgress(options.goal(setup), ears, keep, setup, solver)
    checkpoint = library.checkpoint(entry.id)
    solved = run_solver(
        setup,
        solver,
        replace(
            options,
            progress=told.progress,
            watch=told.watch,
            stop=ears.stop,
            start=_start(library, asked),
            checkpoint=checkpoint,
            checkpoint_seconds=CHECKPOINT_SECONDS,
            resume=True,
        ),
    )
    if solved.stopped == "signal" and not ears.is_last:
        return False  # the checkpoint has it
    if solved.iterations:
        keep(Solution.of(solved))
        told.looks = list(solved.looks) or [Look(solved.iterations, solved.seconds, solved.exploitability)]
        told.progress(solved.iterations, 0)
    checkpoint.unlink(missing_ok=True)
    return True


def _check_memory(needed: int) -> None:
    """Leave some memory to others, who would else be ended by the system."""
    most = int(Limits().memory_share * available_memory())
    if needed > most:
        raise SolverError(
            f"the tables need {bytes_text(needed)}, and {bytes_text(most)} may be taken; use fewer sizes or raises, "
            "smaller ranges or a later street"
        )


def _dropped(asked: Setup) -> str | None:
    """The street that is left out of the file: rivers of a flop are most of it, and are solved again in a moment."""
    return "river" if len(asked.board.replace(" ", "")) == 6 else None


def _start(library: Library, asked: Setup) -> Solution | None:
    if asked.start is None:
        return None
    number = asked.start.removeprefix("spot:")
    path = library.solution(int(number)) if number.isdecimal() else Path()
    if not path.is_file():
        raise SolverError(f"start is {asked.start!r}; give a solved spot of the library, such as spot:12")
    found = open_strategy(path)
    assert isinstance(found, Solution)
    return found


def report_entry(library: Library, entry: Entry, ears: Ears) -> bool:
    """Solve a setup on many boards; whether it is done with."""
    asked = Setup.model_validate(entry.task["setup"])
    boards, folder = entry.task["boards"], library.report(entry.id).parent
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    first: list[int] = []

    def progress(done: int, total: int) -> None:
        first.append(done)
        seconds = time.monotonic() - began
        here = done - first[0]
        left = (total - done) * seconds / here if here else None
        ears.tell({"done": done, "total": total, "seconds": round(seconds, 2), "seconds_left": left})

    options = asked.options()
    solve_many(
        asked.spot(),
        boards,
        path=library.report(entry.id),
        target_pot_percent=options.target_pot_percent,
        iterations=options.iterations,
        max_seconds=options.max_seconds,
        progress=progress,
        stop=ears.stop,
        keep=partial(_keep, folder),
    )
    return not ears.stop.is_set() or ears.is_last


def _keep(folder: Path, board: str, solution: Solution) -> None:
    """Keep the first street of a board; what comes after is solved again where somebody looks."""
    solution.save(folder / f"{board}.solution", drop={6: "turn", 8: "river"}.get(len(board)))


TASKS: Final = {"solve": solve_entry, "report": report_entry}
"""What is done for an entry, by its kind."""
