"""`riverboat solve --boards`: one spot on many boards, as a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from riverboat.cli.options import progress_bar, refuse, show, to_stderr
from riverboat.cli.solve.what import spot_to_solve
from riverboat.errors import SolverError

if TYPE_CHECKING:
    from riverboat.cli.solve.asked import Asked
    from riverboat.solvers import SolveOptions
    from riverboat.solvers.spots.spot_file import SpotFile

_ANY_BOARD = "2c3d4h"  # the setup must have one, and it does not matter


def solve_boards(asked: Asked) -> None:
    """Solve a spot on each board and show EV, equity and frequencies; a signal stops it with what is done."""
    from riverboat.solvers import solve_many, stop_signals

    spot, how = _spot(asked)
    boards, out = asked.boards, asked.out
    assert boards is not None
    with progress_bar("boards") as progress, stop_signals() as stop:
        result = solve_many(
            spot.setup(),
            int(boards) if boards.isdecimal() else boards,
            path=out,
            rule=how.rule,
            target_pot_percent=how.target_pot_percent,
            target_mbb=how.target_mbb,
            iterations=how.iterations,
            max_seconds=how.max_seconds,
            precision=how.precision,
            device=how.device,
            threads=how.threads,
            progress=progress,
            stop=stop,
        )
    show(result, json.loads(result.to_json()), as_json=asked.json)
    if result.missed_target:
        missed, boards_done = len(result.missed_target), len(result.rows)
        to_stderr(f"{missed} of {boards_done} boards missed the target of {result.target_percent:.3g} %")
    if stop.number:
        kept = "" if out is None else f"; they are in {out}, go on with the same command"
        to_stderr(f"stopped by a signal after {len(result.rows)} boards{kept}")
        raise typer.Exit(128 + stop.number)


def _spot(asked: Asked) -> tuple[SpotFile, SolveOptions]:
    """Return the spot, and how far it is solved; refuse what is not used on many boards."""
    from riverboat.solvers.spots.files import is_game_config

    game, how = asked.game, asked.options
    refuse(
        {"--board": asked.spot.get("board"), "--start": asked.start, "--drop": asked.drop}
        | {"--checkpoint": how.checkpoint, "--plan": asked.plan, "--looks-every": how.looks_every},
        "--boards solves many",
    )
    if game is not None and (not Path(game).is_file() or is_game_config(game)):
        raise SolverError(
            f"{game!r} is no spot; --boards needs a spot: --oop, --ip, --pot and --stack, or a file"
        )
    return spot_to_solve(game, {**asked.spot, "board": _ANY_BOARD}, asked.locks, how)
