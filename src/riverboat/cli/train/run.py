"""`riverboat train run`: train a strategy."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.base.configs import config_names
from riverboat.cli import completion
from riverboat.cli.options import Device, Json, Threads, clock, progress_bar, show

if TYPE_CHECKING:
    from rich.console import Group

    from riverboat.base.progress import Progress
    from riverboat.training import TrainingReport


def run(
    config: Annotated[
        str,
        typer.Argument(
            help=f"A config of a run: a .toml file, or one of {', '.join(config_names('training'))}.",
            autocompletion=completion.training,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The folder of the run.", show_default="runs/NAME"),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(help="Stop after so long.", show_default=False, min=0)
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Stop at so many in all.", show_default="of the config", min=1)
    ] = None,
    device: Device = "cpu",
    threads: Threads = None,
    memory: Annotated[
        float | None, typer.Option(help="GiB that the run may take.", show_default="what is free", min=0)
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed.", show_default="of the config", min=0)] = None,
    ranges_of: Annotated[
        str | None,
        typer.Option(
            help="A strategy: a part of a game is dealt its ranges, in place of those of the coarse run.",
            show_default=False,
            autocompletion=completion.strategy,
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the checkpoint in the folder, if there is one.")
    ] = False,
    json: Json = False,
) -> None:
    """Train a strategy for all seats of a game.

    Ctrl-C and SIGTERM stop it with a checkpoint; the exit status is then 130 or 143.

    Examples:
      riverboat train run laptop --minutes 10
      riverboat train run laptop --resume
    """
    from riverboat.solvers import stop_signals
    from riverboat.strategy import open_blueprint
    from riverboat.training import Training, read_training_config

    chosen = read_training_config(config)
    chosen = chosen if seed is None else replace(chosen, seed=seed)
    folder = Path("runs") / chosen.name if out is None else out
    training = Training(
        chosen,
        folder,
        ranges=None if ranges_of is None else open_blueprint(ranges_of).ranges(chosen.tree.start),
        memory=None if memory is None else int(memory * 2**30),
        device=device,
        threads=threads,
        resume=resume,
    )
    with progress_bar("buckets") as told:
        training.prepare(progress=told)
    with live_reports(minutes) as (progress, watch), stop_signals() as stop:
        stopped = training.run(
            iterations=iterations, minutes=minutes, progress=progress, watch=watch, stop=stop
        )
    assert training.last is not None
    data = {"config": chosen.name, "folder": str(folder), "stopped": stopped, **training.last.to_dict()}
    lines = [_watch_line(*pair) for pair in training.last.watch.items()]
    done = f"{training.solver.iterations:,} iterations"
    if not chosen.checkpoint_minutes:
        lines.append(
            f"ended after {done} without a checkpoint, which the config leaves out; the log is in {folder}"
        )
    elif training.solver.iterations < training.goal(iterations):
        command = f"riverboat train run {config}{'' if out is None else f' -o {out}'} --resume"
        lines.append(f"stopped after {done} with a checkpoint in {folder}; go on with: {command}")
    else:
        lines.append(f"done after {done}; the checkpoint and the log are in {folder}")
    show("\n".join(lines), data, as_json=json)
    if stop.number:
        raise typer.Exit(128 + stop.number)


@contextmanager
def live_reports(minutes: float | None) -> Iterator[tuple[Progress | None, Callable[[TrainingReport], None]]]:
    """Tell each report on the error stream; in a terminal, show what goes on below. Yields who hears of it."""
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    last: list[TrainingReport] = []

    def watch(report: TrainingReport) -> None:
        last[:] = [report]
        console.print(_line(report))

    if not console.is_terminal:
        yield None, watch
        return
    end = None if minutes is None else time.monotonic() + 60 * minutes
    with Live(console=console, transient=True, refresh_per_second=4) as live:

        def progress(done: int, total: int) -> None:
            if last:
                live.update(_picture(last[0], done, total, None if end is None else end - time.monotonic()))

        yield progress, watch


def _line(report: TrainingReport) -> str:
    from riverboat.base.memory import bytes_text

    return (
        f"{clock(report.seconds):>8}  {report.iterations:>13,} iterations  {report.iterations_per_second:>9,.0f}/s  "
        f"{report.sets:>12,} sets  {bytes_text(report.memory):>8}  regret {report.positive_regret:.3g} bb  "
        f"trained {report.trained:.1%}"
    )


def _watch_line(label: str, strategy: dict[str, float]) -> str:
    shares = "  ".join(f"{token} {share:4.0%}" for token, share in strategy.items())
    return f"  {label:<34} {shares}"


def _picture(report: TrainingReport, done: int, goal: int, left: float | None) -> Group:
    from rich.console import Group
    from rich.text import Text

    rate = report.iterations_per_second
    seconds = min((goal - done) / max(rate, 1e-9), math.inf if left is None else max(left, 0.0))
    head = Text(f"{done:,} of {goal:,} iterations, {rate:,.0f}/s, {clock(seconds)} left", style="bold")
    return Group(head, report)
