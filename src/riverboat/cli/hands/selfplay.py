"""`riverboat hands selfplay`: a strategy plays itself, in hands that trackers import."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.options import Json, progress_bar, show


def selfplay(
    strategy: Annotated[
        str,
        typer.Argument(
            help="A strategy by name or file, or a solved spot by its file.",
            autocompletion=completion.strategy,
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The file: .txt is PokerStars text; also .phhs and .ohh.")
    ],
    hands: Annotated[int, typer.Option(help="Hands to play.", min=1)] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of cards and choices.", min=0)] = 0,
    show_all: Annotated[
        bool, typer.Option("--show-all", help="Tell everybody's cards, not Riverboat's and those shown.")
    ] = False,
    json: Json = False,
) -> None:
    """Let a strategy play itself, and write hands that trackers import.

    `Riverboat` and the others all play it; count all players. A solved spot is told from a raise and a call before the
    flop on, with checks on the streets before it.

    Examples:
      riverboat hands selfplay sixmax --hands 10000 -o sixmax.txt
      riverboat hands selfplay spot.solution -o spot.txt
    """
    from riverboat.arena.selfplay import selfplay as play
    from riverboat.base.files import check_folder
    from riverboat.games import write_hands
    from riverboat.games.histories.formats import format_of_suffix
    from riverboat.strategy import open_strategy

    check_folder(out)
    format_of_suffix(out)
    played = []
    with progress_bar("playing") as progress:
        for number, hand in enumerate(
            play(open_strategy(strategy), hands, seed=seed, show_all=show_all), start=1
        ):
            played.append(hand)
            progress(number, hands)
    write_hands(played, out)
    show(f"{hands:,} hands in {out}", {"file": str(out), "hands": hands, "seed": seed}, as_json=json)
