"""`riverboat solve --boards`: one spot on many boards, as a table."""

from __future__ import annotations

import json as json_
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from riverboat.cli.options import progress_bar, show, to_stderr
from riverboat.cli.solve.what import spot_to_solve
from riverboat.errors import SolverError

if TYPE_CHECKING:
    from riverboat.solvers import SolveOptions

_ANY_BOARD = "2c3d4h"  # the setup must have one, and it does not matter


def solve_boards(
    game: str | None,
    boards: str,
    given: dict[str, Any],
    locks: list[str],
    asked: SolveOptions,
    out: Path | None,
    *,
    json: bool,
) -> None:
    """Solve a spot on each board and show EV, equity and frequencies; a signal stops it with what is done."""
    from riverboat.solvers import solve_many, stop_signals
    from riverboat.solvers.spots.files import is_game_config

    if game is not None and (not Path(game).is_file() or is_game_config(game)):
        raise SolverError(
            f"{game!r} is no spot; --boards needs a spot: --oop, --ip, --pot and --stack, or a file"
        )
    spot, asked = spot_to_solve(game, {**given, "board": _ANY_BOARD}, locks, asked)
    with progress_bar("boards") as progress, stop_signals() as stop:
        result = solve_many(
            spot.setup(),
            int(boards) if boards.isdecimal() else boards,
            path=out,
            rule=asked.rule,
            target_pot_percent=asked.target_pot_percent,
            target_mbb=asked.target_mbb,
            iterations=asked.iterations,
            max_seconds=asked.max_seconds,
            precision=asked.precision,
            device=asked.device,
            threads=asked.threads,
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
