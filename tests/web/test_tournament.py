"""Prizes and jam or fold over HTTP."""

from __future__ import annotations

import httpx
import pytest

from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.tournament import Tournament, icm, pushfold, solve_tournament
from riverboat.web.tournament import models


def post(client: httpx.Client, what: str, **body: object) -> httpx.Response:
    return client.post(f"/api/v1/{what}", json=body)


def test_stacks_are_worth_what_the_library_says(client: httpx.Client) -> None:
    asked = {"stacks": [5000, 3000, 2000], "payouts": [50, 30, 20]}
    found = models.IcmAnswer.model_validate(post(client, "icm", **asked, bounties=[10]).json())
    own = icm([5000, 3000, 2000], [50, 30, 20], bounties=10)
    assert found.equities == pytest.approx([1075 / 28, 131 / 4, 202 / 7])
    assert found.bounties == pytest.approx(own.bounties)
    assert found.bubble_factors is not None
    assert found.bubble_factors[1][0] == pytest.approx(own.bubble_factors()[1, 0])
    assert found.deals is not None
    assert set(found.deals) == {"icm", "weitzman", "chips"}
    many = models.IcmAnswer.model_validate(post(client, "icm", stacks=[1000] * 30, payouts=[1]).json())
    assert many.standard_errors is not None
    assert many.bubble_factors is None


def test_charts_are_those_of_the_library(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    found = models.JamFoldAnswer.model_validate(post(client, "pushfold", players=2, stacks=[10]).json())
    own = pushfold(10)
    assert [chart.decision for chart in found.charts] == ["SB first in", "BB after SB jams"]
    assert found.charts[0].jam == pytest.approx(own.strategy[0], abs=1e-4)
    assert found.charts[0].gain[CLASS_NAMES.index("AKs")] == pytest.approx(2.28, abs=0.01)
    assert max(max(gains) for gains in found.gains) <= 1e-5
    monkeypatch.setattr("riverboat.web.tournament.routes._WALKED", 2**17)
    five = models.JamFoldAnswer.model_validate(post(client, "pushfold", players=5, stacks=[6]).json())
    assert (five.method, len(five.values), len(five.gains[0])) == ("sampled", 5, 2)
    assert min(chart.reached for chart in five.charts) >= 0.0005
    monkeypatch.setattr("riverboat.web.tournament.routes.MOST_SECONDS", 0.0)
    assert "leave players out" in post(client, "pushfold", players=5, stacks=[6]).text


def test_a_whole_tournament_is_that_of_the_library(client: httpx.Client) -> None:
    words = {"chips": 1600, "step": 200, "small_blind": 200, "big_blind": 400, "rises": [[400, 800]]}
    found = models.TournamentAnswer.model_validate(post(client, "tournament", **words).json())
    own = solve_tournament(Tournament(2, 1600, 200, 200, 400, (1.0,), rises=((400, 800),)), threads=1)
    assert found.states == 14
    assert [seat.worth for seat in found.seats] == pytest.approx(own.value(800, 800), abs=1e-5)
    assert max(found.gains) < 1e-4
    assert [(curve.seat, len(curve.chips)) for curve in found.curves] == [("SB", 7), ("BB", 7)]
    ahead = post(client, "pushfold", players=2, stacks=[6, 4], payouts=[60, 40], ahead=1).json()
    assert ahead["values"] == pytest.approx(pushfold([6, 4], payouts=[60, 40], ahead=1).values, abs=1e-4)


@pytest.mark.parametrize(
    ("what", "body", "status", "says"),
    [
        ("icm", {"stacks": [5, "NaN"], "payouts": [1]}, 422, "finite"),
        ("pushfold", {"players": 11, "stacks": [10]}, 422, "players"),
        ("pushfold", {"players": 2, "stacks": [10, 0]}, 400, "player 2 has 0"),
        ("pushfold", {"players": 2, "stacks": ["NaN"]}, 422, "finite"),
        ("pushfold", {"players": 2, "stacks": [10], "payouts": [20, 30]}, 400, "such as [50, 30, 20]"),
        ("pushfold", {"players": 2, "stacks": [10], "payouts": [3, 2, 1]}, 400, "such as [3, 2]"),
        ("pushfold", {"players": 2, "stacks": [10], "small_blind": 1}, 422, "less than 1"),
        ("pushfold", {"players": 2, "stacks": [10], "ahead": 1}, 400, "without prizes"),
        (
            "pushfold",
            {"players": 4, "stacks": [10], "payouts": [1], "ahead": 1},
            400,
            "riverboat pushfold --ahead 1",
        ),
        ("tournament", {"chips": 8050}, 400, "no multiple of the grid's step of 200; give such as 8,000"),
        ("tournament", {"players": 11}, 422, "players"),
        ("tournament", {"chips": "NaN"}, 422, "integer"),
        ("tournament", {"chips": 0}, 400, "chips is 0"),
        ("tournament", {"payouts": [20, 30]}, 400, "payouts rise"),
        ("tournament", {"payouts": [3, 2, 1]}, 400, "3 prizes for 2 players"),
        ("tournament", {"payouts": []}, 400, "such as [50, 30, 20]"),
        ("tournament", {"bounty": "NaN"}, 422, "finite"),
        ("tournament", {"chips": 200_000}, 400, "states, over 400; run riverboat tournament"),
        ("tournament", {"rises": [[400]]}, 422, "rises"),
        ("tournament", {"rises": [[800, 400]]}, 400, "small_blind 800 is not below big_blind 400"),
        ("icm", {"stacks": [5000], "payouts": [1]}, 422, "stacks"),
        ("icm", {"stacks": [5000, 0], "payouts": [1]}, 400, "player 2 has 0"),
        ("icm", {"stacks": [5000, None], "payouts": [1]}, 422, "number"),
        ("icm", {"stacks": [5, 5], "payouts": [1, 2]}, 400, "payouts rise"),
        ("icm", {"stacks": [5, 5], "payouts": [3, 2, 1]}, 400, "3 prizes for 2 players"),
        ("icm", {"stacks": [5] * 101, "payouts": [1]}, 422, "100"),
        ("pushfold", {"players": 7, "stacks": [10]}, 422, "players"),
        ("pushfold", {"players": 3, "stacks": [10, 10]}, 400, "2 numbers for 3 players"),
        ("pushfold", {"players": 2, "stacks": [10, 0.1], "ante": 0.125}, 400, "does not cover the ante"),
        ("pushfold", {"players": 2, "stacks": [10], "more": 1}, 422, "more"),
    ],
)
def test_mistakes_are_told(
    client: httpx.Client, what: str, body: dict[str, object], status: int, says: str
) -> None:
    answer = post(client, what, **body)
    assert answer.status_code == status
    assert says in str(answer.json()["error"])
