"""What the explorer answers is what the rooms answer."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from tests.web.running import running

import riverboat as rb
from riverboat.cards.card import hand_indices, parse_cards
from riverboat.cards.hand_class import CLASS_HANDS, CLASS_NAMES
from riverboat.cards.kinds import MADE
from riverboat.errors import HistoryError
from riverboat.web.explorer import models
from riverboat.web.explorer.explorer import FORGOTTEN_AFTER
from riverboat.web.settings import Settings

FLOP = {"strategy": "sixmax", "line": "f f r2.5 f c f / k", "board": "QsJh2h"}
RIVER = {"strategy": "file:river.rb"}


def get(client: httpx.Client, what: str, **asked: str) -> Any:
    answer = client.get(f"/api/v1/{what}", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    "asked", [{"strategy": "sixmax"}, FLOP, RIVER, {"strategy": "file:deep/leduc.solution"}]
)
def test_answers_have_their_shapes(client: httpx.Client, asked: dict[str, str]) -> None:
    models.StrategyFacts.model_validate(get(client, "strategy", strategy=asked["strategy"]))
    models.State.model_validate(get(client, "state", **asked))
    grid = models.Grid.model_validate(get(client, "grid", **asked))
    assert grid.hands is not None
    sizes = {len(one) for one in (grid.hands.reach, *grid.hands.shares)}
    assert sizes == {52 if "leduc" in asked["strategy"] else 1326}


def test_strategies_are_those_that_can_be_asked(client: httpx.Client) -> None:
    listed = models.StrategyList.model_validate(get(client, "strategies")).strategies
    found = {one.id: (one.source, one.kind, one.problem is None) for one in listed}
    assert found["sixmax"] == ("shipped", "blueprint", True)
    assert found["file:river.rb"] == ("folder", "solution", True)
    assert found["file:deep/leduc.solution"] == ("folder", "solution", True)
    assert found["file:broken.rb"] == ("folder", "unknown", False)
    assert "file:link.rb" not in found


def test_a_grid_is_the_strategys_own(client: httpx.Client) -> None:
    found, own = get(client, "grid", **FLOP), rb.open("sixmax").grid(FLOP["line"], FLOP["board"])
    numbers = hand_indices(own.state.hands)
    assert [action["token"] for action in found["actions"]] == list(own.actions)
    np.testing.assert_allclose(np.array(found["hands"]["shares"])[:, numbers].T, own.strategy, atol=6e-5)
    np.testing.assert_allclose(np.array(found["hands"]["reach"])[numbers], own.reach, atol=6e-5)
    np.testing.assert_allclose(found["hands"]["frequencies"], own.frequencies, atol=6e-5)
    for hand in ("AsKd", "7c6c"):
        decision = rb.open("sixmax").query(hand, FLOP["line"], FLOP["board"])
        number = int(hand_indices(np.array([sorted(parse_cards(hand), reverse=True)], np.uint8))[0])
        assert found["hands"]["visits"][number] == decision.visits
        assert found["hands"]["thin"][number] == (not decision.well_trained)


def test_cells_are_means_by_reach(client: httpx.Client) -> None:
    found = get(client, "grid", strategy="sixmax", line="f f r2.5 f")
    reach, shares = np.array(found["hands"]["reach"]), np.array(found["hands"]["shares"])
    for name in ("AKs", "77", "T8o"):
        hands, cell = CLASS_HANDS[name], CLASS_NAMES.index(name)
        assert found["cells"]["reach"][cell] == pytest.approx(reach[hands].mean(), abs=1e-4)
        mean = shares[:, hands] @ reach[hands] / reach[hands].sum()
        np.testing.assert_allclose(np.array(found["cells"]["shares"])[:, cell], mean, atol=2e-4)


def test_solutions_say_what_hands_are_worth(client: httpx.Client, folder: Path) -> None:
    found = get(client, "grid", **RIVER, line="k b50%")
    own = rb.open(folder / "river.rb").grid("k b50%")
    numbers = hand_indices(own.state.hands)
    np.testing.assert_allclose(np.array(found["hands"]["ev"], float)[numbers], own.ev, atol=6e-4)
    np.testing.assert_allclose(
        np.array(found["hands"]["action_evs"], float)[:, numbers].T, own.action_evs, atol=6e-4
    )
    np.testing.assert_allclose(np.array(found["hands"]["equity"], float)[numbers], own.equity, atol=6e-5)
    assert sum(player["ev"] for player in found["hands"]["players"]) == pytest.approx(found["pot"], abs=0.01)
    facts = get(client, "strategy", **RIVER)
    assert facts["start"] == {"line": "", "board": "QsJh2h5c9d"}
    assert facts["solution"]["iterations"] == 60


def test_a_line_tells_its_way(client: httpx.Client) -> None:
    state = get(client, "state", **FLOP)
    decisions = [step for step in state["steps"] if step["kind"] == "decision"]
    assert [step["position"] for step in decisions] == ["UTG", "HJ", "CO", "BTN", "SB", "BB", "SB", "CO"]
    assert [step["taken"] for step in decisions] == ["f", "f", "r2.5", "f", "c", "f", "k", None]
    assert [step["cards"] for step in state["steps"] if step["kind"] == "deal"] == ["QsJh2h"]
    for action in state["actions"]:
        after = get(client, "state", strategy="sixmax", line=action["line"], board=FLOP["board"])
        assert after["status"] == ("deal" if action["token"] == "k" else "decision")
        assert after["steps"][len(state["steps"]) - 1]["taken"] in (
            action["token"],
            action["line"].split()[-1],
        )


@pytest.mark.parametrize(
    ("line", "status", "needed"),
    [
        ("f f f f f", "over", 0),
        ("f f r2.5 f c f /", "deal", 3),
        ("f f r2.5 f c f / k", "deal", 3),
        ("", "decision", 0),
    ],
)
def test_where_nobody_can_act_there_is_a_table_and_no_grid(
    client: httpx.Client, line: str, status: str, needed: int
) -> None:
    found = get(client, "grid", strategy="sixmax", line=line)
    assert (found["status"], found["cards_needed"]) == (status, needed)
    assert (found["hands"] is None) == (status != "decision")
    assert len(found["seats"]) == 6


def test_free_sizes_are_translated_and_say_how(client: httpx.Client) -> None:
    state = get(client, "state", strategy="sixmax", line="f f r3.1 f")
    assert state["translated"][0]["real"] == "r3.1"
    assert sum(weight for _, weight in state["translated"][0]["played_as"]) == pytest.approx(1)
    assert any("r3.1" in note for note in state["notes"])
    assert state["free"]["least"] == 520


def test_free_sizes_in_a_solution_are_those_of_its_tree(client: httpx.Client, folder: Path) -> None:
    own = rb.open(folder / "river.rb")
    for line, shown, taken in (
        ("b70", "b50", "b50"),
        ("k b150", "k b50", "b50"),
        ("b50 r190", "b50 a", "r200"),
    ):
        grid = get(client, "grid", **RIVER, line=line)
        real = line.split()[-1]
        assert [one["played_as"] for one in grid["translated"]] == [[[taken, 1.0]]]
        assert grid["notes"][0] == f"the tree has no {real}: shown is {taken}, the likelier size"
        assert grid["line"] == own.at(shown).state.line
        np.testing.assert_allclose(grid["hands"]["frequencies"], own.grid(shown).frequencies, atol=6e-5)
        with pytest.raises(HistoryError, match="not in the tree"):
            own.trace(line)
    assert get(client, "state", **RIVER, line="b50")["translated"] == []


def test_ranges_text_and_table(client: httpx.Client) -> None:
    asked = {"strategy": "sixmax", "line": "f f r2.5"}
    own = rb.open("sixmax").range("CO", "f f r2.5")
    ranges = models.Ranges.model_validate(get(client, "ranges", **asked)).ranges
    assert ranges[4].weights == pytest.approx(own.weights.round(4))
    text = client.get("/api/v1/range-text", params={**asked, "seat": "CO"}).text
    assert rb.Range(text) == own
    opens = client.get(
        "/api/v1/range-text", params={"strategy": "sixmax", "line": "f f", "action": "r2.5"}
    ).text
    assert rb.Range(opens).combos == pytest.approx(own.combos, rel=1e-5)
    csv = client.get("/api/v1/csv", params=asked)
    assert csv.text == rb.open("sixmax").grid("f f r2.5").to_csv()
    hand = models.HandAnswer.model_validate(get(client, "hand", **asked, hand="AsKd"))
    assert hand.probabilities == pytest.approx(
        rb.open("sixmax").query("AsKd", "f f r2.5").probabilities, abs=1e-5
    )


def test_a_file_that_is_replaced_is_read_again(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "river.rb", tmp_path / "spot.rb")
    with running(Settings(folder=tmp_path, library=tmp_path)) as client:
        assert get(client, "strategy", strategy="file:spot.rb")["solution"]["iterations"] == 60
        rb.solve_spot(board="QsJh2h5c9d", oop="AA", ip="KK", pot=10, stack=20, iterations=5).save(
            tmp_path / "spot.rb"
        )
        assert get(client, "strategy", strategy="file:spot.rb")["solution"]["iterations"] == 5
        (tmp_path / "spot.rb").unlink()
        assert client.get("/api/v1/grid", params={"strategy": "file:spot.rb"}).status_code == 404


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        ({"strategy": "nope"}, 404, "sixmax"),
        ({"strategy": "sixmax", "line": "zz"}, 400, "legal here"),
        ({"strategy": "sixmax", "line": "f f r2.5 f c f /", "board": "QsJh"}, 200, ""),
        ({"strategy": "sixmax", "board": "QsJh2h"}, 400, "leave the board out"),
        ({"strategy": "sixmax", "stack_bb": "x"}, 400, "40,100,25"),
        ({"strategy": "file:broken.rb"}, 400, "broken.rb"),
        ({"strategy": "sixmax", "line": "f" * 3000}, 422, "2000"),
        ({}, 422, "strategy"),
    ],
)
def test_mistakes_are_told(client: httpx.Client, asked: dict[str, str], status: int, says: str) -> None:
    answer = client.get("/api/v1/grid", params=asked)
    assert answer.status_code == status
    if status != 200:
        assert says in answer.json()["error"]["message"]


def test_breakdowns_sum_to_the_range(client: httpx.Client) -> None:
    found = models.Breakdown.model_validate(get(client, "breakdown", **FLOP))
    grid = get(client, "grid", **FLOP)
    for rows in (found.made, found.draws):
        assert sum(row.combos for row in rows) == pytest.approx(grid["hands"]["combos"], abs=0.02)
        total = np.zeros(len(grid["actions"]))
        for row in rows:
            total += row.share * np.array(row.shares)
        np.testing.assert_allclose(total, grid["hands"]["frequencies"], atol=1e-3)
    other = models.Breakdown.model_validate(get(client, "breakdown", **FLOP, seat="SB"))
    assert other.made[0].shares is None
    assert found.made_of == other.made_of
    worth = models.Breakdown.model_validate(get(client, "breakdown", **RIVER))
    assert worth.made[MADE.index("set")].equity == pytest.approx(1, abs=0.05)


def test_equities_are_those_of_ranges(client: httpx.Client) -> None:
    found = models.Equities.model_validate(get(client, "equities", **RIVER)).seats
    own = rb.equity("AA,QQ,KQs,76s", "AQs,KQs,JTs,TT", board="QsJh2h5c9d")
    assert [seat.mean for seat in found] == pytest.approx(own.equities, abs=1e-4)
    for seat in found:
        assert seat.curve == sorted(seat.curve)
        assert sum(seat.tenths) == pytest.approx(1, abs=1e-3)
    answer = client.get("/api/v1/equities", params={"strategy": "sixmax"})
    assert answer.status_code == 400
    assert "UTG" in answer.json()["error"]["message"]


def test_runouts_are_grids_of_every_card(client: httpx.Client, folder: Path) -> None:
    turn = rb.solve_spot(
        board="QsJh2h5c", oop="AA,76s", ip="KQs,TT", pot=100, stack=100, sizes="50%", iterations=20
    )
    turn.save(folder / "turn.rb")
    found = models.Runouts.model_validate(get(client, "runouts", strategy="file:turn.rb", line="k k /"))
    assert len(found.cards) == 48
    own = rb.open(folder / "turn.rb").grid("k k /", "QsJh2h5c9d")
    card = next(one for one in found.cards if one.card == "9d")
    assert card.frequencies == pytest.approx(own.frequencies, abs=1e-4)
    assert card.ev == pytest.approx(own.players[own.actor].mean_ev, abs=1e-2)


def test_what_is_forgotten_is_found_again(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORGOTTEN_AFTER, "blueprint", 1)
    first, second = (get(client, "grid", **{**FLOP, "board": board}) for board in ("AsKd7c", "7cKdAs"))
    assert first["hands"] == second["hands"]  # the order of a flop does not matter
