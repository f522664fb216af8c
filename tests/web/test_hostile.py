"""Values, names of files and moments that nobody expects: an answer in words comes all the same."""

from __future__ import annotations

import errno
import json
import os
from collections import namedtuple
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.running import running

from riverboat.errors import FileFormatError
from riverboat.web import streams
from riverboat.web.catalogue import Catalogue
from riverboat.web.library import Library
from riverboat.web.review.uploads import Uploads
from riverboat.web.settings import Limits, Settings

SETUP: dict[str, Any] = {
    "board": "QsJh2h5c9d",
    "oop": "AA,QQ",
    "ip": [1.0] * 1326,
    "pot": 100,
    "stack": [200, 200],
    "sizes": {"river": {"oop": "50%"}},
    "locks": [{"line": "k", "mix": {"k": 1.0}, "hands": "AQs"}],
    "rake": 0.05,
    "rake_cap": 3,
    "all_in": 1.5,
    "merge": 0.1,
    "target_pot_percent": 1,
    "iterations": 5,
    "start": "spot:1",
}
BODIES: dict[str, dict[str, Any]] = {
    "range": {"weights": [1.0] * 1326},
    "equity": {"ranges": ["AsKs", "QQ"], "board": "2c3c4c", "dead": "5c", "samples": 100, "seed": 1},
    "icm": {"stacks": [5000, 3000, 2000], "payouts": [50, 30], "bounties": [1, 2, 3]},
    "pushfold": {
        "players": 2,
        "stacks": [3, 5],
        "ante": 0.1,
        "payouts": [3, 2],
        "bounties": [1, 1],
        "ahead": 1,
    },
    "tournament": {"chips": 1200, "payouts": [3, 2], "rises": [[400, 800]], "bounty": 1},
    "setup/from-line": {"strategy": "file:river.rb", "line": "k", "board": "QsJh2h5c9d", "stack_bb": "100"},
    "setup/from-history": {"text": "PokerStars Hand #1: Hold'em No Limit ($0.5/$1)\n"},
    "solve/estimate": SETUP,
    "jobs": {"kind": "report", "name": "x", "notes": "y", "setup": SETUP, "boards": "QsJh2h"},
    "arena/jobs": {"kind": "sweep", "bots": ["shark", "fish"], "parameter": "raise_above", "values": [0.5]},
    "play/tables": {"bots": ["fish"], "stack_bb": 20, "strategy": "file:river.rb"},
    "play/tables/0123456789abcdef/act": {"version": 1, "token": "c"},
    "trainer/question": {"strategy": "file:river.rb", "street": "river", "position": "OOP", "line": "k"},
    "trainer/answer": {"strategy": "file:river.rb", "board": "QsJh2h5c9d", "hand": "AsAh", "choice": "k"},
    "reviews/uploads": {"text": "x"},
    "reviews/uploads/abc": {"text": "x"},
    "reviews": {"upload": "abc", "hero": "x", "strategy": "file:river.rb", "search_seconds": 1},
}
VALUES = (
    *("NaN", "-Infinity", "1e999", "1e-320", "9" * 400, '"\\ud800"', '"a\\u0000b"', '{"\\ud800": 1}'),
    "[" * 300 + "]" * 300,
)
MARK = "put it here"


