"""Tables over HTTP: what is sent, what is refused, and what two windows see."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from tests.web.running import running

from riverboat.arena.live.live_table import LiveTable
from riverboat.cards import Range
from riverboat.cards.card import hand_index, parse_cards
from riverboat.games.histories.formats import read_hands
from riverboat.search import Budget
from riverboat.web.play import models
from riverboat.web.play import tables as tables_of_server
from riverboat.web.settings import Limits, Settings

AT = "/api/v1/play/tables"


def opened(client: httpx.Client, *bots: str, **asked: Any) -> dict[str, Any]:
    answer = client.post(AT, json={"bots": list(bots), **asked})
    assert answer.status_code == 201, answer.text
    return waited(client, answer.json())


def waited(client: httpx.Client, table: dict[str, Any]) -> dict[str, Any]:
    """The table when the bots have acted."""
    while table["phase"] == "bots":
        time.sleep(0.005)
        answer = client.get(f"{AT}/{table['id']}")
        assert answer.status_code == 200, answer.text
        table = answer.json()
    return models.Table.model_validate(table).model_dump()


def acted(client: httpx.Client, table: dict[str, Any], token: str = "c") -> dict[str, Any]:
    answer = client.post(f"{AT}/{table['id']}/act", json={"version": table["version"], "token": token})
    assert answer.status_code == 200, answer.text
    return waited(client, answer.json())


def dealt(client: httpx.Client, table: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"{AT}/{table['id']}/deal", json={"version": table["version"]})
    assert answer.status_code == 200, answer.text
    return waited(client, answer.json())


@pytest.fixture
def sit(client: httpx.Client) -> Iterator[Callable[..., dict[str, Any]]]:
    """Open tables that are left afterwards."""
    ids = []

    def sits(*bots: str, **asked: Any) -> dict[str, Any]:
        table = opened(client, *bots, **asked)
        ids.append(table["id"])
        return table

    yield sits
    for one in ids:
        client.delete(f"{AT}/{one}")


def test_no_answer_holds_cards_of_a_bot_before_a_showdown(
    client: httpx.Client, sit: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that is sent, of any kind, is searched for the cards that are still hidden."""
    sent: list[str] = []
    plain = tables_of_server.table_dict
    tables: list[Any] = []
    monkeypatch.setattr("riverboat.arena.live.live_table.secrets.randbits", lambda bits: 5)
    monkeypatch.setattr(
        "riverboat.web.play.routes.table_dict", lambda playing: (tables.append(playing), plain(playing))[1]
    )
    client.event_hooks["response"] = [lambda answer: (answer.read(), sent.append(answer.text))[0]]
    try:
        table, shown, hidden = sit("fish", "shark", "honest"), 0, 0
        for number in range(8):
            while table["phase"] == "you":
                table = acted(client, table, "f" if number % 3 == 0 and table["turn"]["can_fold"] else "c")
            hand = tables[-1].table.hands[-1]
            client.get(f"{AT}/{table['id']}/hands/{number + 1}")
            client.get(f"{AT}/{table['id']}/history")
            client.get(f"{AT}/{table['id']}/hands")
            is_shown = any(frame["kind"] == "showdown" for frame in table["frames"])
            open_cards = set(hand.hand.table().in_hand) if is_shown else set()
            shown += is_shown
            before = [text for text in sent if '"frames"' in text and '"showdown"' not in text]
            assert before
            for seat, cards in enumerate(hand.hand.hole_cards):
                told = re.compile(f"{cards}|{cards[2:]}{cards[:2]}|{cards[:2]} {cards[2:]}")
                if seat == hand.seat:
                    assert all(told.search(text) for text in before)
                else:
                    hidden += seat not in open_cards
                    texts = before if seat in open_cards else sent
                    assert not any(told.search(text) for text in texts), number
            sent.clear()
            table = dealt(client, table)
        assert shown > 0
        assert hidden > 0
    finally:
        client.event_hooks["response"] = []


def test_a_session_with_results_hands_and_history(
    client: httpx.Client, sit: Callable[..., dict[str, Any]]
) -> None:
    table = sit("blueprint:headsup")
    for number in range(3):
        while table["phase"] == "you":
            table = acted(client, table)
        if number < 2:
            table = dealt(client, table)
    assert table["hands"] == 3
    listed = models.HandList.model_validate(client.get(f"{AT}/{table['id']}/hands").json()).hands
    assert [one.number for one in listed] == [3, 2, 1]
    assert table["won_bb"] == pytest.approx(sum(one.won for one in listed))
    assert table["results"]["raw"]["mean"] == pytest.approx(100 * table["won_bb"] / 3, abs=0.1)
    assert all(table["results"][name]["half_width"] is not None for name in ("raw", "adjusted", "aivat"))
    text = client.get(f"{AT}/{table['id']}/history")
    assert text.headers["content-disposition"].startswith("attachment")
    history = read_hands(text.text)
    assert len(history.hands) == 3
    assert read_hands(Path(table["kept_in"]).read_text()).hands == history.hands
    assert any(one["id"] == table["id"] and one["hands"] == 3 for one in client.get(AT).json()["tables"])


