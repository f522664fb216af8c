"""`riverboat match` and `riverboat bots`, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import run

from riverboat.games import read_hands


def test_match_and_save(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    done = run(
        "match", "shark(0.2,0.7)", "fish", "--hands", "20", "--save", path, "--save-every", "5", "--json"
    )
    data = json.loads(done.stdout)
    assert data["hands"] == 20
    assert [bot["name"] for bot in data["bots"]] == ["shark(0.2,0.7)", "fish"]
    assert len(read_hands(path).hands) == 4


def test_a_full_disk_does_not_take_the_result() -> None:
    done = run("match", "fold", "all-in", "--hands", "10", "--save", "/dev/full/x.phhs", expect=1)
    assert "no folder" in done.stderr
    done = run("match", "fold", "all-in", "--hands", "10", "--save", "/proc/x.phhs", expect=1)
    assert "-75.0" in done.stdout
    assert "riverboat: " in done.stderr


def test_errors() -> None:
    assert "2 to 10 bots, not 1" in run("match", "fish", expect=1).stderr
    assert "did you mean 'shark'" in run("match", "sharkk", "fish", expect=1).stderr
    assert "hands is 0" in run("match", "fish", "fish", "--hands", "0", expect=1).stderr


def test_bots() -> None:
    listed = {bot["name"]: bot for bot in json.loads(run("bots", "--json").stdout)}
    assert listed["shark"]["parameters"]["raise_above"] == "0.6"
    assert listed["killer"]["learns"]
    assert "angry-fish" in run("bots").stdout
