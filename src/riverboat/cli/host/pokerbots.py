"""`riverboat host pokerbots`: an engine of MIT pokerbots."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.match_options import ServerSeed
from riverboat.cli.options import Json, show, to_stderr
from riverboat.cli.seat.pokerbots import Year


def pokerbots(
    first: Annotated[
        str,
        typer.Argument(
            help="A bot's folder, a port it will come to, or a bot of ours.", autocompletion=completion.bot
        ),
    ],
    second: Annotated[str, typer.Argument(help="The same.", autocompletion=completion.bot)],
    rounds: Annotated[int, typer.Option(help="Rounds to play.")] = 1000,
    clock_s: Annotated[float, typer.Option(help="Seconds of a bot for the whole match.")] = 30.0,
    year: Year = "2023",
    log: Annotated[Path | None, typer.Option(help="Write the game log here.", show_default=False)] = None,
    seed: ServerSeed = None,
    json: Json = False,
) -> None:
    """Play a match between two bots of MIT pokerbots, or ours.

    Examples:
      riverboat host pokerbots my_bot_folder shark --rounds 1000 --log game.txt
    """
    from riverboat.arena.protocols import run_pokerbots
    from riverboat.arena.protocols.pokerbots.codec import codec_of

    seats = [
        Path(seat) if Path(seat).is_dir() else int(seat) if seat.isdecimal() else seat
        for seat in (first, second)
    ]
    with ExitStack() as stack:
        file = None if log is None else stack.enter_context(log.open("w", encoding="utf-8"))
        chips = run_pokerbots(
            seats,
            rounds,
            codec=codec_of(year),
            clock_s=clock_s,
            seed=seed,
            log=(lambda line: None) if file is None else (lambda line: print(line, file=file)),
            note=to_stderr,
        )
    show(f"{first} {chips[0]:+,}   {second} {chips[1]:+,}", {"rounds": rounds, "chips": chips}, as_json=json)
