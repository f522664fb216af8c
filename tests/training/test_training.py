"""Training runs: they go on where they stopped, whatever stopped them."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riverboat.base import files
from riverboat.errors import FileFormatError, SolverError
from riverboat.solvers import stop_signals
from riverboat.training import Training, TrainingReport, read_log, read_training_config
from riverboat.training import training as training_module
from riverboat.training.log import append_log
from riverboat.training.memory import check_memory

LEDUC = replace(read_training_config("leduc"), iterations=30_000)
"""The discounts come at 50,000 in the config that ships."""
OFTEN = replace(LEDUC, rule=replace(LEDUC.rule, epoch=7_000))


def table(training: Training) -> list[np.ndarray]:
    return [training.solver.engine.row(row).copy() for row in range(training.tree.rows)]


def same(one: Training, other: Training) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(table(one), table(other), strict=True))


@pytest.mark.parametrize("precision", [32, 16])
def test_a_resumed_run_is_the_run_that_never_stopped(tmp_path: Path, precision: int) -> None:
    config = replace(OFTEN, precision=precision)
    whole = Training(config, tmp_path / "whole", threads=1)
    assert whole.run() == "iterations"
    for stop in (6_400, 20_000):
        part = Training(config, tmp_path / "parts", threads=1, resume=True)
        part.run(iterations=stop)
        assert not same(part, whole)
    last = Training(config, tmp_path / "parts", threads=1, resume=True)
    last.run()
    assert last.solver.iterations == whole.solver.iterations == 30_080  # a multiple of 128
    assert last.solver.node_visits == whole.solver.node_visits
    assert same(last, whole)


def test_two_runs_in_one_folder_do_not_spoil_each_other(tmp_path: Path) -> None:
    first, second, late = (Training(LEDUC, tmp_path / "run", threads=1) for _ in range(3))

    def start_another(report: TrainingReport) -> None:
        with pytest.raises(SolverError, match=r"somebody else is at work in '.*run'; wait until"):
            second.run(iterations=1_000)

    assert first.run(watch=start_another) == "iterations"
    with pytest.raises(SolverError, match="holds a run already"):
        late.run(iterations=1_000)
    again = Training(LEDUC, tmp_path / "run", threads=1, resume=True)
    assert same(again, first)


def test_only_rows_that_were_reached_are_kept(tmp_path: Path) -> None:
    training = Training(OFTEN, tmp_path / "run", threads=1)
    training.save()
    empty = training.checkpoint.stat().st_size
    training.run(iterations=1)
    assert training.checkpoint.stat().st_size > empty + 1_000


def test_what_was_learnt_is_sound(tmp_path: Path) -> None:
    training = Training(read_training_config("leduc"), tmp_path / "run")
    training.run(iterations=60_000)
    watched = {hand.label: hand.strategy(training.solver) for hand in training.watched}
    assert watched["BTN Js after b"]["f"] > 0.5  # a jack does not call a bet of a player who may hold a king
    assert all(sum(strategy.values()) == pytest.approx(1, abs=1e-5) for strategy in watched.values())
    about = training.provenance()
    assert about["iterations"] == training.solver.iterations
    assert read_training_config(about["config"]) == read_training_config("leduc")
    assert training.abstraction.count(1) == training.solver.deals.counts[1]


def test_a_run_is_not_written_over(tmp_path: Path) -> None:
    Training(OFTEN, tmp_path / "run").run(iterations=128)
    with pytest.raises(SolverError, match="holds a run already; go on with it"):
        Training(OFTEN, tmp_path / "run")
    for change, name in (
        ({"seed": 5}, "seed"),
        ({"rule": LEDUC.rule}, "rule"),
        ({"precision": 16}, "precision"),
    ):
        with pytest.raises(SolverError, match=f"a run with another {name}"):
            Training(replace(OFTEN, **change), tmp_path / "run", resume=True).run()


# --- what may stop a run -----------------------------------------------------------------------------------

CHILD = """
import os, signal, sys
from dataclasses import replace
from riverboat.training import Training, read_training_config
config = replace(read_training_config("leduc"), iterations=10**9, checkpoint_minutes=0.00001)
training = Training(config, sys.argv[1], threads=1)
if sys.argv[2] == "writing":
    synced, fsync = [], os.fsync
    def die_at_the_fourth(file):
        synced.append(file)
        if len(synced) == 4:
            os.kill(os.getpid(), signal.SIGKILL)
        fsync(file)
    os.fsync = die_at_the_fourth
