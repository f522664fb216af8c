"""`riverboat icm`, `pushfold` and `tournament`."""

import json
import re
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


def test_other_tournaments() -> None:
    words = ["tournament", "--chips", "1600", "--step", "200", "--small-blind", "200", "--big-blind", "400"]
    data = json.loads(run(*words, "--rises", "400/800", "--bounty", "1", "--json").stdout)
    assert [state["level"] for state in data["states"]] == [0] * 7 + [1] * 7
    assert data["bounty"] == 1
    assert data["ex_post"]["worst"] < 1e-4
    data = json.loads(
        run("pushfold", "--stacks", "6,4", "--payouts", "60,40", "--ahead", "1", "--json").stdout
    )
    assert data["hands_ahead"] == 1
    assert "within 0.00%" in run(*words[:2], "1200", *words[3:], "--bound").stdout.replace("\n", " ")
    assert sum(data["values"]) == pytest.approx(100)


BAD = [
    ("icm 5,0 --payouts 1", "player 2 has 0; every stack must be a number over 0, such as 1500"),
    ("icm 5,3 --payouts 20,30", "payouts rise from 20 to 30; .* such as [50, 30, 20]"),
    ("icm 5,3 --payouts 3,2,1", "3 prizes for 2 players; give at most 2, such as [3, 2]"),
    ("icm 5,x --payouts 20", "'x', which is no number; give such as 5000,3000,2000"),
    ("icm 5,nan --payouts 20", "'nan', which is no number; give such as 5000,3000,2000"),
    ("icm 5,3 --payouts 1 --bounties 1,2,3", "for each of 2 players, such as [5, 5]"),
    ("icm 5,3 --payouts 1 --deal --for-winner nan", "--for-winner is nan; .* such as 5"),
    ("pushfold --players 11", "--players is 11; jam/fold is solved for 2 to 10, such as 3"),
    ("pushfold --stacks 1,2,3,4,5,6,7,8,9,10,11", "players is 11; .* such as 3"),
    ("pushfold --stacks 10,0", "player 2 has 0; .* such as 1500"),
    ("pushfold --stacks 10,0.1 --ante 0.125", "does not cover the ante of 0.125; .* such as 5"),
    ("pushfold --stacks 10,nan", "'nan', which is no number; give such as 15,10,5"),
    ("pushfold --ante nan", "--ante is nan; .* such as 0.125"),
    ("pushfold --payouts 20,30", "payouts rise"),
    ("pushfold --payouts 3,2,1", "3 prizes for 2 players; .* such as [3, 2]"),
    ("pushfold --small-blind 1", "--small-blind is 1 of a big blind; it must be below 1, such as 0.5"),
    ("pushfold --ahead 1", "without prizes"),
    ("pushfold --thresholds nan", "is nan; .* such as 20"),
    ("tournament --chips 8050", "no multiple of the grid's step of 100; give such as 8,000"),
    ("tournament --players 11", "--players is 11; .* from 2 to 4, such as 3"),
    ("tournament --chips 0", "--chips is 0; .* such as 300"),
    ("tournament --payouts 20,30", "payouts rise"),
    ("tournament --payouts 3,2,1", "3 prizes for 2 players; .* such as [3, 2]"),
    ("tournament --payouts nan", "'nan', which is no number; give such as 50,30,20"),
    ("tournament --ante -1", "--ante is -1; .* such as 100"),
    ("tournament --bounty nan", "--bounty is nan; .* such as 5"),
    ("tournament --rises 500-1000", "no pair of blinds; give such as 500/1000,1000/2000"),
    ("tournament --hands-per-level 5", "belongs to --rises"),
    ("tournament --target nan", "--target is nan; .* such as 0.0001"),
]


@pytest.mark.parametrize(("words", "told"), BAD)
def test_bad_input_is_told(words: str, told: str) -> None:
    pattern = ".*".join(re.escape(part) for part in told.split(" .* "))
    assert re.search(pattern, " ".join(run(*words.split(), expect=1).stderr.split()))
