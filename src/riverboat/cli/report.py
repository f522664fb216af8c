"""`riverboat report`: one spot on many boards, as a table."""

from __future__ import annotations

import json as json_
from pathlib import Path
from typing import Annotated, Any

import typer

from riverboat.cli.options import Json, Threads, asked_or_file, progress_bar, show
from riverboat.errors import SolverError
from riverboat.solvers.report import solve_many
from riverboat.solvers.spot import POT_PERCENT
from riverboat.solvers.spot_files import is_game_config, read_spot


def report(
    file: Annotated[
        Path, typer.Argument(help="The spot: a .toml, Pio or TexasSolver file; its board does not matter.")
    ],
    boards: Annotated[
        str,
        typer.Option("--boards", "-b", help="all, a number of flops, or boards: 'QsJh2h AsKd7c'."),
    ] = "all",
    target: Annotated[
        float | None,
        typer.Option(
            help="Exploitability to stop at, percent of the pot.",
            show_default=f"the file's, else {POT_PERCENT}",
        ),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Stop a board after so many.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="A .csv or .json file, written after each board; goes on from it.",
            show_default=False,
        ),
    ] = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Solve one setup on many boards: EV, equity and frequencies of each.

    Examples: riverboat report srp.toml --boards 50 -o srp.csv; riverboat report srp.toml -b "QsJh2h AsKd7c"
    """
    if is_game_config(file):
        raise SolverError(f"'{file}' is a config of a game; a report needs a spot: oop, ip, pot and stack")
    spot = read_spot(file, board="2c3d4h")
    percent, iterations, threads = asked_or_file(file, spot, target, iterations, threads)
    with progress_bar("boards") as told:

        def progress(done: int, total: int, row: dict[str, Any]) -> None:
            told(done, total)

        result = solve_many(
            spot.setup(),
            int(boards) if boards.isdecimal() else boards,
            path=out,
            target_pot_percent=percent,
            iterations=iterations,
            threads=threads,
            progress=progress,
        )
    show(result, json_.loads(result.to_json()), as_json=json)