training.run(progress=lambda done, total: print(done, flush=True))
"""


@pytest.mark.parametrize("moment", ["any", "writing"])
def test_kill_9_in_the_middle(tmp_path: Path, moment: str) -> None:
    """The child writes a checkpoint after every chunk; it is killed from outside, or before its fourth is whole."""
    run = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path / "run"), moment], stdout=subprocess.PIPE, text=True
    )
    assert run.stdout is not None
    for _ in range(6 if moment == "any" else 3):
        run.stdout.readline()
    if moment == "any":
        run.kill()
    run.communicate()
    assert run.returncode == -signal.SIGKILL
    assert len(list((tmp_path / "run").glob(".*.tmp"))) == 1 or moment == "any"
    config = replace(read_training_config("leduc"), checkpoint_minutes=0.00001)
    training = Training(config, tmp_path / "run", threads=1, resume=True)
    stopped = training.solver.iterations
    assert stopped > 0
    training.run(iterations=stopped + 10_000)
    assert list((tmp_path / "run").glob(".*.tmp")) == []
    fresh = Training(config, tmp_path / "fresh", threads=1)
    fresh.run(iterations=stopped + 10_000)
    assert same(training, fresh)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_stop_with_a_checkpoint(tmp_path: Path, number: int) -> None:
    training = Training(replace(LEDUC, iterations=10**9), tmp_path / "run", threads=1)

    def send(done: int, _: int) -> None:
        if done > 5_000 and not sent:
            sent.append(number)
            os.kill(os.getpid(), number)

    sent: list[int] = []
    before = signal.getsignal(number)
    with stop_signals() as stop:
        assert training.run(progress=send, stop=stop) == "signal"
    assert stop.number == number
    assert signal.getsignal(number) is before
    again = Training(replace(LEDUC, iterations=10**9), tmp_path / "run", threads=1, resume=True)
    assert again.solver.iterations == training.solver.iterations > 5_000
    assert 0 < again.seconds <= training.seconds


def test_ctrl_c_without_a_stop_is_an_interrupt_with_a_checkpoint(tmp_path: Path) -> None:
    training = Training(replace(LEDUC, iterations=10**9), tmp_path / "run", threads=1)
    with pytest.raises(KeyboardInterrupt):
        training.run(progress=lambda done, _: done > 5_000 and os.kill(os.getpid(), signal.SIGINT))
    again = Training(replace(LEDUC, iterations=10**9), tmp_path / "run", threads=1, resume=True)
    assert again.solver.iterations == training.solver.iterations > 5_000


def test_a_constructor_only_stores(tmp_path: Path) -> None:
    training = Training(OFTEN, tmp_path / "deep" / "run", threads=1)
    assert list(tmp_path.iterdir()) == []
    training.prepare()
    assert not training.folder.exists()  # nothing in the folder before `run`
    training.run(iterations=128)
    assert training.checkpoint.exists()


def test_reports_are_watched(tmp_path: Path) -> None:
    heard: list[TrainingReport] = []
    told: list[tuple[int, int]] = []
    training = Training(OFTEN, tmp_path / "run", threads=1)
    training.run(watch=heard.append, progress=lambda *pair: told.append(pair))
    assert [report.to_dict() for report in heard] == [r.to_dict() for r in read_log(training.log)]
    assert heard[-1] == training.last
    assert told[-1] == (30_080, 30_080)


def test_minutes(tmp_path: Path) -> None:
    training = Training(replace(LEDUC, iterations=10**9), tmp_path / "run", threads=1)
    began = time.monotonic()
    assert training.run(minutes=0.01) == "time"  # a run of 10**9 iterations takes an hour
    assert time.monotonic() - began > 0.5
    with pytest.raises(SolverError, match="minutes is 0"):
        training.run(minutes=0)


def test_runs_on_any_thread(tmp_path: Path) -> None:
    """Only the main thread of Python hears signals; others do without."""
    training = Training(OFTEN, tmp_path / "run", threads=1)
    worker = threading.Thread(target=training.run, kwargs={"iterations": 256})
    worker.start()
    worker.join()
    assert training.solver.iterations == 256


# --- files that go wrong -----------------------------------------------------------------------------------


def test_a_full_disk_leaves_the_old_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = Training(OFTEN, tmp_path / "run", threads=1)
    training.run(iterations=6_400)
    good = training.checkpoint.read_bytes()
    written = []

    def half(file: object, name: str, stream: files.Pieces, coding: str | None) -> str:
        if name == "cells":
            file.write(bytes(next(iter(stream.pieces))))  # type: ignore[attr-defined]
            written.append(name)
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, name, stream, coding)

    write = files._write_pieces
    monkeypatch.setattr(files, "_write_pieces", half)
    with pytest.raises(OSError, match=r"No space left on device: .*checkpoint\.rb"):
        training.run(iterations=12_800)
    assert written
    assert training.checkpoint.read_bytes() == good
    assert list((tmp_path / "run").glob(".*.tmp")) == []
    monkeypatch.undo()
    again = Training(OFTEN, tmp_path / "run", threads=1, resume=True)
    assert again.solver.iterations == 6_400


def test_a_full_disk_does_not_end_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints on the way may fail; the one at the end must be there."""
    training = Training(replace(OFTEN, checkpoint_minutes=1e-9), tmp_path / "run", threads=1)
    fails = iter([True, True])
    save = training_module.write_training

    def sometimes(*what: object) -> None:
        if next(fails, False):
            raise OSError(errno.ENOSPC, "No space left on device", "checkpoint.rb")
        save(*what)  # type: ignore[arg-type]

    monkeypatch.setattr(training_module, "write_training", sometimes)
    with pytest.warns(
        RuntimeWarning, match="the checkpoint was not written, the run goes on: .*No space left"
    ):
        assert training.run() == "iterations"
    assert Training(OFTEN, tmp_path / "run", resume=True).solver.iterations == 30_080


