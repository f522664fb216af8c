"""The words for hands: "full house, aces over kings"."""

from __future__ import annotations

from collections.abc import Sequence

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""The names of the native categories, by number."""

RANK_WORDS = (
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_ACE = 12


def plural(rank: int) -> str:
    """Return the word for several cards of a rank.

    >>> plural(4), plural(12)
    ('sixes', 'aces')
    """
    word = RANK_WORDS[rank]
    return word + ("es" if word == "six" else "s")


def describe_class(category: str, ranks: Sequence[int], hand_size: int) -> str:
    """Say in words what a class of hands is. `ranks` are those that decide, the most important first.

    >>> describe_class("two pair", [12, 11, 10], 5), describe_class("four of a kind", [7], 5)
    ('two pair, aces and kings, queen kicker', 'four of a kind, nines')
    """
    first = ranks[0]

    def kicker(place: int) -> str:  # hands of four cards have none
        return f", {RANK_WORDS[ranks[place]]} kicker" if place < len(ranks) else ""

    match category:
        case "high card":
            return f"high card {RANK_WORDS[first]}" if hand_size > 1 else RANK_WORDS[first]
        case "pair":
            return f"pair of {plural(first)}"
        case "two pair":
            return f"two pair, {plural(first)} and {plural(ranks[1])}{kicker(2)}"
        case "full house":
            return f"full house, {plural(first)} over {plural(ranks[1])}"
        case "four of a kind":
            return f"four of a kind, {plural(first)}{kicker(1)}"
        case "three of a kind":
            return f"three of a kind, {plural(first)}"
        case "straight flush" if first == _ACE and hand_size == 5:
            return "royal flush"
        case _:
            return f"{category}, {RANK_WORDS[first]} high"
