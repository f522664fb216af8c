"""What one iteration of each sampling adds to regrets and averages, on Kuhn: exact in expectation.

Three sides are compared: exact counterfactual regrets, the formulas of the samplings in plain Python over every deal
and every walk that can be drawn, and the means of many iterations of the engine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import permutations, product

import numpy as np
import numpy.typing as npt
import pytest

from riverboat.abstraction import SequenceTables
from riverboat.games import Menu, build_tree, kuhn, leduc
from riverboat.solvers import RankBuckets, Sampled, SampledRule
from riverboat.solvers.update_rules.sampled_rules import SamplingName

Floats = npt.NDArray[np.float64]
Key = tuple[int, int]  # row and bucket
Deal = tuple[int, int]  # buckets, 0 is the jack
Walk = tuple[float, float, Mapping[Key, Floats]]  # how likely it is, what it found, what it adds to regrets

TREE = build_tree(kuhn(), Menu())
DEALS: list[Deal] = list(permutations(range(3), 2))  # type: ignore[arg-type]
EXPLORE = 0.6
SCALE = 1e4  # regrets so large that one iteration hardly changes the strategy
RUNS = 6_000


def start_regrets() -> Floats:
    """Regrets by row, bucket and choice; one choice is never played, and one set has no positive regret."""
    regrets = SCALE * np.random.default_rng(3).uniform(0.3, 1, (TREE.rows, 3, 2))
    regrets[0, 1, 0] *= -1
    regrets[2, 2] *= -1
    return regrets


def matched(regrets: Floats) -> Floats:
    positive = np.maximum(regrets, 0)
    total = positive.sum(axis=-1, keepdims=True)
    return np.where(total > 0, positive / np.where(total > 0, total, 1), 0.5)


STRATEGY = matched(start_regrets())


def children(node: int) -> list[int]:
    return [int(child) for child in TREE.child[TREE.first_choice[node] : TREE.first_choice[node + 1]]]


def payoff(end: int, deal: Deal, seat: int) -> float:
    """Who wins gets what the other has put in."""
    left, put_in = int(TREE.end_in_hand[~end]), TREE.end_put_in.reshape(-1, 2)[~end]
    winner = int(deal[1] > deal[0]) if left == 0b11 else left >> 1
    return float(put_in[1 - seat]) if seat == winner else -float(put_in[seat])


def key_of(node: int, deal: Deal) -> Key:
    return int(TREE.row[node]), deal[int(TREE.actor[node])]


def added(parts: Iterable[tuple[float, Mapping[Key, Floats]]]) -> dict[Key, Floats]:
    total: dict[Key, Floats] = defaultdict(lambda: np.zeros(2))
    for weight, part in parts:
        for key, numbers in part.items():
            total[key] = total[key] + weight * numbers
    return total


# --- exact -------------------------------------------------------------------------------------------------


def exact() -> tuple[Floats, Floats]:
    """Return counterfactual regrets, and strategies weighted by own reach: [rows, buckets, choices]."""
    regrets, averages = np.zeros((TREE.rows, 3, 2)), np.zeros((TREE.rows, 3, 2))

    def walk(at: int, deal: Deal, reach: tuple[float, float]) -> Floats:
        if at < 0:
            return np.array([payoff(at, deal, seat) for seat in (0, 1)])
        seat, key = int(TREE.actor[at]), key_of(at, deal)
        strategy = STRATEGY[key]
        below = []
        for chance, child in zip(strategy, children(at), strict=True):
            passed = (reach[0] * chance, reach[1]) if seat == 0 else (reach[0], reach[1] * chance)
            below.append(walk(child, deal, passed))
        values = np.array(below)
        mean = strategy @ values
        regrets[key] += reach[1 - seat] * (values[:, seat] - mean[seat]) / len(DEALS)
        averages[key] += reach[seat] * strategy / len(DEALS)
        return np.asarray(mean)

    for deal in DEALS:
        walk(0, deal, (1.0, 1.0))
    return regrets, averages


# --- every walk that can be drawn --------------------------------------------------------------------------


def external_walks(at: int, deal: Deal, learner: int) -> list[Walk]:
    if at < 0:
        return [(1.0, payoff(at, deal, learner), {})]
    key, below = key_of(at, deal), [external_walks(child, deal, learner) for child in children(at)]
    strategy = STRATEGY[key]
    if TREE.actor[at] != learner:
        return [
            (chance * p, value, adds)
            for chance, walks in zip(strategy, below, strict=True)
            for p, value, adds in walks
        ]
    walks: list[Walk] = []
    for together in product(*below):
        values = np.array([value for _, value, _ in together])
        mean = float(strategy @ values)
        parts = [(1.0, adds) for _, _, adds in together] + [(1.0, {key: values - mean})]
        walks.append((float(np.prod([p for p, _, _ in together])), mean, added(parts)))
    return walks


def outcome_walks(at: int, deal: Deal, learner: int, others: float = 1.0, sampled: float = 1.0) -> list[Walk]:
    """Lanctot 2013: values over the chance of what led to them; steps times others' reach over the walk's chance."""
    if at < 0:
        return [(1.0, payoff(at, deal, learner), {})]
    key, learns = key_of(at, deal), TREE.actor[at] == learner
    strategy = STRATEGY[key]
    tried = EXPLORE / 2 + (1 - EXPLORE) * strategy if learns else strategy
    walks: list[Walk] = []
    for choice, child in enumerate(children(at)):
        played, chance = float(strategy[choice]), float(tried[choice])
        if chance == 0:
            continue
        passed = others if learns else others * played
        for p, value, adds in outcome_walks(child, deal, learner, passed, sampled * chance):
            mean = played * value / chance
            step = {key: others / sampled * (value / chance * np.eye(2)[choice] - mean)} if learns else {}
            walks.append((chance * p, mean, added([(1.0, adds), (1.0, step)])))
    return walks


@pytest.mark.parametrize("walks", [external_walks, outcome_walks])
def test_the_formulas_are_right_in_expectation(walks: object) -> None:
    found = np.zeros((TREE.rows, 3, 2))
    for deal, learner in product(DEALS, (0, 1)):
        drawn: list[Walk] = walks(0, deal, learner)  # type: ignore[operator]
        assert sum(p for p, _, _ in drawn) == pytest.approx(1)
        for key, numbers in added((p / len(DEALS), adds) for p, _, adds in drawn).items():
            found[key] += numbers
    np.testing.assert_allclose(found, exact()[0], atol=1e-12)


# --- the engine --------------------------------------------------------------------------------------------


def one_iteration_steps(sampling: SamplingName, runs: int) -> Floats:
    """What single iterations add, each from the same table: [runs, rows, buckets, 4], regrets and then averages."""
    deals = SequenceTables.of(RankBuckets(kuhn()), kuhn())
    rule = SampledRule(sampling=sampling, explore=EXPLORE)
    solver = Sampled(TREE, deals, rule=rule, seed=5, threads=1)
    tables = [solver.engine.row(row) for row in range(TREE.rows)]
    start = np.zeros((TREE.rows, 3, 4), np.float32)
    start[..., :2] = start_regrets()
    found = np.empty((runs, *start.shape))
    for run in range(runs):
        for table, numbers in zip(tables, start, strict=True):
            table[:] = numbers
        solver.run(1)
        found[run] = tables
        found[run] -= start
    return found


@pytest.mark.parametrize("sampling", ["external", "outcome", "chance"])
def test_iterations_add_exact_regrets_on_average(sampling: SamplingName) -> None:
    steps = one_iteration_steps(sampling, RUNS)
    expected = np.concatenate(exact(), axis=-1)
    error = steps.std(axis=0) / RUNS**0.5
    rounding = 1e-3  # of sums in the thousands, and of a strategy that a step has changed a little
    assert (np.abs(steps.mean(axis=0) - expected) <= 5 * error + rounding).all()
    assert np.abs(expected).max() > 100 * rounding
    assert error.max() < 0.1


def test_public_chance_is_exact_where_there_is_no_board() -> None:
    """Each hand counts as dealt once, and one in three is."""
    np.testing.assert_allclose(
        one_iteration_steps("public", 1)[0], 3 * np.concatenate(exact(), axis=-1), atol=2e-3
    )


def pure_and_mixed(choices: int, buckets: int, rng: np.random.Generator) -> Floats:
    """Regrets of a row: a third of its buckets, and some whole rows, play one choice alone."""
    regrets = SCALE * rng.uniform(0.3, 1, (buckets, choices))
    pure = rng.random(buckets) < (1 if rng.random() < 0.4 else 0.3)
    regrets[pure] *= np.where(np.arange(choices) == rng.integers(choices), 1, -1)
    return regrets


def test_public_chance_adds_what_chance_does_where_there_is_a_board() -> None:
    """Each hand counts as dealt once, and one in five is; also where some or all hands never come."""
    game = leduc()
    tree, buckets = build_tree(game, Menu()), RankBuckets(game)
    rng = np.random.default_rng(4)
    start = [
        pure_and_mixed(choices, buckets.count(number), rng)
        for choices, number in zip(
            tree.row_choices.tolist(), tree.round[np.argsort(tree.row)].tolist(), strict=True
        )
    ]

    def steps(sampling: SamplingName, runs: int) -> tuple[Floats, Floats]:
        rule = SampledRule(sampling=sampling)
        solver = Sampled(tree, SequenceTables.of(buckets, game), rule=rule, seed=6, threads=1)
        rows = [solver.engine.row(row) for row in range(tree.rows)]
        found = []
        for _ in range(runs):
            for row, regrets in zip(rows, start, strict=True):
                row[:] = 0
                row[:, : regrets.shape[1]] = regrets
            solver.run(1)
            found.append(
                np.concatenate(
                    [
                        (
                            row[:, : 2 * r.shape[1]] - np.pad(r.astype(np.float32), ((0, 0), (0, r.shape[1])))
                        ).ravel()
                        for row, r in zip(rows, start, strict=True)
                    ]
                )
            )
        of_runs = np.array(found)
        return of_runs.mean(axis=0), of_runs.std(axis=0) / runs**0.5

    public, its_error = steps("public", 500)
    chance, error = steps("chance", 6_000)
    rounding = 5e-3
    assert (np.abs(public - 5 * chance) <= 5 * np.hypot(its_error, 5 * error) + rounding).all()
    assert np.abs(public).max() > 1
    assert (chance == 0).mean() < 0.6
