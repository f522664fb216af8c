"""Checkpoints of an answer that is being learnt."""

from __future__ import annotations

import json
import os
from typing import Any, Final

from riverboat.base.checks import number
from riverboat.base.files import ArrayFile, reading_facts, write_arrays
from riverboat.errors import FileFormatError, SolverError
from riverboat.games.trees.config import config_table
from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.update_rules.sampled_rule_table import rule_table
from riverboat.training.checkpoint import put_table, table_arrays

KIND: Final = "learned response checkpoint"
VERSION: Final = 1


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
