"""`riverboat husky`: a bot at a server of Husky hold'em."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.arena.protocols import play_husky
from riverboat.arena.protocols.husky.client import PORT, STACK
from riverboat.cli.acpc import show_elsewhere
from riverboat.cli.match_options import BotSeed
from riverboat.cli.options import Json, to_stderr


def husky(
    host: Annotated[str, typer.Argument(help="Where the server runs, such as localhost.")],
    port: Annotated[int, typer.Argument(help="Its port.")] = PORT,
    bot: Annotated[str, typer.Option(help="The bot that plays.")] = "shark",
    stack: Annotated[int, typer.Option(help="Chips that everybody begins a game with.")] = STACK,
    time_limit: Annotated[float, typer.Option(help="Seconds for a decision; the server takes 5.")] = 2.0,
    seed: BotSeed = 0,
    json: Json = False,
) -> None:
    """Seat a bot at a server of Husky hold'em, which speaks JSON.

    Example: riverboat husky localhost --bot shark
    """
    played = play_husky(
        host,
        port,
        bot,
        stack=stack,
        time_limit=time_limit,
        seed=seed,
        log=to_stderr,
    )
    show_elsewhere(played, as_json=json)
