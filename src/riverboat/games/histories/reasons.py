"""Why hands are refused, by kind: so that thousands of reasons can be counted in a few lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Fault: TypeAlias = Literal["another game", "not supported", "broken", "not understood"]
"""Whose fault it is: nobody's, our rules', the history's own, or our reader's."""


@dataclass(frozen=True)
class Reason:
    """A kind of reason in words, and whose fault it is."""

    words: str
    fault: Fault


_KINDS: dict[str, Reason] = {
    r"another game|game is '(?!Holdem)|variant is": Reason("another game than hold'em", "another game"),
    r"is short deck": Reason("short deck in this format", "another game"),
    r"cap game": Reason("a cap game", "not supported"),
    r"pot-limit hold'em|'Holdem' 'PL'": Reason("pot-limit hold'em", "not supported"),
    r"hand is not over|cut off|there is no '(?:\*\*\*|--)": Reason("cut off before the end", "broken"),
    r"total pot|collected|finishing_stacks|the winnings|is said to win|took no part": Reason(
        "its own totals do not fit its actions", "broken"
    ),
    r"dealt twice|appears twice": Reason("a card is dealt twice", "broken"),
    r"out of turn|after the hand is over": Reason("a player acts out of turn", "broken"),
    r"who wins cannot be said": Reason("cards that nobody knows decide it", "broken"),
    r"no seat line|player stacks|among the players": Reason("somebody acts who has no seat", "broken"),
    r"named before|same id|same name": Reason("a chair or a player is there twice", "broken"),
    r"chips to call|to call$|nothing to call": Reason("a call or a check that is not one", "broken"),
    r"cannot raise|bets .* chips|can only call": Reason("a bet that cannot be made", "broken"),
    r"the board|the flop|the turn|the river|hole cards|is not a card|but holds": Reason(
        "cards that cannot be", "broken"
    ),
    r"players took part": Reason("fewer than two players", "broken"),
    r"does not look like|does not begin a hand|names no hold'em|not valid|no hand in it": Reason(
        "no hand of a format that is read", "not understood"
    ),
}


def reason_of(text: str) -> Reason:
    """Return the kind of a reason, told in words of its own where it is of none.

    >>> reason_of("line 7 of the hand: Ann acts out of turn: it is Bob's turn").words
    'a player acts out of turn'
    >>> reason_of("the chairs 3, 3 are one")
    Reason(words='the chairs …, … are one', fault='not understood')
    """
    for pattern, reason in _KINDS.items():
        if re.search(pattern, text):
            return reason
    return Reason(re.sub(r"[0-9][0-9,.]*[0-9]|[0-9]", "…", text.splitlines()[0])[:70], "not understood")
