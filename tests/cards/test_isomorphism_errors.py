"""What the hand indexer refuses, and that it says why."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.cards.card import FULL_DECK, Deck, parse_cards
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import CardError

HOLDEM = (2, 3, 1, 1)
LEDUC = Deck("JQK", "hs")
KUHN = Deck("JQK", "s")


@pytest.mark.parametrize(
    ("rounds", "deck", "message"),
    [
        ((), FULL_DECK, "empty"),
        ((0,), FULL_DECK, "0, which is not a positive integer"),
        ((2, -3), FULL_DECK, "-3, which is not a positive integer"),
        ((2, 1.5), FULL_DECK, "1.5, which is not a positive integer"),
        ((2, True), FULL_DECK, "True, which is not a positive integer"),
        ((2, "3"), FULL_DECK, "'3', which is not a positive integer"),
        ("23", FULL_DECK, "not a list of integers"),
        (5, FULL_DECK, "not a list of integers"),
        ((2, 3, 1, 1, 1), FULL_DECK, "need 8 cards; an index takes at most 7"),
        ((2, 10**30), FULL_DECK, "at most 7"),
        ((2, 2), KUHN, "need 4 cards; the deck has only 3"),
    ],
)
def test_bad_rounds(rounds: object, deck: Deck, message: str) -> None:
    with pytest.raises(CardError, match=message) as error:
        HandIndexer(rounds, deck)  # type: ignore[arg-type]
    assert "such as (2, 3, 1, 1)" in str(error.value)


def test_an_array_of_another_round_than_asked_for() -> None:
    hands = np.array([[51, 50], [0, 1]], np.uint8)
    assert HandIndexer(HOLDEM).index(hands, round=0).tolist() == [90, 0]
    with pytest.raises(CardError, match=r"round 1 of .* takes 5 cards"):
        HandIndexer(HOLDEM).index(hands, round=1)


def test_bad_deck() -> None:
    with pytest.raises(CardError, match="'JQK' is not a Deck"):
        HandIndexer((1, 1), "JQK")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "round", "message"),
    [
        ("AsAs", None, "the card As appears twice"),
        ("AsKsQs", None, "has 3 cards per hand; hands of the rounds .* have 2 or 5 or 6 or 7 cards"),
        ("", None, "has 0 cards"),
        ("As1s", None, "not a card"),
        ([51, 52], None, "card id 52 is out of range"),
        ([51, -1], None, "card id -1 is out of range"),
        ("AsKs", 1, "is 2 cards; round 1 of .* takes 5 cards"),
        ("AsKs", 4, "round 4 does not exist .* from 0 to 3"),
        ("AsKs", -1, "round -1 does not exist"),
        ("AsKs", True, "round True does not exist"),
    ],
)
def test_bad_hand(cards: object, round: int | None, message: str) -> None:
    with pytest.raises(CardError, match=message):
        HandIndexer(HOLDEM).index(cards, round)  # type: ignore[arg-type]


def test_cards_that_are_not_in_the_deck() -> None:
    indexer = HandIndexer((1, 1), LEDUC)
    with pytest.raises(CardError, match="the card Jc is not in the deck of ranks 'JQK' and suits 'hs'"):
        indexer.index("JsJc")
    with pytest.raises(CardError, match="row 1: the card Ah is not in the deck"):
        indexer.index_batch([parse_cards("JsJh"), parse_cards("JsAh")])


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([[0, 1], [2, 2]], "row 1: the card 2h appears twice in '2h2h'"),
        ([[0, 1], [2, 52]], "row 1: card id 52 is out of range"),
        ([[0, 1], [2, -3]], "row 1: card id -3 is out of range"),
        ([[0, 1], [2, 256]], "row 1: card id 256 is out of range"),
        (np.array([[0, 1], [2, 200]], dtype=np.uint8), "row 1: card id 200 is out of range"),
        (np.array([[0, 64]], dtype=np.uint8), "row 0: card id 64 is out of range"),
        ([0, 1], "has 1 dimensions, not 2"),
        ([[0, 1, 2]], "has 3 cards per hand"),
        ([[0, 1], [2]], "rows must have one length"),
        ([[0.0, 1.0]], "float64 does not hold integers"),
        ([[False, True]], "bool does not hold integers"),
        ([["As", "Ks"]], "does not hold integers"),
    ],
)
def test_bad_batch(cards: object, message: str) -> None:
    with pytest.raises(CardError, match=message):
        HandIndexer(HOLDEM).index_batch(cards)  # type: ignore[arg-type]


def test_the_first_bad_row_of_many_is_named() -> None:
    deck = np.arange(52, dtype=np.uint8)
    hands = np.random.default_rng(12).permuted(np.tile(deck, (60_000, 1)), axis=1)[:, :7].copy()
    hands[40_001, 6] = hands[40_001, 0]
    hands[55_555] = 255
    for call in (HandIndexer(HOLDEM).index_batch, HandIndexer(HOLDEM).index_all):
        with pytest.raises(CardError, match=r"row 40001: the card .. appears twice"):
            call(hands, threads=2)


def test_index_all_wants_whole_hands() -> None:
    with pytest.raises(CardError, match=r"give an array \[N, 7\]"):
        HandIndexer(HOLDEM).index_all([[0, 1, 2, 3, 4]])


@pytest.mark.parametrize("index", [-1, 169, 10**30, 1.0, True, "0", None])
def test_bad_index(index: object) -> None:
    for call in (HandIndexer(HOLDEM).cards, HandIndexer(HOLDEM).weight):
        with pytest.raises(CardError, match="out of range; indices of round 0 go from 0 to 168"):
            call(0, index)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("indices", "message"),
    [
        ([0, -1], "row 1: index -1 is out of range; indices of round 0 go from 0 to 168"),
        ([0, 169], "row 1: index 169 is out of range"),
        (np.array([2**63], dtype=np.uint64), "row 0: index 9223372036854775808 is out of range"),
        ([0.5], "float64 does not hold integers"),
        ([[0]], "has 2 dimensions, not 1"),
        (7, "has 0 dimensions, not 1"),
    ],
)
def test_bad_indices(indices: object, message: str) -> None:
    for call in (HandIndexer(HOLDEM).cards_batch, HandIndexer(HOLDEM).weight_batch):
        with pytest.raises(CardError, match=message):
            call(0, indices)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [0, -2, 1.5, True, "2"])
def test_bad_threads(threads: object) -> None:
    with pytest.raises(CardError, match=r"threads is .*a whole number from 1 up"):
        HandIndexer(HOLDEM).index_batch([[0, 1]], threads=threads)  # type: ignore[arg-type]


def test_bad_round() -> None:
    indexer = HandIndexer((2, 3))
    for call in (lambda: indexer.size(2), lambda: indexer.cards(2, 0), lambda: indexer.weight_batch(-1, [0])):
        with pytest.raises(CardError, match="does not exist"):
            call()
