"""Sampled win rates against exact ones, and the random numbers behind them."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat import _core
from riverboat.bots import mix
from riverboat.cards.card import parse_cards
from riverboat.cards.hand_class import CLASS_OF_HAND
from riverboat.cards.preflop import preflop_table
from riverboat.games import nolimit_holdem, short_deck
from riverboat.games.rules.table import native_rules


def test_the_chances_before_the_flop_are_those_of_the_table() -> None:
    wins, ties, deals = preflop_table().against(np.ones(1326))
    chances = np.array(_core.preflop_chances())
    assert set(deals) == {1225 * 1712304}
    assert np.array_equal(np.stack([wins, ties], axis=1), chances[CLASS_OF_HAND])


def test_the_distribution_of_rates_is_that_of_single_deals() -> None:
    """A rate of 100 deals before the flop has the variance of 100 draws of a share, not less and not more."""
    rules, held = native_rules(nolimit_holdem()), parse_cards("AsKd")
    rates = np.array([_core.win_rate(rules, held, (), 1, 100, seed) for seed in range(4000)])
    wins, ties = (np.array(_core.preflop_chances())[13] / (1225 * 1712304)).tolist()
    mean = wins + ties / 2
    variance = (wins + ties / 4 - mean**2) / 100
    assert rates.mean() == pytest.approx(mean, abs=4.5 * (variance / len(rates)) ** 0.5)
    assert rates.var() == pytest.approx(variance, rel=4.5 * (2 / len(rates)) ** 0.5)


def test_other_decks_are_dealt() -> None:
    rules = native_rules(short_deck(2))
    held, board = parse_cards("AsAd"), parse_cards("AhAcKd6s7s")
    assert _core.win_rate(rules, held, board, 1, 500, 1) == 1
    assert 0.6 < _core.win_rate(rules, held, (), 1, 20_000, 1) < 0.85


@pytest.mark.parametrize("numbers", [(), (0,), (1, 2), (2, 1), (-1, 2**64 + 5, 3)])
def test_numbers_are_mixed_by_splitmix64(numbers: tuple[int, ...]) -> None:
    word, mixed = 2**64 - 1, 0
    for number in numbers:
        mixed = (mixed + number + 0x9E3779B97F4A7C15) & word
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & word
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & word
        mixed ^= mixed >> 31
    assert mix(*numbers) == mixed
