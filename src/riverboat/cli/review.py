"""`riverboat review`: where a player leaves a strategy, worst first."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.hands.replay import read_game_of, tell_problems
from riverboat.cli.names import HistoryFormat
from riverboat.cli.options import Json, complain, progress_bar, show


def review(
    file: Annotated[
        Path, typer.Argument(help="The hands, or a folder of them, in any format that `hands replay` reads.")
    ],
    hero: Annotated[
        str | None, typer.Option(help="Whose decisions.", show_default="whose cards were dealt face up")
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            help="Who judges, also one that searches, such as search:headsup.",
            show_default="headsup hands of two, sixmax others",
            autocompletion=completion.strategy,
        ),
    ] = None,
    search: Annotated[
        float, typer.Option(help="Seconds in which turns and rivers are solved for EVs.", min=0)
    ] = 0.0,
    think: Annotated[float, typer.Option(help="Seconds of each such decision.", min=0.01)] = 0.5,
    html: Annotated[
        Path | None, typer.Option(help="Write the whole report, .html or .md.", show_default=False)
    ] = None,
    format: Annotated[
        HistoryFormat | None, typer.Option(help="What the file is.", show_default="what it looks like")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            help="The game of an ACPC log: a preset or a game file.", show_default="the competition's"
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Review a player's hands: the worst mistakes first.

    By how often the strategy does what was done or, with --search, by EV lost. Ctrl-C ends it and shows what was found
    until then. Hands that cannot be read are named on the error stream, and the rest is kept.

    Examples:
      riverboat review session.txt
      riverboat review downloads --hero Hero --search 60 --html report.html
    """
    from riverboat.arena.reviews.session import review_session
    from riverboat.base.drawing import drawing
    from riverboat.views.page import check_page

    if html is not None:
        check_page(html)
    with progress_bar("reviewing") as progress:
        found = review_session(
            file,
            hero,
            strategy,
            search_seconds=search,
            think_seconds=think,
            format=format,
            game=read_game_of(game),
            progress=progress,
        )
    tell_problems(found.problems)
    if found.broken > len(found.problems):
        complain(
            f"{found.broken:,} hands could not be read; the first {len(found.problems)} are counted above"
        )
    if html is not None:
        drawing(found, "picture").publish(html, f"Review of {found.hero}")  # type: ignore[attr-defined]
    show(found, found.to_dict(), as_json=json)
