"""Kinds of hands against plain rules, hand by hand, with the evaluator as the judge of what a card would make."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import riverboat as rb
from riverboat.cards.card import HAND_CARDS, card_names, parse_cards
from riverboat.cards.kinds import DRAWS, MADE, draws_on, made_on
from riverboat.errors import CardError

WHOLE = ("straight flush", "four of a kind", "full house", "flush", "straight")
SAMPLE = random.Random(3).sample(range(1326), 90)
BOARDS = ["QsJh2h", "7c7d2s", "9h8h7h", "AsKsQsJs", "5c5d5h5s", "As2d3c9h", "7c7dKsKh"]
RIVERS = ["5c5d5h2s9c", "QsJhTc9d8s", "AhKh9h4h2h"]


def plain_made(hand: list[int], board: list[int]) -> str:
    if hand_is_new(hand, board):
        category = rb.category([*hand, *board])
        if category in WHOLE and not (
            category == WHOLE[1] and max(Counter(c // 4 for c in board).values()) == 4
        ):
            return category
    ranks, shown = [card // 4 for card in hand], Counter(card // 4 for card in board)
    order = sorted(shown, reverse=True)
    if ranks[0] == ranks[1]:
        return "set" if ranks[0] in shown else "overpair" if ranks[0] > order[0] else "underpair"
    if any(shown[rank] >= 2 for rank in ranks):
        return "trips"
    paired = sorted(order.index(rank) for rank in ranks if rank in shown)
    if len(paired) == 2:
        return "two pair"
    if paired:
        return {0: "top pair", 1: "second pair"}.get(paired[0], "low pair")
    return "ace high" if 12 in ranks else "no pair"


def hand_is_new(hand: list[int], board: list[int]) -> bool:
    return len(board) < 5 or rb.evaluate([*hand, *board]) > rb.evaluate(board)


def plain_draw(hand: list[int], board: list[int], made: str) -> str:
    if len(board) == 5:
        return "no draw"
    suits = Counter(card % 4 for card in [*hand, *board])
    flush = any(suits[card % 4] == 4 for card in hand) and made not in WHOLE[:4]
    outs = 0
    if made not in WHOLE:
        for rank in range(13):  # by a card of another suit each, so that only a straight can come of it
            ranks = sorted({card // 4 for card in [*hand, *board]} | {rank})
            own = best_straight(ranks)
            outs += own > best_straight(sorted({card // 4 for card in board} | {rank}))
    if flush:
        return "combo draw" if outs else "flush draw"
    if outs:
        return "straight draw" if outs > 1 else "gutshot"
    both = hand[0] % 4 == hand[1] % 4 and len(board) == 3 and suits[hand[0] % 4] == 3
    return "backdoor flush draw" if both and made not in WHOLE[:4] else "no draw"


def best_straight(ranks: list[int]) -> int:
    there = set(ranks) | ({-1} if 12 in ranks else set())
    return max((high for high in range(3, 13) if {*range(high - 4, high + 1)} <= there), default=0)


@pytest.mark.parametrize("board", [*BOARDS, *RIVERS])
def test_kinds_are_those_of_plain_rules(board: str) -> None:
    made, draws = made_on(board), draws_on(board)
    cards = parse_cards(board)
    for number in SAMPLE:
        hand = HAND_CARDS[number].tolist()
        if set(hand) & set(cards):
            assert made[number] == draws[number] == -1
            continue
        told = plain_made(hand, cards)
        assert MADE[made[number]] == told, card_names(hand)
        assert DRAWS[draws[number]] == plain_draw(hand, cards, told), card_names(hand)


def test_boards_of_other_sizes_are_refused() -> None:
    with pytest.raises(CardError, match="QsJh2h"):
        made_on("QsJh")
