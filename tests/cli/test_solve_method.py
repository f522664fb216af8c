"""`riverboat solve --method`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import run

import riverboat as rb

PENNIES = """EFG 2 R "pennies" { "A" "B" }
p "" 1 1 "" { "h" "t" } 0
p "" 2 1 "" { "h" "t" } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { -1, 1 }
p "" 2 1 0
t "" 2
t "" 1
"""


def test_a_game_by_a_linear_program(tmp_path: Path) -> None:
    out = tmp_path / "leduc.rb"
    shown = run("solve", "leduc", "--method", "lp", "-o", out).stdout
    assert "-0.0856064 chips to player 0" in shown
    assert "chips between what the two can prove" in shown
    assert rb.open(out).exploitability < 1e-6
    told = json.loads(
        run("solve", "kuhn", "--method", "egt:euclidean", "--iterations", "50", "--json").stdout
    )
    assert (told["rule"], told["iterations"]) == ("egt:euclidean", 50)


def test_games_of_others(tmp_path: Path) -> None:
    path = tmp_path / "pennies.efg"
    path.write_text(PENNIES)
    shown = run("solve", path, "--method", "pdhg").stdout
    assert shown.startswith("pennies: 3 and 3 sequences")
    assert "gap " in shown
    told = json.loads(run("solve", "openspiel:kuhn_poker", "--method", "lp", "--json").stdout)
    assert told["lower"] <= -1 / 18 + 1e-9 <= told["upper"] + 2e-9


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["leduc", "--method", "simplex"], "is not a method"),
        (["leduc", "--method", "lp", "--rule", "cfr+"], "--rule"),
        (["leduc", "--method", "lp", "--checkpoint", "x.rb"], "--checkpoint"),
        (["openspiel:kuhn_poker"], "--method lp"),
        (["none.efg", "--method", "lp"], "none.efg"),
        (["openspiel:kuhn_poker", "--method", "lp", "--pot", "100"], "--pot"),
    ],
)
def test_what_is_refused(words: list[str], says: str) -> None:
    assert says in run("solve", *words, expect=1).stderr
