"""Options that the verbs of the arena share, each with one name and one meaning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from riverboat.arena.matches.options import MODES

Hands: TypeAlias = Annotated[
    int | None, typer.Option(help="Deals; in freeze-outs, hands a game.", show_default="1000 or 10")
]
StackBb: TypeAlias = Annotated[
    float | None,
    typer.Option(help="Big blinds that everybody has.", show_default="100, or 10 in freeze-outs"),
]
Mode: TypeAlias = Annotated[str, typer.Option(help=f"What becomes of stacks: {', '.join(MODES)}.")]
Games: TypeAlias = Annotated[int, typer.Option(help="Freeze-outs to play.")]
Duplicate: TypeAlias = Annotated[
    bool, typer.Option("--duplicate", help="Play each deal in every seating: the luck of the cards goes.")
]
TimeLimit: TypeAlias = Annotated[float, typer.Option(help="Seconds for a decision.")]
Seed: TypeAlias = Annotated[int, typer.Option(help="Seed of cards and bots.")]
BotSeed: TypeAlias = Annotated[int, typer.Option(help="Seed of the bot.")]
Processes: TypeAlias = Annotated[int, typer.Option(help="Processes; the result does not depend on them.")]
Checkpoint: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="A file for what is done, written now and then.", show_default=False),
]
Resume: TypeAlias = Annotated[
    bool, typer.Option("--resume", help="Go on from the checkpoint, if it is there.")
]
