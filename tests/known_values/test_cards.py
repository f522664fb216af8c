"""Published counts of hands: every hand is dealt and evaluated."""

from __future__ import annotations

import math

import pytest

from riverboat.cards.ranking import ranking

CATEGORIES = [
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "pair",
    "high card",
]
FIVE = [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]
SIX = [1_844, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900]
SEVEN = [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460]


@pytest.mark.parametrize(
    ("cards", "expected", "classes"), [(5, FIVE, 7_462), (6, SIX, 6_075), (7, SEVEN, 4_824)]
)
def test_holdem(cards: int, expected: list[int], classes: int) -> None:
    holdem = ranking("holdem")
    counts = holdem.counts(cards)
    assert holdem.category_counts(cards) == dict(zip(CATEGORIES, expected, strict=True))
    assert counts.sum() == sum(expected) == math.comb(52, cards)
    assert (counts > 0).sum() == classes
    assert len(counts) == holdem.classes + 1
    assert counts[0] == 0


def test_four_royal_flushes() -> None:
    assert ranking("holdem").counts(5)[7_462] == 4


def test_three_cards_of_rhode_island() -> None:
    counts = ranking("three-card").category_counts()
    assert list(counts.items()) == [
        ("straight flush", 48),
        ("three of a kind", 52),
        ("straight", 720),
        ("flush", 1_096),
        ("pair", 3_744),
        ("high card", 16_440),
    ]
    assert sum(counts.values()) == math.comb(52, 3)


@pytest.mark.parametrize("name", ["short-deck", "short-deck-trips"])
def test_short_deck(name: str) -> None:
    counts = ranking(name).category_counts(5)
    assert sum(counts.values()) == math.comb(36, 5) == 376_992
    # Nine ranks and six straights, the lowest of them A-6-7-8-9.
    assert counts == {
        "straight flush": 4 * 6,
        "four of a kind": 9 * 32,
        "full house": 9 * 4 * 8 * 6,
        "flush": 4 * (math.comb(9, 5) - 6),
        "straight": 6 * (4**5 - 4),
        "three of a kind": 9 * 4 * math.comb(8, 2) * 16,
        "two pair": math.comb(9, 2) * 36 * 28,
        "pair": 9 * 6 * math.comb(8, 3) * 64,
        "high card": (math.comb(9, 5) - 6) * (4**5 - 4),
    }
