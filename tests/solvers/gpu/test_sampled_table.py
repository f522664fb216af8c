"""The table on a card and back: rows in one copy, rows that come when walks do, checkpoints."""

from __future__ import annotations

import mmap
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.solvers.gpu.emulated import EmulatedCard
from tests.solvers.gpu.sampled_games import MANY, NO_LIMIT, error_of, numbers, pure_play, sampled

from riverboat.errors import SolverError
from riverboat.games import build_tree, leduc
from riverboat.solvers import Sampled
from riverboat.solvers.gpu import sampled_card, sampled_table
from riverboat.solvers.gpu.sampled_layout import FLOATS_IN_LINE, NO_LINE
from riverboat.solvers.sampled.engine import table_bytes
from riverboat.solvers.sampled.refine import refine
from riverboat.strategy import strategy_of
from riverboat.training import Training, read_training_config
from riverboat.training.memory import check_memory

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


def test_averages_of_many_buckets_are_halved_as_they_grow(
    emulated: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of 4 buckets are looked at every 64 deals, those of 64 every 256."""
    monkeypatch.setattr(sampled_card, "_LARGEST_AVERAGE", 128.0)
    solver = sampled(replace(NO_LIMIT, stacks=(12, 12)), device="cuda")
    solver.run(64)
    card = solver._card
    assert card is not None
    card._halving = {count: sampled_card._halving(count, 2) for count in (4, 64)}
    looked = list[int]()
    monkeypatch.setattr(card, "discount", lambda *_, most_cells: looked.append(most_cells))
    for begin in range(0, 512, 32):
        card._halve(sampled_card.Launch(begin, 32, 1))
    assert looked == [4, 4, 4, 64] * 2


def test_rows_of_more_cells_are_left_alone(emulated: EmulatedCard) -> None:
    solver = trained(device="cuda")
    before, small = numbers(solver), solver.deals.counts[0]
    assert solver._card is not None
    solver._looks = 0
    solver._card.discount(0, 0, 0, most_cells=small)
    for held, found in zip(before, numbers(solver), strict=True):
        np.testing.assert_array_equal(found, 0 * held if len(held) == small else held)


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


def test_without_checkpoints_the_table_stays_on_the_card(emulated: EmulatedCard, tmp_path: Path) -> None:
    """Neither memory nor the disk need room for it, and yet the run is asked as any other."""
    config = replace(read_training_config(LEDUC), checkpoint_minutes=0)
    needed = check_memory(config, build_tree(config.tree)) - 1
    with pytest.raises(SolverError, match=r"does not fit: .* 10\.5 KiB as numbers"):
        Training(config, tmp_path / "here", memory=needed, threads=1).prepare()
    often = replace(config, checkpoint_minutes=5)
    with pytest.raises(SolverError, match="checkpoint_minutes = 0, which leaves the table on the card"):
        Training(often, tmp_path / "often", memory=needed, device="cuda", threads=1).prepare()

    run = Training(config, tmp_path / "run", memory=needed, device="cuda", threads=1)
    run.run()
    assert sorted(path.name for path in run.folder.iterdir()) == ["config.toml", "log.jsonl"]
    assert not run.solver._engine.seen_rows().any()
    assert sum(strategy_of(run).query("Ks", "").probabilities) == pytest.approx(1)
    assert not run.solver._engine.seen_rows().any()


def test_a_table_that_has_no_room_in_memory_is_not_fetched(
    emulated: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = trained(device="cuda")
    row = solver.regrets(0)
    with monkeypatch.context() as patch:
        patch.setattr(sampled_table, "available_memory", lambda: 1000)
        with pytest.raises(SolverError, match=r"takes 7\.4 KiB of memory here, and 1,000 bytes are free"):
            _ = solver.engine
        np.testing.assert_array_equal(solver.regrets(0), row)
        solver.run(1_000)
    _ = solver.engine
    solver.run(1_000)
    monkeypatch.setattr(sampled_table, "available_memory", lambda: 0)
    _ = solver.engine  # has its memory already


def test_cells_lie_anywhere_on_a_large_card(emulated: EmulatedCard, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is learnt beyond 2^32 and 2^34 floats is what is learnt at the start of the table, to the bit."""

    def of(first_line: int) -> Sampled:
        solver = sampled(replace(NO_LIMIT, stacks=(12, 12)), menu=MANY, device="cuda")
        little_memory(emulated, solver, 0.999)  # so that rows come one by one
        room = sampled_table.SampledTable.__init__

        def shifted(table: Any, *more: Any) -> None:
            room(table, *more)
            table._used += first_line
            table._capacity += first_line + 100
            table.cells = far_zeros(table._capacity * FLOATS_IN_LINE)

        with monkeypatch.context() as patch:
            patch.setattr(sampled_table.SampledTable, "__init__", shifted)
            solver._walk_on_card(0, lambda *_: None)
        solver.run(20_000)
        solver._pause()
        return solver

    near, far = of(0), of(2**30 + 2**28 + 12_345)
    lines = far._card.table._layout.rows["line"].astype(np.int64)  # type: ignore[union-attr]
    assert (lines > 2**30).all()
    assert near.survey() == far.survey()
    for here, there in zip(numbers(near), numbers(far), strict=True):
        np.testing.assert_array_equal(here, there)


def far_zeros(count: int) -> Any:
    """So many floats of address space, which become memory where they are written to."""
    no_reserve = 0x4000
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | no_reserve
    return np.frombuffer(mmap.mmap(-1, 4 * count, flags=flags), np.float32)


def test_runs_that_start_from_others_do_so_on_the_card(emulated: EmulatedCard) -> None:
    coarse = sampled(NO_LIMIT)
    coarse.run(20_000)
    here, there = (error_of(refine(coarse, coarse.tree, device=device), 20_000) for device in ("cpu", "cuda"))
    assert there < 1.5 * here
