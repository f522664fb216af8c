"""Groups of starting hands as players write them: `AKs`, `QQ+`, `A9s-A6s`, `AsKs`."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from riverboat.cards.card import RANKS, SUITS, hand_index
from riverboat.cards.hand_class import CLASS_HANDS

# ASCII: without it the Kelvin sign would match K, and the long s would match s.
HAND = re.compile(r"(?:[AKQJT2-9][cdhs]){2}|[AKQJT2-9]{2}[os]?", re.ASCII | re.IGNORECASE)
"""One hand or class: two cards, or two ranks with `s`, `o` or nothing."""


class GroupError(ValueError):
    """A group breaks a rule; the reader of the whole text adds where."""


@lru_cache(maxsize=4096)
def expand_group(first: str, plus: str | None = None, last: str | None = None) -> np.ndarray:
    """Return the hand indices of `first`, of `first+` or of `first-last`.

    >>> len(expand_group("98s", "+")), len(expand_group("A9s", None, "A6s")), len(expand_group("22", None, "99"))
    (24, 16, 48)
    """
    high, low, kind = _parts(first)
    gap = high - low
    if last is not None:
        ranks = _run(first, last)
    elif plus is None:
        ranks = [(high, low)]
    elif gap <= 1:
        ranks = [(rank, rank - gap) for rank in range(high, 13)]
    else:
        ranks = [(high, rank) for rank in range(low, high)]
    hands = np.concatenate([_hands_of(high, low, kind) for high, low in ranks])
    hands.flags.writeable = False
    return hands


def _parts(hand: str) -> tuple[int, int, str]:
    """Return high rank, low rank and kind: '' (all suits), 's', 'o', or the two suit letters of one hand."""
    ranks, kind = (hand[::2], hand[1::2]) if len(hand) == 4 else (hand[:2], hand[2:])
    high, low = (RANKS.index(rank) for rank in ranks.upper())
    kind = kind.lower()
    if high == low and len(kind) == 1:
        raise GroupError(f"'{hand}' puts '{kind}' on a pair; pairs have no suffix, such as '{ranks.upper()}'")
    if high == low and kind and kind[0] == kind[1]:
        raise GroupError(f"'{hand}' is one card twice; a hand is two different cards, such as 'AsAh'")
    if high < low:
        return low, high, kind[::-1]
    return high, low, "".join(sorted(kind)) if high == low else kind


def _run(first: str, last: str) -> list[tuple[int, int]]:
    """Return the rank pairs of a run, whose ends may stand in either order, from the highest down."""
    (high, low, kind), (last_high, last_low, last_kind) = _parts(first), _parts(last)
    shown = f"'{first}-{last}'"
    if (high == low) != (last_high == last_low):
        raise GroupError(f"{shown} mixes a pair with another hand; pairs run to pairs, such as 'QQ-88'")
    if kind != last_kind:
        raise GroupError(f"{shown} changes suits on its way; both ends need the same, such as 'A9s-A6s'")
    (last_high, last_low), (high, low) = sorted([(high, low), (last_high, last_low)])
    if high == last_high:
        return [(high, rank) for rank in range(low, last_low - 1, -1)]
    if high - low == last_high - last_low:
        return [(rank, rank - high + low) for rank in range(high, last_high - 1, -1)]
    rule = "a run keeps the first rank or the gap, such as 'A9s-A6s' or '98o-65o'"
    raise GroupError(f"{shown} has another first rank and another gap at its end; {rule}")


def _hands_of(high: int, low: int, kind: str) -> np.ndarray:
    name = RANKS[high] + RANKS[low]
    if len(kind) == 2:
        return np.array([hand_index(4 * high + SUITS.index(kind[0]), 4 * low + SUITS.index(kind[1]))])
    if kind or high == low:
        return CLASS_HANDS[name + kind]
    return np.concatenate([CLASS_HANDS[name + "s"], CLASS_HANDS[name + "o"]])
