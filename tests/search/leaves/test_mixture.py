"""Which way of playing explains an opponent."""

import numpy as np
import pytest

from riverboat.errors import SolverError
from riverboat.search.leaves.biases import TEN, Bias
from riverboat.search.leaves.mixture import OpponentMixture
from riverboat.solvers.full_width.value_leaves import ValueLeaves

ROWS = np.array([[0.5, 0.3, 0.2], [0.1, 0.6, 0.3], [0.0, 0.2, 0.8]])
ACTIONS = [-1, 0, 400]


def test_who_plays_one_way_is_found_out() -> None:
    random = np.random.default_rng(3)
    way = TEN.index(Bias(calls=5.0))
    played = TEN[way].rows(ROWS, ACTIONS)
    believed = OpponentMixture.begin(np.ones(3)).probabilities
    for _ in range(200):  # hands of their own: what is believed of him goes on, his cards do not
        hand = random.integers(3)
        mixture = OpponentMixture(TEN, believed, np.ones((len(TEN), 3)))
        believed = mixture.after(ROWS, ACTIONS, int(random.choice(ACTIONS, p=played[hand]))).probabilities
    assert np.argmax(believed) == way
    assert believed[way] > 0.9


def test_beliefs_are_those_of_bayes() -> None:
    """Against all pairs of way and hand, written out."""
    weights = np.array([1.0, 0.5, 0.25])
    mixture = OpponentMixture.begin(weights)
    joint = np.tile(weights / weights.sum(), (len(TEN), 1)) / len(TEN)
    for taken in (0, 400):
        mixture = mixture.after(ROWS, ACTIONS, taken)
        joint *= np.stack([way.rows(ROWS, ACTIONS)[:, ACTIONS.index(taken)] for way in TEN])
    joint /= joint.sum()
    np.testing.assert_allclose(mixture.probabilities, joint.sum(axis=1))
    np.testing.assert_allclose(mixture.range, joint.sum(axis=0))


def test_what_nothing_explains_changes_no_belief() -> None:
    mixture = OpponentMixture.begin(np.ones(3)).after(np.tile([0.0, 1.0, 0.0], (3, 1)), ACTIONS, 400)
    np.testing.assert_allclose(mixture.probabilities, 0.1)
    np.testing.assert_allclose(mixture.range, 1 / 3)


@pytest.mark.parametrize("opponent", [0, 1])
def test_leaves_are_weighed_by_beliefs(opponent: int) -> None:
    shape = (2, 10, 1, 3, 3) if opponent == 0 else (2, 1, 10, 3, 3)
    values = np.random.default_rng(1).random(shape)
    mixture = OpponentMixture.begin(np.ones(3)).after(ROWS, ACTIONS, 400)
    leaves = mixture.leaves(ValueLeaves((np.arange(3), np.arange(3)), values), opponent)
    assert leaves.values.shape == (2, 1, 1, 3, 3)
    by_hand = sum(p * values.take(way, 1 + opponent) for way, p in enumerate(mixture.probabilities))
    np.testing.assert_allclose(leaves.values[:, 0, 0], by_hand[:, 0])


def test_bad_mixtures_are_refused() -> None:
    with pytest.raises(SolverError, match="no ways to play"):
        OpponentMixture.begin(np.ones(3), ())
    with pytest.raises(SolverError, match="not among"):
        OpponentMixture.begin(np.ones(3)).after(ROWS, ACTIONS, 300)
    with pytest.raises(SolverError, match="make the leaves with mixture"):
        OpponentMixture.begin(np.ones(3)).leaves(
            ValueLeaves((np.arange(3), np.arange(3)), np.zeros((2, 1, 4, 3, 3))), 1
        )
    with pytest.raises(SolverError, match="above 0"):
        Bias(folds=0.0)
