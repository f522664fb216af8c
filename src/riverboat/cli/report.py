"""`riverboat report`: one spot on many boards, as a table."""

from __future__ import annotations

import json as json_
from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.options import (
    Json,
    PrecisionText,
    Threads,
    asked_or_file,
    progress_bar,
    read_precision,
    show,
    to_stderr,
)
from riverboat.errors import SolverError
from riverboat.solvers import solve_many, stop_signals
from riverboat.solvers.solutions.solve_options import POT_PERCENT
from riverboat.solvers.spots.files import is_game_config, read_spot
from riverboat.solvers.spots.flops import REPRESENTATIVE


def report(
    file: Annotated[
        Path, typer.Argument(help="The spot: a .toml, Pio or TexasSolver file; its board does not matter.")
    ],
    boards: Annotated[
        str,
        typer.Option(
            "--boards",
            "-b",
            help="A number of flops that stand for all, 'all' 1,755, or boards: 'QsJh2h AsKd7c'.",
        ),
    ] = str(REPRESENTATIVE),
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
    precision: PrecisionText = None,
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

    Ctrl-C and SIGTERM stop it with the boards that are done; the exit status is then 130 or 143.

    Examples: riverboat report srp.toml -o srp.csv; riverboat report srp.toml -b "QsJh2h AsKd7c"
    """
    if is_game_config(file):
        raise SolverError(f"'{file}' is a config of a game; a report needs a spot: oop, ip, pot and stack")
    spot = read_spot(file, board="2c3d4h")
    percent, iterations, threads = asked_or_file(file, spot, target, iterations, threads)
    with progress_bar("boards") as progress, stop_signals() as stop:
        result = solve_many(
            spot.setup(),
            int(boards) if boards.isdecimal() else boards,
            path=out,
            target_pot_percent=percent,
            iterations=iterations,
            precision=read_precision(precision),
            threads=threads,
            progress=progress,
            stop=stop,
        )
    show(result, json_.loads(result.to_json()), as_json=json)
    if result.missed_target:
        missed, boards_done = len(result.missed_target), len(result.rows)
        to_stderr(f"{missed} of {boards_done} boards missed the target of {result.target_percent:.3g} %")
    if stop.number:
        kept = "" if out is None else f"; they are in {out}, go on with the same command"
        to_stderr(f"stopped by a signal after {len(result.rows)} boards{kept}")
        raise typer.Exit(128 + stop.number)
