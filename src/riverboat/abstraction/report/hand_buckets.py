"""The buckets of one hand, street by street."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from riverboat.abstraction.opening import Opened
from riverboat.base.drawing import Drawn
from riverboat.cards.card import CardsLike, card_names, parse_cards
from riverboat.errors import AbstractionError


@dataclass(frozen=True)
class HandBucket:
    """A hand on one street, and its bucket."""

    street: str
    cards: str
    bucket: int
    buckets: int


class HandBuckets(tuple[HandBucket, ...], Drawn):
    """The buckets of one hand, street by street."""

    __slots__ = ()


def hand_buckets(abstraction: Opened, hand: CardsLike, board: CardsLike = "") -> HandBuckets:
    """Return the bucket of a hand on every street of the abstraction up to a board.

    >>> from riverboat.abstraction import build_abstraction
    >>> hand_buckets(build_abstraction('[preflop]\\nmethod = "kmeans"\\nbuckets = 8'), "AsKs")
    (HandBucket(street='preflop', cards='AsKs', bucket=6, buckets=8),)
    """
    own, seen = parse_cards(hand), parse_cards(board)
    boards = [sum(group[1:]) for group in abstraction.groups]
    hole = abstraction.groups[0][0]
    if len(own) != hole:
        raise AbstractionError(f"the hand '{card_names(own)}' has {len(own)} cards; it must have {hole}")
    if len(seen) not in boards:
        allowed = ", ".join(map(str, boards))
        raise AbstractionError(
            f"the board '{card_names(seen)}' has {len(seen)} cards; this abstraction has boards of {allowed} cards"
        )
    rows = []
    for number, width in enumerate(boards[: boards.index(len(seen)) + 1]):
        deal = np.array([[*own, *seen[:width]]], np.uint8)
        cards = f"{card_names(own)} {card_names(seen[:width])}".strip()
        bucket = int(abstraction.lookup(number, deal)[0])
        rows.append(HandBucket(abstraction.classes.names[number], cards, bucket, abstraction.count(number)))
    return HandBuckets(rows)
