"""How far a solve is, in a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from riverboat.cli.options import clock

if TYPE_CHECKING:
    from rich.text import Text

    from riverboat.base.progress import Progress
    from riverboat.solvers import GameSetup, Look
    from riverboat.solvers.full_width.engine import FullWidth
    from riverboat.solvers.runs.run import Goal

_WAITS = 0.3  # seconds before anything is shown
_LOOKS = 10  # the last so many are listed


@contextmanager
def live(
    setup: GameSetup, solver: FullWidth, goal: Goal
) -> Iterator[tuple[Progress | None, Callable[[Look], None] | None]]:
    """Show size, speed, time left and exploitability on the error stream; yields who hears of it."""
    if not sys.stderr.isatty():
        yield None, None
        return
    from rich.console import Console
    from rich.live import Live

    from riverboat.base.memory import bytes_text

    seen: list[Look] = []
    size = f"{setup.tree.nodes:,} decisions, {bytes_text(solver.memory_bytes)}"
    began, first = time.monotonic(), solver.iterations
    with Live(console=Console(stderr=True), transient=True, refresh_per_second=8) as shown:

        def progress(done: int, _: int) -> None:
            seconds = time.monotonic() - began
            if seconds > _WAITS:
                shown.update(_picture(size, done, (done - first) / seconds, seconds, seen, goal, setup.pot))

        yield progress, seen.append


def _picture(
    size: str, done: int, rate: float, seconds: float, seen: list[Look], goal: Goal, pot: int
) -> Text:
    from rich.text import Text

    from riverboat.solvers.solutions.forecast import seconds_left

    left = seconds_left(done, rate, seconds, seen, goal)
    speed = f"{rate:,.1f}/s" if rate >= 1 else f"{1 / max(rate, 1e-9):,.1f} s each"
    text = Text(f"{done:,} iterations, {speed}, {clock(seconds)} so far", style="bold")
    text.append("" if left is None else f", about {clock(left)} left")
    text.append(f"\n{size}", style="dim")
    for past in seen[-_LOOKS:]:
        percent = 100 * past.exploitability / pot
        text.append(
            f"\n{past.seconds:8.1f} s  {past.iterations:>8,}  {past.exploitability:10.4g} chips"
            f"  {percent:8.3f}% of the pot",
            style="dim" if past is not seen[-1] else "default",
        )
    return text
