"""Jobs: solved in a process of their own, stopped, gone on with, and kept in a library that servers share."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.running import running

import riverboat as rb
from riverboat.errors import FileFormatError
from riverboat.web.jobs import models
from riverboat.web.jobs.reports import ReportAnswer
from riverboat.web.jobs.worker import Work, Worker
from riverboat.web.library import SILENT_SECONDS, Library
from riverboat.web.settings import Limits, Settings
from riverboat.web.solving.models import Comparison, Estimate

RIVER = {
    "board": "QsJh2h5c9d",
    "oop": "AA,QQ,KQs,76s",
    "ip": "AQs,KQs,JTs,TT",
    "pot": 100,
    "stack": 200,
    "sizes": "50%",
}
ENDLESS = {**RIVER, "board": "QsJh2h5c", "iterations": 1_000_000, "max_seconds": 600}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server with a library of its own, whose worker lives through the tests of this file."""
    folder = tmp_path_factory.mktemp("jobs")
    with running(Settings(folder=folder, library=folder / "library", limits=Limits(jobs=4))) as asking:
        yield asking


def add(client: httpx.Client, setup: dict[str, Any], **more: Any) -> int:
    answer = client.post("/api/v1/jobs", json={"setup": setup, **more})
    assert answer.status_code == 201, answer.text
    return int(models.Job.model_validate(answer.json()).id)


def job(client: httpx.Client, number: int) -> models.Job:
    return models.Job.model_validate(client.get(f"/api/v1/jobs/{number}").json())


def wait(client: httpx.Client, number: int, *states: str) -> models.Job:
    end = time.monotonic() + 240
    while (found := job(client, number)).state not in (states or ("done", "stopped", "failed")):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


def test_a_spot_is_solved_and_told_of_as_it_goes(client: httpx.Client) -> None:
    number = add(client, {**RIVER, "target_pot_percent": 0.05}, name="a river", notes="from a test")
    with client.stream("GET", f"/api/v1/jobs/{number}/events") as stream:
        told = [
            models.Job.model_validate_json(line[6:])
            for line in stream.iter_lines()
            if line.startswith("data: ")
        ]
    assert told[-1].state == "done"
    assert (told[-1].name, told[-1].notes, told[-1].strategy) == ("a river", "from a test", f"spot:{number}")
    curve = told[-1].progress["curve"]
    assert curve[-1][2] <= 0.05 < curve[0][2]
    found = client.get("/api/v1/strategy", params={"strategy": f"spot:{number}"}).json()
    own = rb.solve_spot(**RIVER, target_pot_percent=0.05)
    assert found["solution"]["evs"] == pytest.approx(own.evs)
    listed = client.get("/api/v1/strategies").json()["strategies"]
    assert ("a river", "library") in [(one["name"], one["source"]) for one in listed]


def test_locks_are_solved_again_and_compared(client: httpx.Client) -> None:
    first = add(client, RIVER)
    lock = {"line": "k b50%", "mix": {"f": 1.0}}
    second = add(client, {**RIVER, "locks": [lock], "start": f"spot:{first}"})
    assert wait(client, second).state == "done"
    asked = {"one": f"spot:{first}", "other": f"spot:{second}", "line": "k b50%"}
    found = Comparison.model_validate(client.get("/api/v1/compare", params=asked).json())
    assert found.kind == "same game"
    assert next(action for action in found.actions if action.token == "f").other == 1.0
    assert min(found.shares["c"]) < 0 < max(found.shares["f"])
    assert client.get("/api/v1/compare", params={**asked, "line": "k k"}).status_code == 400


def test_what_runs_is_stopped_and_kept(client: httpx.Client) -> None:
    number, waiting = add(client, ENDLESS), add(client, RIVER)
    running_job = wait(client, number, "running")
    assert job(client, waiting).place == 0
    assert client.delete(f"/api/v1/jobs/{number}").status_code == 409
    assert client.post(f"/api/v1/jobs/{waiting}/stop").json()["state"] == "stopped"
    while not running_job.progress.get("iterations"):
        running_job = wait(client, number, "running")
    client.post(f"/api/v1/jobs/{number}/look")
    while (seen := wait(client, number, "running")).strategy is None:
        time.sleep(0.05)
    early = client.get("/api/v1/strategy", params={"strategy": seen.strategy}).json()["solution"][
        "iterations"
    ]
    client.post(f"/api/v1/jobs/{number}/stop")
    stopped = wait(client, number)
    late = client.get("/api/v1/strategy", params={"strategy": seen.strategy}).json()["solution"]["iterations"]
    assert 0 < early < late
    assert (stopped.state, stopped.strategy) == ("stopped", f"spot:{number}")
    assert client.get("/api/v1/grid", params={"strategy": stopped.strategy}).json()["hands"]["ev"]
    assert client.delete(f"/api/v1/jobs/{number}").status_code == 204
    assert client.get(f"/api/v1/jobs/{number}").status_code == 404
    assert client.get("/api/v1/grid", params={"strategy": stopped.strategy}).status_code == 404


