"""The GTO Wizard benchmark: our client at a stand-in that deals real hands, and at servers that do wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from tests.arena.protocols.hears import Hears

from riverboat.arena.protocols import AwayBot, BenchmarkResult, GtoWizardServer, Retries, play_gtowizard
from riverboat.arena.protocols.gtowizard.client import GtoWizardClient
from riverboat.arena.protocols.gtowizard.words import read_history, read_seen, write_act, write_history
from riverboat.arena.protocols.http.server import HttpServer, Request
from riverboat.arena.protocols.slumbot.words import SLUMBOT_GAME
from riverboat.arena.protocols.text_lines import listen
from riverboat.errors import MatchError, RiverboatError
from riverboat.games import Hand, Table
from riverboat.games.rules.action import act

KEY = "a-secret-key-17"
QUICK = Retries(4, first_s=0.01)


@contextmanager
def serving(server: GtoWizardServer | HttpServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.stop()
        thread.join(60)


@contextmanager
def standing_in(bot: str, log: list[str] | None = None, seed: int = 1) -> Iterator[GtoWizardServer]:
    with (
        GtoWizardServer(bot, key=KEY, seed=seed, log=([] if log is None else log).append) as server,
        serving(server),
    ):
        yield server


@contextmanager
def answering(answer: Callable[[Request], tuple[int, dict[str, Any]]]) -> Iterator[str]:
    server = HttpServer(listen(0), answer, lambda _: None, failed="detail")
    with serving(server):
        yield f"http://127.0.0.1:{server.address[1]}"
    server.close()


def test_words_are_those_of_the_rules() -> None:
    table = Table(SLUMBOT_GAME, 5)
    said = ["c", "b300", "c", "_", "k", "b100", "b500", "c", "_", "b19200", "c", "_"]
    for action in (0, 300, 0, 0, 100, 500, 0, 19200, 0):
        act(table, action)
    assert write_history(table.taken) == said
    assert read_history(said) == read_history(said[:-1]) == tuple(table.taken)
    assert write_act((0,), 300) == {"action": "b", "amount": 300}
    assert write_act((0, 300), -1) == {"action": "f", "amount": None}
    for wrong in ("ck", [1], ["x"], ["k"], ["b300c"], ["c", "k", "_", "_"], None):
        with pytest.raises(RiverboatError):
            read_history(wrong)


def test_every_amount_of_many_hands_is_ours() -> None:
    """What the stand-in tells of pots, stacks, ranges and winnings, against a table that is played along."""
    told: list[dict[str, Any]] = []
    with standing_in("random") as server:
        original = server._answer

        def listen_in(request: Request) -> tuple[int, dict[str, Any]]:
            status, answer = original(request)
            assert status == 200
            told.append(json.loads(json.dumps(answer)))
            return status, answer

        server._http._answer = listen_in
        log: list[str] = []
        played = play_gtowizard("random", 60, key=KEY, url=server.url, seed=4, log=log.append)
        assert server.open_hands == 0
    assert not log
    assert (played.hands, played.lost, played.faults) == (60, 0, {})
    ends = [answer["game_state"] for answer in told if answer["game_state"]["is_hand_over"]]
    assert len(ends) == 60
    assert played.chips == played.aivat == sum(end["winnings"] for end in ends)
    raises = 0
    for answer in told:
        state = answer["game_state"]
        seen = read_seen(answer, "client")
        table = Table(SLUMBOT_GAME, hole_cards=seen.hand.hole_cards, board=seen.hand.board)
        for word in [word for word in state["action_history"] if word != "_"]:
            actor = table.actor
            assert actor is not None
            if word[0] == "b":  # cumulative on the round
                put_in = table.put_in[actor] - table.bets[actor] + int(word[1:])
                table.raise_to(int(word[1:]))
                assert table.put_in[actor] == put_in
                raises += 1
            elif word == "f":
                table.fold()
            else:
                assert (word == "c") == bool(table.to_call)
                table.check_or_call()
        assert [one["stack"] for one in state["players"]] == [
            table.stacks[0 if one["position"] == "BB" else 1] for one in state["players"]
        ]
        assert state["total_pot"] == table.pot
        if table.is_over or not (legal := table.legal_actions).max_raise_to:
            assert state["raise_range"] is None
        else:
            assert state["raise_range"] == {"min": legal.min_raise_to, "max": legal.max_raise_to}
        if state["is_hand_over"] and all(seen.hand.hole_cards):
            assert seen.winnings == seen.hand.payoffs[seen.hand.hero or 0]
    assert raises > 60


def test_the_result_has_intervals() -> None:
    result = BenchmarkResult.of([300, -100, 100], [30, -10], 1, {})
    assert (result.hands, result.chips, result.aivat) == (3, 300, 20)
    assert str(result.won) == "+100.0 ± 226.3"
    assert str(result).endswith("; 1 hands lost on the way")
    assert BenchmarkResult.of([], [], 0, {}).to_dict()["won"] == {"mean": 0.0, "half_width": None}


def state(history: list[str], **more: Any) -> dict[str, Any]:
    """An answer of the real server's form, which says SB for the button and numbers with a point."""
    players = [
        {"name": "GTO Wizard", "stack": 19900.0, "position": "SB", "hole_cards": None},
        {"name": "us", "stack": 19900.0, "position": "BB", "hole_cards": "9c4d"},
    ]
    seen = {
        "street": "preflop",
        "board_cards": "",
        "is_hand_over": False,
        "players": players,
        "legal_actions": ["f", "c", "b"],
        "raise_range": None,
        "action_history": history,
        "winnings": None,
        "aivat_score": None,
    }
    return {"hand_id": 17, "game": {}, "game_state": seen | more}


