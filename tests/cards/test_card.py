"""Card ids, card text, hand indices and decks."""

from itertools import combinations

import numpy as np
import pytest

from riverboat.cards.card import (
    FULL_DECK,
    HAND_CARDS,
    NUM_HANDS,
    SHORT_DECK,
    Deck,
    card_id,
    card_name,
    card_names,
    hand_cards,
    hand_index,
    hand_name,
    parse_cards,
)
from riverboat.errors import CardError


def test_ids_and_names_go_both_ways() -> None:
    assert [card_id(card_name(card)) for card in range(52)] == list(range(52))
    assert card_names(range(4)) == "2c2d2h2s"
    assert parse_cards(card_names(range(52))) == list(range(52))


@pytest.mark.parametrize("text", ["AsTh2c", "As Th 2c", "as,th,2c", "aS 10H 2C", "A♠T♥2♣", "A♤, 10♡\t2♧"])
def test_text_is_read_loosely(text: str) -> None:
    assert parse_cards(text) == [51, 34, 0]


@pytest.mark.parametrize(
    "cards",
    [[51, 34, 0], (51, 34, 0), ["As", "Th", "2c"], ["AsTh", 0], np.array([51, 34, 0], np.uint8)],
)
def test_lists_hold_ids_or_text(cards: list[int]) -> None:
    assert parse_cards(cards) == [51, 34, 0]


def test_a_single_id_is_a_card() -> None:
    assert parse_cards(51) == parse_cards(np.uint8(51)) == [51]


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("1s", "'1s' in '1s' is not a card"),
        ("As K", "'K' in 'As K' is not a card"),
        ("AsAs", "As appears twice in 'AsAs'"),
        ([51, 52], "card id 52 is out of range"),
        ([-1], "card id -1 is out of range"),
        ([True], "True is not a card"),
        ([1.0], "1.0 is not a card"),
        (1.5, "1.5 is not a list of cards"),
        (None, "None is not a list of cards"),
        (np.zeros((2, 2), np.uint8), "one dimension"),
    ],
)
def test_what_are_no_cards(cards: object, says: str) -> None:
    with pytest.raises(CardError, match=says):
        parse_cards(cards)  # type: ignore[arg-type]


def test_a_card_may_appear_twice_if_asked_for() -> None:
    assert parse_cards("AsAs", distinct=False) == [51, 51]


@pytest.mark.parametrize("card", [52, -1, 1.0, "As", None])
def test_names_need_ids(card: object) -> None:
    with pytest.raises(CardError, match="is not a card id"):
        card_names([card])  # type: ignore[list-item]


def test_every_pair_of_cards_has_its_own_index() -> None:
    indices = [hand_index(hi, lo) for hi in range(52) for lo in range(hi)]
    assert indices == list(range(NUM_HANDS))
    assert [hand_cards(index) for index in indices] == [tuple(cards) for cards in HAND_CARDS.tolist()]
    assert all(hand_index(a, b) == hand_index(b, a) for a, b in combinations(range(52), 2))
    assert hand_name(hand_index(*parse_cards("KdAs"))) == "AsKd"


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64])
def test_hand_indices_of_array_elements_do_not_overflow(dtype: type) -> None:
    indices = [hand_index(hi, lo) for hi, lo in HAND_CARDS.astype(dtype)]
    assert indices == list(range(NUM_HANDS))
    assert all(type(index) is int for index in indices)


@pytest.mark.parametrize(("a", "b"), [(51, 51), (52, 0), (0, -1), (51.0, 50), ("As", "Kd")])
def test_what_is_no_hand(a: int, b: int) -> None:
    with pytest.raises(CardError, match="are not a hand"):
        hand_index(a, b)


@pytest.mark.parametrize("index", [-1, NUM_HANDS, 1.5, "AsKs"])
def test_what_is_no_hand_index(index: int) -> None:
    with pytest.raises(CardError, match="is not a hand index"):
        hand_cards(index)


def test_decks() -> None:
    assert FULL_DECK.cards == tuple(range(52))
    assert SHORT_DECK.cards == tuple(range(16, 52))
    assert card_names(Deck("JQK", "hs").cards) == "JhJsQhQsKhKs"


@pytest.mark.parametrize(("ranks", "suits"), [("", "s"), ("KQ", "s"), ("QQ", "s"), ("1", "s"), ("A", "x")])
def test_what_is_no_deck(ranks: str, suits: str) -> None:
    with pytest.raises(CardError, match="must be letters of"):
        Deck(ranks, suits)
