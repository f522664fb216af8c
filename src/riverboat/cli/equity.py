"""`riverboat equity`: who wins how much if all the cards are dealt."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.names import Method
from riverboat.cli.options import Json, Threads, progress_bar, show


def equity(
    players: Annotated[
        list[str],
        typer.Argument(
            help="Two to ten hands or ranges: AsKs, 'QQ+,AKs:0.5', 'top 15%', random.", metavar="HAND..."
        ),
    ],
    board: Annotated[str, typer.Option("--board", "-b", help="3, 4 or 5 cards: QsJh2h.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that are out of play.")] = "",
    ranking: Annotated[
        str,
        typer.Option(
            help="How hands are ranked, and the deck: short-deck is 36 cards.",
            autocompletion=completion.one_of("holdem", "short-deck", "short-deck-trips"),
        ),
    ] = "holdem",
    method: Annotated[
        Method, typer.Option(help="How to find it; auto is exact where that takes seconds.")
    ] = "auto",
    samples: Annotated[int | None, typer.Option(help="Sample this many deals.", show_default=False)] = None,
    standard_error: Annotated[
        float | None, typer.Option(help="Sample until this standard error: 0.0005.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the samples.", min=0)] = 0,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Equity of hands and ranges against each other.

    Examples:
      riverboat equity AsKs QhQd
      riverboat equity "AKs,QQ+" random --board QsJh2h
      riverboat equity AsKs 9h9d --ranking short-deck
    """
    from riverboat.cards import equity as equity_of

    with progress_bar("dealing") as progress:
        result = equity_of(
            *players,
            board=board,
            dead=dead,
            ranking=ranking,
            method=method,
            samples=samples,
            standard_error=standard_error,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    show(result, result.to_dict(), as_json=json)
