"""Checkpoints of training runs: the rows that were reached, so that a run goes on as if it had never stopped.

A checkpoint is written beside the old one and then takes its place, so a run that is killed while it writes, or a disk
that fills up, leaves the old one whole. Rows go to the file one by one: no second copy of the table is made.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from riverboat.base.checks import number, whole
from riverboat.base.files import ArrayFile, Pieces, reading_facts, write_arrays
from riverboat.cards.card import NUM_HANDS
from riverboat.cards.range import Range
from riverboat.errors import FileFormatError, SolverError
from riverboat.solvers.sampled.engine import Sampled
from riverboat.training.config import TrainingConfig, read_training_config

KIND: Final = "training checkpoint"
VERSION: Final = 1


Ranges: TypeAlias = Sequence[Range | None]


@dataclass(frozen=True)
class Past:
    """What a run has behind it: seconds, the most threads it had, what it began with, in words, and where it ran."""

    seconds: float = 0.0
    threads: int = 0
    start: str = "nothing"
    device: str = "cpu"


def write_training(path: str | os.PathLike[str], config: TrainingConfig, solver: Sampled, past: Past) -> None:
    """Write the table, the counters and the ranges that are dealt; an old file stays as it was if that fails."""
    state = {"iterations": solver.iterations, "node_visits": solver.node_visits, **asdict(past)}
    write_arrays(
        path,
        {**table_arrays(solver), "ranges": _weights(solver.ranges)},
        kind=KIND,
        version=VERSION,
        metadata={"config": config.to_toml(), "state": json.dumps(state)},
    )


def table_arrays(solver: Sampled) -> dict[str, np.ndarray | Pieces]:
    """Return the rows that were reached and their cells, which are read when the file is written."""
    engine = solver.engine
    rows = np.flatnonzero(engine.seen_rows()).astype(np.uint32)
    numbers = sum(engine.row(row).size for row in rows.tolist())
    cells = Pieces(engine.row(0).dtype, (numbers,), (engine.row(row) for row in rows.tolist()))
    return {"rows": rows, "cells": cells}


def read_training(file: ArrayFile, solver: Sampled) -> Past:
    """Put a solver that has not begun where the file left off, and return what the run has behind it."""
    with reading_facts(file.path):
        state = {**asdict(Past()), **json.loads(file.metadata["state"])}  # files of old have less
        past = Past(
            number("seconds", state["seconds"], FileFormatError, least=0, example=1),
            whole("threads", state["threads"], FileFormatError, example=2),
            str(state["start"]),
            str(state["device"]),
        )
    put_table(file, solver, state)
    return past


def put_table(file: ArrayFile, solver: Sampled, state: Mapping[str, Any]) -> None:
    """Put the cells of a file into the table of a solver that has not begun. state: its counters."""
    with reading_facts(file.path):
        iterations, visits = (
            whole(name, state[name], FileFormatError, most=2**62, example=100)
            for name in ("iterations", "node_visits")
        )
    engine, rows, cells = solver.engine, file["rows"].reshape(-1).tolist(), file["cells"].reshape(-1)
    if max(rows, default=0) >= solver.tree.rows or sum(engine.row(row).size for row in rows) != cells.size:
        raise FileFormatError(
            f"'{file.path}' was made by a release with other tables; begin again in another folder"
        )
    begin = 0
    for row in rows:
        table = engine.row(row)
        table[...] = cells[begin : begin + table.size].reshape(table.shape)
        engine.mark_seen(row)
        begin += table.size
    solver.iterations, solver.node_visits = iterations, visits


def read_ranges(file: ArrayFile) -> list[Range | None]:
    """Return the ranges that hands are dealt from, by seat; none at all if they are all hands."""
    with reading_facts(file.path):
        return [Range.from_weights(weights) if weights.any() else None for weights in file["ranges"]]


def _weights(ranges: Ranges) -> np.ndarray:
    nothing = np.zeros(NUM_HANDS)
    held = [nothing if of_seat is None else np.asarray(of_seat.weights, np.float64) for of_seat in ranges]
    return np.array(held, np.float64).reshape(-1, NUM_HANDS)


def open_training(path: str | os.PathLike[str], config: TrainingConfig) -> ArrayFile:
    """Open a checkpoint and read all of it once; it must be whole and of a run that goes on with this config."""
    try:
        file = ArrayFile(path, kind=KIND, max_version=VERSION)
        file.verify()
    except FileFormatError as problem:
        raise FileFormatError(
            f"{problem}; the run cannot go on from it: put a good copy in its place, or remove it to begin again"
        ) from None
    with reading_facts(path):
        other = read_training_config(file.metadata["config"]).difference(config)
    if other is not None:
        raise SolverError(
            f"the checkpoint '{path}' is of a run with another {other}; go on with the same {other}, or begin in "
            "another folder"
        )
    return file
