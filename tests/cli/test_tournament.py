"""`riverboat icm`, `pushfold` and `tournament`."""

import json
from pathlib import Path

import pytest
from tests.cli.command import run


def test_icm_draws_and_writes(tmp_path: Path) -> None:
    picture = tmp_path / "icm.svg"
    text = run("icm", "5000,3000,2000", "--payouts", "50,30,20", "--deal", "--svg", str(picture)).stdout
    assert "38.3929" in text
    assert "weitzman" in text
    assert picture.read_text().startswith("<svg")
    data = json.loads(run("icm", "5000 3000", "--payouts", "1", "--bounties", "2", "--json").stdout)
    assert data["equities"] == [0.625, 0.375]
    assert sum(data["bounties"]) == pytest.approx(4)


def test_pushfold_draws_and_writes(tmp_path: Path) -> None:
    picture = tmp_path / "jams.svg"
    text = run("pushfold", "--stacks", "10", "--svg", str(picture)).stdout
    assert "SB first in" in text
    assert "jam 58.3%" in text
    assert picture.read_text().startswith("<svg")
    data = json.loads(run("pushfold", "--stacks", "8,6", "--payouts", "1", "--json").stdout)
    assert data["charts"][0]["jam"]["AA"] == 1
    deepest = json.loads(run("pushfold", "--thresholds", "2", "--json").stdout)["deepest"]
    assert deepest["SB first in"]["AA"] == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("icm", "5,0", "--payouts", "1"), "player 2 has 0"),
        (("icm", "5,3", "--payouts", "20,30"), "payouts rise"),
        (("icm", "5,x", "--payouts", "20"), "'x', which is no number"),
        (("pushfold", "--players", "11"), "--players is 11"),
        (("pushfold", "--stacks", "10,nan"), "no number"),
        (("tournament", "--chips", "8050"), "no multiple of the grid's step"),
    ],
)
def test_bad_input_is_told(words: tuple[str, ...], told: str) -> None:
    assert told in run(*words, expect=1).stderr
