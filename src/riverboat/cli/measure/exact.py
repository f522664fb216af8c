"""`riverboat measure --exact`: exact best answers after one line, or after a sample of lines."""

from __future__ import annotations

from typing import Literal

import typer

from riverboat.cli.options import progress_bar, refuse, show, to_stderr


def measure_exact(
    strategy: str,
    exact: str,
    board: str,
    *,
    fine: bool,
    pieces: int | None,
    hands: int | None,
    seed: int | None,
    threads: int | None,
    json: bool,
) -> None:
    """Judge a strategy after a line on a board, or over pieces from a street on. exact: the line, or the street."""
    from riverboat.evaluation import exact_piece, sample_pieces
    from riverboat.evaluation.pieces.sample import HANDS, PIECES
    from riverboat.games.rules.streets import street_names
    from riverboat.solvers import stop_signals
    from riverboat.strategy import open_strategy

    asked = open_strategy(strategy)
    menu: Literal["own", "fine"] = "fine" if fine else "own"
    if exact not in street_names(asked.game):
        refuse(
            {"--pieces": pieces, "--hands": hands, "--seed": seed},
            f"--exact {exact!r} is one line; a street, such as turn, has many",
        )
        with progress_bar("decisions") as progress:
            piece = exact_piece(asked, exact, board, menu=menu, threads=threads, progress=progress)
        show(piece, piece.to_dict(), as_json=json)
        return
    refuse({"--board": board}, f"--exact {exact} draws boards at random; a line has one")
    with progress_bar("pieces") as progress, stop_signals() as stop:
        result = sample_pieces(
            asked,
            exact,
            count=PIECES if pieces is None else pieces,
            menu=menu,
            hands=HANDS if hands is None else hands,
            seed=0 if seed is None else seed,
            threads=threads,
            progress=progress,
            stop=stop,
        )
    if result.pieces:
        show(result, result.to_dict(), as_json=json)
    if stop.number:
        to_stderr(f"stopped by a signal after {len(result.pieces)} pieces")
        raise typer.Exit(128 + stop.number)
