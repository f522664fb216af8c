"""`riverboat hands evaluate`: what a hand is, and how strong."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli import completion, names
from riverboat.cli.options import Json, show


def evaluate(
    cards: Annotated[
        list[str],
        typer.Argument(help="The cards, with or without spaces: AsKsQsJsTs2c3d.", metavar="CARDS..."),
    ],
    rules: Annotated[
        str,
        typer.Option(
            "--ranking", help="How hands are ranked.", autocompletion=completion.one_of(*names.RANKINGS)
        ),
    ] = "holdem",
    json: Json = False,
) -> None:
    """Name and strength of a hand.

    It has 5, 6 or 7 cards, or as many as --ranking takes.

    Examples:
      riverboat hands evaluate AsAhKdKsQd2c3c
      riverboat hands evaluate As 9s 8s 7s 6s --ranking short-deck
    """
    from riverboat.cards import card_names, ranking
    from riverboat.views.page import Page
    from riverboat.views.shapes import CardRow, Note

    text = "".join(cards)
    rank = ranking(rules)
    strength = rank.evaluate(text)
    best = card_names(rank.best(text))
    data = {
        "cards": text,
        "strength": strength,
        "of": rank.classes,
        "name": rank.describe(strength),
        "best": best,
    }
    place = Note(f"strength {strength:,} of {rank.classes:,} (higher is better)", "dim")
    show(Page(Note(rank.describe(strength), "bold"), CardRow(best), place), data, as_json=json)
