"""The trainer over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.running import running

import riverboat as rb
from riverboat.search import Budget
from riverboat.web.settings import Settings
from riverboat.web.trainer import models

AT = "/api/v1/trainer"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def asking(settings: Settings, library: Path) -> Iterator[httpx.Client]:
    with running(replace(settings, library=library)) as client:
        yield client


def post(client: httpx.Client, what: str, **asked: Any) -> Any:
    answer = client.post(f"{AT}/{what}", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def answered(client: httpx.Client, question: dict[str, Any], choice: str, **more: Any) -> models.Graded:
    told = {name: question[name] for name in ("strategy", "line", "board", "hand", "difficulty")}
    return models.Graded.model_validate(post(client, "answer", **told, choice=choice, **more))


def test_what_can_be_wished_for(asking: httpx.Client) -> None:
    blueprint = models.Offers.model_validate(
        asking.get(f"{AT}/offers", params={"strategy": "headsup"}).json()
    )
    assert blueprint.streets == ["preflop", "flop", "turn", "river"]
    assert "against an open" in blueprint.kinds
    assert not blueprint.has_values
    solved = models.Offers.model_validate(
        asking.get(f"{AT}/offers", params={"strategy": "file:river.rb"}).json()
    )
    assert (solved.streets, solved.positions, solved.lines) == (["river"], ["OOP", "IP"], [])
    assert solved.has_values


def test_answers_are_graded_by_frequency_and_by_ev_and_it_says_which(
    asking: httpx.Client, folder: Path
) -> None:
    question = post(
        asking, "question", strategy="headsup", street="preflop", kind="first in", difficulty="exact"
    )
    models.Question.model_validate(question)
    own = rb.open("headsup").query(question["hand"], question["line"])
    for place, choice in enumerate(question["choices"]):
        found = answered(asking, question, choice["id"])
        assert found.judged_by == "frequency"
        assert "how often" in found.rests_on
        assert found.share == pytest.approx(own.probabilities[place], abs=1e-6)
        assert found.ev_loss_bb is None
    question = post(asking, "question", strategy="file:river.rb", difficulty="exact", repeat="never")
    decision = rb.open(folder / "river.rb").query(question["hand"], question["line"], question["board"])
    for place, choice in enumerate(question["choices"]):
        found = answered(asking, question, choice["id"])
        assert found.judged_by == "ev"
        assert found.rests_on == "the EVs of the solution"
        assert found.ev_loss_pot == pytest.approx(
            (max(decision.action_evs) - decision.action_evs[place]) / question["pot"], abs=1e-6
        )


def test_a_quick_search_knows_what_a_blueprint_does_not(
    asking: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riverboat.web.trainer.routes._BUDGET", Budget(0.2, iterations=20))
    question = post(asking, "question", strategy="headsup", street="river", difficulty="simple")
    found = answered(asking, question, question["choices"][0]["id"], search=True)
    assert found.judged_by == "ev" or "not known" in found.rests_on
    before = post(asking, "question", strategy="headsup", street="preflop", difficulty="simple")
    found = answered(asking, before, before["choices"][0]["id"], search=True)
    assert found.judged_by == "frequency"
    assert "no search can solve this spot" in found.rests_on


def test_whole_hands_go_on(asking: httpx.Client) -> None:
    for _ in range(20):
        question = post(asking, "question", strategy="headsup", street="flop", repeat="never")
        passive = next(one["id"] for one in question["choices"] if one["id"] in ("k", "c"))
        found = answered(asking, question, passive, length="hand")
        assert answered(asking, question, passive).next is None
        if found.next is not None:
            assert found.next.hand == question["hand"]
            assert found.next.position == question["position"]
            assert len(found.next.told) > len(question["told"])
            return
    pytest.fail("no hand went on")


def one_with_a_blunder(client: httpx.Client, solved: rb.Strategy) -> dict[str, Any]:
    """A question about a solved river where some answer gives away a fifth of the pot."""
    for _ in range(100):
        question: dict[str, Any] = post(client, "question", strategy="file:river.rb", difficulty="exact")
        evs = solved.query(question["hand"], question["line"], question["board"]).action_evs
        if max(evs) - min(evs) > question["pot"] / 5:
            return question
    pytest.fail("no question had a bad answer")


def test_progress_is_kept_and_what_is_wrong_comes_again(
    asking: httpx.Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = one_with_a_blunder(asking, rb.open(folder / "river.rb"))
    graded = {one["id"]: answered(asking, question, one["id"]) for one in question["choices"]}
    told = models.Progress.model_validate(asking.get(f"{AT}/progress").json())
    assert told.answers == len(graded)
    assert sum(told.classes.values()) == told.answers
    assert told.situations[0].answers == told.answers
    assert told.situations[0].loss_bb == pytest.approx(sum(one.ev_loss_bb or 0 for one in graded.values()))
    refused = asking.post(f"{AT}/question", json={"strategy": "file:river.rb", "repeat": "only"})
    assert "nothing is due" in refused.json()["error"]["message"]
    worst = max(graded, key=lambda one: graded[one].ev_loss_bb or 0)
    assert graded[worst].name not in ("Best", "Correct")
    answered(asking, question, worst)
    monkeypatch.setattr("riverboat.arena.drills.progress.BOXES", (-1.0,) * 5)
    answered(asking, question, worst)
    again = post(asking, "question", strategy="headsup", repeat="only")
    assert again["repeated"]
    assert (again["strategy"], again["line"], again["hand"]) == (
        "file:river.rb",
        question["line"],
        question["hand"],
    )
    assert asking.delete(f"{AT}/progress").status_code == 204
    assert asking.get(f"{AT}/progress").json()["answers"] == 0


def test_a_damaged_file_is_told_and_the_trainer_goes_on(asking: httpx.Client, library: Path) -> None:
    library.mkdir(parents=True, exist_ok=True)
    (library / "trainer.sqlite").write_bytes(b"no database " * 100)
    question = post(asking, "question", strategy="headsup", street="preflop")
    found = answered(asking, question, question["choices"][0]["id"])
    assert found.problem.startswith("this answer is not kept: the trainer's progress")
    broken = asking.get(f"{AT}/progress")
    assert broken.status_code == 400
    assert "cannot be used" in broken.json()["error"]["message"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"choice": "x"}, "choice is 'x'"),
        ({"line": "f"}, "the hand is over"),
        ({"line": "r2.5 c / k", "board": ""}, "board"),
        ({"hand": "AsAs"}, "As"),
        ({"strategy": "nothing"}, "there is no strategy"),
    ],
)
def test_answers_that_make_no_sense(asking: httpx.Client, asked: dict[str, str], said: str) -> None:
    good = {"strategy": "headsup", "hand": "AsKd", "choice": "f", **asked}
    answer = asking.post(f"{AT}/answer", json=good)
    assert answer.status_code in (400, 404), answer.text
    assert said in answer.json()["error"]["message"]
