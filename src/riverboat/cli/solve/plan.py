"""`riverboat solve --plan`: what a solve will cost, by its size and its first iterations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.cli.options import clock, show

if TYPE_CHECKING:
    from riverboat.solvers import GameSetup, SolveOptions


def show_plan(setup: GameSetup, options: SolveOptions, *, json: bool) -> None:
    """Show tree, memory, and how long iterations take; what does not fit into memory is refused before it is tried."""
    from riverboat.base.memory import bytes_text
    from riverboat.solvers.solutions.forecast import forecast

    found = forecast(setup, options)
    goal, seconds = found.goal, found.seconds_an_iteration
    assert seconds is not None
    data = {
        "game": setup.config.name,
        "decisions": found.nodes,
        "ends": found.ends,
        "rule": found.rule,
        "precision": found.precision,
        "bytes": found.memory_bytes,
        "free_bytes": found.free_bytes,
        "device": found.device,
        "seconds_an_iteration": seconds,
        "iterations": goal.iterations,
        "target_chips": goal.target,
        "max_seconds": goal.max_seconds,
        "seconds": found.seconds,
    }
    tables = f"{bytes_text(found.memory_bytes)} for tables of {found.precision} bits"
    lines = [
        f"{setup.config.name}: {found.nodes:,} decisions, {found.ends:,} ends",
        f"memory: {tables}; {bytes_text(found.free_bytes)} are free{found.where}",
        f"time: {_short_time(seconds)} an iteration of {found.rule}, measured on the first",
    ]
    count = goal.iterations or 1000
    lines.append(f"      {count:,} iterations take about {_time(count * seconds)}")
    if goal.iterations is None and goal.target is not None:
        unit = setup.mbb_unit
        target = f"{goal.target:.3g} chips" if unit is None else f"{1000 * goal.target / unit:.3g} mbb"
        about = (
            "some time, which shows as it runs" if found.seconds is None else f"about {_time(found.seconds)}"
        )
        lines.append(f"      the target of {target} takes {about}")
    show("\n".join(lines), data, as_json=json)


def _time(seconds: float) -> str:
    return clock(seconds) if seconds >= 1 else _short_time(seconds)


def _short_time(seconds: float) -> str:
    """Return a short time as people read it.

    >>> _short_time(9.06e-06), _short_time(0.00544), _short_time(1.52)
    ('9.06 µs', '5.44 ms', '1.52 s')
    """
    scale, unit = (1, "s") if seconds >= 1 else (1e3, "ms") if seconds >= 1e-3 else (1e6, "µs")
    return f"{seconds * scale:.3g} {unit}"
