"""Reports: boards, weights, going on, and files."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import riverboat as rb
from riverboat.errors import FileFormatError, SolverError
from riverboat.solvers import solve_many, spot_setup
from riverboat.solvers.report import _chosen, flops

SETUP = spot_setup(board="2c3d4h", oop="AA,76s", ip="KK,T9s", pot=100, stack=100, sizes="50% | a")
RIVERS = ["QsJh2h5c9d", "AsKs2d2c7h", "Ts9s8s2d3c"]


def test_all_flops_and_a_subset() -> None:
    assert len(flops()) == 1755
    assert sum(flops().values()) == 22_100
    assert len(_chosen(SETUP, "all")) == 1755
    some = _chosen(SETUP, 40)
    assert len(some) == 40
    assert sum(some.values()) == pytest.approx(22_100)
    high = sum(weight for board, weight in some.items() if board[0] == "A") / 22_100
    assert high == pytest.approx(1 - 48 * 47 * 46 / (52 * 51 * 50), abs=0.03)  # an ace on the flop


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
    original = rb.solvers.report.solve_setup

    def counting(setup: object, *arguments: object, **options: object) -> object:
        solved.append(setup.board)  # type: ignore[attr-defined]
        return original(setup, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(rb.solvers.report, "solve_setup", counting)
    whole = solve_many(SETUP, RIVERS, path=path)
    assert solved == RIVERS[2:]
    assert whole.rows[0]["oop ev"] == pytest.approx(first.rows[0]["oop ev"], rel=1e-5)
    text = path.read_text()
    rows = json.loads(text) if suffix == ".json" else list(csv.DictReader(text.splitlines()))
    assert [row["board"] for row in rows] == RIVERS
    with pytest.raises(SolverError, match="another setup or target"):
        solve_many(SETUP, RIVERS, path=path, target_pot_percent=1)
    path.write_text("hello\nthere\n")
    with pytest.raises(FileFormatError, match="not a report"):
        solve_many(SETUP, RIVERS, path=path)


def test_bad_boards() -> None:
    with pytest.raises(SolverError, match="there are no boards"):
        solve_many(SETUP, [])
    with pytest.raises(SolverError, match="the number of flops is 0"):
        solve_many(SETUP, 0)
    suited = spot_setup(board="2c3d4h", oop="AsKs", ip="KK", pot=100, stack=100)
    with pytest.raises(SolverError, match="the range of oop tells suits apart"):
        solve_many(suited, "all")
