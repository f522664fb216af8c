"""Restricted Nash response on Leduc, exactly: what p buys and what it costs."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from riverboat.errors import SolverError
from riverboat.games import leduc
from riverboat.search.models.restricted_tree import (
    confidence,
    data_biased_tree,
    restricted_tree,
    solved_tree,
)
from riverboat.solvers.reference import best_response, build_tree, expected_values

P = (0.0, 0.5, 0.9, 1.0)
ITERATIONS = 100
NEAR = 0.03  # chips; what a hundred iterations leave


@cache
def game():
    return build_tree(leduc(), by_rank=True)


@cache
def equilibrium():
    return solved_tree(game(), ITERATIONS)


@cache
def caller():
    """An equilibrium that checks and calls more: 60 % of the time, whatever it holds."""
    rows = []
    for info, row in zip(game().info_sets, equilibrium(), strict=True):
        called = next(place for place, word in enumerate(info.actions) if word in "kc")
        rows.append([0.4 * chance + 0.6 * (place == called) for place, chance in enumerate(row)])
    return rows


def judged(rows, hero):
    """What a strategy wins from the caller, and the least it wins from anybody."""
    both = [
        row if info.seat == hero else other
        for info, row, other in zip(game().info_sets, rows, caller(), strict=True)
    ]
    return expected_values(game(), both)[hero], -best_response(game(), rows, 1 - hero)[0]


@cache
def curve(hero):
    return [judged(solved_tree(restricted_tree(game(), caller(), hero, p), ITERATIONS), hero) for p in P]


@pytest.mark.parametrize("hero", [0, 1])
def test_more_p_wins_more_from_the_model_and_risks_more(hero):
    wins, worst = zip(*curve(hero), strict=True)
    for before, after in pairwise(wins):
        assert after >= before - NEAR
    for before, after in pairwise(worst):
        assert after <= before + NEAR
    assert wins[-1] > wins[0] + 0.4
    assert worst[-1] < worst[0] - 1


@pytest.mark.parametrize("hero", [0, 1])
def test_the_loss_is_at_most_the_gain_times_the_odds_of_p(hero):
    value = expected_values(game(), equilibrium())[hero]
    plain, _ = judged(equilibrium(), hero)
    for p, (wins, worst) in zip(P[:-1], curve(hero), strict=False):
        assert value - worst <= p / (1 - p) * (wins - plain) + NEAR / (1 - p)


@pytest.mark.parametrize("hero", [0, 1])
def test_the_ends_are_the_equilibrium_and_the_best_response(hero):
    value = expected_values(game(), equilibrium())[hero]
    assert curve(hero)[0][1] == pytest.approx(value, abs=NEAR)
    assert curve(hero)[-1][0] == pytest.approx(best_response(game(), caller(), hero)[0], abs=1e-3)


def test_data_biased_trusts_where_something_was_seen():
    seen = [confidence(20.0, most=0.9) if "/" in info.line else 0.0 for info in game().info_sets]
    wins, worst = judged(solved_tree(data_biased_tree(game(), caller(), 0, seen), ITERATIONS), 0)
    plain, safest = judged(equilibrium(), 0)
    assert wins > plain + 0.05
    assert worst < safest
    none = [0.0] * len(game().info_sets)
    free = judged(solved_tree(data_biased_tree(game(), caller(), 0, none), ITERATIONS), 0)
    assert free[1] == pytest.approx(safest, abs=NEAR)


def test_wrong_shares_and_seats_are_refused():
    with pytest.raises(SolverError, match=r"p is 1\.5"):
        restricted_tree(game(), caller(), 0, 1.5)
    with pytest.raises(SolverError, match="hero is 2"):
        restricted_tree(game(), caller(), 2, 0.5)
