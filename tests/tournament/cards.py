"""Games of a few cards, one each, that take the place of hold'em where tests solve many hands."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from riverboat.tournament.equities.orders import ORDERS_OF_THREE, orders_of


def few_cards(cards: int) -> tuple[np.ndarray, np.ndarray]:
    """Chances of two and of three players who hold one of so many cards each; lower numbers win."""
    two = np.zeros((3, cards, cards))
    three = np.zeros((cards, cards, len(ORDERS_OF_THREE), cards), np.float32)
    for a, b in permutations(range(cards), 2):
        two[0 if a < b else 1, a, b] = 1 / (cards * (cards - 1))
    for held in permutations(range(cards), 3):
        places = tuple(sorted(held).index(card) for card in held)
        first, second, third = held
        order = ORDERS_OF_THREE.index(places)  # type: ignore[arg-type]
        three[first, second, order, third] = 1 / (cards * (cards - 1) * (cards - 2))
    return two, three


def all_deals(cards: int, players: int) -> tuple[np.ndarray, np.ndarray]:
    """Who holds which of so many cards, and the numbers of the orders of their strengths, in all deals."""
    held = np.array(list(permutations(range(cards), players)), np.uint8)
    known = orders_of(players)
    places = np.argsort(np.argsort(held, axis=1), axis=1)
    return held, np.array([known.index(tuple(row)) for row in places.tolist()], np.uint16)
