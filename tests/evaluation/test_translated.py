"""Strategies of few sizes in a game of more."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import riverboat as rb
from riverboat.evaluation import TranslatedStrategy, evaluate_strategy
from riverboat.games import Game, Table, menu_from_table
from riverboat.games.rules.action import act
from riverboat.games.rules.game_file import game_from_table
from riverboat.games.trees.translation import menu_weights
from riverboat.solvers import PublicState, always_call, uniform
from riverboat.solvers.asking.options import options_at

FEW = menu_from_table({"every": {"bets": "100%", "raises": "100%"}, "all_in": "always"})
MORE = menu_from_table({"every": {"bets": "50% 100%", "raises": "50% 100%"}, "all_in": "always"})


@cache
def game() -> Game:
    """Two cards of nine, a flop of one: a no-limit game that is solved in a moment."""
    return game_from_table(
        {
            "name": "tiny",
            "players": 2,
            "deck": {"ranks": "JQK", "suits": "dhs"},
            "hole_cards": 1,
            "board_cards": [0, 1],
            "ranking": "leduc",
            "betting": "no-limit",
            "blinds": [2, 1],
            "min_bet": 2,
            "stacks": 20,
        }
    )


def test_nothing_changes_on_its_own_menu() -> None:
    solution = rb.solve(game(), menu=FEW, iterations=50, threads=1)
    played = TranslatedStrategy(solution, FEW)
    own = evaluate_strategy(game(), solution, menu=FEW, threads=1)
    result = evaluate_strategy(game(), played, menu=FEW, threads=1)
    assert result.gains == pytest.approx(own.gains)
    assert played.lost == 0


def test_more_sizes_can_only_gain() -> None:
    solution = rb.solve(game(), menu=FEW, iterations=400, threads=1)
    played = TranslatedStrategy(solution, FEW)
    fine = evaluate_strategy(game(), played, menu=MORE, threads=1)
    coarse = evaluate_strategy(game(), solution, menu=FEW, threads=1)
    assert fine.values == pytest.approx(coarse.values)  # it never bets what it does not know
    assert all(more >= few for more, few in zip(fine.gains, coarse.gains, strict=True))
    assert fine.nash_conv > 2 * coarse.nash_conv
    assert 0 <= played.lost < played.asked / 2


def test_a_bet_between_two_sizes_is_answered_as_a_mixture() -> None:
    solution = rb.solve(game(), menu=FEW, iterations=50, threads=1)
    table = Table(game())
    raised = MORE.choices(table)[2]
    weights = menu_weights(raised, FEW, table)
    hands = np.array([[card] for card in game().deck.cards], np.uint8)
    expected = np.zeros(
        (len(hands), 2)
    )  # fold and call, which is to check where the raise was played as a call
    for weight, choice in zip(weights, FEW.choices(table)[1:], strict=True):
        after = table.copy()
        act(after, choice)
        actions = FEW.choices(after)
        answer = solution(PublicState(after, (), hands, options_at(after, actions)))
        for place, action in enumerate((-1, 0)):
            if action in actions:
                expected[:, place] += weight * answer[:, actions.index(action)]
    assert (weights > 0).sum() == 2
    act(table, raised)
    options = options_at(table, MORE.choices(table))
    answer = TranslatedStrategy(solution, FEW)(PublicState(table, (), hands, options))
    np.testing.assert_allclose(answer[:, :2], expected, atol=1e-9)
    np.testing.assert_allclose(answer.sum(axis=1), 1)


@pytest.mark.parametrize("play", [always_call, uniform])
def test_any_function_is_translated(play: object) -> None:
    result = evaluate_strategy(game(), TranslatedStrategy(play, FEW), menu=MORE, threads=1)  # type: ignore[arg-type]
    assert sum(result.values) == pytest.approx(0, abs=1e-9)
