"""Sweeps: points are the matches they stand for, searches go on from their file, pictures show all points."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner

from riverboat.arena import Point, Setting, SweepResult, play_match, sweep
from riverboat.arena.matches import batch as batch_module
from riverboat.arena.sweeps.sweep import with_parameters
from riverboat.cli.bots.sweep import read_values
from riverboat.cli.main import app
from riverboat.errors import BotError, MatchError
from riverboat.evaluation import Figure

SVG = "{http://www.w3.org/2000/svg}"


def words(picture: Path) -> set[str]:
    """What is written in a picture."""
    return {text.text or "" for text in ET.fromstring(picture.read_text(encoding="utf-8")).iter(f"{SVG}text")}


def test_a_point_is_its_match() -> None:
    found = sweep("angry-fish", ["fish"], {"raise_above": [0.4, 0.7]}, games=20, seed=2)
    match = play_match(["angry-fish(0.7)", "fish"], mode="freeze-out", games=20, seed=2)
    assert found.points[1].figure == match.bots[0].games_won
    assert found.unit == "games won"
    cash = sweep("honest", ["fish", "fold"], {"fold_up_to": [0.5]}, mode="reset", hands=50)
    assert cash.points[0].figure == play_match(["honest(0.5)", "fish", "fold"], 50).bots[0].adjusted


def test_the_sweep_finds_what_is_known() -> None:
    """Honest at 1 folds always and loses; at 0 it calls always, which against All-In is a coin flip."""
    found = sweep("honest", ["all-in"], {"fold_up_to": [0.0, 0.4, 1.0]}, games=100, duplicate=True)
    calls, middle, folds = (point.figure.mean for point in found.points)
    assert calls == 0.5
    assert middle > folds
    assert folds < 0.1
    assert found.best.values in [(0.0,), (0.4,)]


def test_places_that_the_bot_refuses_are_left_out() -> None:
    found = sweep("shark", ["fold"], {"fold_up_to": [0.2, 0.8], "raise_above": [0.1, 0.5]}, games=1)
    assert [point.values for point in found.points] == [(0.2, 0.5)]


def test_best_and_as_good() -> None:
    points = tuple(Point((x,), Figure(y, 0.1), 1) for x, y in ((0, 0.3), (1, 0.55), (2, 0.6)))
    found = SweepResult("b", ("a",), ("x",), points, "games won")
    assert found.best.values == (2,)
    assert [point.values for point in found.as_good] == [(1,), (2,)]


def test_a_search_goes_on_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("optuna")
    file, over = tmp_path / "search.json", {"fold_up_to": [0.0, 1.0]}
    whole = sweep("honest", ["all-in"], over, trials=10, games=5)
    sweep("honest", ["all-in"], over, trials=8, games=5, checkpoint=file)
    played = list[Setting]()
    real = batch_module.play_whole
    monkeypatch.setattr(batch_module, "play_whole", lambda plan: played.append(plan) or real(plan))  # type: ignore[func-returns-value]
    assert sweep("honest", ["all-in"], over, trials=10, games=5, checkpoint=file, resume=True) == whole
    assert len(played) == 2
    assert all(0 <= point.values[0] <= 1 for point in whole.points)


def test_a_search_over_whole_numbers() -> None:
    found = sweep("shark", ["fish"], {"samples": [50, 2_000_000]}, trials=4, games=1, hands=1)
    assert all(point.values[0].is_integer() for point in found.points)
    assert with_parameters("shark", ["samples"], [2_000_001]) == "shark(samples=2000001)"


def test_a_search_among_what_the_bot_refuses_ends(tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text(
        "from riverboat.bots import Fish\nfrom riverboat.errors import BotError\n\n\nclass Odd(Fish):\n"
        "    def __init__(self, x: float = 0.25) -> None:\n        if x != 0.25:\n"
        "            raise BotError(f'x is {x}; it must be 0.25')\n"
    )
    with pytest.raises(BotError, match=r"it must be 0\.25"):
        sweep(f"{path}:Odd", ["fish"], {"x": [0.25, 0.75]}, trials=2, games=2)


def test_values() -> None:
    assert read_values("x=0:1:0.05")[1] == [round(0.05 * n, 2) for n in range(21)]
    assert read_values("x=0.3:1") == ("x", [0.3, 1.0])
    with pytest.raises(MatchError, match="has 10,000,001 values, of which 10,000 can be tried"):
        read_values("x=0:1:0.0000001")
    with pytest.raises(MatchError, match="a sweep over 250,000 points is more than 100,000"):
        sweep("shark", ["fish"], {"fold_up_to": [0.1] * 500, "raise_above": [0.9] * 500})
    assert read_values("x=0:1:0.3")[1] == [0, 0.3, 0.6, 0.9]
    for bad in ("x", "x=", "x=1:0:0.1", "x=0:1:0", "x=a,b", "x=0:1:0.1:3", "x=0:inf:1"):
        with pytest.raises(MatchError, match="does not say what to sweep over"):
            read_values(bad)


def test_in_the_terminal(tmp_path: Path) -> None:
    picture = tmp_path / "sweep.svg"
    options = ["--games", "3", "--chart", str(picture)]
    command = ["bots", "sweep", "angry-fish", "fish", "--over", "raise_above=0.4:0.8:0.2", *options]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert "best: raise_above" in done.output
    assert words(picture) >= {"angry-fish against fish", "raise_above", "games won, ± 95 %"}
    two = ["shark", "fish", "--over", "fold_up_to=0,0.5", "--over", "raise_above=0.5,1", *options]
    data = json.loads(CliRunner().invoke(app, ["bots", "sweep", *two, "--json"]).stdout)
    assert len(data["points"]) == 4
    assert words(picture) >= {"shark against fish: games won", "fold_up_to to the right, raise_above up"}


def test_bad_sweeps() -> None:
    with pytest.raises(BotError, match="its parameters are"):
        sweep("shark", ["fish"], {"raise": [0.5]})
    with pytest.raises(MatchError, match="nothing to sweep over"):
        sweep("shark", ["fish"], {})
    with pytest.raises(MatchError, match="no values"):
        sweep("shark", ["fish"], {"raise_above": []})
    with pytest.raises(MatchError, match="1 or 2 parameters, not 3"):
        SweepResult("b", ("a",), ("x", "y", "z"), (Point((1, 2, 3), Figure(0, 1), 1),), "bb/100").chart(
            "x.svg"
        )
