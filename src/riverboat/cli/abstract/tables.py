"""`riverboat abstract tables`: the buckets of all hands of a trained strategy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.options import Json, Threads, progress_bar, show


def tables(
    strategy: Annotated[
        str,
        typer.Argument(
            help="A strategy that ships, such as headsup, or a file of one.",
            autocompletion=completion.strategy,
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write.")],
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Write the buckets of all hands of a strategy.

    Bots then find them at once in long matches.

    Examples:
      riverboat abstract tables headsup -o headsup.abstraction
    """
    from riverboat.base.memory import bytes_text
    from riverboat.strategy import full_tables, open_blueprint

    with progress_bar("tables") as progress:
        full_tables(open_blueprint(strategy).files[0].cards, threads=threads, progress=progress).save(out)
    size = out.stat().st_size
    show(f"{bytes_text(size)} in {out}", {"file": str(out), "bytes": size}, as_json=json)
