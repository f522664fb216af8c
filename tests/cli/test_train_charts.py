"""`riverboat train charts`, end to end on a game that ends on the flop, where buckets take a second."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.command import run
from tests.training.test_six_features import SHORT

import riverboat as rb
from riverboat.training import TrainingConfig, read_training_config
from riverboat.training.charts_config import ChartsGame

WORDS = ("train", "charts", "--players", "3", "--rake", "5%:3", "--seed", "3")


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the rake, the iterations and the seed of what is asked, and nothing after the flop."""

    def config(asked: ChartsGame, name: str = "charts") -> TrainingConfig:
        base = read_training_config(SHORT.replace("players = 6", "players = 3").replace("precision = 16", ""))
        real = asked_config(asked, name)
        return replace(base, name=name, rake=real.rake, iterations=asked.iterations, seed=asked.seed)

    asked_config = ChartsGame.config
    monkeypatch.setattr(ChartsGame, "config", config)


@pytest.mark.usefixtures("short")
def test_from_words_to_pictures(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    told = json.loads(run(*WORDS, "--iterations", "20000", "-o", folder, "--threads", "1", "--json").stdout)
    assert told["page"] == str(folder / "charts" / "index.html")
    assert len(list((folder / "charts").glob("*.svg"))) == told["charts"] > 5
    found = told["rests_on"]
    assert found["iterations"] == 20_096
    assert found["halves"]["first"] + found["halves"]["second"] == 20_096
    assert found["rake"] == {"share": 0.05, "cap_bb": 3.0}
    about = rb.open(told["strategy"]).to_dict()["files"][0]["provenance"]
    assert "share = 0.05" in about["config"]
    assert about["seed"] == 3
    more = run(*WORDS, "--iterations", "30000", "-o", folder, "--threads", "1", "--resume").stdout
    assert "30,080 iterations" in more
    assert "Two halves of the run" in more
    again = run(*WORDS, "--iterations", "30000", "-o", folder, "--threads", "1", "--resume").stdout
    assert "too little was trained in this call" in again


@pytest.mark.usefixtures("short")
def test_another_rake_does_not_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    run(*WORDS, "--iterations", "256", "-o", folder, "--threads", "1")
    other = run(*WORDS, "--rake", "4%", "--iterations", "512", "-o", folder, "--resume", expect=1)
    assert "with another rake" in other.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rake", "5:3"), "--rake is '5:3'"),
        (("--players", "1"), "--players is 1"),
        (("--stack", "0"), "--stack is 0.0"),
        (("--open", "0.5bb"), "an open is '0.5bb'"),
        (("--ante", "200"), "--ante is 200"),
        (("--share", "0"), "--share is 0.0"),
    ],
)
def test_bad_words_are_told_before_anything_is_made(
    tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    told = run("train", "charts", *words, "-o", tmp_path / "runs" / "mine", expect=1).stderr
    assert message in told
    assert "such as" in told
    assert not (tmp_path / "runs").exists()
