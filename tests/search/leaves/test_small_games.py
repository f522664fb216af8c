"""Depth-limited solving on Leduc, where all is exact: what more continuations and what a value function give."""

import numpy as np
import pytest

from riverboat.search.leaves.biases import PLURIBUS, Bias
from riverboat.search.leaves.exact import averages_of, exact_leaves, whole_engine
from riverboat.search.leaves.rest import SolvedRest
from riverboat.search.leaves.trunk import trunk_losses
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.setup import GameSetup, game_setup
from riverboat.solvers.full_width.value_leaves import ValueLeaves

LEDUC_VALUE = -0.0856064  # to player 0


@pytest.fixture(scope="module")
def solved() -> tuple[GameSetup, FullWidth]:
    setup = game_setup("leduc")
    whole = whole_engine(setup, "cfr+")
    whole.run(2000)
    return setup, whole


def cut(setup: GameSetup, leaves: ValueLeaves, iterations: int) -> FullWidth:
    solver = whole_engine(setup, "cfr+", leaves)
    solver.run(iterations)
    return solver


def test_continuations_make_the_first_street_right(solved: tuple[GameSetup, FullWidth]) -> None:
    """One value for each hand is not enough; three ways to play on are, as in Brown, Sandholm and Amos 2018."""
    setup, whole = solved
    losses = []
    for k in (1, 3, 4):
        ways = [averages_of(whole, bias) for bias in PLURIBUS[:k]]
        one = [averages_of(whole)]
        first = cut(setup, exact_leaves(setup, (one, ways)), 1000)
        second = cut(setup, exact_leaves(setup, (ways, one)), 1000)
        assert first.accuracy().values[0] == pytest.approx(LEDUC_VALUE, abs=2e-3)
        losses.append(
            trunk_losses(setup, first, LEDUC_VALUE)[0] + trunk_losses(setup, second, LEDUC_VALUE)[1]
        )
    assert losses[0] > 0.1
    assert max(losses[1:]) < 0.005


def test_a_value_function_that_solves_the_rest_is_enough(solved: tuple[GameSetup, FullWidth]) -> None:
    setup, _ = solved
    hands = np.arange(6)
    losses = [
        sum(
            trunk_losses(
                setup, cut(setup, ValueLeaves((hands, hands), function=SolvedRest(setup, n)), n), LEDUC_VALUE
            )
        )
        for n in (20, 80)
    ]
    assert losses[1] < losses[0] / 2
    assert losses[1] < 0.06


def test_a_bias_pulls_probabilities() -> None:
    rows = np.array([[0.2, 0.5, 0.3], [0.0, 1.0, 0.0]])
    assert Bias(folds=5).rows(rows, [-1, 0, 400]) == pytest.approx(
        np.array([[1 / 1.8, 0.5 / 1.8, 0.3 / 1.8], [0, 1, 0]])
    )
