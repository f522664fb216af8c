"""A local best response in games that are small enough to know everything."""

from __future__ import annotations

import pytest
from tests.evaluation.lbr.games import PlainLbr, nolimit_leduc

from riverboat.evaluation import evaluate_strategy, exact_local_best_response, local_best_response
from riverboat.solvers import GameSetup, StrategyLike, always_call, always_fold, solve, solve_spot, uniform
from riverboat.solvers.full_width.setup import game_setup

SETUPS = {"leduc": game_setup("leduc"), "no-limit leduc": nolimit_leduc()}


def half_trained(setup: GameSetup) -> StrategyLike:
    return solve(setup.config, iterations=8)


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS.keys())
@pytest.mark.parametrize("menu", ["fc", "f c 50% 100% a"])
def test_agrees_with_a_plain_one(setup: GameSetup, menu: str) -> None:
    if setup.game.betting == "limit":
        strategy: StrategyLike = half_trained(setup)
        seats = (0, 1)
    else:
        strategy, seats = uniform, (1,)
    found = exact_local_best_response(strategy, menu, "round-1", game=setup)
    for seat in seats:
        assert found[seat] == pytest.approx(PlainLbr(setup, strategy, menu != "fc").value(seat), abs=1e-9)


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS.keys())
def test_never_above_the_best_response(setup: GameSetup) -> None:
    for strategy in (uniform, always_call, always_fold, half_trained(setup)):
        best = evaluate_strategy(setup, strategy).best
        for menu in ("fc", "fcpa", "56"):
            for first in ("round-1", "round-2"):
                for depth in (1, 2):
                    won = exact_local_best_response(strategy, menu, first, game=setup, depth=depth)
                    assert won[0] <= best[0] + 1e-9
                    assert won[1] <= best[1] + 1e-9


def test_is_the_best_response_to_who_always_calls() -> None:
    best = evaluate_strategy("leduc", always_call).best
    assert exact_local_best_response(always_call, "fcpa", "round-1", game="leduc") == pytest.approx(best)


def test_deeper_looks_see_raises() -> None:
    shallow = exact_local_best_response(uniform, "fcpa", "round-1", game="leduc")
    deep = exact_local_best_response(uniform, "fcpa", "round-1", game="leduc", depth=2)
    assert deep[0] > shallow[0] + 0.3  # who bets first meets raises


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS.keys())
def test_sampled_hands_have_the_exact_mean(setup: GameSetup) -> None:
    exact = exact_local_best_response(uniform, "fcpa", "round-1", game=setup)
    result = local_best_response(uniform, "fcpa", "round-1", 3000, game=setup, seed=3)
    unit = 1000 / setup.game.big_blind
    assert abs(result.won.mean - sum(exact) / 2 * unit) < 2 * result.won.half_width
    for figure, chips in zip(result.by_seat.values(), exact, strict=True):
        assert abs(figure.mean - chips * unit) < 2 * figure.half_width


def test_gains_nothing_on_a_solved_turn() -> None:
    solution = solve_spot(
        board="QsJh2h5c",
        oop="QQ,AQs,87s",
        ip="JJ,KJs,T9s",
        pot=180,
        stack=300,
        sizes="75% | 3x",
        iterations=300,
        threads=1,
    )
    values = solution.accuracy.values
    for menu in ("fc", "fcpa"):
        won = exact_local_best_response(solution, menu)
        gains = [chips - value for chips, value in zip(won, values, strict=True)]
        assert max(gains) < 2 * solution.exploitability
        assert sum(gains) / 2 < solution.exploitability
    sampled = local_best_response(solution, "fcpa", hands=500)
    assert sampled.first == "turn"
    for figure, chips in zip(sampled.by_seat.values(), won, strict=True):
        assert abs(figure.mean - 1000 * chips) < 2 * figure.half_width
