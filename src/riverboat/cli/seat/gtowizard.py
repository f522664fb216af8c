"""`riverboat seat gtowizard`: a bot in the GTO Wizard benchmark."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.match_options import BotSeed
from riverboat.cli.options import Json, show, to_stderr


def gtowizard(
    bot: Annotated[
        str,
        typer.Argument(help="The bot that plays, such as blueprint:headsup.", autocompletion=completion.bot),
    ],
    hands: Annotated[int, typer.Option(help="Hands to play.")] = 100,
    key: Annotated[
        str,
        typer.Option(
            help="Your key; better in the environment variable GTOW_API_KEY, where others do not see it.",
            envvar="GTOW_API_KEY",
            show_default=False,
            show_envvar=False,
        ),
    ] = "",
    url: Annotated[str, typer.Option(help="Where the API is.")] = "https://researcher.gtowizard.com",
    at_once: Annotated[int, typer.Option(help="Hands at once, 1 to 5.")] = 5,
    time_limit: Annotated[float, typer.Option(help="Seconds for a decision of the bot.")] = 2.0,
    seed: BotSeed = None,
    json: Json = False,
) -> None:
    """Seat a bot in the GTO Wizard benchmark.

    Heads-up, 200 big blinds, against the strongest bot that anybody can play; it needs a key, which they give to who
    asks. What is won is told with and without luck, in bb/100. Ctrl-C ends it and tells what was played.

    Examples:
      riverboat seat gtowizard blueprint:headsup --hands 1000
    """
    from riverboat.arena.protocols import play_gtowizard

    played = play_gtowizard(
        bot, hands, key=key, url=url, at_once=at_once, time_limit=time_limit, seed=seed, log=to_stderr
    )
    faults = "".join(
        f"\n{kind}: {count} times, first {first}" for kind, (count, first) in played.faults.items()
    )
    show(f"{played}{faults}", played.to_dict(), as_json=json)