@pytest.fixture(scope="module")
def asking(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server that takes no jobs."""
    library = tmp_path_factory.mktemp("library")
    with running(Settings(folder=folder, library=library, limits=Limits(jobs=0))) as client:
        yield client


def marked(value: Any) -> Iterator[Any]:
    """The same with a mark in place of each of its parts, of long lists of the first."""
    yield MARK
    if isinstance(value, dict):
        for name in value:
            yield from ({**value, name: part} for part in marked(value[name]))
    elif isinstance(value, list):
        yield from ([part, *value[1:]] for part in marked(value[0]))


def no_number(text: str) -> None:
    raise AssertionError(f"{text} is no JSON")


@pytest.mark.parametrize("route", BODIES)
def test_values_that_nobody_expects(asking: httpx.Client, route: str) -> None:
    bodies = [json.dumps(body) for body in marked(BODIES[route])]
    sent = [body.replace(f'"{MARK}"', value) for body in bodies for value in VALUES]
    whole = json.dumps(BODIES[route])
    sent += [whole[:-1] + more for more in (', "\\ud800": 1}', ', "text": 1, "text": 2}', ', "": {}}')]
    for body in sent:
        answer = asking.post(f"/api/v1/{route}", content=body, headers={"content-type": "application/json"})
        assert answer.status_code < 500, (body[:300], answer.text)
        json.loads(answer.text, parse_constant=no_number)
        if route == "play/tables" and answer.status_code == 201:
            asking.delete(f"/api/v1/play/tables/{answer.json()['id']}")


def test_names_and_kinds_of_files_that_nobody_expects(folder: Path, tmp_path: Path) -> None:
    good, shown = (folder / "river.rb").read_bytes(), tmp_path / "shown"
    (shown / "folder.rb").mkdir(parents=True)
    names = ("-rf.rb", "<img src=x>.rb", "two\nlines.rb", "=cmd().rb")
    for name in names:
        (shown / name).write_bytes(good)
    Path(os.fsdecode(os.fsencode(shown) + b"/\xff.rb")).write_bytes(good)  # no text in any code we know
    os.mkfifo(shown / "pipe.rb")
    os.mkfifo(shown / "pipe.py")
    (shown / "device.rb").symlink_to("/dev/zero")
    (shown / "gone.py").symlink_to(shown / "none")
    with running(Settings(folder=shown, library=tmp_path / "library", own_bots=True)) as client:
        listed = client.get("/api/v1/strategies").json()["strategies"]
        assert {one["name"] for one in listed if one["source"] == "folder"} == set(names)
        for name in names:
            assert client.get("/api/v1/strategy", params={"strategy": f"file:{name}"}).status_code == 200
        for name in ("folder.rb", "pipe.rb", "device.rb"):
            assert client.get("/api/v1/strategy", params={"strategy": f"file:{name}"}).status_code == 404
        assert client.get("/api/v1/play/bots").json()["files"] == []
        answer = client.post("/api/v1/play/tables", json={"bots": ["pipe.py:Mine"]})
        assert answer.status_code == 404


def test_a_file_that_is_replaced_while_it_is_opened_is_not_kept(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = tmp_path / "shown"
    shown.mkdir()
    (shown / "a.rb").write_bytes((folder / "river.rb").read_bytes())
    (tmp_path / "secret.rb").write_bytes((folder / "river.rb").read_bytes())
    found = Catalogue(Settings(folder=shown, library=tmp_path), Library(tmp_path))

    def swapped(*paths: Path) -> object:
        (shown / "a.rb").unlink()
        (shown / "a.rb").symlink_to(tmp_path / "secret.rb")
        return object()

    monkeypatch.setattr("riverboat.web.catalogue.open_strategy", swapped)
    with pytest.raises(FileNotFoundError):
        found.open("file:a.rb")

    (shown / "a.rb").unlink()
    (shown / "a.rb").write_bytes((folder / "river.rb").read_bytes())

    def rewritten(*paths: Path) -> object:
        (shown / "a.rb").write_bytes((folder / "river.rb").read_bytes() + b" ")
        return object()

    monkeypatch.setattr("riverboat.web.catalogue.open_strategy", rewritten)
    with pytest.raises(FileFormatError, match="was replaced while"):
        found.open("file:a.rb")


def test_an_upload_is_reviewed_once_and_leaves_no_entry_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(Settings(folder=tmp_path, library=tmp_path)) as client:
        upload = client.post("/api/v1/reviews/uploads", json={"text": "x"}).json()["upload"]
        with monkeypatch.context() as patched:  # as when somebody else is faster by a moment

            def taken(path: Path, target: Path) -> None:
                path.unlink()
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))

            patched.setattr(Path, "rename", taken)
            answer = client.post("/api/v1/reviews", json={"upload": upload, "hero": "me"})
        assert answer.status_code == 404
        assert Library(tmp_path).entries() == []


def test_a_full_disk_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "free")
    with running(Settings(folder=tmp_path, library=tmp_path)) as client:
        with monkeypatch.context() as patched:
            patched.setattr("riverboat.web.review.uploads.disk_usage", lambda folder: usage(1_000_000_000))
            answer = client.post("/api/v1/reviews/uploads", json={"text": "x"})
            assert (answer.status_code, "left" in answer.text) == (400, True)
        with monkeypatch.context() as patched:

            def full(*_: object) -> str:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "hands.txt")

            patched.setattr(Uploads, "begin", full)
            answer = client.post("/api/v1/reviews/uploads", json={"text": "x"})
        assert answer.status_code == 503
        assert "No space left on device: 'hands.txt'" in answer.json()["error"]["message"]


def test_streams_leave_connections_to_others(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_STREAMS", 3)
    table = client.post("/api/v1/play/tables", json={"bots": ["fish"]}).json()["id"]
    events = f"/api/v1/play/tables/{table}/events"
    with ExitStack() as stack:
        lines = [stack.enter_context(client.stream("GET", events)).iter_lines() for _ in range(3)]
        assert all(next(one).startswith("data:") for one in lines)
        with client.stream("GET", events) as refused:
            assert refused.status_code == 409
            assert "3 streams are open" in refused.read().decode()
    client.delete(f"/api/v1/play/tables/{table}")


def test_the_token_is_in_no_text() -> None:
    assert "abc" not in repr(Settings(token="abc"))
