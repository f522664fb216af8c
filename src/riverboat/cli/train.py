"""`riverboat train` and `riverboat train-chart`: train a strategy, and draw how it went."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from riverboat.base.memory import bytes_text
from riverboat.base.progress import Progress
from riverboat.cli.options import Json, Threads, progress_bar, show
from riverboat.solvers import stop_signals
from riverboat.strategy import open_blueprint
from riverboat.training import Training, TrainingReport, read_training_config, shipped_training_configs
from riverboat.training.log import read_log
from riverboat.training.training import LOG


def train(
    config: Annotated[
        str, typer.Argument(help=f"A .toml file, or one of {', '.join(shipped_training_configs())}.")
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
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the checkpoint in the folder, if there is one.")
    ] = False,
    json: Json = False,
) -> None:
    """Train a strategy for all seats of a game.

    Ctrl-C and SIGTERM stop it with a checkpoint; the exit status is then 130 or 143.

    Examples: riverboat train laptop --minutes 10; riverboat train laptop --resume
    """
    chosen = read_training_config(config)
    chosen = chosen if seed is None else replace(chosen, seed=seed)
    folder = Path("runs") / chosen.name if out is None else out
    training = Training(
        chosen,
        folder,
        ranges=None if ranges_of is None else open_blueprint(ranges_of).ranges(chosen.tree.start),
        memory=None if memory is None else int(memory * 2**30),
        threads=threads,
        resume=resume,
    )
    with progress_bar("buckets") as told:
        training.prepare(progress=told)
    with _live(minutes) as (progress, watch), stop_signals() as stop:
        stopped = training.run(
            iterations=iterations, minutes=minutes, progress=progress, watch=watch, stop=stop
        )
    assert training.last is not None
    data = {"config": chosen.name, "folder": str(folder), "stopped": stopped, **training.last.to_dict()}
    lines = [_watch_line(*pair) for pair in training.last.watch.items()]
    done = f"{training.solver.iterations:,} iterations"
    if training.solver.iterations < training.goal(iterations):
        command = f"riverboat train {config}{'' if out is None else f' -o {out}'} --resume"
        lines.append(f"stopped after {done} with a checkpoint in {folder}; go on with: {command}")
    else:
        lines.append(f"done after {done}; the checkpoint and the log are in {folder}")
    show("\n".join(lines), data, as_json=json)
    if stop.number:
        raise typer.Exit(128 + stop.number)


def train_chart(
    folder: Annotated[Path, typer.Argument(help="The folder of a run.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The SVG file to write.")] = Path("chart.svg"),
    json: Json = False,
) -> None:
    """Draw the log of a training run: regret, information sets, speed and the watch hands.

    Example: riverboat train-chart runs/laptop -o chart.svg
    """
    reports = read_log(folder / LOG)
    reports.chart(out)
    show(f"{len(reports)} reports drawn in {out}", {"file": str(out), "reports": len(reports)}, as_json=json)


@contextmanager
def _live(minutes: float | None) -> Iterator[tuple[Progress | None, Callable[[TrainingReport], None]]]:
    """Tell each report on the error stream; in a terminal, show what goes on below. Yields who hears of it."""
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
    return (
        f"{_clock(report.seconds):>8}  {report.iterations:>13,} iterations  {report.iterations_per_second:>9,.0f}/s  "
        f"{report.sets:>12,} sets  {bytes_text(report.memory):>8}  regret {report.positive_regret:.3g} bb  "
        f"trained {report.trained:.1%}"
    )


def _watch_line(label: str, strategy: dict[str, float]) -> str:
    shares = "  ".join(f"{token} {share:4.0%}" for token, share in strategy.items())
    return f"  {label:<34} {shares}"


def _picture(report: TrainingReport, done: int, goal: int, left: float | None) -> Group:
    rate = report.iterations_per_second
    seconds = min((goal - done) / max(rate, 1e-9), math.inf if left is None else max(left, 0.0))
    head = Text(f"{done:,} of {goal:,} iterations, {rate:,.0f}/s, {_clock(seconds)} left", style="bold")
    table = Table.grid(padding=(0, 2))
    for label, strategy in report.watch.items():
        shares = (Text.assemble(token, " ", (f"{share:4.0%}", "bold")) for token, share in strategy.items())
        table.add_row(label, *shares)
    return Group(head, table)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
