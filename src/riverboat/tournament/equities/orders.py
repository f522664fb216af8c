"""The orders in which strengths can come out, ties included, for any number of hands."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

import numpy as np

ORDERS_OF_TWO: Final = ((0, 1), (1, 0), (0, 0))
"""Places of two hands by order, 0 the best."""

ORDERS_OF_THREE: Final = (
    (0, 1, 2),
    (0, 2, 1),
    (1, 0, 2),
    (2, 0, 1),
    (1, 2, 0),
    (2, 1, 0),
    (0, 0, 1),
    (0, 1, 0),
    (1, 0, 0),
    (0, 1, 1),
    (1, 0, 1),
    (1, 1, 0),
    (0, 0, 0),
)
"""Places of three hands by order, as the native table has them."""


@cache
def permuted_orders(seats: tuple[int, int, int]) -> np.ndarray:
    """Return for each order of three the one that it is if the hands are taken in the order of `seats`.

    >>> permuted_orders((1, 0, 2))[:3].tolist()  # the first two exchanged: b > a > c is now the first
    [2, 3, 0]
    """
    at = {places: order for order, places in enumerate(ORDERS_OF_THREE)}
    first, second, third = seats
    return np.array([at[places[first], places[second], places[third]] for places in ORDERS_OF_THREE])


@cache
def orders_of(hands: int) -> tuple[tuple[int, ...], ...]:
    """Return the orders of so many hands as what solves them numbers them.

    >>> orders_of(2)
    ((0, 1), (1, 0), (0, 0))
    """
    known: dict[int, tuple[tuple[int, ...], ...]] = {2: ORDERS_OF_TWO, 3: ORDERS_OF_THREE}
    return known.get(hands) or tuple(all_orders(hands))


def all_orders(hands: int) -> list[tuple[int, ...]]:
    """Return every order of so many hands as places, best 0, without gaps.

    >>> [len(all_orders(hands)) for hands in range(1, 5)]
    [1, 3, 13, 75]
    """
    return [
        places for places in product(range(hands), repeat=hands) if set(places) == set(range(max(places) + 1))
    ]
