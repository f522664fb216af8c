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

_EXAMPLE = "such as 'AA', 'AKs', 'AsKs', 'QQ+' or 'A9s-A6s'"


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


def explain(token: str) -> str:
    """Say what is wrong with a token that is no group."""
    if not token:
        return f"the text is empty; write hands, {_EXAMPLE}"
    if token == ",":
        return "',' has no group before it; commas stand between groups, such as 'AA,KK'"
    if token == ":":
        return "':' has no group before it; a weight follows its group, such as 'AKs:0.5'"
    if token in "[]":
        return f"'{token}' is no percent block; write its percentage, such as '[50]AKs,AQs[/50]'"
    if token.lower().startswith("top") or "%" in token:
        return f"'{token}' is not a share of hands; write a percentage, such as 'top(15%)'"
    if set(token) <= set("+-"):
        return f"'{token}' has no hand; put one before '+' and on both sides of '-', such as 'QQ+' or 'QQ-88'"
    first, dash, last = (part.strip() for part in token.partition("-"))
    if dash and not (first and last):
        return f"'{token}' has a hand on one side only; a run needs both ends, such as 'QQ-88'"
    for part in (first, last) if dash else (first,):
        hand = part.rstrip("+")
        if not HAND.fullmatch(hand):
            return f"'{token}' is not a group of hands: {_explain_hand(hand)}; write one, {_EXAMPLE}"
    return f"'{token}' has '+' in the wrong place; one '+' follows one hand, such as 'QQ+' or 'A8o+'"


def _explain_hand(hand: str) -> str:
    """Say why one hand cannot be read."""
    if "10" in hand:
        return "the ten is written T"
    if re.fullmatch(r"[AKQJT2-9][cdhs]", hand, re.ASCII | re.IGNORECASE):
        return f"'{hand}' is one card, a hand has two"
    if re.fullmatch(r"[0-9.]+", hand):
        return "a number is a weight only after a colon"
    wrong = [letter for letter in hand[:2] if letter.upper() not in RANKS]
    if len(hand) == 3 and not wrong:
        return f"'{hand[2]}' is neither s (suited) nor o (offsuit)"
    if len(hand) <= 3 and wrong:
        return f"'{wrong[0]}' is not a rank ({RANKS})"
    return f"a hand is two ranks ({RANKS}) with s, o or nothing, or two cards"
