"""Matches, leagues, sweeps and measurements as jobs; training runs by their logs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.running import running

from riverboat.arena.leagues.league import play_league
from riverboat.arena.matches.match import play_match
from riverboat.arena.sweeps.sweep import sweep
from riverboat.evaluation import local_best_response
from riverboat.web.jobs.arena_tasks import ARENA_TASKS
from riverboat.web.jobs.tasks import Ears
from riverboat.web.jobs.worker import Worker
from riverboat.web.library import Entry, Library
from riverboat.web.settings import Settings

BASE = "/api/v1"
REPORT = {
    "time": "2026-11-18T05:00:00",
    "seconds": 1.0,
    "iterations": 10,
    "iterations_per_second": 10.0,
    "visits": 5,
    "sets": 3,
    "memory": 100,
    "positive_regret": 2.5,
    "trained": 0.5,
    "watch": {"UTG AsAh": {"f": 0.1, "r2.5": 0.9}},
}


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[tuple[httpx.Client, Library]]:
    """A server whose jobs this test works off itself, on a folder with a training run."""
    run = tmp_path / "shown" / "runs" / "small"
    run.mkdir(parents=True)
    reports = [REPORT | {"iterations": 10 * n} for n in range(1, 1001)]
    for report in reports[2:]:  # as if begun by a release that did not log it
        report["opens"] = {"BTN": [report["iterations"] / 10_000] * 169}
    lines = map(json.dumps, reports)
    (run / "log.jsonl").write_text("\n".join([*lines, '{"half of a li']))
    with running(Settings(folder=tmp_path / "shown", library=tmp_path / "library")) as client:
        yield client, Library(tmp_path / "library")


def task(library: Library, kind: str, **more: Any) -> Entry:
    base = {"hands": 200, "stack_bb": None, "duplicate": False, "seed": 3, "parameter": "", "values": []}
    found = base | {"menu": "fcpa", "first": "flop"} | more
    return library.add(kind, kind, found | {"asked": found["bots"]}, 50)  # type: ignore[arg-type]


def worked(library: Library, entry: Entry) -> dict[str, Any]:
    """What a worker told last of an entry that it worked off."""
    Worker(library, idle_seconds=0).run()
    ended = library.entry(entry.id)
    assert (ended.state, ended.error) == ("done", None)
    assert not library.checkpoint(entry.id).exists()
    return ended.progress


def test_a_match_is_the_one_that_the_arena_plays(tmp_path: Path) -> None:
    library = Library(tmp_path)
    told = worked(library, task(library, "match", bots=["fish", "shark"]))
    expected = play_match(["fish", "shark"], 200, seed=3, series=20)
    assert told["names"] == ["fish", "shark"]
    assert told["figures"] == [bot.adjusted.to_dict() for bot in expected.bots]
    assert [point[0] for point in told["course"]] == list(range(20, 201, 20))
    assert (told["done"], told["total"]) == (200, 200)


def test_a_league_has_a_table(tmp_path: Path) -> None:
    library, bots = Library(tmp_path), ["fold", "fish", "all-in"]
    told = worked(library, task(library, "league", bots=bots))
    expected = play_league(bots, 200, duplicate=False, seed=3)
    assert told["table"][0][2] == expected.won(0, 2).to_dict()
    assert told["table"][2][0] == expected.won(2, 0).to_dict()
    assert told["order"] == expected.by_bankroll()
    assert (told["done"], told["total"]) == (3, 3)


def test_a_sweep_is_told_point_by_point(tmp_path: Path) -> None:
    library = Library(tmp_path)
    entry = task(
        library, "sweep", bots=["honest", "all-in"], parameter="fold_up_to", values=[0.4, 1.0], hands=50
    )
    told = worked(library, entry)
    expected = sweep("honest", ["all-in"], {"fold_up_to": [0.4, 1.0]}, games=50, seed=3)
    assert [(x, mean) for x, [mean], _ in told["course"]] == [
        (point.values[0], round(point.figure.mean, 3)) for point in expected.points
    ]
    assert told["best"] == 0.4


def test_a_local_best_response_is_the_measured_one(tmp_path: Path) -> None:
    library = Library(tmp_path)
    told = worked(library, task(library, "lbr", bots=["headsup"], menu="fc", first="river", hands=50))
    expected = local_best_response("headsup", "fc", "river", 50, seed=3)
    assert told["figures"] == [expected.won.to_dict()]


@pytest.mark.parametrize("for_good", [False, True])
def test_a_match_that_is_stopped_goes_on_where_it_was(tmp_path: Path, for_good: bool) -> None:
    library = Library(tmp_path)
    entry = task(library, "match", bots=["fish", "shark"], hands=400)
    ears = Ears(lambda news: ears.stop.set() if news["done"] >= 100 else None, is_last=for_good)
    assert ARENA_TASKS["match"](library, entry, ears) is for_good
    assert library.checkpoint(entry.id).exists() is not for_good
    if not for_good:
        told = worked(library, entry)
        expected = play_match(["fish", "shark"], 400, seed=3, series=20)
        assert told["figures"] == [bot.adjusted.to_dict() for bot in expected.bots]
        assert told["course"][0][0] == 120  # not played again


def test_training_runs_are_read_by_their_logs(arena: tuple[httpx.Client, Library]) -> None:
    client, _ = arena
    assert client.get(f"{BASE}/arena/trainings").json() == {"runs": ["runs/small"]}
    found = client.get(f"{BASE}/arena/training", params={"run": "runs/small"}).json()
    iterations = [report["iterations"] for report in found["reports"]]
    assert len(iterations) <= 402
    assert (iterations[0], iterations[-1]) == (10, 10_000)
    assert found["reports"][0]["watch"] == REPORT["watch"]
    assert (found["opens_at"], found["opens"]) == (10_000, {"BTN": [1.0] * 169})
    for at, then, opens in ((45, 40, {"BTN": [0.004] * 169}), (0, 10, {})):
        found = client.get(f"{BASE}/arena/training", params={"run": "runs/small", "at": at}).json()
        assert (found["opens_at"], found["opens"]) == (then, opens)
    assert client.get(f"{BASE}/arena/training", params={"run": "../library"}).status_code == 404


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ({"kind": "match", "bots": ["fish"]}, "needs 2"),
        ({"kind": "match", "bots": ["fish", "nobody-such"]}, "nobody-such"),
        ({"kind": "match", "bots": ["fish", "own.py:Bot"]}, "--own-bots"),
        ({"kind": "sweep", "bots": ["fish", "shark"]}, "parameter"),
        ({"kind": "lbr", "bots": ["file:../secret.rb"]}, "no file"),
        ({"kind": "lbr", "bots": ["headsup"], "menu": "xyz"}, "xyz"),
        ({"kind": "league", "bots": ["fish"] * 11}, "bots"),
        ({"kind": "match", "bots": ["fish", "shark"], "hands": 10**9}, "hands"),
    ],
)
def test_nonsense_is_refused_before_it_waits(
    arena: tuple[httpx.Client, Library], asked: dict[str, Any], word: str
) -> None:
    client, library = arena
    answer = client.post(f"{BASE}/arena/jobs", json=asked)
    assert 400 <= answer.status_code < 500
    assert word in answer.json()["error"]["message"]
    assert library.entries() == []


def test_a_match_by_request_is_worked_off(client: httpx.Client) -> None:
    asked = {"kind": "match", "bots": ["fish", "shark"], "hands": 200, "seed": 1}
    job = client.post(f"{BASE}/arena/jobs", json=asked).json()
    assert job["arena"]["bots"] == ["fish", "shark"]
    with client.stream("GET", f"{BASE}/jobs/{job['id']}/events") as events:
        last = [line for line in events.iter_lines() if line.startswith("data: ")][-1]
    assert json.loads(last[6:])["state"] == "done"
