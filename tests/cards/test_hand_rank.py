"""Hand ranks of two to seven cards, against phevaluator, PokerKit and plain counting."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from phevaluator import evaluate_cards
from pokerkit import ShortDeckHoldemHand, StandardHighHand

import riverboat as rb
from riverboat.cards import card_names, hand_rank, hand_ranks, parse_cards, ranking
from riverboat.cards.hand_text import CATEGORIES
from riverboat.errors import CardError

RANDOM = np.random.default_rng(5)


def deals(cards: int, count: int, least: int = 0) -> np.ndarray:
    return (RANDOM.random((count, 52 - least)).argsort(axis=1)[:, :cards] + least).astype(np.uint8)


def plain(hand: list[int]) -> tuple[int, list[int], list[int]]:
    """Two to four cards: how often their ranks occur, and the ranks in that order."""
    often = sorted(Counter(card // 4 for card in hand).items(), key=lambda one: (-one[1], -one[0]))
    counts = [count for _, count in often]
    made = {4: "four of a kind", 3: "three of a kind"}.get(counts[0])
    if made is None:
        made = {0: "high card", 1: "pair", 2: "two pair"}[counts.count(2)]
    main = [rank for rank, count in often if count > 1 for _ in range(count)] or [often[0][0]]
    rest = [rank for rank, count in often if count == 1]
    return CATEGORIES.index(made), main, rest[1:] if made == "high card" else rest


def test_two_cards_are_all_169() -> None:
    found = {hand_rank(list(hand)) for hand in combinations(range(52), 2)}
    assert len(found) == 13 + 78  # suits do not matter


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_few_cards_by_plain_counting(cards: int) -> None:
    rows = deals(cards, 3000)
    many = hand_ranks(rows)
    for row, hand in enumerate(rows.tolist()):
        rank, (category, main, kickers) = hand_rank(hand), plain(hand)
        assert rank.category == CATEGORIES[category]
        assert [card // 4 for card in rank.main] == main
        assert [card // 4 for card in rank.kickers] == kickers
        assert many.categories[many.category[row]] == rank.category
        assert many.main[row].tolist() == main + [-1] * (5 - len(main))
        assert many.kickers[row].tolist() == kickers + [-1] * (5 - len(kickers))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_five_to_seven_cards_are_ordered_as_phevaluator_does(cards: int) -> None:
    rows = deals(cards, 1500)
    flushes = [sorted(RANDOM.choice(13, 5, replace=False) * 4 + suit) for suit in range(4) for _ in range(50)]
    hands = rows.tolist() + ([list(map(int, hand)) for hand in flushes] if cards == 5 else [])
    ranks = [hand_rank(hand) for hand in hands]
    oracle = [-evaluate_cards(*_names(hand)) for hand in hands]
    by_rank = sorted(range(len(hands)), key=lambda i: (ranks[i], oracle[i]))
    assert [oracle[i] for i in by_rank] == sorted(oracle)
    assert len(set(ranks)) == len(set(oracle))
    for rank, hand in zip(ranks[:200], hands, strict=False):
        assert {*rank.main, *rank.kickers} <= set(hand)
        assert StandardHighHand.from_game(card_names(hand)) == StandardHighHand(
            card_names(rank.main + rank.kickers)
        )


def _names(hand: list[int]) -> list[str]:
    text = card_names(hand)
    return [text[i : i + 2] for i in range(0, len(text), 2)]


@pytest.mark.parametrize("rules", ["holdem", "short-deck", "short-deck-trips"])
@pytest.mark.parametrize("cards", [5, 7])
def test_many_hands_at_once(rules: str, cards: int) -> None:
    rows = deals(cards, 1000, least=0 if rules == "holdem" else 16)
    many, strengths = hand_ranks(rows, rules), ranking(rules).evaluate_batch(rows)
    keys = np.column_stack([many.category, many.main, many.kickers]).tolist()
    order = sorted(range(len(rows)), key=lambda i: (keys[i], strengths[i]))
    assert [int(strengths[i]) for i in order] == sorted(strengths.tolist())
    for row in range(200):
        rank = hand_rank(rows[row].tolist(), rules)
        assert many.categories[many.category[row]] == rank.category
        assert [r for r in many.main[row].tolist() if r >= 0] == [card // 4 for card in rank.main]
        assert [r for r in many.kickers[row].tolist() if r >= 0] == [card // 4 for card in rank.kickers]


def test_short_deck_ranks_are_those_of_pokerkit() -> None:
    hands = deals(7, 300, least=16).tolist()
    ranks = [hand_rank(hand, "short-deck") for hand in hands]
    oracle = [ShortDeckHoldemHand.from_game(card_names(hand)) for hand in hands]
    for i in range(len(hands) - 1):
        assert (ranks[i] < ranks[i + 1]) == (oracle[i] < oracle[i + 1]), (hands[i], hands[i + 1])


def test_a_straight_flush_has_no_kicker_and_a_wheel_ends_with_its_ace() -> None:
    assert rb.hand_rank("Ac2c3c4c5cKdKh").kickers == ()
    assert card_names(rb.hand_rank("Ah6h7d8c9s", "short-deck").main) == "9s8c7d6hAh"
    ranks = rb.hand_ranks([parse_cards("Ah6h7d8c9s")], "short-deck")
    assert ranks.main.tolist() == [[7, 6, 5, 4, 12]]


@pytest.mark.parametrize(
    ("cards", "rules", "says"),
    [
        ("As", "holdem", "2 to 7"),
        ("AsAs", "holdem", "twice"),
        ("As2s", "short-deck", "not in the deck"),
        ("AsKs", "leduc", "'two-card' ranks 2 cards"),
    ],
)
def test_bad_hands(cards: str, rules: str, says: str) -> None:
    with pytest.raises(CardError, match=says):
        hand_rank(cards, rules)


def test_bad_arrays() -> None:
    with pytest.raises(CardError, match="2 to 7"):
        hand_ranks(np.zeros((3, 8), np.uint8))
    with pytest.raises(CardError, match="row 1: a card appears twice"):
        hand_ranks([[1, 2], [3, 3]])
    with pytest.raises(CardError, match="row 0: the card 2d is not in the deck"):
        hand_ranks([[1, 50], [30, 31]], "short-deck")
    assert hand_ranks(np.zeros((0, 3), np.uint8)).main.shape == (0, 5)
