"""What iterations add in a no-limit game of three players with side pots: exact in expectation."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Literal

import numpy as np
import numpy.typing as npt
import pytest

from riverboat.abstraction import SequenceTables
from riverboat.cards.card import Deck
from riverboat.games import Game, build_tree, menu_from_table
from riverboat.solvers import RankBuckets, Sampled, SampledRule

Floats = npt.NDArray[np.float64]

GAME = Game(
    "three", 3, (2, 4, 5), (0, 0, 0), (1, 1, 1), "no-limit", (0,), min_bet=1, deck=Deck("TJQK", "s"),
    hole_cards=1, board_cards=(0,), ranking="one-card",
)  # fmt: skip
TREE = build_tree(GAME, menu_from_table({"every": {"bets": "50%", "raises": "a"}}))
DEALS = list(permutations(range(4), 3))  # buckets by seat: the ten is 0
CHOICES = int(TREE.row_choices.max())
SHAPE = (TREE.rows, 4, CHOICES)
RUNS = 4_000


def start_regrets() -> Floats:
    """Regrets so large that one iteration hardly changes the strategy; one choice is never played."""
    regrets = 1e4 * np.random.default_rng(5).uniform(0.3, 1, SHAPE)
    regrets[0, 1, 0] *= -1
    for row, choices in enumerate(TREE.row_choices.tolist()):
        regrets[row, :, choices:] = 0
    return regrets


def strategies() -> Floats:
    positive = np.maximum(start_regrets(), 0)
    return np.asarray(positive / positive.sum(axis=-1, keepdims=True))


STRATEGY = strategies()


def payoffs(end: int, deal: tuple[int, ...]) -> Floats:
    """Layer by layer: who has put in as much shares what everybody put into the layer with the best card."""
    put_in, left = TREE.end_put_in.reshape(-1, 3)[end], int(TREE.end_in_hand[end])
    won = -put_in.astype(np.float64)
    for low, high in pairwise([0, *sorted(set(put_in.tolist()))]):
        may_win = [seat for seat in range(3) if left >> seat & 1 and put_in[seat] >= high]
        won[max(may_win, key=lambda seat: deal[seat])] += (
            np.minimum(put_in, high) - np.minimum(put_in, low)
        ).sum()
    return won


def exact() -> tuple[Floats, Floats]:
    """Return counterfactual regrets, and how often an iteration adds the strategy of a set: [rows, buckets(, choices)].

    A walk comes to another player's set by the reach of everybody but who learns, unless that one has folded: what
    follows his fold does not matter to him, so he does not look at it.
    """
    regrets, averaged = np.zeros(SHAPE), np.zeros(SHAPE[:2])

    def walk(at: int, deal: tuple[int, ...], reach: Floats, learners: frozenset[int]) -> Floats:
        if at < 0:
            return payoffs(~at, deal)
        seat, first = int(TREE.actor[at]), int(TREE.first_choice[at])
        key = int(TREE.row[at]), deal[seat]
        values = []
        for choice, action in enumerate(TREE.choices(at)):
            passed = reach.copy()
            passed[seat] *= STRATEGY[key][choice]
            going = learners - {seat} if action == -1 else learners
            values.append(walk(int(TREE.child[first + choice]), deal, passed, going))
        found = np.array(values)
        mean = STRATEGY[key][: len(found)] @ found
        regrets[key][: len(found)] += (
            np.delete(reach, seat).prod() * (found[:, seat] - mean[seat]) / len(DEALS)
        )
        averaged[key] += sum(np.delete(reach, learner).prod() for learner in learners - {seat}) / len(DEALS)
        return np.asarray(mean)

    for deal in DEALS:
        walk(0, deal, np.ones(3), frozenset(range(3)))
    return regrets, averaged


@pytest.mark.parametrize("sampling", ["external", "outcome"])
def test_iterations_add_exact_regrets_on_average(sampling: Literal["external", "outcome"]) -> None:
    deals = SequenceTables.of(RankBuckets(GAME), GAME)
    solver = Sampled(TREE, deals, rule=SampledRule(sampling=sampling), seed=5, threads=1)
    tables = [solver.engine.row(row) for row in range(TREE.rows)]
    start = [np.zeros_like(table) for table in tables]
    for row, choices in enumerate(TREE.row_choices.tolist()):
        start[row][:, :choices] = start_regrets()[row, :, :choices]
    sums, squares = np.zeros(SHAPE), np.zeros(SHAPE)
    visits = np.zeros(SHAPE[:2])
    for _ in range(RUNS):
        for table, numbers in zip(tables, start, strict=True):
            table[:] = numbers
        solver.run(1)
        for row, choices in enumerate(TREE.row_choices.tolist()):
            added = tables[row][:, :choices] - start[row][:, :choices]
            sums[row, :, :choices] += added
            squares[row, :, :choices] += added**2
            visits[row] += tables[row][:, choices : 2 * choices].sum(axis=1)
    regrets, averaged = exact()
    error = np.sqrt(squares / RUNS) / RUNS**0.5
    assert (np.abs(sums / RUNS - regrets) <= 5 * error + 2e-3).all()
    assert np.abs(regrets).max() > 8 * error.max()
    if sampling == "external":
        assert np.abs(visits / RUNS - averaged).max() < 5 * (averaged.max() / RUNS) ** 0.5
