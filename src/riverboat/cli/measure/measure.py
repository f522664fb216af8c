"""`riverboat measure`: what is told of a strategy that no exact best answer can reach as a whole."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.measure.exact import measure_exact
from riverboat.cli.options import Json, Threads


def measure(
    strategy: Annotated[
        str,
        typer.Argument(
            help="A trained strategy or a solution, by name or file.", autocompletion=completion.strategy
        ),
    ],
    exact: Annotated[
        str,
        typer.Option(
            help="A street, such as turn, for a sample of what is played from there on; or one line: 'r2.5 c / k k /'.",
        ),
    ] = "turn",
    board: Annotated[str, typer.Option("--board", "-b", help="The cards on the table after the line.")] = "",
    fine: Annotated[
        bool, typer.Option("--fine", help="Best answers may bet 33, 75, 150 and 350 % and all-in as well.")
    ] = False,
    pieces: Annotated[
        int | None, typer.Option(help="Points that are judged.", min=2, show_default="50")
    ] = None,
    hands: Annotated[
        int | None, typer.Option(help="Hands against itself to find them.", min=1, show_default="20000")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of the sample.", min=0, show_default="0")] = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Measure how much a strategy gives away.

    Exact best answers to its play after a line on a board, or after many that it comes to against itself, in percent
    of the pot.

    Examples:
      riverboat measure headsup --exact turn --pieces 50 --seed 1
      riverboat measure headsup --exact "r2.5 c / k b50% c /" --board AsKd7c2h --fine
    """
    measure_exact(
        strategy,
        exact,
        board,
        fine=fine,
        pieces=pieces,
        hands=hands,
        seed=seed,
        threads=threads,
        json=json,
    )
