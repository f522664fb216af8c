"""`riverboat measure --exact`: exact best answers after one line, or after a sample of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from riverboat.cli.measure.asked import Asked
from riverboat.cli.names import Acting
from riverboat.cli.options import progress_bar, refuse, show, to_stderr

if TYPE_CHECKING:
    from riverboat.solvers.asking.strategy import Strategy


def by_exact(
    asked: Asked,
    *,
    exact: str,
    board: str = "",
    fine: bool = False,
    pieces: int | None = None,
    acting: Acting = "sampled",
    threshold: float = 0.3,
    threads: int | None = None,
) -> None:
    """Judge a strategy after a line on a board, or over pieces from a street on. exact: the line, or the street."""
    from riverboat.games.rules.streets import street_names
    from riverboat.solvers import Acting as Drawing
    from riverboat.strategy import open_strategy

    refuse(
        {"--processes": asked.processes > 1, "--checkpoint": asked.checkpoint, "--resume": asked.resume},
        "--exact works in --threads, and a piece takes seconds",
    )
    strategy = open_strategy(asked.strategy, tables=asked.tables, threads=threads)
    judging: dict[str, Any] = {
        "menu": "fine" if fine else "own",
        "acting": Drawing(acting, threshold),
        "threads": threads,
    }
    if exact in street_names(strategy.game):
        refuse({"--board": board}, f"--exact {exact} draws boards at random; a line has one")
        _sample(strategy, exact, pieces, asked, judging)
    else:
        refuse(
            {"--pieces": pieces, "--hands": asked.hands, "--seed": asked.seed},
            f"--exact {exact!r} is one line; a street, such as turn, has many",
        )
        _one(strategy, exact, board, asked, judging)


def _one(strategy: Strategy, line: str, board: str, asked: Asked, judging: dict[str, Any]) -> None:
    from riverboat.evaluation import exact_piece

    with progress_bar("decisions") as progress:
        piece = exact_piece(strategy, line, board, **judging, progress=progress)
    show(piece, piece.to_dict(), as_json=asked.json)


def _sample(
    strategy: Strategy, street: str, count: int | None, asked: Asked, judging: dict[str, Any]
) -> None:
    from riverboat.evaluation import sample_pieces
    from riverboat.evaluation.pieces.sample import HANDS, PIECES
    from riverboat.solvers import stop_signals

    with progress_bar("pieces") as progress, stop_signals() as stop:
        result = sample_pieces(
            strategy,
            street,
            count=PIECES if count is None else count,
            hands=HANDS if asked.hands is None else asked.hands,
            seed=asked.seed,
            **judging,
            progress=progress,
            stop=stop,
        )
    if result.pieces:
        show(result, result.to_dict(), as_json=asked.json)
    if stop.number:
        to_stderr(f"stopped by a signal after {len(result.pieces)} pieces")
        raise typer.Exit(128 + stop.number)
