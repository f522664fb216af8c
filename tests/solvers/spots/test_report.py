"""Reports: boards, weights, going on, and files."""

from __future__ import annotations

import csv
import gc
import inspect
import json
import threading
import weakref
from pathlib import Path

import pytest
from rich.console import Console

import riverboat as rb
from riverboat.errors import FileFormatError, SolverError
from riverboat.solvers import GameSetup, Report, Solution, SolveOptions, solve_many, spot_setup
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.spots.flops import representative_flops
from riverboat.solvers.spots.report import _chosen
from riverboat.solvers.update_rules.rules import RULES

SETUP = spot_setup(board="2c3d4h", oop="AA,76s", ip="KK,T9s", pot=100, stack=100, sizes="50% | a")
RIVERS = ["QsJh2h5c9d", "AsKs2d2c7h", "Ts9s8s2d3c"]


def test_boards() -> None:
    assert len(_chosen(SETUP, "all")) == 1755
    assert _chosen(SETUP, 25) == representative_flops(25)
    assert inspect.signature(solve_many).parameters["boards"].default == 25
    assert _chosen(SETUP, "QsJh2h AsKd7c") == {"QsJh2h": 1.0, "AsKd7c": 1.0}


def test_one_solver_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of a board are gone before the next board is solved, without waiting for the garbage collector."""
    original, solvers = rb.solvers.spots.batch.solve_setup, list[weakref.ref[FullWidth]]()

    def watched(setup: GameSetup, options: SolveOptions) -> Solution:
        assert [solver() for solver in solvers] == [None] * len(solvers)
        solution = original(setup, options)
        solvers.append(weakref.ref(solution.solver))
        return solution

    monkeypatch.setattr(rb.solvers.spots.batch, "solve_setup", watched)
    gc.disable()
    try:
        solve_many(SETUP, RIVERS, threads=1, iterations=20)
    finally:
        gc.enable()
    assert len(solvers) == 3


def test_a_stop_keeps_the_boards_that_are_done(tmp_path: Path) -> None:
    path, stop = tmp_path / "report.csv", threading.Event()

    def progress(done: int, total: int) -> None:
        assert total == 3
        if done == 2:
            stop.set()

    part = solve_many(SETUP, RIVERS, path=path, progress=progress, stop=stop)
    assert [row["board"] for row in part.rows] == RIVERS[:2]
    assert [row["board"] for row in solve_many(SETUP, RIVERS, path=path).rows] == RIVERS


def test_options_hold_for_every_board() -> None:
    report = solve_many(SETUP, RIVERS[:2], rule="cfr+", iterations=7, precision=64, threads=1)
    assert [row["iterations"] for row in report.rows] == [7, 7]
    for name in ("checkpoint", "start", "watch"):
        with pytest.raises(SolverError, match=f"'{name}' is for one board, not for a report"):
            solve_many(SETUP, RIVERS, **{name: None})  # type: ignore[arg-type]
    with pytest.raises(SolverError, match="did you mean 'precision'"):
        solve_many(SETUP, RIVERS, precison=16)  # type: ignore[call-arg]


def test_the_table_fits_eighty_columns() -> None:
    row = solve_many(SETUP, RIVERS[:1], iterations=20).rows[0]
    large = Report(tuple({**row, "oop ev": 12345.678, "ip ev": 0.123, "board": RIVERS[0]} for _ in range(50)))
    console = Console(width=200)
    with console.capture() as captured:
        console.print(large)
    lines = captured.get().rstrip().split("\n")
    assert max(len(line.rstrip()) for line in lines) <= 80
    assert "OOP EV" in lines[0]
    assert "… 10 more" in captured.get()
    assert lines[-1].startswith("all 50")
    assert f"{100 * (1 - row['oop check']):.1f}" in lines[1]


def test_rows_are_what_single_solves_say(tmp_path: Path) -> None:
    report = solve_many(SETUP, RIVERS, threads=1)
    alone = rb.solve_spot(
        board=RIVERS[1], oop="AA,76s", ip="KK,T9s", pot=100, stack=100, sizes="50% | a", threads=1
    )
    row = report.rows[1]
    assert row["oop ev"] == pytest.approx(alone.evs[0], abs=1e-3)
    assert row["oop check"] + row["oop bet 50 (50%)"] + row.get("oop all-in 100", 0) == pytest.approx(1)
    assert (row["high"], row["suits"], row["pairs"]) == ("A", "two-tone", "unpaired")
    assert report.mean("oop ev") + report.mean("ip ev") == pytest.approx(100, abs=1e-3)
    assert report.mean("oop ev", lambda row: row["suits"] == "monotone") == report.rows[2]["oop ev"]
    with pytest.raises(SolverError, match="'ev' is not a column"):
        report.mean("ev")


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_a_report_goes_on(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"report{suffix}"
    first = solve_many(SETUP, RIVERS[:2], path=path)
    solved: list[str] = []
    original = rb.solvers.spots.batch.solve_setup

    def counting(setup: object, *arguments: object, **options: object) -> object:
        solved.append(setup.board)  # type: ignore[attr-defined]
        return original(setup, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(rb.solvers.spots.batch, "solve_setup", counting)
    whole = solve_many(SETUP, RIVERS, path=path)
    assert solved == RIVERS[2:]
    assert whole.rows[0]["oop ev"] == pytest.approx(first.rows[0]["oop ev"], rel=1e-5)
    text = path.read_text()
    rows = json.loads(text) if suffix == ".json" else list(csv.DictReader(text.splitlines()))
    assert [row["board"] for row in rows] == RIVERS
    with pytest.raises(SolverError, match="another setup, target, rule or precision"):
        solve_many(SETUP, RIVERS, path=path, target_pot_percent=1)
    path.write_text("hello\nthere\n")
    with pytest.raises(FileFormatError, match="not a report"):
        solve_many(SETUP, RIVERS, path=path)


def test_rows_of_the_release_before_are_still_of_the_report(tmp_path: Path) -> None:
    """It had a target of 0.3 % beside every number of iterations."""
    path = tmp_path / "report.csv"
    old = solve_many(SETUP, RIVERS[:2], path=path, iterations=5, target_pot_percent=0.3)
    both = solve_many(SETUP, RIVERS, path=path, iterations=5)
    assert [row["setup"] for row in both.rows[:2]] == [row["setup"] for row in old.rows]
    assert both.rows[2]["setup"] != old.rows[0]["setup"]
    assert len(solve_many(SETUP, RIVERS, path=path, iterations=5).rows) == 3
    with pytest.raises(SolverError, match="another setup"):
        solve_many(SETUP, RIVERS, path=path, iterations=6)


def test_rule_and_precision_tell_reports_apart(tmp_path: Path) -> None:
    path = tmp_path / "report.csv"
    solve_many(SETUP, RIVERS[:1], path=path, iterations=5)
    before = path.read_text()
    usual = SETUP.game_setup()
    for same in ({"precision": 32}, {"rule": usual.default_rule}, {"rule": RULES[usual.default_rule]}):
        solve_many(SETUP, RIVERS[:1], path=path, iterations=5, **same)  # type: ignore[arg-type]
    assert path.read_text() == before
    for other in ({"precision": 16}, {"rule": "cfr+"}, {"rule": RULES["cfr+"]}):
        with pytest.raises(SolverError, match="another setup, target, rule or precision"):
            solve_many(SETUP, RIVERS[:1], path=path, iterations=5, **other)  # type: ignore[arg-type]


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_a_file_says_what_is_printed(tmp_path: Path, suffix: str) -> None:
    """Boards of an earlier call weigh nothing, whether boards are added or only left out."""
    path = tmp_path / f"report{suffix}"
    solve_many(SETUP, RIVERS[:2], path=path, iterations=5)
    for boards in (RIVERS[1:], RIVERS[:1], RIVERS):
        report = solve_many(SETUP, boards, path=path, iterations=5)
        assert [row["board"] for row in report.rows] == boards
        text = path.read_text()
        rows = json.loads(text) if suffix == ".json" else list(csv.DictReader(text.splitlines()))
        weights = [float(row["weight"]) for row in rows]
        assert weights == [float(row["board"] in boards) for row in rows]
        mean = sum(weight * float(row["oop ev"]) for weight, row in zip(weights, rows, strict=True))
        assert mean / sum(weights) == pytest.approx(report.mean("oop ev"), rel=1e-5)


def test_no_equity_has_no_eqr(tmp_path: Path) -> None:
    board, path = "KsKhKd7s2c", tmp_path / "report.csv"  # nobody holds KK, and T9 never wins
    report = solve_many(SETUP, [board, RIVERS[0]], path=path, iterations=5)
    assert report.rows[0]["ip equity"] == 0
    assert report.rows[0]["ip eqr"] is None
    assert report.mean("ip eqr") == report.rows[1]["ip eqr"]
    assert next(csv.DictReader(path.read_text().splitlines()))["ip eqr"] == ""
    again = solve_many(SETUP, [board, RIVERS[0]], path=path, iterations=5)
    assert again.mean("ip eqr") == pytest.approx(report.mean("ip eqr"), rel=1e-5)
    Console(quiet=True).print(again)


def test_boards_that_missed_the_target() -> None:
    assert solve_many(SETUP, RIVERS, iterations=2).missed_target == ()
    assert solve_many(SETUP, RIVERS).missed_target == ()
    report = solve_many(SETUP, RIVERS, iterations=2, target_pot_percent=0.1)
    assert report.target_percent == pytest.approx(0.1)
    assert report.missed_target == tuple(RIVERS)


def test_files_that_cannot_be_reports(tmp_path: Path) -> None:
    with pytest.raises(SolverError, match=r"neither a \.csv nor a \.json file"):
        solve_many(SETUP, RIVERS, path=tmp_path / "report.txt")
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        solve_many(SETUP, RIVERS, path=tmp_path / "nowhere" / "report.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(IsADirectoryError, match="is a folder"):
        solve_many(SETUP, RIVERS, path=tmp_path / "folder.csv")


def test_bad_boards() -> None:
    with pytest.raises(SolverError, match="there are no boards"):
        solve_many(SETUP, [])
    with pytest.raises(SolverError, match="the number of flops is 0"):
        solve_many(SETUP, 0)
    suited = spot_setup(board="2c3d4h", oop="AsKs", ip="KK", pot=100, stack=100)
    with pytest.raises(SolverError, match="the range of oop tells suits apart"):
        solve_many(suited, "all")
