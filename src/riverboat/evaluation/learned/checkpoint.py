"""Learning to a goal without looks, and the checkpoints on the way."""

from __future__ import annotations

import json
import os
import threading
from typing import Any, Final

from riverboat.base.checks import number, whole
from riverboat.base.files import ArrayFile, reading_facts, write_arrays
from riverboat.base.progress import Progress
from riverboat.errors import FileFormatError, SolverError
from riverboat.games.trees.config import config_table
from riverboat.solvers.runs.looks import NoLooks
from riverboat.solvers.runs.run import Goal, Look, Run
from riverboat.solvers.sampled.engine import DEALS_AT_ONCE, Sampled
from riverboat.solvers.update_rules.sampled_rule_table import rule_table
from riverboat.training.checkpoint import put_table, table_arrays

KIND: Final = "learned response checkpoint"
VERSION: Final = 1
_FOR_EVER: Final = 2**40  # iterations of a run that only a clock ends


def learning_goal(iterations: int | None, minutes: float | None, *, example: int) -> Goal:
    """Return where a run ends: iterations or minutes, one of the two; example: minutes that an error names.

    >>> learning_goal(None, 5, example=60).max_seconds
    300
    """
    if (iterations is None) == (minutes is None):
        raise SolverError(
            f"iterations are {iterations!r} and minutes {minutes!r}; give one of them, such as minutes={example}"
        )
    if iterations is None:
        seconds = 60 * number("minutes", minutes, SolverError, over=0, example=example)
        return Goal(_FOR_EVER, max_seconds=seconds)
    return Goal(whole("iterations", iterations, SolverError, least=1, example=1_000_000))


def run_learned(
    solver: Sampled,
    goal: Goal,
    facts: dict[str, Any],
    *,
    progress: Progress | None,
    checkpoint: str | os.PathLike[str] | None,
    resume: bool,
    stop: threading.Event | None,
) -> float:
    """Let a solver learn to its goal and return the seconds of the run; facts: what decides it beside the solver."""
    run: Run[Look] = Run(
        solver,
        goal,
        _no_look,
        NoLooks(),
        step=DEALS_AT_ONCE,
        progress=progress,
        saver=None
        if checkpoint is None
        else lambda run: write_learned(checkpoint, solver, facts, run.seconds),
        stop=stop,
        seconds=read_learned(checkpoint, solver, facts) if resume else 0.0,
    )
    run.run()
    return run.seconds


def _no_look(run: Run[Look]) -> Look:
    raise AssertionError("nobody looks while something is learnt")


def write_learned(
    path: str | os.PathLike[str], solver: Sampled, facts: dict[str, Any], seconds: float
) -> None:
    """Write the table of a solver, and what it learns against; an old file stays as it was if that fails."""
    state = {"iterations": solver.iterations, "node_visits": solver.node_visits, "seconds": seconds}
    metadata = {"run": json.dumps(_run(solver, facts)), "state": json.dumps(state)}
    write_arrays(path, table_arrays(solver), kind=KIND, version=VERSION, metadata=metadata)


def read_learned(path: str | os.PathLike[str] | None, solver: Sampled, facts: dict[str, Any]) -> float:
    """Put a solver that has not begun where a file left off, if it is there; return the seconds of the run so far."""
    if path is None or not os.path.exists(path):
        return 0.0
    file = ArrayFile(path, kind=KIND, max_version=VERSION)
    file.verify()
    with reading_facts(path):
        before, now = json.loads(file.metadata["run"]), json.loads(json.dumps(_run(solver, facts)))
        state = json.loads(file.metadata["state"])
        seconds = number("seconds", state["seconds"], FileFormatError, least=0, example=1)
    if (other := next((key for key in now if before.get(key) != now[key]), None)) is not None:
        raise SolverError(
            f"the checkpoint '{path}' is of a run with another {other}; go on with the same {other}, or write to "
            "another file"
        )
    put_table(file, solver, state)
    return seconds


def _run(solver: Sampled, facts: dict[str, Any]) -> dict[str, Any]:
    """What decides a run."""
    return {
        **facts,
        "tree": config_table(solver.tree.config),
        "buckets": list(solver.deals.counts),
        "rule": rule_table(solver.rule),
        "precision": solver.precision,
        "seed": solver.seed,
    }
