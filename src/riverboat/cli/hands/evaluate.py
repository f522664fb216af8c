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

    It has 2 to 7 cards, or as many as --ranking takes. In hold'em and short deck the cards that make
    the hand and the kickers are told apart; five cards or more have a strength.

    Examples:
      riverboat hands evaluate AsAhKdKsQd2c3c
      riverboat hands evaluate As Ah
      riverboat hands evaluate As 9s 8s 7s 6s --ranking short-deck
    """
    from riverboat.cards import card_names, hand_rank, parse_cards, ranking
    from riverboat.views.page import Page
    from riverboat.views.shapes import CardRow, Cell, Line, Note

    hand = parse_cards("".join(cards))
    rank = ranking(rules)
    data: dict[str, object] = {"cards": card_names(hand)}
    line: list[Cell] = []
    place = []
    if len(hand) in rank.sizes or rank.sizes[0] < 5:
        strength = rank.evaluate(hand)
        data |= {"strength": strength, "of": rank.classes, "name": rank.describe(strength)}
        line = [CardRow(card_names(rank.best(hand)))]
        place = [Note(f"strength {strength:,} of {rank.classes:,} (higher is better)", "dim")]
    if rank.sizes[0] == 5:
        apart = hand_rank(hand, rules)
        data |= {"name": data.get("name", apart.name)}
        data |= {name: text for name, text in apart.to_dict().items() if name != "name"}
        line = [CardRow(card_names(apart.main))]
        if apart.kickers:
            line += [
                Note("kicker" + "s" * (len(apart.kickers) > 1), "dim"),
                CardRow(card_names(apart.kickers)),
            ]
        data["best"] = card_names(apart.main + apart.kickers)
    else:
        data |= {"category": rank.category(hand), "best": card_names(rank.best(hand))}
    show(Page(Note(str(data["name"]), "bold"), Line(tuple(line)), *place), data, as_json=json)
