"""`riverboat evaluate`: what a hand of cards is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cards import card_names, ranking
from riverboat.cli.options import Json, show
from riverboat.views.page import Page
from riverboat.views.shapes import CardRow, Note


def evaluate(
    cards: Annotated[list[str], typer.Argument(help="The cards, with or without spaces: AsKsQsJsTs2c3d.")],
    rules: Annotated[str, typer.Option("--ranking", help="holdem, short-deck, three-card, ...")] = "holdem",
    json: Json = False,
) -> None:
    """Name and strength of a hand: 5, 6 or 7 cards, or what --ranking takes."""
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
