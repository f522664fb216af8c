"""`riverboat pokerbots` and `riverboat pokerbots-engine`: the protocol of MIT pokerbots."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from riverboat.arena.protocols import play_pokerbots, run_pokerbots
from riverboat.arena.protocols.pokerbots.codec import CLOCK_S, ROUNDS, codec_of
from riverboat.cli.acpc import show_elsewhere
from riverboat.cli.match_options import BotSeed, Seed, TimeLimit
from riverboat.cli.options import Json, show, to_stderr

Year = Annotated[str, typer.Option(help="Whose letters are spoken.")]


def pokerbots(
    host: Annotated[str, typer.Argument(help="Where the engine runs, such as localhost.")],
    port: Annotated[int, typer.Argument(help="The port it gave.")],
    bot: Annotated[str, typer.Option(help="The bot that plays, such as shark or blueprint:headsup.")],
    year: Year = "2023",
    time_limit: TimeLimit = 2.0,
    seed: BotSeed = 0,
    json: Json = False,
) -> None:
    """Seat a bot in the engine of MIT pokerbots that plays hold'em with 400 chips and blinds of 1 and 2.

    A folder for their engine holds a commands.json with this command in "run", without the port, which they add:
    {"build": [], "run": ["riverboat", "pokerbots", "--bot", "shark", "localhost"]}
    """
    played = play_pokerbots(
        host,
        port,
        bot,
        codec=codec_of(year),
        time_limit=time_limit,
        seed=seed,
        log=to_stderr,
    )
    show_elsewhere(played, as_json=json)


def pokerbots_engine(
    first: Annotated[str, typer.Argument(help="A bot's folder, a port it will come to, or a bot of ours.")],
    second: Annotated[str, typer.Argument(help="The same.")],
    rounds: Annotated[int, typer.Option(help="Rounds to play.")] = ROUNDS,
    clock_s: Annotated[float, typer.Option(help="Seconds of a bot for the whole match.")] = CLOCK_S,
    year: Year = "2023",
    log: Annotated[Path | None, typer.Option(help="Write the game log here.", show_default=False)] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Play a match between two bots that speak the protocol of MIT pokerbots, or are ours.

    Example: riverboat pokerbots-engine my_bot_folder shark --rounds 1000 --log game.txt
    """
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
