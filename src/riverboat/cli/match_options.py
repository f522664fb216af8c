"""Options that the verbs of matches share, each with one name and one meaning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from riverboat.cli import completion, names
from riverboat.cli.options import check_resume, refuse

Bots: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        help="Bots, such as shark 'honest(0.5)' fish.", autocompletion=completion.bot, metavar="BOT..."
    ),
]
Hands: TypeAlias = Annotated[
    int | None, typer.Option(help="Deals; in freeze-outs, hands a game.", show_default="1000 or 10")
]
StackBb: TypeAlias = Annotated[
    float | None,
    typer.Option(help="Big blinds that everybody has.", show_default="100, or 10 in freeze-outs"),
]
Mode: TypeAlias = Annotated[names.Mode, typer.Option(help="What becomes of stacks after a hand.")]
Games: TypeAlias = Annotated[int | None, typer.Option(help="Freeze-outs to play.", show_default="500")]
Duplicate: TypeAlias = Annotated[
    bool, typer.Option("--duplicate", help="Play each deal in every seating: the luck of the cards goes.")
]
TimeLimit: TypeAlias = Annotated[float, typer.Option(help="Seconds for a decision.")]
MemoryGb: TypeAlias = Annotated[float, typer.Option(help="Gibibytes for each bot that is not Riverboat's.")]
Trust: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--trust", help="Play bots from files in this process: quick, but they see all cards and can end it."
    ),
]
Strict: TypeAlias = Annotated[
    bool, typer.Option("--strict", help="Stop at the first thing a bot does wrong.")
]
Seed: TypeAlias = Annotated[
    int | None,
    typer.Option(help="Seed of cards and bots.", show_default="0; with bots from files one nobody guesses"),
]
ServerSeed: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Deal the same cards again; a client that guesses the seed knows all of them.",
        show_default="secret",
    ),
]
ListenOn: TypeAlias = Annotated[
    str, typer.Option(help="The address to listen on; others than this machine's open it to the network.")
]
BotSeed: TypeAlias = Annotated[
    int | None, typer.Option(help="Seed of what the bot draws.", show_default="secret")
]
BotName: TypeAlias = Annotated[
    str,
    typer.Option(
        help="The bot that plays, such as shark or blueprint:headsup.", autocompletion=completion.bot
    ),
]
Processes: TypeAlias = Annotated[int, typer.Option(help="Processes; the result does not depend on them.")]
Checkpoint: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="A file for what is done, written now and then.", show_default=False),
]
Resume: TypeAlias = Annotated[
    bool, typer.Option("--resume", help="Go on from the checkpoint, if it is there.")
]

GAMES = 500
"""Freeze-outs of a match, if nobody says how many; as in `MatchOptions`."""


def check_together(*, mode: str, games: int | None, checkpoint: Path | None, resume: bool) -> None:
    """Refuse what a match of this mode would not use."""
    if mode != "freeze-out":
        refuse({"--games": games}, f"--mode {mode} plays hands, not games")
    check_resume(checkpoint, resume)
