"""Leagues: both scores, series and the sign test, files, and the picture."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binomtest, t
from typer.testing import CliRunner

from riverboat.arena import LeagueResult, MatchOptions, Played, Setting, play_league, play_match
from riverboat.arena.matches import batch as batch_module
from riverboat.bots import Fish
from riverboat.cli.main import app
from riverboat.errors import BotError, FileFormatError, MatchError
from riverboat.evaluation import Figure, sign_test


@pytest.mark.parametrize(
    ("won", "shown"), [(38, "0.00031"), (28, "0.48"), (32, "0.065")]
)  # GS2 against GS1, Sparbot and Vexbot, 50 series each (Gilpin and Sandholm)
def test_published_series(won: int, shown: str) -> None:
    digits = len(shown.partition(".")[2])
    assert f"{sign_test(won, 50 - won):.{digits}f}" == shown


def test_sign_test_is_the_exact_binomial_test() -> None:
    for series in (1, 2, 7, 30):
        for won in range(series + 1):
            assert sign_test(won, series - won) == pytest.approx(binomtest(won, series).pvalue, rel=1e-12)
    assert sign_test(0, 0) == 1
    with pytest.raises(MatchError, match="won is -1; it must be a whole number of series"):
        sign_test(-1, 3)


def league_of(matrix: list[list[float]]) -> LeagueResult:
    """A league whose pairs won exactly this."""
    pairs = {}
    for i, j in combinations(range(len(matrix)), 2):
        figures = (Figure(matrix[i][j], 3.0), Figure(-matrix[i][j], 3.0))
        pairs[i, j] = Played(100, figures, figures, None, ((matrix[i][j], -matrix[i][j]),), (0, 0))
    return LeagueResult(tuple("ABCD"[: len(matrix)]), pairs, False, 0)


def test_bankroll_and_run_off_differ_as_in_the_competitions() -> None:
    """A beats up the weak D and wins the bankroll; B beats all others and wins the run-off."""
    league = league_of([[0, -5, -5, 90], [5, 0, 5, 10], [5, -5, 0, 10], [-90, -10, -10, 0]])
    assert [league.names[bot] for bot in league.by_bankroll()] == ["A", "B", "C", "D"]
    # D (-36.7) leaves; of A (-5), B (5), C (0) then A; then C
    assert [league.names[bot] for bot in league.run_off] == ["B", "C", "A", "D"]
    assert league.bankroll(0).mean == pytest.approx(80 / 3)
    assert league.bankroll(0).half_width == pytest.approx(3 / 3**0.5)
    assert league.won(3, 0) == Figure(-90, 3.0)


def test_a_league_is_its_matches() -> None:
    league = play_league(["shark", "fish", "honest"], 200, series=50, duplicate=True, seed=5)
    assert sum(league.bankroll(bot).mean for bot in range(3)) == pytest.approx(0, abs=1e-9)
    played = league.pairs[0, 1]
    assert played.hands == 400
    assert sum(row[0] for row in played.by_series) == pytest.approx(played.won[0].mean * 4)
    won, lost = league.series(0, 1)
    assert (lost, won) == league.series(1, 0)
    hands, curve = league.over_hands(0)
    assert hands == [100, 200, 300, 400]
    assert curve[-1] == pytest.approx((league.pairs[0, 1].won[0].mean + league.pairs[0, 2].won[0].mean) * 2)


def test_series_are_the_parts_of_the_match() -> None:
    match = Setting(("shark", "fish"), MatchOptions(hands=30, series=10, seed=3))
    whole = batch_module.play_whole(match)
    first = play_match(["shark", "fish"], 10, series=10, seed=3)
    assert whole.by_series[0][0] == pytest.approx(first.bots[0].won.mean / 10)


def test_processes_and_files_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "league.json"
    plain = play_league(["fold", "fish", "all-in"], 20, series=10)
    play_league(["fold", "fish"], 20, series=10, checkpoint=file)
    done: list[tuple[int, int]] = []
    kept = play_league(
        ["fold", "fish", "all-in"],
        20,
        series=10,
        processes=2,
        checkpoint=file,
        resume=True,
        progress=lambda *n: done.append(n),
    )
    assert kept == plain
    assert done == [(2, 3), (3, 3)]  # one pair was in the file
    monkeypatch.setattr(batch_module, "play_whole", None)
    assert play_league(["fold", "fish", "all-in"], 20, series=10, checkpoint=file, resume=True) == plain


def test_in_the_terminal(tmp_path: Path) -> None:
    picture = tmp_path / "league.svg"
    command = [
        "bots",
        "league",
        "shark",
        "fish",
        "all-in",
        "--hands",
        "100",
        "--series",
        "10",
        "--chart",
        str(picture),
    ]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert "total bankroll" in done.output
    assert "of 10" in done.output
    drawn = ET.fromstring(picture.read_text(encoding="utf-8"))
    written = {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert written >= {"League of 3 bots", "shark", "fish", "all-in", "hands against each opponent"}
    data = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
    assert data["by_run_off"][0] in data["bots"]
    assert len(data["pairs"]) == 3


def test_bad_leagues(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="2 bots or more, not 1"):
        play_league(["fish"])
    with pytest.raises(MatchError, match="equal series of 100; take 100 hands"):
        play_league(["fish", "fold"], 130, series=100)
    with pytest.raises(BotError, match="did you mean 'shark'"):
        play_league(["fish", "sharkk"], 50)
    with pytest.raises(MatchError, match="by their names"):
        play_league([Fish(), "fold"], 50, checkpoint=tmp_path / "x.json")
    bad = tmp_path / "bad.json"
    for text in ("{}", '{"kind": "riverboat matches", "matches": [1]}'):
        bad.write_text(text, encoding="utf-8")
        with pytest.raises(FileFormatError, match="is not a file of matches"):
            play_league(["fish", "fold"], 50, checkpoint=bad, resume=True)
    with pytest.raises(FileNotFoundError, match="no folder"):
        play_league(["fish", "fold"], 50, checkpoint=tmp_path / "nowhere" / "x.json")


def test_a_bot_that_plays_twice_plays_other_deals() -> None:
    league = play_league(["shark", "shark", "fish"], 100, series=10)
    assert league.pairs[0, 2] != league.pairs[1, 2]
    assert league.pairs[0, 2] == play_league(["shark", "fish"], 100, series=10).pairs[0, 1]


def test_a_full_disk_costs_no_league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(batch_module, "write_whole", full)
    with pytest.warns(RuntimeWarning, match="No space"):
        league = play_league(["fold", "fish"], 20, series=10, checkpoint=tmp_path / "league.json")
    assert league == play_league(["fold", "fish"], 20, series=10)


def test_learners_learn_through_a_match_up() -> None:
    """KillBot wins far more from Fish when it may keep what it has learned than made afresh every 50 deals."""
    league = play_league(["killbot(samples=20)", "fish"], 1000, series=50, runs=3, duplicate=False, seed=1)
    runs = league.pairs[0, 1].by_series
    assert len(runs) == league.runs(0, 1) == 3
    assert league.series(0, 1) == (3, 0)
    afresh = play_match(["killbot(samples=20)", "fish"], 3000, series=50, seed=1)
    assert league.won(0, 1).mean > afresh.bots[0].adjusted.mean + 200
    assert play_league(["shark", "fish"], 100, series=50).runs(0, 1) == 1


def test_intervals_of_learners_are_over_runs() -> None:
    league = play_league(["killbot(samples=10)", "fish"], 100, runs=4, duplicate=False, seed=3)
    means = np.array([row[0] for row in league.pairs[0, 1].by_series])
    won = league.pairs[0, 1].won[0]
    interval = t.interval(0.95, 3, means.mean(), means.std(ddof=1) / 2)
    assert (won.low, won.high) == pytest.approx(interval, rel=5e-3)
    assert play_league(["killbot(samples=10)", "fish"], 50, runs=1).won(0, 1).half_width == float("inf")
    hands, curve = league.over_hands(0)
    assert hands[-1] == 100
    assert curve[-1] == pytest.approx(means.mean())


def test_runs_of_learners_are_the_same_on_processes_and_from_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots, asked = ["killer(samples=5)", "fish"], {"duplicate": False, "seed": 2}
    plain = play_league(bots, 50, runs=3, **asked)  # type: ignore[arg-type]
    file = tmp_path / "league.json"
    play_league(bots, 50, runs=1, checkpoint=file, **asked)  # type: ignore[arg-type]
    done: list[tuple[int, int]] = []
    spread = play_league(
        bots,
        50,
        runs=3,
        processes=2,
        checkpoint=file,
        resume=True,
        progress=lambda *n: done.append(n),
        **asked,  # type: ignore[arg-type]
    )
    assert spread == plain
    assert done == [(2, 3), (3, 3)]  # the first run was in the file
    monkeypatch.setattr(batch_module, "play_whole", None)
    assert play_league(bots, 50, runs=3, checkpoint=file, resume=True, **asked) == plain  # type: ignore[arg-type]


def test_the_terminal_says_how_learners_played() -> None:
    command = ["bots", "league", "killbot(samples=5)", "fish", "fold", "--hands", "50", "--runs", "3"]
    shown = CliRunner().invoke(app, command).output
    assert "learning: killbot(samples=5)" in shown
    assert "3 times" in shown
    data = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
    assert [pair["runs"] for pair in data["pairs"]] == [3, 3, 1]
    with pytest.raises(MatchError, match="runs is 0"):
        play_league(["killbot", "fish"], 50, runs=0)
