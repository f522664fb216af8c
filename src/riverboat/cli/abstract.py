"""`riverboat abstract`: build, report on and ask card abstractions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.abstraction import build_abstraction, open_abstraction, report_file, shipped_abstractions
from riverboat.abstraction.report.show import hand_buckets
from riverboat.base.memory import bytes_text
from riverboat.cli.options import Json, Threads, progress_bar, show
from riverboat.strategy import full_tables, open_blueprint
from riverboat.views.figures import check_picture

app = typer.Typer(help="Card abstractions: which hands count as the same.", no_args_is_help=True)

File = Annotated[Path, typer.Argument(help="A file that `riverboat abstract build` wrote.")]


@app.command("build")
def build(
    config: Annotated[
        str, typer.Argument(help=f"A .toml file, or one of {', '.join(shipped_abstractions())}.")
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The file to write. A build that was stopped goes on.")
    ],
    tables: Annotated[
        bool, typer.Option(help="Write tables of all hands; without them tyche's centroids answer.")
    ] = True,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Build an abstraction: a table from every class of hands to its bucket.

    Example: riverboat abstract build ehs-200 -o ehs-200.abstraction
    """
    with progress_bar("building") as progress:
        made = build_abstraction(config, out, tables=tables, threads=threads, progress=progress)
    sizes = {street: made.count(number) for number, street in enumerate(made.classes.names)}
    size = out.stat().st_size
    listed = ", ".join(f"{street} {count:,}" for street, count in sizes.items())
    data = {"file": str(out), "name": made.name, "buckets": sizes, "bytes": size}
    show(f"{made.name}: {listed}; {bytes_text(size)} in {out}", data, as_json=json)


@app.command("tables")
def tables(
    strategy: Annotated[
        str, typer.Argument(help="A strategy that ships, such as headsup, or a file of one.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write.")],
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Write the buckets of all hands of a strategy, so that bots find them at once in long matches.

    Example: riverboat abstract tables headsup -o tyche-500.abstraction
    """
    with progress_bar("tables") as progress:
        full_tables(open_blueprint(strategy).files[0].cards, threads=threads, progress=progress).save(out)
    size = out.stat().st_size
    show(f"{bytes_text(size)} in {out}", {"file": str(out), "bytes": size}, as_json=json)


@app.command("report")
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
    """Say how good an abstraction is: sizes, balance, strength inside buckets, their typical and their oddest hands.

    Example: riverboat abstract report ehs-200.abstraction --picture ehs-200.svg
    """
    if picture is not None:
        check_picture(picture)
    with progress_bar("streets") as progress:
        found = report_file(file, samples=samples, seed=seed, threads=threads, progress=progress)
    if picture is not None:
        found.chart(picture)
    show(found, found.to_dict(), as_json=json)


@app.command("show")
def show_hand(
    file: File,
    hand: Annotated[str, typer.Argument(help="Hole cards, such as AsKs.")],
    board: Annotated[str, typer.Argument(help="Board cards, such as QsJh2h.")] = "",
    json: Json = False,
) -> None:
    """Show the bucket of a hand on every street up to the board given.

    Example: riverboat abstract show ehs-200.abstraction AsKs QsJh2h
    """
    rows = hand_buckets(open_abstraction(file), hand, board)
    show(rows, [vars(row) for row in rows], as_json=json)
