"""Draws: what a hand may become by the cards that are still to come, in the words of players."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import HAND_CARDS, CardsLike
from riverboat.cards.kinds.made import BLOCKED, MADE, Kinds, board_cards, free_hands, made_on

DRAWS: Final = ("combo draw", "flush draw", "straight draw", "gutshot", "backdoor flush draw", "no draw")
"""From the best to none. A straight draw is made by cards of two ranks or more, a gutshot by one; a combo draw is a
flush draw with either; backdoor flush draws are of two suited cards with one more on the flop."""

_RANKS: Final = 13


def _straights() -> npt.NDArray[np.int8]:
    """The highest card of the best straight in each set of ranks, as bits; 0 if there is none: int8[8192]."""
    best = np.zeros(1 << _RANKS, np.int8)
    sets = np.arange(1 << _RANKS)
    for high in range(3, _RANKS):  # 3 is the five, which the ace stands below
        ranks = [rank % _RANKS for rank in range(high - 4, high + 1)]
        need = sum(1 << rank for rank in ranks)
        best[(sets & need) == need] = high
    return best


_BEST_STRAIGHT: Final = _straights()


def draws_on(board: CardsLike) -> Kinds:
    """Return the draw of each of the 1,326 hands: int8[1326] of numbers in `DRAWS`, -1 where cards are taken.

    Draws to what a hand already has, or has something better than, do not count; on the river there are none.

    >>> from riverboat.cards.card import hand_indices, parse_cards
    >>> kinds = draws_on("QsJh2h")
    >>> hands = np.array([sorted(parse_cards(hand), reverse=True) for hand in ("9h8h", "KcTd", "AcTd", "AhTh", "7c6d")])
    >>> [DRAWS[kinds[number]] for number in hand_indices(hands.astype(np.uint8))]
    ['combo draw', 'straight draw', 'gutshot', 'combo draw', 'no draw']
    """
    cards = board_cards(board)
    made = made_on(cards)
    kinds = np.full(len(made), DRAWS.index("no draw"), np.int8)
    if len(cards) < 5:
        outs = np.where(made > MADE.index("straight"), _straight_outs(cards), 0)
        flush, backdoor = _flush_draws(cards)
        may_flush = made > MADE.index("flush")
        rules = (  # the last that fits counts
            ("backdoor flush draw", backdoor & may_flush),
            ("gutshot", outs == 1),
            ("straight draw", outs > 1),
            ("flush draw", flush & may_flush),
            ("combo draw", flush & may_flush & (outs > 0)),
        )
        for name, fits in rules:
            kinds[fits] = DRAWS.index(name)
    kinds[~free_hands(cards)] = BLOCKED
    return kinds


def _straight_outs(cards: list[int]) -> npt.NDArray[np.intp]:
    """How many ranks would make a hand a straight that the board alone would not have: int[1326]."""
    own = np.bitwise_or.reduce(1 << (HAND_CARDS // 4).astype(np.intp), axis=1)
    board = int(np.bitwise_or.reduce([1 << (card // 4) for card in cards]))
    together = own | board
    outs = np.zeros(len(own), np.intp)
    for rank in range(_RANKS):
        shared = max(_BEST_STRAIGHT[board], _BEST_STRAIGHT[board | 1 << rank])
        outs += _BEST_STRAIGHT[together | 1 << rank] > np.maximum(_BEST_STRAIGHT[together], shared)
    return outs


def _flush_draws(cards: list[int]) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which hands need one card for a flush, and which two on the flop: bool[1326] each."""
    on_board = np.bincount(np.array(cards) % 4, minlength=4)
    suits = (HAND_CARDS % 4).astype(np.intp)
    flush, backdoor = np.zeros(len(suits), np.bool_), np.zeros(len(suits), np.bool_)
    for suit in range(4):
        held = (suits == suit).sum(axis=1)
        flush |= (held > 0) & (held + on_board[suit] == 4)
        backdoor |= (held == 2) & (on_board[suit] == 1) & (len(cards) == 3)
    return flush, backdoor
