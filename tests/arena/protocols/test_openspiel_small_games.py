"""OpenSpiel measures our strategies for Kuhn and Leduc as we do."""

from __future__ import annotations

import numpy as np
import pytest
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import nash_conv

import riverboat as rb
from riverboat.arena.protocols import to_openspiel
from riverboat.errors import StrategyError
from riverboat.evaluation import evaluate_strategy
from riverboat.games import Game, kuhn, leduc
from riverboat.solvers import PublicState, StrategyLike, always_call, always_fold, uniform


def pattern(state: PublicState) -> np.ndarray:
    """Plays every hand after every line in its own way."""
    rng = np.random.default_rng([len(state.table.taken), *state.board, *np.maximum(state.table.taken, 0)])
    drawn = rng.random((64, len(state.options)))[state.hands[:, 0]]
    return np.asarray(drawn / drawn.sum(axis=1, keepdims=True))


@pytest.mark.parametrize("game", [kuhn(), leduc(), kuhn(3)], ids=["kuhn", "leduc", "kuhn of three"])
@pytest.mark.parametrize("strategy", [uniform, always_call, always_fold, pattern])
def test_values_and_gains_are_ours(game: Game, strategy: StrategyLike) -> None:
    policy = to_openspiel(strategy, game)
    ours = evaluate_strategy(game, strategy)
    assert nash_conv(policy.game, policy) == pytest.approx(ours.nash_conv, abs=1e-9)
    theirs = policy_value(policy.game.new_initial_state(), [policy] * game.players)
    assert theirs == pytest.approx(ours.values, abs=1e-9)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_solutions_are_as_exploitable_there_as_here(name: str) -> None:
    solution = rb.solve(name, "cfr+", iterations=100)
    policy = to_openspiel(solution)
    assert nash_conv(policy.game, policy) / 2 == pytest.approx(solution.exploitability, abs=1e-9)
    assert np.allclose(policy.action_probability_array.sum(axis=1), 1, atol=1e-12)


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(
        StrategyError, match=r"a function does not say what it plays; give the game, such as leduc\(\)"
    ):
        to_openspiel(uniform)
    with pytest.raises(
        StrategyError, match=r"the game is 'rhode-island'; OpenSpiel has kuhn\(\) and leduc\(\)"
    ):
        to_openspiel(uniform, rb.games.rhode_island())


def test_a_game_may_be_named() -> None:
    assert to_openspiel(uniform, "kuhn").game.get_type().short_name == "kuhn_poker"