@pytest.mark.parametrize("harm", ["truncated", "flipped", "header", "empty"])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, harm: str) -> None:
    training = Training(OFTEN, tmp_path / "run", threads=1)
    training.run(iterations=128)
    data = bytearray(training.checkpoint.read_bytes())
    if harm == "truncated":
        data = data[:-100]
    elif harm == "empty":
        data = data[:0]
    else:
        data[-100 if harm == "flipped" else 100] ^= 1
    training.checkpoint.write_bytes(bytes(data))
    with pytest.raises(FileFormatError, match=r"checkpoint\.rb.*remove it to begin again"):
        Training(OFTEN, tmp_path / "run", resume=True).run()


def test_no_folder_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        Training(OFTEN, tmp_path / "file" / "run").run()


# --- memory ------------------------------------------------------------------------------------------------


def test_a_run_that_does_not_fit_is_refused_first(tmp_path: Path) -> None:
    config = read_training_config('tree = "hu-fcpa"\nabstraction = "ehs-200"\niterations = 1')
    with pytest.raises(SolverError) as caught:
        Training(config, tmp_path / "run", memory=100 * 2**20).run()
    message = str(caught.value)
    for part in (
        "1,360 rows",
        "169, 200, 200, 200 buckets",
        "100 MiB are allowed",
        "precision = 16",
        "pot-stack",
    ):
        assert part in message
    assert not (tmp_path / "run").exists()
    assert list(tmp_path.iterdir()) == []


def test_needed_memory_is_what_the_engine_takes(tmp_path: Path) -> None:
    training = Training(OFTEN, tmp_path / "run", threads=1)
    table_bytes = training.solver.engine.nbytes
    parts = training.tree.nbytes + training.solver.deals.nbytes + 16 * training.tree.nodes
    assert check_memory(OFTEN, training.tree) == pytest.approx(
        table_bytes + parts, abs=2**21
    )  # one huge page


# --- the log -----------------------------------------------------------------------------------------------


def test_the_log(tmp_path: Path) -> None:
    training = Training(replace(LEDUC, iterations=10**9), tmp_path / "run", threads=1)
    training.run(minutes=0.03)
    reports = read_log(training.log)
    assert len(reports) >= 2
    assert reports[-1].iterations == training.solver.iterations
    assert [report.iterations for report in reports] == sorted({report.iterations for report in reports})
    assert reports[-1].positive_regret < reports[0].positive_regret
    assert reports[-1].sets == 468  # both players, 3 · 6 + 15 · 30: each acts at half of the nodes
    assert set(reports[-1].watch) == {"BB Ks", "BTN Js after b"}
    append_log(training.log, replace(reports[-1], iterations=10**8))
    with training.log.open("a") as file:
        file.write('{"time": "torn')
    assert len(read_log(training.log)) == len(reports) + 1
    again = Training(replace(LEDUC, iterations=10**9), tmp_path / "run", threads=1, resume=True)
    assert len(read_log(again.log)) == len(reports) + 1  # looking at a run changes nothing
    again.run(iterations=1)
    assert read_log(again.log)[:-1] == reports  # what was logged after the checkpoint will be logged again
    training.log.write_text("no\n" + training.log.read_text())
    with pytest.raises(FileFormatError, match="line 1 of"):
        read_log(training.log)
