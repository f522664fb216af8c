"""`--json`: one value, or one on each line, on the output, and nothing else there."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import run

ROOT = Path(__file__).parents[2]


def lines(*arguments: str | Path) -> list[Any]:
    """The values that a command prints, one on each line."""
    return [json.loads(line) for line in run(*arguments, "--json").stdout.splitlines()]


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        ("query AsKd", {"hand", "actions"}),
        ("query --opens", {"UTG", "SB"}),
        ("solve kuhn --iterations 10", {"value", "iterations"}),
        ("solve leduc --plan", {"bytes", "free_bytes", "device", "seconds_an_iteration", "decisions"}),
        ("equity AsKs QhQd", {"players", "deals"}),
        ("match fish fold --hands 10", {"bots", "hands"}),
        ("train plan hu-fcpa --buckets 9,9,9,9", {"tree", "rows"}),
        ("bots league fish fold --hands 50", {"bots"}),
        ("bots sweep angry-fish fish --over raise_above=0.5 --games 2", {"bot"}),
        ("hands evaluate AsKsQsJsTs", {"strength", "name"}),
        ("hands range AA", {"combos", "range"}),
        ("hands replay examples/session.txt --to phh", {"format", "text"}),
        ("hands replay examples/session.txt", {"hands", "problems"}),
        ("host pokerbots fold all-in --rounds 3", {"rounds", "chips"}),
    ],
)
def test_one_value(command: str, keys: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (value,) = lines(*command.split())
    assert keys <= set(value)


def test_the_dealer_prints_a_value_on_each_line() -> None:
    *log, result = lines("host", "acpc", "nolimit", "fold", "all-in", "--hands", "3", "--names", "Ann,Bob")
    assert [list(value) for value in log] == [["log"]] * 5
    assert log[1]["log"].startswith("STATE:0:")
    assert result["names"] == ["Ann", "Bob"]
    assert sum(result["chips"]) == 0
    assert log[-1]["log"] == f"SCORE:{'|'.join(map(str, result['chips']))}:Ann|Bob"


def test_play_leaves_the_output_to_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("f\n\nf\nq\n"))
    done = run("play", "all-in", "--seed", "1", "--json")
    result = json.loads(done.stdout)
    assert result["hands"] == len(result["won_by_hand_bb"]) == 2
    assert result["won_bb"] == sum(result["won_by_hand_bb"]) < 0
    assert "Hand 1" in done.stderr
    assert "> " in done.stderr


def test_errors_leave_the_output_empty() -> None:
    done = run("equity", "AsKs", "--json", expect=1)
    assert done.stdout == ""
    assert done.stderr.startswith("riverboat: ")
