"""`riverboat bots league`: every bot against every other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.match_options import Bots, Checkpoint, Processes, Resume, Seed, TimeLimit, Trust
from riverboat.cli.options import Json, check_resume, progress_bar, show


def league(
    bots: Bots,
    hands: Annotated[int, typer.Option(help="Deals for each pair.", min=1)] = 5000,
    series: Annotated[
        int | None,
        typer.Option(help="Deals before bots are made afresh.", show_default="a 50th of the hands"),
    ] = None,
    runs: Annotated[
        int, typer.Option(help="Times that a pair with a learning bot plays all its deals.", min=1)
    ] = 10,
    single: Annotated[bool, typer.Option("--single", help="Play each deal once, not in both seats.")] = False,
    stack_bb: Annotated[
        float | None, typer.Option(help="Big blinds that both have.", show_default="100")
    ] = None,
    time_limit: TimeLimit = 2.0,
    chart: Annotated[
        Path | None,
        typer.Option(help="Draw winnings over hands: an .svg, .png or .pdf file.", show_default=False),
    ] = None,
    trust: Trust = False,
    seed: Seed = None,
    processes: Processes = 1,
    checkpoint: Checkpoint = None,
    resume: Resume = False,
    json: Json = False,
) -> None:
    """Play every bot against every other, and rank them.

    A round-robin heads-up, scored by total bankroll, by instant run-off and by series won. Bots that learn
    keep what they learned through all deals of a pair.

    Examples:
      riverboat bots league shark honest fish all-in --hands 2000 --chart league.svg
    """
    from riverboat.arena.leagues.league import play_league
    from riverboat.views.figures import check_picture

    check_resume(checkpoint, resume)
    if chart is not None:
        check_picture(chart)
    with progress_bar("matches") as progress:
        result = play_league(
            bots,
            hands,
            runs=runs,
            duplicate=not single,
            stack_bb=stack_bb,
            series=series,
            time_limit=time_limit,
            trust=trust,
            seed=seed,
            processes=processes,
            progress=progress,
            checkpoint=checkpoint,
            resume=resume,
        )
    show(result, result.to_dict(), as_json=json)
    if chart is not None:
        result.chart(chart)
