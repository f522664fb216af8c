"""`riverboat abstract report`: how good a card abstraction is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.options import Json, Threads, progress_bar, show

File = Annotated[Path, typer.Argument(help="A file that `riverboat abstract build` wrote.")]


def report(
    file: File,
    picture: Annotated[
        Path | None,
        typer.Option(
            help="Also draw how buckets are spread over EHS: .svg, .png or .pdf; beside it a .json with every bucket.",
            show_default=False,
        ),
    ] = None,
    samples: Annotated[
        int, typer.Option(help="Deals for what is not measured on every class.", min=2)
    ] = 10_000,
    seed: Annotated[int, typer.Option(help="Seed of these deals.", min=0)] = 0,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Say how good a card abstraction is.

    Sizes, balance, strength inside buckets, their typical and their oddest hands.

    Examples:
      riverboat abstract report ehs-200.abstraction --picture ehs-200.svg
    """
    from riverboat.abstraction import report_file
    from riverboat.views.figures import check_picture

    if picture is not None:
        check_picture(picture)
    with progress_bar("streets") as progress:
        found = report_file(file, samples=samples, seed=seed, threads=threads, progress=progress)
    if picture is not None:
        found.chart(picture)
    show(found, found.to_dict(), as_json=json)
