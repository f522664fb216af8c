"""Solutions and checkpoints in files: what is read is what was written, and damage is told."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import riverboat as rb
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.errors import FileFormatError, SolverError, StrategyError
from riverboat.solvers import Solution
from riverboat.solvers.full_width.engine import Precision
from riverboat.solvers.update_rules.rules import GAME_RULE, SPOT_RULE, CFRPlus, Power

TURN = {"board": "QsJh2h5c", "oop": "AA,QQ,KQs,76s", "ip": "AQs,KQs,JTs,TT", "pot": 100, "stack": 200}
LINES = ("", "k b50%", "k k / 7d", "b50% c / 7c k", "k b50% c / 2s a")


@pytest.fixture(scope="module")
def turn() -> Solution:
    return rb.solve_spot(**TURN, target_pot_percent=0.1, threads=1)  # type: ignore[arg-type]


def test_what_is_read_is_what_was_written(turn: Solution, tmp_path: Path) -> None:
    path = tmp_path / "turn.rb"
    turn.save(path)
    read = rb.open(path)
    assert read.setup == turn.setup
    assert (read.rule, read.iterations, read.accuracy, read.stopped) == (
        turn.rule,
        turn.iterations,
        turn.accuracy,
        turn.stopped,
    )
    assert read.looks == turn.looks
    for line in LINES:
        one, other = turn.grid(line), read.grid(line)
        np.testing.assert_allclose(one.strategy, other.strategy, atol=1e-4)
        np.testing.assert_allclose(one.ev, other.ev, atol=0.5)  # lines that are hardly played
        for player in (0, 1):
            np.testing.assert_allclose(one.players[player].reach, other.players[player].reach, atol=1e-4)


def test_eight_bits_are_half_the_size(turn: Solution, tmp_path: Path) -> None:
    sizes = {}
    for bits in (8, 16):
        turn.save(tmp_path / f"{bits}", bits=bits)  # type: ignore[arg-type]
        sizes[bits] = os.path.getsize(tmp_path / f"{bits}")
    assert sizes[8] < 0.6 * sizes[16]
    np.testing.assert_allclose(
        rb.open(tmp_path / "8").grid("k").strategy, turn.grid("k").strategy, atol=0.005
    )


def test_a_loaded_solution_is_as_good(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "s")
    read = rb.open(tmp_path / "s")
    assert read.file_policy is not None
    read.file_policy.fill(0, 0)  # gives the engine all strategies
    assert read.solver.accuracy().exploitability == pytest.approx(turn.exploitability, abs=0.01)


def test_small_games_have_files_too(tmp_path: Path) -> None:
    leduc = rb.solve("leduc", iterations=100)
    leduc.save(tmp_path / "leduc")
    read = rb.open(tmp_path / "leduc")
    np.testing.assert_allclose(read.grid("b c / Ks").strategy, leduc.grid("b c / Ks").strategy, atol=1e-4)
    assert read.value == leduc.value


@pytest.mark.parametrize("precision", [16, 32, 64])
def test_a_file_remembers_the_precision(precision: Precision, tmp_path: Path) -> None:
    path = tmp_path / "leduc"
    rb.solve("leduc", "pcfr+", iterations=20, precision=precision).save(path)
    read = rb.open(path)
    again = read.resolve(iterations=1)
    assert (read.solver.precision, again.solver.precision) == (precision, precision)
    assert again.rule == "pcfr+"


def test_a_file_of_old_has_no_precision(tmp_path: Path) -> None:
    path = tmp_path / "leduc"
    rb.solve("leduc", iterations=20, precision=64).save(path)
    file = ArrayFile(path, kind="solution", max_version=2)
    arrays = {name: np.array(file[name]) for name in ("strategy_0", "strategy_1", "looks")}
    about = {key: text for key, text in file.metadata.items() if key != "precision"}
    write_arrays(path, arrays, kind="solution", version=1, metadata=about)
    assert rb.open(path).solver.precision == 32
    write_arrays(path, arrays, kind="solution", version=1, metadata={**about, "precision": "24"})
    with pytest.raises(FileFormatError, match="is damaged"):
        rb.open(path)


def test_a_rule_without_a_name_gives_way_to_the_default(tmp_path: Path) -> None:
    rule = CFRPlus(averaging=Power(2))
    small = {**TURN, "oop": "AA", "ip": "TT", "iterations": 5}
    for solution, default in (
        (rb.solve("leduc", rule, iterations=5), GAME_RULE),
        (rb.solve_spot(**small, rule=rule), SPOT_RULE),  # type: ignore[arg-type]
    ):
        solution.save(tmp_path / "s")
        read = rb.open(tmp_path / "s")
        assert read.rule == solution.rule == repr(rule)
        assert read.resolve(iterations=1).rule == default


def test_a_dropped_river_is_solved_again(turn: Solution, tmp_path: Path) -> None:
    whole, small = tmp_path / "whole", tmp_path / "small"
    turn.save(whole)
    turn.save(small, drop="river")
    assert os.path.getsize(small) < os.path.getsize(whole) / 5
    read = rb.open(small)
    one, other = turn.grid("k k / 7d"), read.grid("k k / 7d")
    assert (one.line, one.board, one.pot, one.actions, one.hands) == (
        other.line,
        other.board,
        other.pot,
        other.actions,
        other.hands,
    )
    for player in (0, 1):
        np.testing.assert_allclose(one.players[player].reach, other.players[player].reach, atol=1e-3)
        assert one.players[player].mean_ev == pytest.approx(other.players[player].mean_ev, abs=1)
    assert sum(player.mean_ev for player in other.players) == pytest.approx(other.pot, abs=1e-3)
    # On the turn the strategy is the file's, and the values come from rivers that are solved again around it.
    one, other = turn.grid("k b50%"), read.grid("k b50%")
    np.testing.assert_allclose(one.strategy, other.strategy, atol=1e-4)
    for player in (0, 1):
        assert one.players[player].mean_ev == pytest.approx(other.players[player].mean_ev, abs=1)
    assert other.action_evs.shape == other.strategy.shape
    with pytest.raises(SolverError, match="has no river itself"):
        read.save(tmp_path / "again")
    read.save(tmp_path / "again", drop="river")


def test_a_river_after_a_turn_that_was_dropped_too(tmp_path: Path) -> None:
    flop = rb.solve_spot(
        board="QsJs2s",
        oop="AA,QQ,AsKs",
        ip="AQs,TT",
        pot=100,
        stack=150,
        sizes="75% | a",
        iterations=200,
        threads=1,
    )
    flop.save(tmp_path / "s", drop="turn")
    read = rb.open(tmp_path / "s")
    for line in ("k k / 7d k k / 2c", "k k / 7d k k / 2c k"):  # solved from the turn on, once
        one, other = flop.grid(line), read.grid(line)
        assert (one.line, one.board, one.pot, one.actions, one.hands) == (
            other.line,
            other.board,
            other.pot,
            other.actions,
            other.hands,
        )
        assert sum(player.mean_ev for player in other.players) == pytest.approx(other.pot, abs=1e-3)
    assert len(read.streets) == 1
    assert read.grid("k k / 7d k").at.solution is other.at.solution


def test_bad_options(turn: Solution, tmp_path: Path) -> None:
    with pytest.raises(SolverError, match="drop is 'turn'; streets that can be left out here are: river"):
        turn.save(tmp_path / "s", drop="turn")
    with pytest.raises(SolverError, match="bits is 4"):
        turn.save(tmp_path / "s", bits=4)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


# --- damage --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keep", [0, 5, 100, 0.5, 0.999])
def test_truncated_files(turn: Solution, tmp_path: Path, keep: float) -> None:
    path = tmp_path / "s"
    turn.save(path)
    data = path.read_bytes()
    path.write_bytes(data[: int(keep * len(data)) if isinstance(keep, float) else keep])
    with pytest.raises(FileFormatError, match=r"truncated|damaged|not a Riverboat file"):
        rb.open(path)


def test_damaged_files(turn: Solution, tmp_path: Path) -> None:
    path = tmp_path / "s"
    turn.save(path)
    data = bytearray(path.read_bytes())
    data[300] ^= 1  # in the header
    path.write_bytes(data)
    with pytest.raises(FileFormatError, match=r"damaged"):
        rb.open(path)
    data[300] ^= 1
    data[-300] ^= 1  # in an array: told by verify
    path.write_bytes(data)
    with pytest.raises(FileFormatError, match="checksum does not match"):
        rb.open(path, verify=True)
    path.write_text("hello")
    with pytest.raises(FileFormatError, match="not a Riverboat file"):
        rb.open(path)
    with pytest.raises(StrategyError, match="there is no file"):
        rb.open(tmp_path / "nothing")


def test_a_full_disk_leaves_the_old_file(
    turn: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s"
    turn.save(path, drop="river")
    before = path.read_bytes()

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left on device") as problem:
        turn.save(path)
    assert str(path) in str(problem.value)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["s"]


# --- checkpoints ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "precision"), [("cfr+", 64), ("dcfr", 32), ("pdcfr+", 64), ("dcfr", 16), ("pdcfr+", 16)]
)
def test_resuming_goes_on_bit_for_bit(rule: str, precision: int, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    options = {**TURN, "rule": rule, "precision": precision, "threads": 1, "target_pot_percent": 1e-6}
    whole = rb.solve_spot(**options, iterations=40)  # type: ignore[arg-type]
    rb.solve_spot(**options, iterations=17, checkpoint=path)  # type: ignore[arg-type]
    resumed = rb.solve_spot(**options, iterations=40, checkpoint=path, resume=True)  # type: ignore[arg-type]
    assert resumed.iterations == 40
    assert resumed.accuracy == whole.accuracy
    tables, others = whole.solver.engine.tables(), resumed.solver.engine.tables()
    for name, table in tables.items():
        np.testing.assert_array_equal(table, others[name])
    assert resumed.seconds > 0


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    rb.solve("leduc", iterations=5, checkpoint=path)
    with pytest.raises(SolverError, match="is of a game, board, ranges, sizes or locks other than"):
        rb.solve("kuhn", iterations=10, checkpoint=path, resume=True)
    with pytest.raises(SolverError, match="is of a rule, precision or ties other than"):
        rb.solve("leduc", "dcfr", iterations=10, checkpoint=path, resume=True)
    with pytest.raises(FileFormatError, match="a strategy or a solution was expected"):
        rb.open(path)
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with pytest.raises(FileFormatError, match="checksum"):
        rb.solve("leduc", iterations=10, checkpoint=path, resume=True)


def test_a_checkpoint_with_tables_of_old_is_refused(tmp_path: Path) -> None:
    """16-bit tables were whole numbers with scales once."""
    path = tmp_path / "checkpoint"
    options = {**TURN, "precision": 16, "threads": 1, "target_pot_percent": 1e-6}
    rb.solve_spot(**options, iterations=2, checkpoint=path)  # type: ignore[arg-type]
    file = ArrayFile(path, kind="solver checkpoint", max_version=1)
    old = {name: np.asarray(file[name]).view(np.int16) for name in ("regrets", "averages")}
    write_arrays(path, old, kind="solver checkpoint", version=1, metadata=file.metadata)
    with pytest.raises(
        FileFormatError, match="was made by a release with other tables; begin again without it"
    ):
        rb.solve_spot(**options, iterations=4, checkpoint=path, resume=True)  # type: ignore[arg-type]


def test_ctrl_c_saves_and_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    script = (
        "import riverboat as rb\n"
        "try:\n"
        f"    rb.solve('leduc', target=1e-12, checkpoint={str(path)!r}, watch=print)\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped', flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-u", "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    assert "stopped" in out
    again = partial(rb.solve, "leduc", target=1e-12, checkpoint=path, resume=True)
    left = again(iterations=10**6, max_seconds=1e-9)
    assert left.iterations > 0
    resumed = again(iterations=left.iterations + 100)
    assert resumed.iterations == left.iterations + 100
    assert resumed.seconds > 0
    whole = rb.solve("leduc", iterations=resumed.iterations)
    assert whole.accuracy == pytest.approx(resumed.accuracy)


def test_a_full_disk_does_not_stop_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("riverboat.solvers.solutions.solving.write_checkpoint", full)
    with (
        pytest.warns(RuntimeWarning, match="the checkpoint was not written, the run goes on"),
        pytest.warns(RuntimeWarning, match="the checkpoint was not written, what was found is kept"),
    ):
        found = rb.solve("leduc", iterations=500, checkpoint=tmp_path / "c", checkpoint_seconds=1e-9)
    assert found.iterations == 500


def test_a_checkpoint_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        rb.solve("leduc", iterations=500, checkpoint=tmp_path / "nowhere" / "c")
    with pytest.raises(IsADirectoryError, match="is a folder; name a file"):
        rb.solve("leduc", iterations=500, checkpoint=tmp_path, resume=True)


def test_a_missed_target_is_remembered(tmp_path: Path) -> None:
    missed = rb.solve("leduc", iterations=5, target=0.001)
    missed.save(tmp_path / "missed.rb")
    read = rb.open(tmp_path / "missed.rb")
    assert (read.target, read.missed_target) == (0.001, True)
    assert repr(read) == repr(missed)
    assert repr(read).endswith("5 iterations, target missed>")
    rb.solve("leduc", iterations=5).save(tmp_path / "none.rb")
    assert rb.open(tmp_path / "none.rb").target is None
    assert repr(rb.solve("kuhn", target=0.01)).endswith("iterations>")
    old = Path(__file__).parents[2] / "saved_formats" / "a712ce6" / "solution" / "leduc.solution"
    assert rb.open(old).target is None
