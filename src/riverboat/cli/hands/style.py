"""`riverboat hands style`: how the players of recorded hands play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.hands.replay import read_game_of, tell_problems
from riverboat.cli.names import HistoryFormat
from riverboat.cli.options import Json, progress_bar, show


def style(
    file: Annotated[
        Path,
        typer.Argument(
            help="The hands, or a folder of them, also one that `match --save` wrote, in any format."
        ),
    ],
    positions: Annotated[
        bool, typer.Option("--positions", help="Show each player by position, too.")
    ] = False,
    player: Annotated[
        list[str] | None, typer.Option(help="Only this player; may be given again.", show_default=False)
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
    """Count how the players of recorded hands play.

    VPIP, PFR, 3-bets, aggression, c-bets and showdowns, with 95 % intervals. Hands that cannot be read are told on the
    error stream and not counted.

    Examples:
      riverboat hands style session.txt
      riverboat hands style downloads --positions --player Hero
    """
    from riverboat.arena.styles.style import style as count
    from riverboat.base.drawing import drawing
    from riverboat.games.histories.formats import read_hands

    with progress_bar("reading") as progress:
        history = read_hands(file, format, game=read_game_of(game), progress=progress)
    tell_problems(list(history.problems))
    if not history.hands:
        raise typer.Exit(1)
    found = count(history.hands)
    if player:
        found = found.only(player)
    show(found, found.to_dict(), as_json=json)
    if positions and not json:
        show(drawing(found, "positions"), None, as_json=False)