FOLDED = {"is_hand_over": True, "winnings": -100.0, "aivat_score": -14.66, "legal_actions": []}


def scripted(*answers: dict[str, Any]) -> tuple[list[Any], list[str], BenchmarkResult]:
    left, posted, log = list(answers), list[Any](), list[str]()

    def post(path: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        posted.append((path, dict(body)))
        return left.pop(0)

    bot = Hears(-1)
    client = GtoWizardClient(post, [AwayBot(lambda: bot)], log.append)
    return posted, log, client.play(1)


def test_the_published_hand() -> None:
    """Folding the big blind to a raise to 225 was told as -100 chips, and as -14.66 without the luck."""
    posted, log, result = scripted(state(["b225.0"]), state(["b225.0", "f"], **FOLDED))
    assert posted == [
        ("hands", {"game_name": "HUNL 200BB"}),
        ("hands/17/act", {"action": "f", "amount": None}),
    ]
    assert not log
    assert (result.chips, result.aivat) == (-100, -14.66)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (state(["b225"], players=[]), "players is"),
        (state(["dance"]), "'dance' in the history"),
        (state("b225"), "action_history is"),  # type: ignore[arg-type]
        (state(["b225"], is_hand_over=True), "is_hand_over is True"),
        (state([]), "the server's turn"),
        (state(["b225"], board_cards="AhKd"), "board"),
        (state(["b225"], winnings="much"), "winnings is 'much'"),
    ],
)
def test_a_state_that_cannot_be_understood_is_folded_not_left_open(answer: dict[str, Any], why: str) -> None:
    posted, log, result = scripted(answer, state(["b225", "f"], **FOLDED))
    assert posted[1] == ("hands/17/act", {"action": "f", "amount": None})
    assert len(log) == 1
    assert why in log[0]
    assert (result.hands, result.chips) == (1, -100)


def test_a_hand_without_a_way_out_is_lost_and_eight_end_the_match() -> None:
    bad = state(["dance"], legal_actions=None)
    _, log, result = scripted(bad, state(["b225"]), state(["b225", "f"], **FOLDED))
    assert (result.hands, result.lost, len(log)) == (1, 1, 1)
    with pytest.raises(MatchError, match="8 hands in a row went wrong"):
        scripted(*[bad] * 8)


def test_busy_servers_and_too_many_hands_are_waited_for() -> None:
    with standing_in("fish") as real:
        seen: list[str] = []

        def now_and_then(request: Request) -> tuple[int, dict[str, Any]]:
            seen.append(request.path)
            trouble = {1: 503, 3: 502, 4: 504}.get(len(seen))
            if request.path == "/hands" and len(seen) in (6, 7):
                return 409, {"detail": "maximum number of concurrent hands allowed is 20"}
            return (trouble, {"detail": "busy"}) if trouble else real._answer(request)

        with answering(now_and_then) as url:
            played = play_gtowizard("fold", 6, key=KEY, url=url, at_once=1, retries=QUICK, log=pytest.fail)
    assert (played.hands, played.lost) == (6, 0)
    assert len(seen) > 8


