"""`riverboat slumbot` and `riverboat slumbot-server`: Slumbot's HTTP API."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from riverboat.arena.protocols import SlumbotServer, play_slumbot
from riverboat.arena.protocols.slumbot.server import PORT
from riverboat.cli.acpc import show_elsewhere
from riverboat.cli.match_options import BotSeed, Seed
from riverboat.cli.options import Json, to_stderr


def slumbot(
    url: Annotated[str, typer.Argument(help="Where the API is, such as https://slumbot.com/api.")],
    bot: Annotated[str, typer.Option(help="The bot that plays.")] = "blueprint:headsup",
    hands: Annotated[int, typer.Option(help="Hands to play.")] = 100,
    username: Annotated[
        str, typer.Option(help="An account of yours there; its password is asked for.", show_default=False)
    ] = "",
    time_limit: Annotated[float, typer.Option(help="Seconds for a decision of the bot.")] = 2.0,
    pause: Annotated[float, typer.Option(help="Seconds between hands, more after trouble.")] = 0.1,
    seed: BotSeed = 0,
    json: Json = False,
) -> None:
    """Seat a bot at a server that speaks Slumbot's HTTP API: heads-up, 200 big blinds, stacks reset every hand.

    Example: riverboat slumbot http://127.0.0.1:4600/api --bot shark --hands 1000
    """
    login = (username, typer.prompt("password", hide_input=True)) if username else None
    played = play_slumbot(
        url, bot, hands, login=login, time_limit=time_limit, pause=pause, seed=seed, log=to_stderr
    )
    show_elsewhere(played, as_json=json)


def slumbot_server(
    bot: Annotated[str, typer.Option(help="The bot that clients play against.")] = "blueprint:headsup",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 takes a free one.")] = PORT,
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than this machine's open it to the network.")
    ] = "127.0.0.1",
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Let scripts that play Slumbot over HTTP play a bot of ours instead, until Ctrl-C.

    Prints the address first, at the end what the bot won. Example: riverboat slumbot-server --bot blueprint:headsup
    """
    with SlumbotServer(bot, port=port, host=host, seed=seed, log=to_stderr) as server:
        for note in server.assumed:
            to_stderr(f"{bot}: {note}")
        print(server.url, flush=True)
        with suppress(KeyboardInterrupt):
            server.serve()
    show_elsewhere(server.played, as_json=json)
