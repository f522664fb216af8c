"""`riverboat seat slumbot`: a bot at a server that speaks Slumbot's HTTP API."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli.match_options import BotName, BotSeed
from riverboat.cli.options import Json, to_stderr
from riverboat.cli.seat.played import show_elsewhere


def slumbot(
    url: Annotated[str, typer.Argument(help="Where the API is, such as https://slumbot.com/api.")],
    bot: BotName = "blueprint:headsup",
    hands: Annotated[int, typer.Option(help="Hands to play.")] = 100,
    username: Annotated[
        str, typer.Option(help="An account of yours there; its password is asked for.", show_default=False)
    ] = "",
    time_limit: Annotated[float, typer.Option(help="Seconds for a decision of the bot.")] = 2.0,
    pause: Annotated[float, typer.Option(help="Seconds between hands, more after trouble.")] = 0.1,
    seed: BotSeed = None,
    json: Json = False,
) -> None:
    """Seat a bot at a server that speaks Slumbot's HTTP API.

    Heads-up, 200 big blinds, stacks reset every hand.

    Examples:
      riverboat seat slumbot http://127.0.0.1:4600/api --bot shark --hands 1000
    """
    from riverboat.arena.protocols import play_slumbot

    login = (username, typer.prompt("password", hide_input=True, err=True)) if username else None
    played = play_slumbot(
        url, bot, hands, login=login, time_limit=time_limit, pause=pause, seed=seed, log=to_stderr
    )
    show_elsewhere(played, as_json=json)
