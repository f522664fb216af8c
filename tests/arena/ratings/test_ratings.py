"""Ratings: the model against another, a database that all can fill and nobody can spoil unseen, and its page."""

from __future__ import annotations

import json
import multiprocessing
import re
import sqlite3
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from riverboat.arena import Ratings, play_league, rate_bots
from riverboat.arena.ratings import rate as rate_module
from riverboat.arena.ratings.database import RatingsFile, TableResult
from riverboat.arena.ratings.entry import Entry, entry_of
from riverboat.arena.ratings.fit import connected, least_squares
from riverboat.base.drawing import drawing
from riverboat.cli.main import app
from riverboat.errors import BotError, FileAccessError, FileFormatError, MatchError, RiverboatError

BOTS = ["fold", "fish", "all-in", "honest"]


def result(bot: str, other: str, mean: float, *, deals: int = 10, players: int = 2) -> TableResult:
    made = (Entry(bot), Entry(other))
    return TableResult(
        players, 100.0, *made, deals, 20, 1, mean, 4.0, mean, 9.0, 0, "0", "0.1.0", "2026-01-01"
    )


# --- the model -----------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(bots=st.integers(2, 7), seed=st.integers(0, 2**32))
def test_strengths_that_are_true_are_found(bots: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    true = rng.normal(0, 100, bots)
    tables = [
        (i, j) for i in range(bots) for j in range(bots) if i < j and (j == i + 1 or rng.random() < 0.5)
    ]
    fit = least_squares(bots, tables, [true[i] - true[j] for i, j in tables], [1.0] * len(tables))
    assert fit.strengths == pytest.approx(true - true.mean(), abs=1e-6)
    assert fit.residuals == pytest.approx(np.zeros(len(tables)), abs=1e-6)
    assert connected(bots, tables) == [frozenset(range(bots))]


def test_with_all_tables_ratings_are_means() -> None:
    """What a little algebra says of a full round: the sum of a row over the number of bots."""
    won = np.array([[0, 10, -30, 2], [-10, 0, 5, 8], [30, -5, 0, 1], [-2, -8, -1, 0]], float)
    tables = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    fit = least_squares(4, tables, [won[pair] for pair in tables], [1.0] * 6)
    assert fit.strengths == pytest.approx(won.sum(axis=1) / 4)


def test_standard_errors_are_those_of_repeated_measurements() -> None:
    tables, variances = [(0, 1), (1, 2), (0, 2), (2, 3)], [4.0, 25.0, 1.0, 9.0]
    rng = np.random.default_rng(1)
    true = np.array([5.0, 3.0, -20.0, 4.0])
    found = [
        least_squares(4, tables, rng.normal(true, np.sqrt(variances)).tolist(), variances)
        for _ in range(4000)
    ]
    spread = np.std([fit.strengths for fit in found], axis=0)
    assert found[0].errors == pytest.approx(spread, rel=0.05)


def test_ratings_of_tables() -> None:
    rows = [result("a", "b", 30), result("b", "c", 10), result("a", "c", 10)]
    ratings = Ratings.of_results(2, 100, rows)
    assert [ratings.names[bot] for bot in ratings.order] == ["a", "b", "c"]
    assert [round(ratings.rating(bot).mean, 6) for bot in range(3)] == pytest.approx(
        [40 / 3, -20 / 3, -20 / 3]
    )
    assert ratings.residual(0, 1) == pytest.approx(10)
    assert str(ratings.won(1, 0)) == "-30.0 ± 3.9"
    assert str(ratings.field(0)) == "+20.0 ± 2.8"
    assert ratings.unexplained == pytest.approx(300 / 1100)
    assert "not comparable" not in ratings.to_html()
    apart = Ratings.of_results(2, 100, [result("a", "b", 30), result("c", "d", 10)])
    assert "not comparable with the others yet: c, d" in apart.to_html()


# --- what is played ------------------------------------------------------------------------------------------


def test_a_full_database_is_a_league(tmp_path: Path) -> None:
    ratings = rate_bots(BOTS, tmp_path / "a.sqlite", hands=50, seed=4)
    names = sorted(BOTS)
    league = play_league(names, 50, series=50, seed=4)
    for i in range(4):
        for j in range(4):
            if i != j:
                found = ratings.won(i, j)
                assert found is not None
                assert found.mean == pytest.approx(league.won(i, j).mean)
                assert found.half_width == pytest.approx(league.won(i, j).half_width)
        field = ratings.field(i)
        assert field is not None
        assert field.mean == pytest.approx(league.bankroll(i).mean)
        assert ratings.rating(i).mean == pytest.approx(league.bankroll(i).mean * 3 / 4)


def test_only_what_is_missing_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = list[tuple[str, str]]()
    play = rate_module._play

    def noted(bot: Entry, other: Entry, *rest: object) -> TableResult:
        played.append((bot.name, other.name))
        return play(bot, other, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(rate_module, "_play", noted)
    file = tmp_path / "a.sqlite"
    rate_bots(["fold", "fish"], file, hands=20)
    rate_bots(["all-in", "fish"], file, hands=20)
    assert played == [("fish", "fold"), ("all-in", "fold"), ("all-in", "fish")]
    assert rate_bots([], file).hands == 120
    rate_bots(["fold"], file, hands=10)
    assert len(played) == 3
    rate_bots(["fold"], file, hands=30)  # more deals than there are: all tables anew
    assert len(played) == 6
    assert rate_bots([], file).hands == 180
    rate_bots(["fish", "fold"], file, hands=5, players=3)
    assert played[6:] == [("fold", "fish"), ("fish", "fold")]
    assert len(rate_bots([], file, players=3).tables) == 2


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    def stop(done: int, of: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    file, whole = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    with pytest.raises(KeyboardInterrupt):
        rate_bots(BOTS, file, hands=20, progress=stop)
    seen = list[tuple[int, int]]()
    rate_bots(BOTS, file, hands=20, progress=lambda done, of: seen.append((done, of)))
    assert seen == [(1, 2), (2, 2)]

    def plain(ratings: Ratings) -> list[TableResult]:
        return [replace(one, played_at="") for one in ratings.tables.values()]

    assert plain(rate_bots([], file)) == plain(rate_bots(BOTS, whole, hands=20))


def test_six_handed(tmp_path: Path) -> None:
    ratings = rate_bots(["fold", "all-in"], tmp_path / "a.sqlite", players=6, hands=30)
    assert (len(ratings.tables), ratings.hands) == (2, 2 * 30 * 6)
    alone = ratings.won(ratings.names.index("fold"), ratings.names.index("all-in"))
    assert alone is not None
    assert alone.mean == pytest.approx(-25)  # 1.5 big blinds in six hands
    assert ratings.order[0] == ratings.names.index("all-in")


def test_learners_are_played_several_times(tmp_path: Path) -> None:
    ratings = rate_bots(["killbot", "fish"], tmp_path / "a.sqlite", hands=20, runs=3)
    assert [one.runs for one in ratings.tables.values()] == [3]
    assert ratings.hands == 3 * 40


def test_a_strategy_trained_anew_is_another_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = tmp_path / "mine.py"
    name = f"{bot}:Mine"
    body = "from riverboat.bots import Bot\nclass Mine(Bot):\n    def act(self, view):\n        return "
    bot.write_text(body + "0\n")
    before = entry_of(name)
    rate_bots([name, "fish"], tmp_path / "a.sqlite", hands=4, trust=True)
    bot.write_text(body + "view.fold\n")
    assert entry_of(name) != before
    ratings = rate_bots([name], tmp_path / "a.sqlite", hands=4, trust=True)
    assert sum("Mine@" in one for one in ratings.names) == 2
    assert len(ratings.tables) == 2  # the old one plays no more
    bot.unlink()
    assert len(rate_bots(["fold"], tmp_path / "a.sqlite", hands=4).tables) == 3


def test_what_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    with pytest.raises(MatchError, match="no tables of 2 players with 100 big blinds"):
        rate_bots([], file)
    assert not file.exists()
    with pytest.raises(MatchError, match="fish is alone"):
        rate_bots(["fish"], file)
    with pytest.raises(BotError, match="there is no bot 'fsh'"):
        rate_bots(["fish", "fsh"], file)
    with pytest.raises(MatchError, match="by their names"):
        rate_bots([object(), "fish"], file)  # type: ignore[list-item]
    for wrong in ({"players": 11}, {"hands": 1}, {"runs": 1}, {"stack_bb": 0}, {"sed": 3}):
        with pytest.raises(MatchError, match=next(iter(wrong))):
            rate_bots(["fish", "fold"], file, **wrong)  # type: ignore[arg-type]


# --- the file ------------------------------------------------------------------------------------------------


def fill(path: Path, first: int) -> None:
    file = RatingsFile(path)
    for number in range(first, first + 20):
        file.keep(result(f"bot{number:03}", "fish", float(number)))


def test_writers_beside_each_other_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=fill, args=(path, first)) for first in (0, 10, 30)]
    for one in writers:
        one.start()
    for one in writers:
        one.join(60)
        assert one.exitcode == 0
    assert [one.mean for one in RatingsFile(path).results(2, 100)] == list(range(50))


def test_more_deals_win(tmp_path: Path) -> None:
    file = RatingsFile(tmp_path / "a.sqlite")
    for deals, mean in ((10, 1.0), (30, 2.0), (20, 3.0)):
        file.keep(result("a", "b", mean, deals=deals))
    assert [one.mean for one in file.results(2, 100)] == [2.0]


def test_damage_is_found(tmp_path: Path) -> None:
    good = tmp_path / "good.sqlite"
    rate_bots(["fold", "fish", "all-in"], good, hands=10)
    data, told = good.read_bytes(), rate_bots([], good).to_dict()
    refused = 0
    bad = tmp_path / "bad.sqlite"
    for place in range(0, len(data), 97):
        bad.write_bytes(data[:place] + bytes([data[place] ^ 0x41]) + data[place + 1 :])
        try:
            assert rate_bots([], bad).to_dict() == told
        except RiverboatError:
            refused += 1
    assert refused > 5
    for length in (0, 50, 4096):
        bad.write_bytes(data[:length])
        with pytest.raises(RiverboatError):
            rate_bots([], bad)


def test_other_files(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE results (a)")
    with pytest.raises(FileFormatError, match="a database of something else"):
        rate_bots(["fish", "fold"], other)
    text = tmp_path / "notes.sqlite"
    text.write_text("no database at all, but long enough to be one " * 100)
    with pytest.raises(FileFormatError, match="damaged, or no database"):
        rate_bots(["fish", "fold"], text)
    assert text.read_text().startswith("no database")
    newer = tmp_path / "newer.sqlite"
    rate_bots(["fish", "fold"], newer, hands=4)
    with sqlite3.connect(newer) as base:
        base.execute("PRAGMA user_version = 9")
    with pytest.raises(FileFormatError, match="version 9"):
        rate_bots([], newer)
    with pytest.raises(FileAccessError):
        rate_bots(["fish", "fold"], tmp_path)
    with pytest.raises(FileAccessError):
        rate_bots(["fish", "fold"], tmp_path / "nowhere" / "a.sqlite")


def test_a_changed_result_is_no_result(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    rate_bots(["fish", "fold"], path, hands=4)
    with sqlite3.connect(path) as base:
        base.execute("UPDATE results SET mean = mean + 100")
    with pytest.raises(FileFormatError, match="checksum of 'fish' against 'fold'"):
        rate_bots([], path)


# --- pages ---------------------------------------------------------------------------------------------------


def test_verb_and_pages(tmp_path: Path) -> None:
    run, db = CliRunner().invoke, str(tmp_path / "a.sqlite")
    page = tmp_path / "page.html"
    said = run(app, ["bots", "rate", *BOTS, "--db", db, "--hands", "20", "--page", str(page)])
    assert said.exit_code == 0, said.output
    assert re.search(r"1 +honest", said.output)
    text = page.read_text()
    assert text.startswith("<!doctype html>")
    assert "furthest from the ratings" in text
    ET.fromstring(re.sub(r"<!doctype html>|<meta[^>]*>|&nbsp;", "", text))
    run(app, ["bots", "rate", "--db", db, "--page", str(tmp_path / "page.md")])
    assert "| bot | rating |" in (tmp_path / "page.md").read_text()
    told = json.loads(run(app, ["bots", "rate", "--db", db, "--json"]).output)
    assert told == rate_bots([], db).to_dict()
    assert run(app, ["bots", "rate", "--db", db, "--page", "page.pdf"]).exit_code == 1
    assert drawing(rate_bots([], db)).to_markdown() == (tmp_path / "page.md").read_text()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "wrong",
    [{"seed": range(3)}, {"processes": 0}, {"bots": "fish"}, {"bots": [["fish"], "fold"]}, {"bots": 3}],
    ids=str,
)
def test_bots_and_seeds_that_are_none(wrong: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(MatchError):
        rate_bots(**{"bots": ["fish", "fold"], "database": tmp_path / "a.sqlite", "hands": 2, **wrong})
