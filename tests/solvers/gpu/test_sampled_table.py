"""The table on a card and back: rows in one copy, rows that come when walks do, checkpoints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.solvers.gpu.emulated import EmulatedCard
from tests.solvers.gpu.sampled_games import MANY, NO_LIMIT, error_of, numbers, pure_play, sampled

from riverboat.errors import SolverError
from riverboat.games import leduc
from riverboat.solvers import Sampled
from riverboat.solvers.gpu import sampled_table
from riverboat.solvers.gpu.sampled_layout import NO_LINE
from riverboat.solvers.sampled.engine import table_bytes
from riverboat.solvers.sampled.refine import refine
from riverboat.training import Training, read_training_config

LEDUC = """
name = "leduc"
abstraction = "lossless"
iterations = 20_000
[rule]
name = "linear"
epoch = 5_000
[tree.game]
base = "leduc"
[[watch]]
hand = "Ks"
"""


def little_memory(card: EmulatedCard, solver: Sampled, share: float) -> None:
    """Leave room for so much of the table."""
    counts = solver.deals.counts[: solver.game.rounds]
    card.free_bytes = sampled_table._SPARE + int(share * table_bytes(solver.tree, counts))


def trained(**options: Any) -> Sampled:
    solver = sampled(leduc(), **options)
    solver.run(3_000)
    return solver


def test_what_is_sent_comes_back_to_the_bit(emulated: EmulatedCard) -> None:
    solver = trained()
    there = sampled(leduc(), device="cuda")
    for row in range(solver.tree.rows):
        there.engine.row(row)[...] = solver.engine.row(row)
        there.engine.mark_seen(row)
    there.run(0)
    there._walk_on_card(0, lambda *_: None)  # opens the card and sends
    there._looks = 0
    looked = numbers(there)  # row by row, some on the card
    for here, found, fetched in zip(numbers(solver), looked, numbers(there), strict=True):
        np.testing.assert_array_equal(here, found)
        np.testing.assert_array_equal(here, fetched)


def test_neighbours_are_copied_at_once(emulated: EmulatedCard) -> None:
    solver = trained(device="cuda")
    table = solver._card.table  # type: ignore[union-attr]
    rows = np.arange(solver.tree.rows)
    assert len(list(table._runs(rows))) == 1
    assert len(list(table._runs(rows[rows != 5]))) == 2
    assert list(table._runs(rows[:0])) == []


def test_the_survey_on_the_card_is_that_of_the_native_engine(emulated: EmulatedCard) -> None:
    solver = trained(device="cuda")
    there = solver.survey()
    rows, _, sets, positive, visits, share = solver.engine.survey(100, 1)
    assert (there.rows, there.sets) == (rows, sets)
    assert there.visits == pytest.approx(visits)
    assert there.trained == pytest.approx(share / visits)
    assert there.positive_regret * sets * solver.iterations * solver.game.big_blind == pytest.approx(positive)


# --- rows that come when walks do -----------------------------------------------------------------------------------


def test_rows_get_memory_when_they_are_reached(emulated: EmulatedCard) -> None:
    """Who plays one choice only leaves most of the tree alone."""
    whole = sampled(replace(NO_LIMIT, stacks=(12, 12)), menu=MANY)
    fixed = pure_play(whole.tree, whole.deals, (0, 1))
    here, there = (
        Sampled(whole.tree, whole.deals, against=fixed, device=device, threads=1)
        for device in ("cpu", "cuda")
    )
    here.run(20_000)
    share = here.survey().nbytes / table_bytes(whole.tree, whole.deals.counts)
    assert share < 0.8
    little_memory(emulated, there, share + 0.02)
    there.run(20_000)
    table = there._card.table  # type: ignore[union-attr]
    assert table.is_lazy
    lines = table._layout.rows["line"].astype(np.int64)
    has = lines != NO_LINE
    np.testing.assert_array_equal(has, here.engine.seen_rows() > 0)
    order = np.argsort(lines[has])
    ends = (lines[has] + table._size[has])[order]
    assert (lines[has][order][1:] >= ends[:-1]).all(), "rows lie in one another"
    for row in np.flatnonzero(has).tolist():  # all but the first launch is learnt from
        ours, theirs = there.regrets(row), here.regrets(row)
        assert np.abs(ours - theirs).max() < 0.3 * np.abs(theirs).max() + 500
    np.testing.assert_array_equal(there.engine.seen_rows(), has)


def test_a_full_card_keeps_what_was_learnt(emulated: EmulatedCard) -> None:
    solver = sampled(NO_LIMIT, device="cuda")
    little_memory(emulated, solver, 0.5)
    for _ in range(2):
        with pytest.raises(SolverError, match=r"the card is full: \d+% of \d+ rows were reached"):
            solver.run(100_000)
    assert 0 < solver.survey().rows < solver.tree.rows
    assert np.abs(numbers(solver)[0]).sum() > 0


def test_a_card_that_is_too_small_is_told_with_sizes(emulated: EmulatedCard) -> None:
    solver = sampled(leduc(), device="cuda")
    little_memory(emulated, solver, 0.05)
    with pytest.raises(SolverError, match=r"takes 7\.4 KiB, and the card has .* free .*use fewer buckets"):
        solver.run(10)


# --- runs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "then"), [("cuda", "cpu"), ("cpu", "cuda"), ("cuda", "cuda:1")])
def test_a_run_goes_on_elsewhere(emulated: EmulatedCard, tmp_path: Path, first: str, then: str) -> None:
    config = read_training_config(LEDUC)
    run = Training(config, tmp_path / "run", device=first, threads=1)
    run.run(iterations=10_000)
    assert run.last is not None
    assert run.last.watch
    again = Training(config, tmp_path / "run", device=then, threads=1, resume=True)
    for before, after in zip(numbers(run.solver), numbers(again.solver), strict=True):
        np.testing.assert_array_equal(before, after)
    again.run()
    assert again.solver.iterations == again.goal()
    assert again.solver.device == then
    assert again.provenance()["device"] == then


def test_memory_that_runs_out_keeps_the_checkpoint(emulated: EmulatedCard, tmp_path: Path) -> None:
    config = read_training_config(LEDUC)
    run = Training(config, tmp_path / "run", device="cuda", threads=1)
    run.run(iterations=10_000)
    kept = run.checkpoint.read_bytes()
    again = Training(config, tmp_path / "run", device="cuda", threads=1, resume=True)
    little_memory(emulated, again.solver, 0.3)
    with pytest.raises(SolverError, match="the card is full"):
        again.run()
    assert run.checkpoint.read_bytes() == kept


def test_runs_that_start_from_others_do_so_on_the_card(emulated: EmulatedCard) -> None:
    coarse = sampled(NO_LIMIT)
    coarse.run(20_000)
    here, there = (error_of(refine(coarse, coarse.tree, device=device), 20_000) for device in ("cpu", "cuda"))
    assert there < 1.5 * here
