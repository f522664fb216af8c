"""The reductions that CFR_Poker tells of its worked example, 5♠7♣ on 4♠6♦8♦T♦T♥, and what counting finds.

It says how many times fewer states each step leaves (3456, 5, and 517.5 or 346) and not how it counted. Each figure is
met here by the count that gives it, beside the exact one from the keys.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import comb

from riverboat.abstraction import FeatureRules, feature_key, parse_feature_key
from riverboat.abstraction.features.feature_text import FeatureKey
from riverboat.cards.card import card_names, parse_cards

SUITS = "cdhs"


def read(hand: str, table: str, rules: FeatureRules | None = None) -> FeatureKey:
    key = parse_feature_key(feature_key(hand, table, rules or FeatureRules()))
    assert isinstance(key, FeatureKey)
    return key


def test_suits_of_the_straight_are_forgotten() -> None:
    """3456: 4·4·4 suits of 4, 6 and 8 and 6 of the tens on the table, times 3·3 of a hand that has no part in a flush.

    Exactly: the hand has 4·4 suits, of all 6,144 patterns 204 are a flush, and the others are two states, with three of
    a suit on the table and without.
    """
    assert 4**3 * comb(4, 2) * 3**2 == 3456
    found: Counter[tuple[str, object]] = Counter()
    for own in product(SUITS, repeat=2):
        for three in product(SUITS, repeat=3):
            for tens in combinations(SUITS, 2):
                key = read(f"5{own[0]}7{own[1]}", f"4{three[0]}6{three[1]}8{three[2]}T{tens[0]}T{tens[1]}")
                found[key.category, key.suits] += 1
    straights = {suits: count for (category, suits), count in found.items() if category == "S"}
    assert straights == {True: 1908, False: 4032}
    assert sum(found.values()) - sum(straights.values()) == 204
    assert sum(straights.values()) / len(straights) == 2970  # its 3,456


def test_ways_to_hold_two_cards_of_the_straight() -> None:
    """5: ten ways to hold two of its five cards, and the flag H_S leaves two. Four have the eight, six do not."""
    suits = dict(zip("45678", "sshdc", strict=True))
    ways = [set(two) for two in combinations("45678", 2)]
    assert len(ways) / 2 == 5
    tops = Counter()
    for way in ways:
        hand = "".join(rank + suits[rank] for rank in way)
        table = "".join(rank + suits[rank] for rank in "45678" if rank not in way) + "TdTh"
        key = read(hand, table)
        assert (key.category, key.ranks) == ("S", "8")
        tops[key.top] += 1
    assert tops == {True: 4, False: 6}


def test_the_two_unused_cards_become_flags() -> None:
    """517.5 and 346: 46·45 = 2,070 ordered pairs of unused cards over 4 states, or over 6 (which is 345).

    Exactly: 47 cards are left besides the straight, 1,081 pairs. 178 make a better hand, most with a nine. Of the six
    pairs of flags four occur: no three of a kind fits on the table beside a pair, nor beside two.
    """
    assert 46 * 45 == 2070
    assert (2070 / 4, 2070 / 6) == (517.5, 345)
    assert 3456 * 5 * 517.5 == 8_942_400  # "nearly nine million"
    hand, table = parse_cards("5s7c"), parse_cards("4s6d8d")
    left = [card for card in range(52) if card not in hand + table]
    assert comb(len(left), 2) == 1081
    flags: Counter[tuple[object, bool]] = Counter()
    higher = 0
    for two in combinations(left, 2):
        key = read(card_names(hand), card_names(table + list(two)), FeatureRules(pairs="count"))
        if (key.category, key.ranks) == ("S", "8"):
            flags[key.pairs, key.trips] += 1
        else:
            higher += 1
    assert flags == {(0, False): 513, (1, False): 354, (2, False): 27, (0, True): 9}
    assert (sum(flags.values()), higher) == (903, 178)
