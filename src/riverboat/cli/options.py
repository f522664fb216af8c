"""What the verbs share: options, output and progress."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer
from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from riverboat.solvers.full_width.engine import Precision
from riverboat.solvers.spots.spot_file import SpotFile


@dataclass
class Settings:
    """Options that stand before the verb."""

    debug: bool = False


settings = Settings()

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Threads: TypeAlias = Annotated[int | None, typer.Option(help="Threads to use.", show_default="all", min=1)]
PrecisionText: TypeAlias = Annotated[
    Literal["16", "32", "64"] | None,
    typer.Option(help="Bits of a number.", show_default="32 in a spot; in a game 64 up to 64 MiB, else 32"),
]


def read_precision(text: Literal["16", "32", "64"] | None) -> Precision | None:
    """Return bits as the solver takes them; typer knows choices of text only."""
    bits: dict[str, Precision] = {"16": 16, "32": 32, "64": 64}
    return None if text is None else bits[text]


def show(result: RenderableType | str, data: object, *, as_json: bool) -> None:
    """Print a result for people, or its data for machines; plain text goes out as it is, without line breaks."""
    if as_json or isinstance(result, str):
        print(json.dumps(data, ensure_ascii=False) if as_json else result, flush=True)
    else:
        Console(highlight=False).print(result)


def to_stderr(line: str) -> None:
    """Print a line on the error stream."""
    typer.echo(line, err=True)


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on the error stream while work goes on for longer than a moment; yields the function to call."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
    )
    with Progress(
        *columns, TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(label, total=None, rate="")

        def update(done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, total=total, rate=f"{speed:,.0f}/s" if speed else "")

        yield update


def asked_or_file(
    path: str | Path, file: SpotFile, target: float | None, iterations: int | None, threads: int | None
) -> tuple[float | None, int | None, int | None]:
    """Return target in percent of the pot, iterations and threads: as asked for, else as the file of a spot says.

    None where neither says.

    What the file asked for and cannot have is told on the error stream.
    """
    for note in file.notes:
        Console(stderr=True, highlight=False, soft_wrap=True).print(Text(f"{path}: {note}"))
    return (
        file.accuracy_percent if target is None else target,
        file.iterations if iterations is None else iterations,
        file.threads if threads is None else threads,
    )
