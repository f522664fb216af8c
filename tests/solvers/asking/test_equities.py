"""Equities of both players by one sweep: the numbers of `rb.equity`, also for hands that do not come to a node."""

from __future__ import annotations

import numpy as np
import pytest

import riverboat as rb
from riverboat.cards.card import NUM_HANDS, parse_cards
from riverboat.games.rules.private_hands import PrivateHands
from riverboat.solvers.asking.equities import range_equities

NUMBERS = [(high, low) for high in range(52) for low in range(high)]
"""The cards of each hand by its number."""


def some_hands(rng: np.random.Generator, board: list[int], count: int) -> PrivateHands:
    free = [hand for hand in NUMBERS if not set(hand) & set(board)]
    chosen = sorted(rng.permutation(len(free))[:count].tolist())
    weights = np.where(rng.random(count) < 0.3, 0.0, rng.random(count))
    return PrivateHands(np.array([free[i] for i in chosen], np.uint8), weights)


@pytest.mark.parametrize("board", ["QsJh2h", "QsJh2h5c", "QsJh2h5c9d", ""])
def test_the_numbers_are_those_of_equity(board: str) -> None:
    rng = np.random.default_rng(7)
    cards = list(parse_cards(board)) if board else []
    hands = (some_hands(rng, cards, 90), some_hands(rng, cards, 40))
    reach = [held.weights for held in hands]
    fits = [np.arange(len(held)) % 7 > 0 for held in hands]
    for player in (0, 1):
        reach[player][~fits[player]] = 0
    found = range_equities(hands, reach, fits, cards, 1)
    for player in (0, 1):
        numbers = [NUMBERS.index((high, low)) for high, low in hands[player].cards.tolist()]
        others = [NUMBERS.index((high, low)) for high, low in hands[1 - player].cards.tolist()]
        own, other = np.zeros(NUM_HANDS), np.zeros(NUM_HANDS)
        own[numbers], other[others] = fits[player], reach[1 - player]
        expected = rb.equity(rb.Range.from_weights(own), rb.Range.from_weights(other), board=board)[0].by_hand
        np.testing.assert_allclose(found[player], expected[numbers], rtol=0, atol=1e-12)
        assert np.isnan(found[player][~fits[player]]).all()
        assert not np.isnan(found[player][fits[player]]).any()


@pytest.mark.parametrize("board", ["QsJh2h5c9d", ""])
def test_hands_that_meet_nobody_have_none(board: str) -> None:
    cards = list(parse_cards(board)) if board else []
    aces = PrivateHands(np.array([(51, 50), (49, 48)], np.uint8), np.array([1.0, 1.0]))
    one = PrivateHands(np.array([(51, 47)], np.uint8), np.array([1.0]))
    fits = (np.array([True, True]), np.array([True]))
    first, second = range_equities((aces, one), [aces.weights, one.weights], fits, cards, 1)
    assert np.isnan(first).tolist() == [True, False]
    assert not np.isnan(second).any()
    first, second = range_equities((aces, one), [aces.weights, np.zeros(1)], fits, cards, 1)
    assert np.isnan(first).all()
    assert not np.isnan(second).any()
