"""What is wrong with a token of a range text."""

from __future__ import annotations

import re

from riverboat.cards.card import RANKS
from riverboat.cards.hand_group import HAND

_EXAMPLE = "such as 'AA', 'AKs', 'AsKs', 'QQ+' or 'A9s-A6s'"


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
