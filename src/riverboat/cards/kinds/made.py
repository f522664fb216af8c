"""Made hands: what a hand has on a board by its own cards, in the words of players.

What lies on the board for everybody is nobody's: with 7-7 on it, king-queen has a top pair on a king and no two
pair, and an ace without a pair is ace high.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import HAND_CARDS, CardsLike, parse_cards
from riverboat.cards.evaluator import evaluate_batch
from riverboat.errors import CardError

MADE: Final = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "set",
    "trips",
    "two pair",
    "overpair",
    "top pair",
    "underpair",
    "second pair",
    "low pair",
    "ace high",
    "no pair",
)
"""From the best to the worst. An underpair is a pocket pair below the highest card of the board."""

BLOCKED: Final = -1
Kinds = npt.NDArray[np.int8]

_STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH = 4, 5, 6, 7, 8  # categories, weakest first
_LAST_OF: Final = np.cumsum([1277, 2860, 858, 858, 10, 1277, 156, 156, 10])
"""The highest strength of each category: so many different hands have it."""
_WHOLE: Final = {_STRAIGHT_FLUSH: 0, _FOUR: 1, _FULL_HOUSE: 2, _FLUSH: 3, _STRAIGHT: 4}
_ACE: Final = 12


def made_on(board: CardsLike) -> Kinds:
    """Return what each of the 1,326 hands has on a board: int8[1326] of numbers in `MADE`, -1 where cards are taken.

    board: 3, 4 or 5 cards.

    >>> from riverboat.cards.card import hand_indices, parse_cards
    >>> kinds = made_on("QsJh2h")
    >>> hands = np.array([sorted(parse_cards(hand), reverse=True) for hand in ("KcQd", "JcJd", "9h8h", "AsAd", "QhJd")])
    >>> [MADE[kinds[number]] for number in hand_indices(hands.astype(np.uint8))]
    ['top pair', 'set', 'no pair', 'overpair', 'two pair']
    """
    cards = board_cards(board)
    kinds = _by_ranks(cards)
    free = free_hands(cards)
    hands = np.concatenate([HAND_CARDS[free], np.tile(cards, (int(free.sum()), 1))], axis=1).astype(np.uint8)
    strengths = evaluate_batch(hands)
    better = strengths > (evaluate_batch(np.array([cards], np.uint8))[0] if len(cards) == 5 else 0)
    categories = np.searchsorted(_LAST_OF, strengths)
    numbers = np.flatnonzero(free)
    four_on_board = (
        len(cards) >= 4 and np.bincount(np.array(cards) // 4).max() == 4
    )  # then a kicker is all one has
    for category, kind in _WHOLE.items():
        if not (category == _FOUR and four_on_board):
            kinds[numbers[(categories == category) & better]] = kind
    kinds[~free] = BLOCKED
    return kinds


def board_cards(board: CardsLike) -> list[int]:
    """Return the cards of a board of 3, 4 or 5."""
    cards = parse_cards(board)
    if len(cards) not in (3, 4, 5):
        raise CardError(f"the board has {len(cards)} cards; hands have kinds on 3, 4 or 5, such as QsJh2h")
    return cards


def free_hands(cards: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Return which hands hold no card of a board: bool[1326]."""
    return np.asarray(~np.isin(HAND_CARDS, cards).any(axis=1))


def _by_ranks(cards: Sequence[int]) -> Kinds:
    """What hands have without straights, flushes and full houses: by which ranks they share with the board."""
    counts = np.bincount(np.array(cards) // 4, minlength=13)
    ranks = np.flatnonzero(counts)[::-1]  # of the board, the highest first
    order = np.full(13, len(ranks))
    order[ranks] = np.arange(len(ranks))
    high, low = (HAND_CARDS // 4).astype(np.intp).T
    pocket = high == low
    best = np.minimum(order[high], order[low])
    pairs = np.where(best == 0, MADE.index("top pair"), MADE.index("low pair"))
    pairs = np.where(best == 1, MADE.index("second pair"), pairs)
    pockets = np.where(high > ranks[0], MADE.index("overpair"), MADE.index("underpair"))
    kinds = np.where(high == _ACE, MADE.index("ace high"), MADE.index("no pair"))
    matched = best < len(ranks)
    kinds = np.where(matched, pairs, kinds)
    kinds = np.where(
        matched & (order[high] < len(ranks)) & (order[low] < len(ranks)), MADE.index("two pair"), kinds
    )
    kinds = np.where(~pocket & ((counts[high] >= 2) | (counts[low] >= 2)), MADE.index("trips"), kinds)
    kinds = np.where(pocket, pockets, kinds)
    return np.where(pocket & matched, MADE.index("set"), kinds).astype(np.int8)
