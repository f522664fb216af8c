"""How strong a hand is, in numbers and in words.

Every function takes the name of a ranking, hold'em by default; `riverboat.cards.ranking` lists them and holds
the objects behind the names.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import integer
from riverboat.cards.card import CardsLike
from riverboat.cards.ranking import ranking as _ranking
from riverboat.errors import CardError

STANDARD_RANKS = 7462
"""The number of different five-card poker hands."""


def evaluate(cards: CardsLike, ranking: str = "holdem") -> int:
    """Return the strength of a hand, for hold'em 1 to 7462: higher is better, equal strengths tie.

    cards: 5, 6 or 7 of them in hold'em, as text or ids; the best five count.

    >>> evaluate("AsKsQsJsTs2c3d"), evaluate([51, 47, 43, 39, 35]), evaluate("7c5d4h3s2c")
    (7462, 7462, 1)
    >>> evaluate("KhKs", "two-card") > evaluate("AhKs", "two-card")
    True
    """
    return _ranking(ranking).evaluate(cards)


def evaluate_batch(
    cards: npt.ArrayLike, ranking: str = "holdem", threads: int | None = None
) -> npt.NDArray[np.uint16]:
    """Return the strengths of many hands of one size. cards: uint8[N, 5..7] -> uint16[N].

    Other integer types are checked and copied. `threads` is how many to use, all of the machine's by default.

    >>> evaluate_batch(np.array([[51, 47, 43, 39, 35], [20, 13, 10, 7, 0]], dtype=np.uint8)).tolist()
    [7462, 1]
    """
    return _ranking(ranking).evaluate_batch(cards, threads)


def category(hand: CardsLike, ranking: str = "holdem") -> str:
    """Return the category of cards or of a strength: an integer by itself is a strength.

    >>> category("AsAhAdKsKd"), category(1)
    ('full house', 'high card')
    """
    return _ranking(ranking).category(hand)


def describe(hand: CardsLike, ranking: str = "holdem") -> str:
    """Say in words what cards or a strength are: an integer by itself is a strength.

    >>> describe("AsAhKdKsQd2c3c"), describe("Ac2d3h4s5c")
    ('two pair, aces and kings, queen kicker', 'straight, five high')
    """
    return _ranking(ranking).describe(hand)


def best_cards(cards: CardsLike, ranking: str = "holdem") -> list[int]:
    """Return the ids of the cards that count, the most important first.

    >>> from riverboat.cards.card import card_names
    >>> card_names(best_cards("AsAhKc2d2h2s7c"))
    '2s2h2dAsAh'
    """
    return _ranking(ranking).best(cards)


def standard_rank(strength: int) -> int:
    """Return the hold'em rank most other tools use: 1 is the royal flush, 7462 the worst hand.

    >>> standard_rank(evaluate("AsKsQsJsTs")), standard_rank(1)
    (1, 7462)
    """
    return _mirrored(strength, "strength")


def strength_of_standard_rank(rank: int) -> int:
    """Return the hold'em strength of a rank from 1 (royal flush) to 7462.

    >>> describe(strength_of_standard_rank(11))  # after ten straight flushes
    'four of a kind, aces, king kicker'
    """
    return _mirrored(rank, "standard rank")


def _mirrored(value: int, what: str) -> int:
    number = integer(value)
    if number is None or not 1 <= number <= STANDARD_RANKS:
        raise CardError(f"{what} {value!r} is not an integer from 1 to {STANDARD_RANKS}, such as 7462")
    return STANDARD_RANKS + 1 - number
