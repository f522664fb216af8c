"""`riverboat play`: you against bots."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from riverboat.arena.matches.session import sit_down
from riverboat.base.files import check_folder
from riverboat.cli.match_options import Mode, StackBb
from riverboat.games import write_hands
from riverboat.games.histories.formats import format_of_suffix


def play(
    bots: Annotated[list[str], typer.Argument(help="1 to 9 bots, such as shark fish blueprint:headsup.")],
    hands: Annotated[int | None, typer.Option(help="Hands to play.", show_default="until you leave")] = None,
    mode: Mode = "carried",
    stack_bb: StackBb = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            help="What to look at after a hand.", show_default="what a blueprint at the table plays"
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(help="Write the hands as you saw them: .phhs, .ohh, .txt or .log.", show_default=False),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of cards and bots.", show_default="new")] = None,
) -> None:
    """Play against bots at the keyboard; `?` tells what can be typed.

    Examples: riverboat play shark; riverboat play shark fish honest --stack-bb 50
    """
    if save is not None:
        check_folder(save)
        format_of_suffix(save)  # what cannot be written shows before the hands
    human = sit_down(
        bots,
        hands,
        stack_bb=stack_bb,
        mode=mode,  # type: ignore[arg-type]
        strategy=strategy,
        seed=time.time_ns() if seed is None else seed,
    )
    won, count = sum(human.won), len(human.won)
    rate = f", {100 * won / count:+.0f} bb/100" if count else ""
    Console(highlight=False).print(Text(f"\n{count:,} hands, {won:+.1f} bb{rate}", style="bold"))
    if save is not None:
        write_hands(human.records, save)
