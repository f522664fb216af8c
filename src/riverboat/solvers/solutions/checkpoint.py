"""Checkpoints: everything a solver remembers, so that it can go on as if it had never stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from riverboat.base.checks import number, whole
from riverboat.base.files import ArrayFile, reading_facts, write_arrays
from riverboat.errors import FileFormatError, SolverError
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.runs.run import Look, Run

KIND: Final = "solver checkpoint"
VERSION: Final = 1
_MOST: Final = 2**62  # native code counts in 64 bits


def write_checkpoint(
    path: str | os.PathLike[str], setup: GameSetup, solver: FullWidth, run: Run[Look]
) -> None:
    """Write tables and counters; an old file stays as it was if that fails."""
    state = {
        "iterations": solver.iterations,
        "turns_before": solver.turns_before,
        "seconds": run.seconds,
        "looks": [[look.iterations, look.seconds, look.exploitability] for look in run.looks],
    }
    metadata = {"setup": setup.to_toml(), "solver": _about(solver), "state": json.dumps(state)}
    write_arrays(path, solver.engine.tables(), kind=KIND, version=VERSION, metadata=metadata)


def read_checkpoint(
    path: str | os.PathLike[str], setup: GameSetup, solver: FullWidth, run: Run[Look]
) -> None:
    """Put a run that has not begun where the file left off; it must be of the same setup, rule and precision."""
    file = ArrayFile(path, kind=KIND, max_version=VERSION)
    file.verify()
    with reading_facts(path):
        about = (file.metadata["setup"], file.metadata["solver"])
        state = _state(json.loads(file.metadata["state"]))
    for what, saved, asked in (
        ("a game, board, ranges, sizes or locks", about[0], setup.to_toml()),
        ("a rule, precision or ties", about[1], _about(solver)),
    ):
        if saved != asked:
            own = "" if "\n" in saved else f" ({saved})"  # a setup takes many lines
            raise SolverError(
                f"the checkpoint '{path}' is of {what} other than asked for{own}; resume with the same, or begin again "
                "without it"
            )
    engine = solver.engine
    for name, table in engine.tables().items():
        saved_table = file[name]
        if saved_table.shape != table.shape or saved_table.dtype != table.dtype:
            raise FileFormatError(f"'{path}' was made by a release with other tables; begin again without it")
        np.copyto(table, saved_table)
    solver.turns_before = state.turns_before
    solver.resume(state.iterations)
    run.seconds = state.seconds
    run.looks[:] = state.looks


class _State(NamedTuple):
    """How far a run was."""

    iterations: int
    turns_before: int
    seconds: float
    looks: list[Look]


def _state(data: Mapping[str, Any]) -> _State:
    """Return what a file says of a run; each number must be one."""
    return _State(
        whole("iterations", data["iterations"], FileFormatError, most=_MOST, example=100),
        whole("turns_before", data.get("turns_before", 0), FileFormatError, most=_MOST, example=0),
        number("seconds", data["seconds"], FileFormatError, least=0, example=1),
        [Look(int(iterations), float(seconds), float(found)) for iterations, seconds, found in data["looks"]],
    )


def _about(solver: FullWidth) -> str:
    tied = "" if solver.ties is None else f", ties {solver.ties.fingerprint}"
    gated = "" if solver.gate is None else f", gate {solver.gate.fingerprint}"
    return f"{solver.rule!r}, {solver.precision} bits{tied}{gated}"
