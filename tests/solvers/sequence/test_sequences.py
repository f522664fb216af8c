"""Walks over one player's sequences, against plain definitions."""

from itertools import product

import numpy as np
import pytest

from riverboat.errors import SolverError
from riverboat.solvers.sequence.sequences import Distance, Sequences

TREE = Sequences([0, 1, 1, 4, 0], [1, 3, 5, 8, 9, 11])
"""Two sets after the first action of the first, one of a single move after the second of the second, one apart."""


def pure_plans(of: Sequences) -> list[np.ndarray]:
    counts = np.diff(of.first)
    plans = []
    for choice in product(*(range(count) for count in counts)):
        probabilities = np.zeros(len(of))
        probabilities[of.first[:-1] + np.array(choice)] = 1
        plans.append(of.plan(probabilities))
    return plans


def random_probabilities(of: Sequences, rng: np.random.Generator) -> np.ndarray:
    return of.probabilities(rng.random(len(of)))


def distance(of: Sequences, kind: str, probabilities: np.ndarray, centre: np.ndarray) -> float:
    reach, total = of.plan(probabilities), 0.0
    for number in range(of.sets):
        here = slice(of.first[number], of.first[number + 1])
        b, c = probabilities[here], centre[here]
        one = (b * np.log(b / c)).sum() if kind == "entropy" else ((b - c) ** 2).sum() / 2
        total += of.weights[number] * reach[of.parent[number]] * one
    return float(total)


def test_the_best_plan_is_the_best_of_all() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        gradient = rng.normal(size=len(TREE))
        value, plan = TREE.best(gradient)
        assert value == pytest.approx(max(gradient @ other for other in pure_plans(TREE)), abs=1e-12)
        assert value == pytest.approx(gradient @ plan, abs=1e-12)


def test_plans_and_probabilities() -> None:
    probabilities = random_probabilities(TREE, np.random.default_rng(2))
    plan = TREE.plan(probabilities)
    assert np.allclose(TREE.probabilities(plan)[1:], probabilities[1:])
    for number in range(TREE.sets):
        assert plan[TREE.first[number] : TREE.first[number + 1]].sum() == pytest.approx(
            plan[TREE.parent[number]]
        )
    assert TREE.set_of.tolist() == [-1, 0, 0, 1, 1, 2, 2, 2, 3, 4, 4]


@pytest.mark.parametrize("kind", ["entropy", "euclidean"])
@pytest.mark.parametrize("mu", [0.003, 0.4])
def test_nothing_is_better_than_the_smoothed_answer(kind: str, mu: float) -> None:
    rng = np.random.default_rng(3)
    for uniform in (True, False):
        gradient = rng.normal(size=len(TREE))
        centre = TREE.uniform if uniform else random_probabilities(TREE, rng)
        value, best = TREE.smoothed(gradient, mu, Distance(kind), None if uniform else centre)

        def worth(probabilities: np.ndarray, gradient=gradient, centre=centre) -> float:
            return float(gradient @ TREE.plan(probabilities)) - mu * distance(
                TREE, kind, probabilities, centre
            )

        inside = np.maximum(best, 1e-300)  # where log is asked
        assert worth(inside) == pytest.approx(value, abs=1e-9)
        for _ in range(100):
            other = random_probabilities(TREE, rng)
            for share in (1, 0.1, 0.001):
                assert worth(TREE.probabilities((1 - share) * inside + share * other)) <= value + 1e-9


def test_the_largest_distance() -> None:
    for kind in ("entropy", "euclidean"):
        most = Distance(kind).most(TREE)
        played = [np.maximum(TREE.probabilities(plan), 1e-300) for plan in pure_plans(TREE)]
        found = [distance(TREE, kind, probabilities, TREE.uniform) for probabilities in played]
        assert max(found) <= most + 1e-9
        assert most == pytest.approx(max(found), rel=0.3)  # sets that a plan does not reach count as far, too


def test_regrets_are_what_actions_win_more() -> None:
    rng = np.random.default_rng(4)
    gradient, probabilities = rng.normal(size=len(TREE)), random_probabilities(TREE, rng)
    value, regrets = TREE.regrets(gradient, probabilities)
    assert value == pytest.approx(gradient @ TREE.plan(probabilities))
    for number in range(TREE.sets):
        here = slice(TREE.first[number], TREE.first[number + 1])
        assert probabilities[here] @ regrets[here] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("parent", "first"), [([3], [1, 3]), ([0], [0, 2]), ([0], [1]), ([0, 0], [1, 3, 3]), ([-1], [1, 2])]
)
def test_what_is_no_tree_is_refused(parent: list[int], first: list[int]) -> None:
    with pytest.raises(SolverError, match="no sequences"):
        Sequences(parent, first)


def test_a_distance_by_another_name() -> None:
    with pytest.raises(SolverError, match="'entropy' or 'euclidean'"):
        Distance("manhattan")
