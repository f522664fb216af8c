"""Husky hold'em: a game told message by message, and messages that are broken."""

from __future__ import annotations

import json
import socket
import threading
from typing import Any

import pytest
from tests.arena.protocols.hears import Hears

from riverboat.arena.protocols import AwayBot, Elsewhere, play_husky
from riverboat.arena.protocols.husky.client import HuskyClient

FOLD, CHECK, CALL, RAISE, ALL_IN = range(1, 6)
ME, BOB, EVE = 77, 12, 900


def say(kind: int, message: Any) -> str:
    return json.dumps({"type": kind, "message": message})


def start(small: int = BOB, big: int = EVE) -> str:
    blinds = {"small_blind_player_id": small, "big_blind_player_id": big, "all_players": [EVE, ME, BOB]}
    return say(2, {"message": "go", "hands": ["Ah", "Kd"], "blind_amount": 10, **blinds})


def state(board: list[str], bets: dict[int, int], words: dict[int, str]) -> str:
    return say(
        9,
        {
            "round_num": 0,
            "community_cards": board,
            "pot": 0,
            "player_bets": {str(one): bet for one, bet in bets.items()},
            "player_actions": {str(one): word for one, word in words.items()},
        },
    )


def answered(text: str | None) -> tuple[int, int]:
    assert text is not None
    message = json.loads(text)
    assert message["type"] == 5
    assert message["message"]["player_id"] == ME
    return message["message"]["action"], message["message"]["amount"]


REQUEST = say(4, {"player_id": ME, "time_left": 0})
SESSION: list[tuple[str, tuple[int, int] | None]] = [
    (say(0, ME), None),
    (start(), None),
    (state([], {BOB: 5, EVE: 10}, {}), None),
    (REQUEST, (RAISE, 30)),
    (state([], {BOB: 5, EVE: 10, ME: 30}, {ME: "Raise"}), None),
    (state([], {BOB: 5, EVE: 30, ME: 30}, {ME: "Raise", BOB: "Fold", EVE: "Call"}), None),
    (state(["2c", "7d", "9h"], {}, {}), None),
    (state(["2c", "7d", "9h"], {EVE: 50}, {EVE: "Raise"}), None),
    (REQUEST, (CALL, 50)),
    (state(["2c", "7d", "9h"], {EVE: 50, ME: 50}, {EVE: "Raise", ME: "Call"}), None),
    (state(["2c", "7d", "9h", "Jc"], {EVE: 0}, {EVE: "Check"}), None),
    (REQUEST, (CHECK, 0)),
    (state(["2c", "7d", "9h", "Jc"], {EVE: 0, ME: 0}, {EVE: "Check", ME: "Check"}), None),
    (state(["2c", "7d", "9h", "Jc", "Qs"], {EVE: 0}, {EVE: "Check"}), None),
    (REQUEST, (ALL_IN, 9920)),
    (
        say(
            7,
            {
                "player_score": 85,
                "all_scores": {"77": 85, "12": -5, "900": -80},
                "active_players_hands": {"77": ["Ah", "Kd"]},
            },
        ),
        None,
    ),
]


def test_a_game() -> None:
    bot = Hears(30, 0, 0, 9920)
    client = HuskyClient(AwayBot(lambda: bot), log=pytest.fail)
    for line, answer in SESSION:
        said = client.hear(line)
        assert (said if said is None else answered(said)) == answer, line
    preflop, flop, turn, river = bot.views
    assert (preflop.seat, preflop.call, preflop.min_raise_to, preflop.pot) == (2, 10, 20, 15)
    assert flop.actions == (30, -1, 0, 50)
    assert (flop.call, flop.pot, flop.stacks, flop.in_hand) == (50, 115, (9995, 9920, 9970), (1, 2))
    assert (turn.call, turn.actions[-1]) == (0, 0)
    assert (river.pot, river.max_raise_to, len(river.board)) == (165, 9920, 5)
    assert bot.ends[0].payoffs == (-5, -80, 85)


def test_over_a_socket_where_answers_have_no_line_break() -> None:
    heard: list[tuple[int, int]] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                for line, answer in SESSION:
                    connection.sendall(line.encode() + b"\n")
                    if answer is not None:
                        heard.append(answered(connection.recv(4096).decode()))

        thread = threading.Thread(target=serve)
        thread.start()
        port = server.getsockname()[1]
        played = play_husky("localhost", port, lambda: Hears(30, 0, 0, 9920))
        thread.join(60)
    assert played == Elsewhere(1, 85, {})
    assert heard == [answer for _, answer in SESSION if answer is not None]


@pytest.mark.parametrize("posted", [False, True])
def test_blinds_of_older_and_newer_servers(posted: bool) -> None:
    """An older server waits until the blind raises by itself; a newer one has posted it."""
    client = HuskyClient(AwayBot("fish"), log=pytest.fail)
    client.hear(say(0, ME))
    client.hear(start(small=EVE, big=ME))
    if not posted:
        client.hear(state([], {EVE: 5}, {EVE: "Raise"}))
        assert answered(client.hear(REQUEST)) == (RAISE, 10)
        client.hear(state([], {EVE: 5, ME: 10}, {EVE: "Raise", ME: "Raise"}))
    client.hear(
        state([], {EVE: 10, ME: 10, BOB: 10}, {EVE: "Call", BOB: "Call"} | ({} if posted else {ME: "Raise"}))
    )
    assert answered(client.hear(REQUEST)) == (CHECK, 0)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "",
            "{",
            "[]",
            "null",
            "3",
            '{"type": 9}',
            '{"type": 9, "message": []}',
            "[" * 100_000,
            '{"message": 1}',
        ),
        say(2, {}),
        say(9, {"community_cards": ["2c"], "player_bets": {}, "player_actions": {}}),
        state([], {EVE: 99999}, {EVE: "Raise"}),
        state(["xx"] * 3, {}, {}),
        say(7, {}),
        say(4, 5),
    ],
)
def test_a_broken_message_costs_at_most_a_fold_and_the_next_game_is_played(line: str) -> None:
    log: list[str] = []
    client = HuskyClient(AwayBot("fish"), log=log.append)
    client.hear(say(0, ME))
    client.hear(start())
    client.hear(line)
    assert len(log) == 1
    assert "\n" not in log[0]
    assert answered(client.hear(REQUEST))[0] in (FOLD, CALL)
    client.hear(start())
    assert answered(client.hear(REQUEST)) == (CALL, 10)
