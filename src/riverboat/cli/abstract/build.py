"""`riverboat abstract build`: a card abstraction from its config."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.base.configs import config_names
from riverboat.cli import completion
from riverboat.cli.options import Json, Threads, progress_bar, show


def build(
    config: Annotated[
        str,
        typer.Argument(
            help=f"A config: a .toml file, or one of {', '.join(config_names('abstractions'))}.",
            autocompletion=completion.abstraction,
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The file to write. A build that was stopped goes on.")
    ],
    tables: Annotated[
        bool,
        typer.Option(help="Write tables of all hands; without them centroids answer, of tyche and ochs."),
    ] = True,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Build a card abstraction.

    The file holds a table from every class of hands to its bucket.

    Examples:
      riverboat abstract build ehs-200 -o ehs-200.abstraction
    """
    from riverboat.abstraction import build_abstraction
    from riverboat.base.memory import bytes_text

    with progress_bar("building") as progress:
        made = build_abstraction(config, out, tables=tables, threads=threads, progress=progress)
    sizes = {street: made.count(number) for number, street in enumerate(made.classes.names)}
    size = out.stat().st_size
    listed = ", ".join(f"{street} {count:,}" for street, count in sizes.items())
    data = {"file": str(out), "name": made.name, "buckets": sizes, "bytes": size}
    show(f"{made.name}: {listed}; {bytes_text(size)} in {out}", data, as_json=json)
