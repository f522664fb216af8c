"""Reports on a card: a few boards side by side, rows as those of single solves, files that go on."""

from __future__ import annotations

import csv
import gc
import threading
import weakref
from pathlib import Path
from typing import Any

import pytest
from tests.solvers.gpu.emulated import EmulatedCard

import riverboat as rb
from riverboat.errors import GameError, RangeError, SolverError
from riverboat.solvers import solve_many, spot_setup
from riverboat.solvers.full_width.side_by_side import KeptTables
from riverboat.solvers.spots import report as reports

WORDS: dict[str, Any] = {
    "oop": "AA,76s:0.5,KQs", "ip": "KK,T9s,AQs", "pot": 100, "stack": 150, "sizes": "50% | a",
}  # fmt: skip
SETUP = spot_setup(board="2c3d4h", **WORDS)
BOARDS = ["QsJh2h5c", "AsKs2d2c", "Ts9s8s2d", "7c6d2h2s"]
CARD: dict[str, Any] = {"device": "cuda", "threads": 1}


@pytest.fixture
def two_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.solvers.full_width.side_by_side.MOST_TOGETHER", 2)


def rows_of(path: Path) -> list[str]:
    return [row["board"] for row in csv.DictReader(path.read_text().splitlines())]


@pytest.mark.parametrize(("precision", "within"), [(16, 0.02), (32, 1e-3), (64, 1e-6)])
def test_rows_are_what_single_solves_say(precision: Any, within: float, emulated: EmulatedCard) -> None:
    report = solve_many(SETUP, BOARDS[1:3], iterations=6, precision=precision, **CARD)
    assert [row["board"] for row in report.rows] == BOARDS[1:3]
    for row in report.rows:
        alone = rb.solve_spot(board=row["board"], iterations=6, precision=precision, **WORDS, **CARD)
        root, checked = alone.grid(), alone.grid("k")
        for name, player in zip(("oop", "ip"), root.players, strict=True):
            assert row[f"{name} ev"] == pytest.approx(player.mean_ev, abs=100 * within)
            assert row[f"{name} equity"] == pytest.approx(player.mean_equity, abs=1e-9)
        for name, node in (("oop", root), ("ip", checked)):
            for option, share in zip(node.options, node.frequencies, strict=True):
                assert row[f"{name} {option.name}"] == pytest.approx(share, abs=within)
        assert row["exploitability %"] == pytest.approx(alone.pot_percent, rel=max(within, 1e-6), abs=within)
        assert row["iterations"] == 6


def test_the_file_grows_part_by_part_and_goes_on(
    tmp_path: Path, emulated: EmulatedCard, two_at_a_time: None
) -> None:
    path, stop, told = tmp_path / "report.csv", threading.Event(), list[tuple[int, int]]()

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done == 2:
            assert rows_of(path) == BOARDS[:2], "what is told is written"
            stop.set()

    part = solve_many(SETUP, BOARDS, path=path, iterations=3, progress=progress, stop=stop, **CARD)
    assert [row["board"] for row in part.rows] == BOARDS[:2]
    told.clear()
    whole = solve_many(SETUP, BOARDS, path=path, iterations=3, progress=lambda *now: told.append(now), **CARD)
    assert rows_of(path) == BOARDS == [row["board"] for row in whole.rows]
    assert (told[0], told[-1]) == ((2, 4), (4, 4))
    fresh = solve_many(SETUP, BOARDS, iterations=3, **CARD)
    assert whole.mean("oop ev") == pytest.approx(fresh.mean("oop ev"), rel=1e-5)


def test_boards_that_a_stop_cut_short_are_not_written(
    tmp_path: Path, emulated: EmulatedCard, two_at_a_time: None
) -> None:
    path, stop = tmp_path / "report.csv", threading.Event()
    cut = solve_many(
        SETUP, BOARDS, path=path, iterations=10**6, progress=lambda *_: stop.set(), stop=stop, **CARD
    )
    assert cut.rows == ()
    assert not rows_of(path)


def test_tables_of_a_part_leave_the_card_before_the_next(
    emulated: EmulatedCard, two_at_a_time: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[weakref.ref[KeptTables]] = []
    original = reports.found_numbers

    def watched(setup: Any, done: Any, threads: int) -> Any:
        if done.found.number == 0:
            assert [one() for one in held] == [None] * len(held)
            held.append(weakref.ref(done.found.part.kept))
        return original(setup, done, threads)

    monkeypatch.setattr(reports, "found_numbers", watched)
    gc.disable()
    try:
        solve_many(SETUP, BOARDS, iterations=1, **CARD)
    finally:
        gc.enable()
    assert len(held) == 2


def test_targets_are_met_and_locks_hold(emulated: EmulatedCard) -> None:
    report = solve_many(SETUP, BOARDS[:2], target_pot_percent=10, **CARD)
    assert report.missed_target == ()
    locked = spot_setup(board="2c3d4h", locks=["k: k 1"], **WORDS)
    for row in solve_many(locked, BOARDS[:2], iterations=4, **CARD).rows:
        assert row["ip check"] == pytest.approx(1)


def test_bad_input_is_told_in_words(emulated: EmulatedCard) -> None:
    with pytest.raises(RangeError, match="the range of oop holds no hand that fits the board AsAh"):
        solve_many(spot_setup(board="2c3d4h", **WORDS | {"oop": "AsAh"}), ["AsAh2c3d"], **CARD)
    with pytest.raises(SolverError, match=r"QsJh2h5c: .*ties"):
        solve_many(SETUP, BOARDS, iterations=1, ties="lossless", **CARD)
    with pytest.raises(GameError, match="QsJh: the board has 2 cards"):
        solve_many(SETUP, ["QsJh"], iterations=1, **CARD)
