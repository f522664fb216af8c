"""`riverboat host slumbot`: a server of Slumbot's HTTP API."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from riverboat.cli.match_options import BotName, ListenOn, ServerSeed
from riverboat.cli.options import Json, show, to_stderr
from riverboat.cli.seat.played import show_elsewhere


def slumbot(
    bot: BotName = "blueprint:headsup",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 takes a free one.")] = 4600,
    host: ListenOn = "127.0.0.1",
    seed: ServerSeed = None,
    json: Json = False,
) -> None:
    """Let scripts that play Slumbot over HTTP play a bot of ours.

    Until Ctrl-C. Prints the address first, at the end what the bot won; with --json {"url": ...} on a line, then the
    result on another.

    Examples:
      riverboat host slumbot --bot blueprint:headsup
    """
    from riverboat.arena.protocols import SlumbotServer

    with SlumbotServer(bot, port=port, host=host, seed=seed, log=to_stderr) as server:
        for note in server.assumed:
            to_stderr(f"{bot}: {note}")
        show(server.url, {"url": server.url}, as_json=json)
        with suppress(KeyboardInterrupt):
            server.serve()
    show_elsewhere(server.played, as_json=json)
