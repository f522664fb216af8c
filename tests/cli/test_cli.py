"""The command line, as a person and as a program would use it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.command import run, start

import riverboat as rb


def test_help_is_a_table_of_contents() -> None:
    text = run("--help").stdout
    for verb in ("query", "solve", "equity", "evaluate", "range", "replay"):
        assert verb in text
    assert "real-money" in text


def test_version() -> None:
    assert run("--version").stdout.strip() == f"riverboat {rb.__version__}"


def test_equity_of_two_hands() -> None:
    text = run("equity", "AsKs", "QhQd").stdout
    assert "46.214%" in text
    assert "53.786%" in text
    assert "1,712,304 boards" in text


def test_equity_of_ranges_on_a_board_as_json() -> None:
    data = json.loads(run("equity", "AKs,QQ+", "random", "--board", "QsJh2h", "--json").stdout)
    assert data["board"] == "QsJh2h"
    assert data["method"] == "exact"
    assert data["players"][0]["equity"] == pytest.approx(
        rb.equity("AKs,QQ+", "random", board="QsJh2h").equities[0]
    )


def test_sampled_equity_says_so() -> None:
    text = run("equity", "AA", "random", "random", "random", "--samples", "20000", "--seed", "3").stdout
    assert "sampled: 20,000 deals" in text
    assert "±95 %" in text


def test_range_grid_and_spellings(tmp_path: Path) -> None:
    assert "34.0 combos, 2.6 % of hands" in run("hands", "range", "TT+,AQs+:0.5").stdout
    assert run("hands", "range", "98s-65s", "--style", "gtowizard").stdout.count(":") == 16
    wrong = run("hands", "range", "AA", "--svg", str(tmp_path / "range.png"), expect=1).stderr
    assert "range.png' would hold an SVG picture; name it range.svg" in wrong
    picture = tmp_path / "range.svg"
    run("hands", "range", "top 15%", "--svg", str(picture))
    assert picture.read_text().startswith("<svg")
    data = json.loads(run("hands", "range", "AA", "--without", "As", "--json").stdout)
    assert data["combos"] == 3
    assert set(data["hands"]) == {"AhAd", "AhAc", "AdAc"}


def test_evaluate_tells_main_cards_and_kickers_apart() -> None:
    data = json.loads(run("hands", "evaluate", "AsAhKd", "--json").stdout)
    assert (data["category"], data["main"], data["kickers"]) == ("pair", "AsAh", "Kd")
    assert "strength" not in data
    assert "kickers" in run("hands", "evaluate", "AsAhKdQc2c3d9h").stdout


def test_evaluate() -> None:
    assert "full house, aces over kings" in run("hands", "evaluate", "AsAhAd", "KsKh", "2c3d").stdout
    data = json.loads(run("hands", "evaluate", "AsKsQsJsTs", "--json").stdout)
    assert data == {
        "cards": "AsKsQsJsTs",
        "strength": 7462,
        "of": 7462,
        "name": "royal flush",
        "category": "straight flush",
        "main": "AsKsQsJsTs",
        "kickers": "",
        "best": "AsKsQsJsTs",
    }
    assert "flush" in run("hands", "evaluate", "6s7s9sJsAs", "--ranking", "short-deck").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("equity", "AsKs", "AsKd"), "sharing a card"),
        (("equity", "AsKs"), "2 to 10 players"),
        (("equity", "1s2s", "AA"), "'1s2s'"),
        (("equity", "AA", "KK", "--board", "QsJh"), "0, 3, 4 or 5 cards"),
        (("equity", "AA", "KK", "--board", "QsQsJh"), "Qs appears twice"),
        (("equity", "AsAh", "KK", "--board", "AsQsJh"), "no hand left"),
        (("hands", "range", "AKs:2"), "AKs:2"),
        (("hands", "range", ""), "range"),
        (("hands", "evaluate", "As"), "2 to 7"),
        (("hands", "evaluate", "AsKsQsJsTs9s8s7s"), "2 to 7"),
        (("hands", "evaluate", "AsKsQsJsTs", "--ranking", "holdm"), "holdem"),
    ],
)
def test_bad_input_is_one_clear_message(arguments: tuple[str, ...], says: str) -> None:
    done = run(*arguments, expect=1)
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_debug_shows_the_traceback() -> None:
    done = start("--debug", "equity", "AsKs", "AsKd", expect=1)
    assert "Traceback" in done.stderr


def test_ctrl_c_is_one_word() -> None:
    script = "from riverboat.cli import main; print('ready', flush=True); main()"
    arguments = ["equity", "random", "random", "random", "--method", "exact"]
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=120)
        assert (process.returncode, out, error) == (130, "", "riverboat: stopped\n")
    finally:
        process.kill()
        process.wait()


def test_an_unwritable_file_is_no_traceback(tmp_path: Path) -> None:
    done = run("hands", "range", "AA", "--svg", str(tmp_path / "no" / "such" / "folder.svg"), expect=1)
    assert "there is no folder" in done.stderr
    assert "folder.svg'" in done.stderr  # not the temporary name
    assert "Traceback" not in done.stderr
    assert str(tmp_path) in run("hands", "range", "AA", "--svg", str(tmp_path), expect=1).stderr


def test_plan_draws_tables() -> None:
    text = run("train", "plan", "hu-fcpa", "--buckets", "169,200,200,200").stdout
    assert "1,360" in text
    assert "271,380" in text
    assert "last-per-round" in text
    assert "free here: fits as float64, float32, int16" in text


def test_plan_as_json_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "hu-fcpa"\nreentrant_from = "flop"\nbuckets = [169, 10, 10, 10]\n')
    data = json.loads(run("train", "plan", str(path), "--json", "--threads", "1").stdout)
    assert data["config"] == "mine"
    assert data["tree"]["nodes"] == 200
    assert data["rows"]["own"]["information_sets"] == 20 * 169 + 180 * 10


def test_plan_says_what_is_wrong(tmp_path: Path) -> None:
    assert "did you mean 'tyche-2'" in run("train", "plan", "tyche2", expect=1).stderr
    assert "between commas" in run("train", "plan", "hu-fcpa", "--buckets", "a,b", expect=1).stderr
    assert "there is no file" in run("train", "plan", str(tmp_path / "no.toml"), expect=1).stderr
