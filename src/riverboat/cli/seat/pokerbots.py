"""`riverboat seat pokerbots`: a bot in the engine of MIT pokerbots."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli import completion, names
from riverboat.cli.match_options import BotName, BotSeed, TimeLimit
from riverboat.cli.options import Json, to_stderr
from riverboat.cli.seat.played import show_elsewhere

Year = Annotated[
    str, typer.Option(help="Whose letters are spoken.", autocompletion=completion.one_of(*names.YEARS))
]


def pokerbots(
    host: Annotated[str, typer.Argument(help="Where the engine runs, such as localhost.")],
    port: Annotated[int, typer.Argument(help="The port it gave.")],
    bot: BotName,
    year: Year = "2023",
    time_limit: TimeLimit = 2.0,
    seed: BotSeed = None,
    json: Json = False,
) -> None:
    """Seat a bot in the engine of MIT pokerbots.

    It plays hold'em with 400 chips and blinds of 1 and 2. A folder for their engine holds a commands.json with this
    command in "run", without the port, which they add: {"build": [], "run": ["riverboat", "seat", "pokerbots",
    "--bot", "shark", "localhost"]}

    Examples:
      riverboat seat pokerbots localhost 4000 --bot shark
    """
    from riverboat.arena.protocols import play_pokerbots
    from riverboat.arena.protocols.pokerbots.codec import codec_of

    played = play_pokerbots(
        host, port, bot, codec=codec_of(year), time_limit=time_limit, seed=seed, log=to_stderr
    )
    show_elsewhere(played, as_json=json)
