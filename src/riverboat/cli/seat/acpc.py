"""`riverboat seat acpc`: a bot at a dealer of the computer poker competition."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli.match_options import BotName, BotSeed, TimeLimit
from riverboat.cli.options import Json, to_stderr
from riverboat.cli.seat.played import show_elsewhere


def acpc(
    host: Annotated[str, typer.Argument(help="Where the dealer runs, such as localhost.")],
    port: Annotated[int, typer.Argument(help="The port of the seat.")],
    bot: BotName,
    game: Annotated[
        str, typer.Option(help="The dealer's game: limit, nolimit, kuhn, leduc, or a gamedef file.")
    ] = "nolimit",
    time_limit: TimeLimit = 2.0,
    seed: BotSeed = None,
    json: Json = False,
) -> None:
    """Seat a bot at a dealer of the Annual Computer Poker Competition.

    For 2 to 10 players.

    Examples:
      riverboat seat acpc localhost 18791 --bot shark
    """
    from riverboat.arena.protocols import play_acpc

    log = to_stderr if json else print
    show_elsewhere(
        play_acpc(host, port, bot, game=game, time_limit=time_limit, seed=seed, log=log), as_json=json
    )
