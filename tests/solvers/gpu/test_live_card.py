"""A table on a card is asked there, row by row: it never comes into memory as a whole."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from tests.solvers.gpu.emulated import EmulatedCard
from tests.solvers.gpu.sampled_games import MANY, NO_LIMIT

from riverboat.abstraction import Lossless, SequenceTables
from riverboat.evaluation import exact_local_best_response
from riverboat.games import build_tree
from riverboat.solvers import Sampled
from riverboat.solvers.gpu.sampled_table import SampledTable
from riverboat.solvers.sampled.engine import _FEW_ROWS
from riverboat.strategy import strategy_of


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often rows are read on the card, and whole tables fetched."""
    found: Counter[str] = Counter()
    for name in ("row", "fetch"):
        real = getattr(SampledTable, name)

        def count(table: SampledTable, *more: Any, name: str = name, real: Any = real) -> Any:
            found[name] += 1
            return real(table, *more)

        monkeypatch.setattr(SampledTable, name, count)
    return found


def test_rows_come_from_the_card_one_by_one(emulated: EmulatedCard, counted: Counter[str]) -> None:
    cards = Lossless.of(NO_LIMIT)
    tree = build_tree(NO_LIMIT, MANY)
    solver = Sampled(tree, SequenceTables.of(cards, NO_LIMIT), device="cuda", threads=1)
    solver.run(5_000)
    strategy = strategy_of(solver, cards)
    table = strategy.files[0]
    assert tree.rows > _FEW_ROWS
    asked = [table.row(row) for row in range(tree.rows)]
    visits = [table.visits_by_bucket(row) for row in range(tree.rows)]
    assert counted == {"row": 2 * tree.rows}
    assert [table.row(row) is first for row, first in enumerate(asked)] == [True] * tree.rows  # remembered
    exact_local_best_response(strategy, "fcpa", "round-1")
    assert counted["fetch"] == 0

    for row in range(tree.rows):  # the same as the whole table in memory, which others still get
        np.testing.assert_array_equal(solver.probabilities(row), asked[row])
        np.testing.assert_array_equal(solver.visits(row).astype(np.int64), visits[row])
    assert counted["fetch"] == 1
    np.testing.assert_array_equal(solver.probabilities(0, in_place=True), asked[0])  # is here now


def test_the_few_rows_of_others_are_still_few(emulated: EmulatedCard, counted: Counter[str]) -> None:
    """Who asks in place does not use up what others may look at before the table is fetched, nor needs any of it."""
    cards = Lossless.of(NO_LIMIT)
    solver = Sampled(build_tree(NO_LIMIT, MANY), SequenceTables.of(cards, NO_LIMIT), device="cuda", threads=1)
    solver.run(1_000)
    for _ in range(2 * _FEW_ROWS):
        solver.probabilities(0, in_place=True)
    for _ in range(_FEW_ROWS):
        solver.probabilities(0)
    solver.probabilities(0, in_place=True)
    solver.visits(0, in_place=True)
    assert counted["fetch"] == 0
    solver.probabilities(0)
    assert counted["fetch"] == 1
