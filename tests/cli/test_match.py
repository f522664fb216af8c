"""`riverboat match` and `riverboat bots list`, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import run
from typer.testing import CliRunner

from riverboat.cli.main import app
from riverboat.games import read_hands


def test_match_and_save(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    options = ["--hands", "20", "--save", str(path), "--save-every", "5", "--json"]
    data = json.loads(CliRunner().invoke(app, ["match", "shark(0.2,0.7)", "fish", *options]).stdout)
    assert data["hands"] == 20
    assert [bot["name"] for bot in data["bots"]] == ["shark(0.2,0.7)", "fish"]
    assert len(read_hands(path).hands) == 4


def test_a_full_disk_does_not_take_the_result() -> None:
    done = run("match", "fold", "all-in", "--hands", "10", "--save", "/proc/x.phhs", expect=1)
    assert "-75.0" in done.stdout
    assert "riverboat: " in done.stderr


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["match", "fish"], "2 to 10 bots, not 1"),
        (["match", *["fish"] * 11], "2 to 10 bots, not 11"),
        (["match", "sharkk", "fish"], "did you mean 'shark'"),
        (["match", "fish", "fish", "--hands", "0"], "hands is 0"),
        (["match", "fish", "fish", "--save", "nowhere/x.phhs"], "no folder"),
    ],
)
def test_errors(command: list[str], says: str) -> None:
    assert says in str(CliRunner().invoke(app, command).exception)


def test_a_bot_file_that_does_not_import(tmp_path: Path) -> None:
    """It is named before the match, also where other processes would import it."""
    path = tmp_path / "broken.py"
    path.write_text("import no_such_package\n")
    done = run("match", f"{path}:Mine", "fish", "--hands", "1000000", "--processes", "2", expect=1)
    assert done.stderr.startswith("riverboat: ")
    assert "does not import: ModuleNotFoundError: No module named 'no_such_package'" in done.stderr


def test_bots() -> None:
    listed = {
        bot["name"]: bot for bot in json.loads(CliRunner().invoke(app, ["bots", "list", "--json"]).stdout)
    }
    assert listed["shark"]["parameters"]["raise_above"] == "0.6"
    assert listed["killer"]["learns"]
    assert "angry-fish" in CliRunner().invoke(app, ["bots", "list"]).stdout


def test_a_match_in_the_game_of_a_config() -> None:
    options = ["--game", "cfr-features", "--hands", "20", "--json"]
    done = json.loads(CliRunner().invoke(app, ["match", "cfr-features", "fish", *options]).stdout)
    assert not done["bots"][0]["faults"]
    done = run("match", "fish", "fish", "--game", "hu-fcpa", "--stack-bb", "20", expect=1)
    assert "has its stacks, (10000, 10000); leave --stack-bb out" in done.stderr
