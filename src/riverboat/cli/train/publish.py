"""`riverboat train publish`: the strategy of a training run as a file to ask."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.options import Json, Threads, show


def publish(
    run: Annotated[Path, typer.Argument(help="The folder of a training run.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The strategy file to write.")],
    max_mb: Annotated[
        float | None,
        typer.Option(
            help="Megabytes it may take; what is rarely reached is then pooled.", show_default=False, min=0
        ),
    ] = None,
    cards_in: Annotated[
        str | None, typer.Option(help="A file beside it that has the same buckets.", show_default=False)
    ] = None,
    bits: Annotated[
        int, typer.Option(help="Of a probability: 4 for fifteenths, 8 for 255ths in some 1.6 times the room.")
    ] = 4,
    not_after: Annotated[
        str | None,
        typer.Option(
            help="A line that other files answer, such as 'f': what only it leads to is dropped first.",
            show_default=False,
        ),
    ] = None,
    kinds: Annotated[
        int | None,
        typer.Option(
            help="Kinds of boards that a street has at most.", show_default="those of the run", min=1
        ),
    ] = None,
    commit: Annotated[
        str | None, typer.Option(help="Of the source that trained it.", show_default="that of the checkout")
    ] = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Write what a training run has learnt to a strategy file.

    `riverboat query -s FILE` asks it.

    Examples:
      riverboat train publish runs/laptop -o laptop.strategy
    """
    from riverboat.base.checks import number
    from riverboat.base.memory import bytes_text
    from riverboat.cards.card import card_names
    from riverboat.errors import StrategyError
    from riverboat.strategy.publish import publish as write
    from riverboat.training import read_training_config
    from riverboat.training.start import CONFIG

    limit = None
    if max_mb is not None:  # which may also be inf or nan
        limit = int(1e6 * number("--max-mb", max_mb, StrategyError, over=0, most=10**9, example=20))
    write(
        run,
        out,
        max_bytes=limit,
        cards_in=cards_in,
        commit=commit,
        threads=threads,
        bits=bits,
        not_after=not_after,
        kinds=kinds,
    )
    size, game = out.stat().st_size, read_training_config(run / CONFIG).tree.game
    hand = card_names(sorted(game.deck.cards, reverse=True)[: game.hole_cards])
    show(
        f"{bytes_text(size)} in {out}; ask it with: riverboat query {hand} --strategy {out}",
        {"file": str(out), "bytes": size},
        as_json=json,
    )
