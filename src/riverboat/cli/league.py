"""`riverboat league`: every bot against every other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.arena.league import SERIES, play_league
from riverboat.arena.picture import check_picture
from riverboat.cli.match import match_game
from riverboat.cli.options import Json, progress_bar, show


def league(
    bots: Annotated[list[str], typer.Argument(help="Bots, such as shark 'honest(0.5)' fish.")],
    hands: Annotated[int, typer.Option(help="Deals for each pair.", min=1)] = 5000,
    series: Annotated[int, typer.Option(help="Series that the deals of a pair are cut into.")] = SERIES,
    single: Annotated[bool, typer.Option("--single", help="Play each deal once, not in both seats.")] = False,
    stack_bb: Annotated[float, typer.Option(help="Big blinds that both have.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of cards and bots.")] = 0,
    processes: Annotated[int, typer.Option(help="Processes; the result does not depend on them.")] = 1,
    time_limit: Annotated[float, typer.Option(help="Seconds for a decision.")] = 2.0,
    chart: Annotated[
        Path | None,
        typer.Option(help="Draw winnings over hands: an .svg, .png or .pdf file.", show_default=False),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="A file for pairs that are over; what it has is not played again.", show_default=False
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Play a round-robin heads-up; score it by total bankroll, by instant run-off and by series won.

    Example: riverboat league shark honest fish all-in --hands 2000 --chart league.svg
    """
    if chart is not None:
        check_picture(chart)
    with progress_bar("pairs") as progress:
        result = play_league(
            bots,
            hands,
            series=series,
            game=match_game(2, stack_bb, "reset"),
            duplicate=not single,
            seed=seed,
            processes=processes,
            time_limit=time_limit,
            checkpoint=resume,
            progress=progress,
        )
    show(result, result.to_dict(), as_json=json)
    if chart is not None:
        result.chart(chart)
