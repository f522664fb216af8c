"""`riverboat bots rate`: a database of ratings that every bot joins."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.match_options import Processes, Seed, TimeLimit, Trust
from riverboat.cli.options import Json, progress_bar, show


def rate(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            help="Bots to join; without any, the ratings are shown.",
            autocompletion=completion.bot,
            metavar="[BOT]...",
            show_default=False,
        ),
    ] = None,
    db: Annotated[Path, typer.Option(help="The database; made if it is not there.")] = Path("ratings.sqlite"),
    six: Annotated[
        bool, typer.Option("--six", help="Six-handed: each bot alone among five of the other.")
    ] = False,
    hands: Annotated[int, typer.Option(help="Deals for each table, played in every seating.", min=2)] = 2000,
    stack_bb: Annotated[float, typer.Option(help="Big blinds that everybody has.")] = 100,
    runs: Annotated[
        int, typer.Option(help="Times that a table with a learning bot plays all its deals.", min=2)
    ] = 10,
    page: Annotated[
        Path | None, typer.Option(help="Write a page of it: .html or .md.", show_default=False)
    ] = None,
    time_limit: TimeLimit = 2.0,
    trust: Trust = False,
    seed: Seed = None,
    processes: Processes = 1,
    json: Json = False,
) -> None:
    """Rate bots by all tables between them, kept in a database.

    What is missing against all bots in the database is played, and all are rated. It can be stopped and asked again:
    each table is kept when it is over.

    Examples:
      riverboat bots rate shark honest fish
      riverboat bots rate blueprint:my.strategy --page ratings.html
      riverboat bots rate blueprint:sixmax shark --six
    """
    from riverboat.arena.ratings.rate import rate_bots
    from riverboat.base.drawing import drawing
    from riverboat.views.page import check_page

    if page is not None:
        check_page(page)
    with progress_bar("tables") as progress:
        ratings = rate_bots(
            bots or (),
            db,
            players=6 if six else 2,
            stack_bb=stack_bb,
            hands=hands,
            runs=runs,
            time_limit=time_limit,
            trust=trust,
            seed=seed,
            processes=processes,
            progress=progress,
        )
    show(ratings, ratings.to_dict(), as_json=json)
    if page is not None:
        drawing(ratings).publish(page, "Ratings")  # type: ignore[attr-defined]