def test_a_hand_that_is_over_there_is_not_asked_again() -> None:
    asked: list[str] = []

    def over(request: Request) -> tuple[int, dict[str, Any]]:
        asked.append(request.path)
        return (200, state(["b225"])) if request.path == "/hands" else (409, {"detail": "hand is over"})

    with answering(over) as url, pytest.raises(MatchError, match=r"8 hands in a row went wrong.*status 409"):
        play_gtowizard("fold", 9, key=KEY, url=url, at_once=1, retries=QUICK, log=lambda _: None)
    assert asked == ["/hands", "/hands/17/act"] * 8


def test_a_server_that_is_away_ends_the_match_with_a_reason() -> None:
    with listen(0) as free:
        port = free.getsockname()[1]
    with pytest.raises(MatchError, match=r"does not answer: .*4 tries"):
        play_gtowizard("fold", 9, key=KEY, url=f"http://127.0.0.1:{port}", retries=QUICK)


def test_keys_are_checked_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GTOW_API_KEY", raising=False)
    url = "http://127.0.0.1:1"
    shown: list[str] = []
    for key, where, why in (
        (None, url, "there is no key; give one by --key or in the environment variable GTOW_API_KEY"),
        ("", url, "there is no key"),
        (f"{KEY}\r\nX: y", url, "the key is not of 8 to 400"),
        (f"{KEY} ", url, "the key is not of 8 to 400"),
        (KEY, "http://example.org", "example.org would get the key unencrypted"),
        (KEY, "ftp://x", "is no address"),
    ):
        with pytest.raises(MatchError, match=why) as problem:
            play_gtowizard("fold", 1, key=key, url=where)
        shown.append(str(problem.value))

    def echoes(request: Request) -> tuple[int, dict[str, Any]]:
        return 400, {"detail": f"bad {request.headers['x-api-key']} {KEY}"}

    with answering(echoes) as there, pytest.raises(MatchError) as echoed:
        play_gtowizard("fold", 9, key=KEY, url=there, at_once=1, log=shown.append)
    shown.append(str(echoed.value))
    assert "***" in shown[-1]
    with (
        standing_in("fold") as server,
        pytest.raises(MatchError, match="refuses the key, status 401") as refused,
    ):
        play_gtowizard("fold", 9, key="another-key", url=server.url)
    assert not [line for line in [*shown, str(refused.value)] if KEY in line or "another-key" in line]
    for options, why in (
        ({"hands": 0}, "hands is 0"),
        ({"at_once": 6}, "at_once is 6"),
        ({"at_once": 0}, "at_once"),
    ):
        with pytest.raises(MatchError, match=why):
            play_gtowizard("fold", key=KEY, url=url, **options)  # type: ignore[arg-type]


def test_never_more_than_five_hands_are_open() -> None:
    with standing_in("fish") as server:
        most, original = [0], server._answer

        def count(request: Request) -> tuple[int, dict[str, Any]]:
            answer = original(request)
            most[0] = max(most[0], server.open_hands)
            return answer

        server._http._answer = count
        assert play_gtowizard("fish", 30, key=KEY, url=server.url).hands == 30
        assert 1 < most[0] <= 5


SCRIPT = [sys.executable, "-c", "from riverboat.cli import main; main()"]


def test_the_verb_plays_and_control_c_tells_what_was_played() -> None:
    environment = os.environ | {"GTOW_API_KEY": KEY}
    with standing_in("all-in") as server:
        command = [*SCRIPT, "seat", "gtowizard", "fold", "--url", server.url]
        done = subprocess.run(
            [*command, "--hands", "4", "--json"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        told = json.loads(done.stdout)
        assert (told["hands"], told["chips"], told["lost"]) == (4, -300.0, 0)  # of each blind two
        long = subprocess.Popen(
            [*command, "--hands", "1000000"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while server._dealt < 20 and long.poll() is None:
            time.sleep(0.02)
        long.send_signal(signal.SIGINT)
        said, errors = long.communicate(timeout=120)
    assert long.returncode == 0, errors
    assert re.match(r"[0-9,]+ hands, -[0-9,]+ chips: ", said)
    assert KEY not in done.stdout + done.stderr + said + errors


def test_a_hand_read_by_both_ends() -> None:
    hand = read_seen(state(["b225", "c", "_"], board_cards="AhKdQs")).hand
    assert hand == Hand(SLUMBOT_GAME, (225, 0), ("9c4d", ""), "AhKdQs", hero=0)
