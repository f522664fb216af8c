"""`riverboat seat husky`: a bot at a server of Husky hold'em."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli.match_options import BotName, BotSeed
from riverboat.cli.options import Json, to_stderr
from riverboat.cli.seat.played import show_elsewhere


def husky(
    host: Annotated[str, typer.Argument(help="Where the server runs, such as localhost.")],
    port: Annotated[int, typer.Argument(help="Its port.")] = 5000,
    bot: BotName = "shark",
    stack: Annotated[int, typer.Option(help="Chips that everybody begins a game with.")] = 10_000,
    time_limit: Annotated[float, typer.Option(help="Seconds for a decision; the server takes 5.")] = 2.0,
    seed: BotSeed = None,
    json: Json = False,
) -> None:
    """Seat a bot at a server of Husky hold'em.

    The server speaks JSON.

    Examples:
      riverboat seat husky localhost --bot shark
    """
    from riverboat.arena.protocols import play_husky

    played = play_husky(host, port, bot, stack=stack, time_limit=time_limit, seed=seed, log=to_stderr)
    show_elsewhere(played, as_json=json)
