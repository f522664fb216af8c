"""Leaf values of a blueprint in bulk against the engine that walks every board."""

import numpy as np
import pytest

import riverboat as rb
from riverboat.errors import SolverError
from riverboat.evaluation.filled import filled_engine
from riverboat.games.trees.config import TreeConfig
from riverboat.search.leaves.biases import AS_IT_IS, PLURIBUS
from riverboat.search.leaves.blueprint_values import LeafSampling, blueprint_leaves
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.strategy.blueprint import Blueprint

RANGES = (rb.Range("AA,QQ,AKs,87s,A5s"), rb.Range("JJ-99,AQs,KQs,76s"))


@pytest.fixture(scope="module")
def headsup() -> Blueprint:
    found = rb.open("headsup")
    assert isinstance(found, Blueprint)
    return found


def turn(headsup: Blueprint) -> GameSetup:
    config = TreeConfig("turn", headsup.game, headsup.files[0].config.menu, start="r2.5 r10 c / k k")
    return GameSetup(config, "Ks7h2d9c", RANGES)


def test_sampled_values_are_those_of_all_boards(headsup: Blueprint) -> None:
    """With every hand a group of its own only the boards are at random: every river comes about as often."""
    setup = turn(headsup)
    whole = filled_engine(setup, [headsup, headsup], trust_suits=True)
    leaves = blueprint_leaves(setup, headsup, sampling=LeafSampling(groups=100, runouts=960))
    cut = setup.solver(rule="cfr", precision=64, leaves=leaves)
    for node in range(int(setup.tree.first_node[3])):
        cut.set_rows(node, 0, whole.rows(node, 0))
    for player in (0, 1):
        won, exact = cut.hand_values(player), whole.hand_values(player)
        assert np.abs(won - exact).max() < 0.03 * setup.pot
    assert cut.accuracy().values[0] == pytest.approx(whole.accuracy().values[0], abs=0.01 * setup.pot)


def test_values_depend_on_the_seed_alone(headsup: Blueprint) -> None:
    setup, how = turn(headsup), LeafSampling(groups=20, runouts=10)
    ways = ((AS_IT_IS,), PLURIBUS)
    first, second = (blueprint_leaves(setup, headsup, ways, sampling=how, threads=n) for n in (1, 2))
    assert first.values.shape[1:] == (1, 4, 20, 20)
    np.testing.assert_array_equal(first.values, second.values)
    other = blueprint_leaves(setup, headsup, ways, sampling=LeafSampling(20, 10, seed=2))
    assert not np.array_equal(first.values, other.values)


def test_rivers_and_small_games_are_refused(headsup: Blueprint) -> None:
    config = TreeConfig("river", headsup.game, headsup.files[0].config.menu, start="r2.5 r10 c / k k / k k")
    with pytest.raises(SolverError, match="from the flop or the turn on"):
        blueprint_leaves(GameSetup(config, "Ks7h2d9c3s", RANGES), headsup)
    with pytest.raises(SolverError, match="at least one group"):
        LeafSampling(groups=0)
