"""`riverboat abstract show`: the bucket of a hand."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli.abstract.report import File
from riverboat.cli.options import Json, show


def show_hand(
    file: File,
    hand: Annotated[str, typer.Argument(help="Hole cards, such as AsKs.")],
    board: Annotated[str, typer.Argument(help="Board cards, such as QsJh2h.")] = "",
    json: Json = False,
) -> None:
    """Show the bucket of a hand on every street.

    Up to that of the board given.

    Examples:
      riverboat abstract show ehs-200.abstraction AsKs QsJh2h
    """
    from riverboat.abstraction import open_abstraction
    from riverboat.abstraction.report.hand_buckets import hand_buckets

    rows = hand_buckets(open_abstraction(file), hand, board)
    show(rows, [vars(row) for row in rows], as_json=json)
