"""What the verbs share: options, output and progress."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from riverboat.base.drawing import Drawn, Picture
    from riverboat.solvers.full_width.engine import Precision


@dataclass
class Settings:
    """Options that stand before the verb."""

    debug: bool = False


settings = Settings()

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Threads: TypeAlias = Annotated[int | None, typer.Option(help="Threads to use.", show_default="all", min=1)]


def device_names(incomplete: str) -> list[str]:
    """Devices, for Tab; this module is loaded first, and waits for no other.

    >>> device_names("cuda")
    ['cuda', 'cuda:1']
    """
    return [name for name in ("cpu", "cuda", "cuda:1", "auto") if name.startswith(incomplete)]


Device: TypeAlias = Annotated[
    str,
    typer.Option(
        help="Where it is computed: cpu; cuda or cuda:1, an NVIDIA card; auto, a card if there is one.",
        autocompletion=device_names,
    ),
]
PrecisionText: TypeAlias = Annotated[
    Literal["16", "32", "64"] | None,
    typer.Option(help="Bits of a number.", show_default="32 in a spot; in a game 64 up to 64 MiB, else 32"),
]


def read_precision(text: Literal["16", "32", "64"] | None) -> Precision | None:
    """Return bits as the solver takes them; typer knows choices of text only."""
    bits: dict[str, Precision] = {"16": 16, "32": 32, "64": 64}
    return None if text is None else bits[text]


# --- output ----------------------------------------------------------------------------------------------------


def write_svg(path: Path, drawn: Drawn | Picture) -> None:
    """Write a picture; a name that ends otherwise would be opened as what it is not."""
    from riverboat.base.files import write_whole

    if path.suffix.lower() != ".svg":
        raise RiverboatError(f"'{path}' would hold an SVG picture; name it {path.stem or 'picture'}.svg")
    write_whole(path, [drawn.to_svg().encode()])


def show(result: RenderableType | str, data: object, *, as_json: bool) -> None:
    """Print a result for people, or its data for machines; plain text goes out as it is, without line breaks."""
    if as_json:
        print(json.dumps(data, ensure_ascii=False), flush=True)
    elif isinstance(result, str):
        print(result, flush=True)
    else:
        from rich.console import Console

        Console(highlight=False).print(result)


def to_stderr(line: str) -> None:
    """Print a line on the error stream."""
    typer.echo(line, err=True)


def complain(message: str) -> None:
    """Print what is wrong on the error stream, if that takes it; the name of the program is red in a terminal."""
    with suppress(OSError):
        typer.echo(typer.style("riverboat: ", fg="red", bold=True) + message, err=True)


def clock(seconds: float) -> str:
    """Return a time as people read it.

    >>> clock(75.9), clock(3600)
    ('1:15', '1:00:00')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on the error stream while work goes on for longer than a moment; yields the function to call."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
    )
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None, rate="")

        def update(done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, total=total, rate=f"{speed:,.0f}/s" if speed else "")

        yield update


# --- options that go together ----------------------------------------------------------------------------------


def check_resume(checkpoint: Path | None, resume: bool) -> None:
    """Refuse to go on from a checkpoint that is not named."""
    if checkpoint is None:
        refuse({"--resume": resume}, "there is no --checkpoint to go on from")


def refuse(given: Mapping[str, object], why: str) -> None:
    """Refuse options that were given and would not be used; None, False, 0, "" and [] are not given.

    >>> refuse({"--bot": None}, "--hand shows one hand")
    >>> refuse({"--bot": "shark", "--sort": ""}, "--hand shows one hand")
    Traceback (most recent call last):
    ...
    riverboat.errors.RiverboatError: --bot is not used here: --hand shows one hand; leave it out
    """
    names = [name for name, value in given.items() if value not in (None, False, "", [])]
    if names:
        are, it = ("is", "it") if len(names) == 1 else ("are", "them")
        raise RiverboatError(f"{', '.join(names)} {are} not used here: {why}; leave {it} out")
