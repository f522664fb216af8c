"""The sampled engine against a strategy that the others play only some of the time."""

from __future__ import annotations

import pytest

from riverboat.abstraction import Lossless, SequenceTables
from riverboat.errors import SolverError
from riverboat.evaluation import evaluate_strategy
from riverboat.evaluation.learned.opponents import ClassOpponent
from riverboat.games import Menu, build_tree, leduc
from riverboat.search.models.restricted_tree import restricted_tree, solved_tree
from riverboat.solvers import Sampled, uniform
from riverboat.solvers.reference import best_response, expected_values
from riverboat.solvers.reference import build_tree as small_tree
from riverboat.solvers.reference import uniform as uniform_rows
from riverboat.solvers.sampled.fixed_play import FixedPlay

GAME = leduc()


def learnt(p, hero, iterations=200_000):
    cards = Lossless.of(GAME)
    deals, tree = SequenceTables.of(cards, GAME), build_tree(GAME, Menu())
    rows = FixedPlay.of(tree, deals, [hero], ClassOpponent(uniform, cards))
    fixed = FixedPlay(tree, deals, rows.seats, rows.first, rows.numbers, p)
    solver = Sampled(tree, deals, rule="linear", against=fixed, seed=1, threads=1)
    solver.run(iterations)
    return solver.strategy(cards)


@pytest.mark.parametrize("hero", [0, 1])
def test_it_finds_what_the_plain_solver_finds(hero):
    p, tree = 0.6, small_tree(GAME, by_rank=True)
    model = uniform_rows(tree)
    exact = solved_tree(restricted_tree(tree, model, hero, p), 200)
    both = [exact[n] if info.seat == hero else model[n] for n, info in enumerate(tree.info_sets)]
    best = p * expected_values(tree, both)[hero] - (1 - p) * best_response(tree, exact, 1 - hero)[0]
    answer = learnt(p, hero)
    seats = [answer, uniform] if hero == 0 else [uniform, answer]
    wins = evaluate_strategy("leduc", seats).values[hero]
    worst = -evaluate_strategy("leduc", answer).best[1 - hero]
    assert p * wins + (1 - p) * worst == pytest.approx(best, abs=0.03)
    assert p * wins + (1 - p) * worst < best + 0.005  # nobody does better than the best


def test_never_is_an_equilibrium_and_always_the_best_response():
    found = evaluate_strategy("leduc", learnt(0.0, 0))
    assert sum(found.best) / 2 < 0.05
    best = evaluate_strategy("leduc", uniform).best[0]
    assert evaluate_strategy("leduc", [learnt(0.999, 0), uniform]).values[0] == pytest.approx(best, abs=0.03)


def test_a_share_beyond_one_is_refused():
    with pytest.raises(SolverError, match=r"share is 1\.2"):
        learnt(1.2, 0, 1)
