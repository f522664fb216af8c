"""`riverboat solve --plan`: what a solve will cost, by its size and its first iterations."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from riverboat.cli.options import clock, show

if TYPE_CHECKING:
    from riverboat.solvers import GameSetup, SolveOptions
    from riverboat.solvers.full_width.engine import FullWidth

MEASURED_SECONDS: Final = 0.5
MOST_MEASURED: Final = 100


def show_plan(setup: GameSetup, options: SolveOptions, *, json: bool) -> None:
    """Show tree, memory, and how long iterations take; what does not fit into memory is refused before it is tried."""
    from riverboat.base.memory import bytes_text
    from riverboat.solvers.gpu.card import free_memory
    from riverboat.solvers.solutions.solving import rule_name

    solver = setup.solver(options.rule, options.precision, options.threads, device=options.device)
    free, where = free_memory(solver.device)
    seconds = seconds_an_iteration(solver)
    goal = options.goal(setup)
    data = {
        "game": setup.config.name,
        "decisions": setup.tree.nodes,
        "ends": setup.tree.ends,
        "rule": rule_name(solver.rule),
        "precision": solver.precision,
        "bytes": solver.memory_bytes,
        "free_bytes": free,
        "device": solver.device,
        "seconds_an_iteration": seconds,
        "iterations": goal.iterations,
        "target_chips": goal.target,
        "max_seconds": goal.max_seconds,
        "seconds": None if goal.iterations is None else goal.iterations * seconds,
    }
    tables = f"{bytes_text(solver.memory_bytes)} for tables of {solver.precision} bits"
    lines = [
        f"{setup.config.name}: {setup.tree.nodes:,} decisions, {setup.tree.ends:,} ends",
        f"memory: {tables}; {bytes_text(free)} are free{where}",
        f"time: {_short_time(seconds)} an iteration of {rule_name(solver.rule)}, measured on the first",
    ]
    count = goal.iterations or 1000
    whole = count * seconds
    lines.append(
        f"      {count:,} iterations take about {clock(whole) if whole >= 1 else _short_time(whole)}"
    )
    if goal.iterations is None and goal.target is not None:
        unit = setup.mbb_unit
        target = f"{goal.target:.3g} chips" if unit is None else f"{1000 * goal.target / unit:.3g} mbb"
        lines.append(f"      how many the target of {target} needs shows as it runs")
    show("\n".join(lines), data, as_json=json)


def seconds_an_iteration(solver: FullWidth) -> float:
    """Return how long iterations take: the mean of some after the first, which also fills the tables."""
    solver.run(1)
    began, count, took = time.monotonic(), 0, 0.0
    while count < MOST_MEASURED and took < MEASURED_SECONDS:
        solver.run(1)
        count, took = count + 1, time.monotonic() - began
    return took / count


def _short_time(seconds: float) -> str:
    """Return a short time as people read it.

    >>> _short_time(9.06e-06), _short_time(0.00544), _short_time(1.52)
    ('9.06 µs', '5.44 ms', '1.52 s')
    """
    scale, unit = (1, "s") if seconds >= 1 else (1e3, "ms") if seconds >= 1e-3 else (1e6, "µs")
    return f"{seconds * scale:.3g} {unit}"