def test_hands_are_kept_once_whoever_writes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads that hear of the same hand: the second waits for the first, and finds it written."""
    inside, go = threading.Event(), threading.Event()
    table: Any = SimpleNamespace(hands=[SimpleNamespace(seen=None)])
    playing = tables_of_server.Playing("1", table, ("fish",), 100, "headsup", tmp_path / "hands.txt")

    def slow(*_: object, **__: object) -> tuple[str, list[str]]:
        inside.set()
        go.wait(10)
        return "a hand", []

    monkeypatch.setattr(tables_of_server, "hands_text", slow)
    threads = [threading.Thread(target=playing.keep) for _ in range(2)]
    threads[0].start()
    inside.wait(10)
    threads[1].start()
    go.set()
    for thread in threads:
        thread.join()
    assert (tmp_path / "hands.txt").read_text() == "a hand\n\n"


def test_a_hand_is_looked_at_by_the_strategy_and_by_a_search(
    client: httpx.Client, sit: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riverboat.web.play.reviews._BUDGET", Budget(0.3, iterations=20))
    monkeypatch.setattr("riverboat.arena.live.live_table.secrets.randbits", lambda bits: 5)  # the same deal
    table = sit("fish")
    while table["phase"] == "you":
        table = acted(client, table)
    found = models.HandReview.model_validate(client.get(f"{AT}/{table['id']}/hands/1").json())
    assert found.strategy == "headsup"
    assert [one.street for one in found.decisions] == ["preflop", "flop", "turn", "river"]
    for one in found.decisions:
        assert one.judged_by == "frequency"
        assert sum(choice.probability for choice in one.strategy) == pytest.approx(1, abs=1e-6)
        assert one.ev_lost_bb is None
        link = httpx.URL(one.explore or "")
        asked = {name: link.params[name] for name in ("strategy", "line", "board") if name in link.params}
        there = client.get("/api/v1/state", params={**asked, "stack_bb": link.params["stacks"]}).json()
        assert (there["position"], there["street"], there["board"]) == (one.position, one.street, one.board)
        assert Range(link.params["cell"]).weights[hand_index(*parse_cards(one.cards))] == 1.0
    searched = models.HandReview.model_validate(
        client.get(f"{AT}/{table['id']}/hands/1", params={"search": True}).json()
    )
    river = searched.decisions[-1]
    assert river.judged_by == "ev"
    evs = [choice.ev_bb for choice in river.strategy]
    taken = next(choice.ev_bb for choice in river.strategy if choice.action == river.judged_as)
    assert taken is not None
    assert river.ev_lost_bb == pytest.approx(max(ev for ev in evs if ev is not None) - taken, abs=1e-6)
    assert searched.decisions[0].judged_by == "frequency"  # before the flop nothing is solved
    assert client.get(f"{AT}/{table['id']}/hands/2").status_code == 404


def test_two_windows_see_the_same_and_the_second_action_is_refused(
    client: httpx.Client, sit: Callable[..., dict[str, Any]]
) -> None:
    table = sit("fish", stack_bb=50, mode="carried")
    other = client.get(f"{AT}/{table['id']}").json()
    assert models.Table.model_validate(other).model_dump() == table
    after = acted(client, table)
    refused = client.post(f"{AT}/{table['id']}/act", json={"version": other["version"], "token": "a"})
    assert refused.status_code == 409
    assert refused.json()["error"]["kind"] == "MovedOnError"
    assert "Nothing was done" in refused.json()["error"]["message"]
    again = client.get(f"{AT}/{table['id']}").json()
    assert models.Table.model_validate(again).model_dump() == after


def test_changes_are_told_as_they_come(client: httpx.Client, sit: Callable[..., dict[str, Any]]) -> None:
    table = sit("fish")
    with client.stream("GET", f"{AT}/{table['id']}/events") as stream:
        lines = stream.iter_lines()
        assert f'"version":{table["version"]}' in next(lines)
        client.delete(f"{AT}/{table['id']}")
        assert any('"phase":"closed"' in line for line in lines)
    gone = client.get(f"{AT}/{table['id']}")
    assert gone.status_code == 404
    assert "its hands are kept in" in gone.json()["error"]["message"]


@pytest.mark.parametrize(
    ("bots", "status", "said"),
    [
        (["sharp"], 400, "did you mean 'shark'"),
        (["blueprint:/etc/passwd"], 404, "there is no strategy"),
        (["blueprint:../secret.rb"], 404, "there is no strategy"),
        (["blueprint(secret.rb)"], 400, "is no number or word"),  # its first parameter is a file too
        (["cfr-strength(argmax,0.3,pseudo-harmonic,x)"], 400, "is no number or word"),
        (["search(seconds=1000)"], 400, "nobody waits longer"),
        (["shark(samples=1e9)"], 400, "which nobody waits for"),
        (["shark(samples=inf)"], 400, "which nobody waits for"),
        (["blueprint:file:../secret.rb"], 404, "there is no file"),
        (["blueprint:headsup(tables=/etc/passwd)"], 400, "no number or word"),
        (["sparbot(file=mine.bot)"], 400, "no number or word"),
        (["sparbot(mine)"], 400, "no number or word"),
        (["vexbot"], 400, "plays heads-up limit hold'em, not 'nolimit-holdem'"),
        (["blueprint(strategy=x)"], 400, "no number or word"),
        (["shark(samples=1000000000)"], 400, "nobody waits for"),
        (["search:headsup(seconds=3600)"], 400, "nobody waits longer"),
        (["blueprint:headsup", "fish"], 400, "players"),
        (["mine.py:Mine"], 400, "--own-bots, which runs the code"),
        ([], 422, "bots"),
        (["fish"] * 10, 422, "bots"),
        (["shark(("], 400, "is not a bot"),
        (["fish:headsup"], 400, "plays no strategy"),
    ],
)
def test_bots_that_are_not_offered(client: httpx.Client, bots: list[str], status: int, said: str) -> None:
    answer = client.post(AT, json={"bots": bots})
    assert answer.status_code == status, answer.text
    assert said in answer.json()["error"]["message"]


def test_own_bots_with_the_flag_only_from_the_folder_and_their_death_is_told(settings: Settings) -> None:
    (settings.folder / "mine.py").write_text(
        "import os\nfrom riverboat.bots import Bot\n\n\nclass Mine(Bot):\n    def act(self, view):\n"
        "        if view.round: os._exit(1)\n        return 0\n"
    )
    try:
        with running(replace(settings, own_bots=True)) as client:
            assert client.get("/api/v1/play/bots").json()["files"] == ["mine.py:Mine"]
            elsewhere = client.post(AT, json={"bots": ["../mine.py:Mine"]})
            assert elsewhere.status_code == 404
            table = opened(client, "mine.py:Mine")
            assert table["names"] == ["you", "mine.py:Mine"]
            while table["phase"] == "you":
                table = acted(client, table)
            assert table["phase"] == "over"
            assert table["faults"][1]
            lost = [frame for frame in table["frames"] if frame["fault"]]
            assert {frame["words"] for frame in lost} <= {"mine.py:Mine checks", "mine.py:Mine folds"}
            assert lost
            assert dealt(client, table)["number"] == 2
    finally:
        (settings.folder / "mine.py").unlink()


def test_so_many_tables_and_idle_ones_end(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(replace(settings, limits=Limits(tables=2))) as client:
        first = opened(client, "fish")
        opened(client, "fish")
        full = client.post(AT, json={"bots": ["fish"]})
        assert full.status_code == 409
        assert "2 tables are open, which is the most" in full.json()["error"]["message"]
        monkeypatch.setattr(tables_of_server, "IDLE_SECONDS", -1.0)
        assert client.get(AT).json()["tables"] == []
        monkeypatch.undo()
        assert client.get(f"{AT}/{first['id']}").status_code == 404
        opened(client, "fish")


def test_the_server_answers_while_a_bot_thinks(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that thinks until it is let go: the table is seen in the meantime."""
    go, ask = Event(), LiveTable._ask

    def think(self: LiveTable, *turn: Any) -> None:
        assert go.wait(120)
        ask(self, *turn)

    monkeypatch.setattr(LiveTable, "_ask", think)
    monkeypatch.setattr("riverboat.arena.live.live_table.secrets.randbits", lambda bits: 5)
    now, seen = client.post(AT, json={"bots": ["fish"]}).json(), 0
    while now["phase"] != "over":
        if now["phase"] == "you":
            asked = {"version": now["version"], "token": "c"}
            now = client.post(f"{AT}/{now['id']}/act", json=asked).json()
        if now["phase"] == "bots" and now["frames"][-1]["acts"] == 1:  # the bot's seat
            for _ in range(3):
                assert client.get(f"{AT}/{now['id']}").json() == now
            seen += 1
        go.set()
        now = waited(client, now)
        go.clear()
    assert seen > 0
    client.delete(f"{AT}/{now['id']}")