def test_reports_have_a_row_for_each_board_that_opens(client: httpx.Client) -> None:
    boards = "QsJh2h5c9d AsKs2d2c7h 9h8d7c2s2c"
    number = add(client, RIVER, kind="report", boards=boards, name="rivers")
    assert wait(client, number).state == "done"
    found = ReportAnswer.model_validate(
        client.get(f"/api/v1/reports/{number}", params={"group": "straights"}).json()
    )
    assert [row.board for row in found.rows] == boards.split()
    assert {group.name: group.boards for group in found.groups} == {"possible": 1, "not possible": 2}
    place = found.columns.index("oop ev")
    assert found.mean[place] == pytest.approx(sum(row.numbers[place] for row in found.rows) / 3, abs=1e-4)
    grid = client.get("/api/v1/grid", params={"strategy": found.rows[0].strategy}).json()
    assert grid["hands"]["players"][0]["ev"] == pytest.approx(found.rows[0].numbers[place], abs=1e-3)


def test_mistakes_are_told_before_anything_waits(client: httpx.Client) -> None:
    for setup, says in (
        ({**RIVER, "oop": "5c4c"}, "fits the board"),
        ({**RIVER, "oop": "junk"}, "oop"),
        ({**RIVER, "board": "QsJh"}, "board"),
        ({**RIVER, "locks": ["k"]}, "not a lock"),
        ({**RIVER, "sizes": "many"}, "many"),
        ({**RIVER, "pot": 0.5}, "big blinds"),
        ({**RIVER, "stack": -1}, "stack"),
        ({**RIVER, "colour": "red"}, "colour"),
    ):
        answer = client.post("/api/v1/jobs", json={"setup": setup})
        if answer.status_code == 201:  # what only the tree can tell is told by the job
            continue
        assert answer.status_code in (400, 422)
        assert says in str(answer.json()["error"])
    failed = wait(client, add(client, {**RIVER, "locks": ["b49%: f 1"]}))
    assert failed.state == "failed"
    assert "b50" in str(failed.error)


def test_estimates_count_before_they_build(client: httpx.Client) -> None:
    found = Estimate.model_validate(
        client.post("/api/v1/solve/estimate", json={**RIVER, "iterations": 100}).json()
    )
    assert (found.nodes, found.hands, found.fits) == (10, (16, 15), True)
    assert found.seconds is not None
    by_target = client.post("/api/v1/solve/estimate", json={**RIVER, "target_pot_percent": 0.01}).json()
    assert by_target["seconds"] > 0
    huge = {
        **RIVER,
        "board": "QsJh2h",
        "stack": 100_000,
        "oop": "random",
        "ip": "random",
        "sizes": "10% 20% 30% | 2x 3x",
    }
    answer = client.post("/api/v1/solve/estimate", json=huge)
    assert answer.status_code == 400
    assert "fewer sizes" in answer.json()["error"]["message"]


def test_too_many_jobs_are_refused(client: httpx.Client) -> None:
    numbers = [add(client, ENDLESS) for _ in range(4)]
    assert client.post("/api/v1/jobs", json={"setup": RIVER}).status_code == 409
    for number in numbers:
        client.post(f"/api/v1/jobs/{number}/stop")
    for number in numbers:
        wait(client, number)


def test_a_server_that_ends_gives_its_work_to_the_next(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path, library=tmp_path)
    with running(settings) as client:
        number = add(client, ENDLESS)
        while not wait(client, number, "running").progress.get("iterations"):
            time.sleep(0.05)
    library = Library(tmp_path)
    left = library.entry(number)
    assert left.state == "waiting"
    assert library.checkpoint(number).is_file()
    with running(settings) as first, running(settings) as second:  # two on one library
        assert wait(second, number, "running").progress["iterations"] >= left.progress["iterations"]
        second.post(f"/api/v1/jobs/{number}/stop")
        assert wait(first, number).state == "stopped"


def test_a_worker_that_is_killed_is_noticed(tmp_path: Path) -> None:
    with running(Settings(folder=tmp_path, library=tmp_path)) as client:
        number = add(client, ENDLESS)
        wait(client, number, "running")
        pid = next(
            int(path.parent.name)
            for path in Path("/proc").glob("[0-9]*/cmdline")
            if str(tmp_path).encode() in _read(path) and b"jobs.worker" in _read(path)
        )
        os.kill(pid, signal.SIGKILL)
        failed = wait(client, number)
        assert failed.state == "failed"
        assert "signal 9" in str(failed.error)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_work_of_the_silent_is_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library(tmp_path)
    number = library.add("solve", "", {"setup": {**RIVER, "iterations": 5}}, 9).id
    taken = library.take("one")
    assert taken is not None
    assert library.take("two") is None
    later = time.time() + SILENT_SECONDS + 1
    with monkeypatch.context() as patched:
        patched.setattr(time, "time", lambda: later)
        again = library.take("two")
    assert again is not None
    Work(Worker(library, "two"), again).run()
    assert library.entry(number).state == "done"
    assert library.solution(number).is_file()


def test_a_stopped_worker_keeps_a_checkpoint(tmp_path: Path) -> None:
    library = Library(tmp_path)
    number = library.add("solve", "", {"setup": ENDLESS}, 9).id
    entry, worker = library.take("one"), Worker(library, "one")
    assert entry is not None
    worker.ending.set()
    Work(worker, entry).run()
    assert library.entry(number).state == "waiting"
    assert library.checkpoint(number).is_file()


def test_libraries_of_later_releases_are_left_alone(tmp_path: Path) -> None:
    Library(tmp_path).entries()
    with sqlite3.connect(tmp_path / "library.sqlite") as base:
        base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(FileFormatError, match="newer release"):
        Library(tmp_path).entries()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "library.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(FileFormatError, match="cannot be used"):
        Library(tmp_path / "broken").entries()
