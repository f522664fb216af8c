"""Reviews over HTTP: a file in pieces, who plays in it, the report, a stop, what is refused."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.running import running

from riverboat.arena import play_match
from riverboat.arena.reviews.session import review_session
from riverboat.games import hands_text
from riverboat.web.review.models import Players, Review, ReviewList
from riverboat.web.settings import Settings

TEXT = hands_text(play_match(["fish", "shark"], 60, keep_every=1, seed=2).records, "pokerstars")[0]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("reviews")
    with running(Settings(folder=folder, library=folder / "library")) as asking:
        yield asking


def sent(client: httpx.Client, text: str, pieces: int = 3) -> str:
    size = len(text) // pieces + 1
    first, *rest = (text[at : at + size] for at in range(0, max(1, len(text)), size))
    name = client.post("/api/v1/reviews/uploads", json={"text": first}).json()["upload"]
    for piece in rest:
        assert client.post(f"/api/v1/reviews/uploads/{name}", json={"text": piece}).status_code == 200
    return str(name)


def ended(client: httpx.Client, number: int) -> Review:
    end = time.monotonic() + 240
    while True:
        found = Review.model_validate(client.get(f"/api/v1/reviews/{number}").json())
        if found.state in ("done", "stopped", "failed"):
            return found
        assert time.monotonic() < end, found
        time.sleep(0.05)


def test_a_file_in_pieces_has_the_report_of_the_whole(client: httpx.Client) -> None:
    upload = sent(client, TEXT)
    known = Players.model_validate(client.get(f"/api/v1/reviews/uploads/{upload}").json())
    assert set(known.players) == {"fish", "shark"}
    asked = {"upload": upload, "hero": "fish", "name": "mine"}
    answer = client.post("/api/v1/reviews", json=asked)
    assert answer.status_code == 201, answer.text
    found = ended(client, answer.json()["id"])
    assert (found.state, found.error) == ("done", None)
    expected = json.loads(json.dumps(review_session(TEXT, "fish").to_dict()))
    assert found.report is not None
    for name in ("hands", "judged", "mistakes", "habits", "by", "worst"):
        assert found.report[name] == expected[name], name
    listed = ReviewList.model_validate(client.get("/api/v1/reviews").json()).reviews
    assert [one.id for one in listed] == [found.id]
    assert client.get("/api/v1/jobs").json()["jobs"] == []
    link = found.report["worst"][0]["explore"]
    assert (
        client.get(link.replace("/explore?", "/api/v1/grid?").replace("stacks=", "stack_bb=")).status_code
        == 200
    )
    assert client.delete(f"/api/v1/jobs/{found.id}").status_code == 204
    assert client.get(f"/api/v1/reviews/{found.id}").status_code == 404


def test_who_is_not_there_fails_and_names_who_is(client: httpx.Client) -> None:
    answer = client.post("/api/v1/reviews", json={"upload": sent(client, TEXT), "hero": "whale"})
    found = ended(client, answer.json()["id"])
    assert found.state == "failed"
    assert "who does: " in (found.error or "")


@pytest.mark.parametrize(
    ("text", "words"), [("hello\n", "does not look like"), ("", "it is empty"), ("\0\1\2", "it is no text")]
)
def test_what_is_no_history_is_refused(client: httpx.Client, text: str, words: str) -> None:
    answer = client.get(f"/api/v1/reviews/uploads/{sent(client, text, 1)}")
    assert answer.status_code == 400
    assert words in answer.json()["error"]["message"]


def test_nothing_outside_is_reached(client: httpx.Client, tmp_path: Path) -> None:
    for name in ("../library", "..%2Flibrary", "none", "a" * 32):
        assert client.get(f"/api/v1/reviews/uploads/{name}").status_code in (404, 422)
    asked = {"upload": sent(client, TEXT), "hero": "fish", "strategy": "file:../../secret.rb"}
    assert client.post("/api/v1/reviews", json=asked).status_code == 404
