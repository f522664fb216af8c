"""Every adapter among broken messages: its recorded session with one line damaged, many times, in many ways.

Nothing may be raised but what says that the match is given up; each message costs at most one line of the log; and the
next hand is played as if nothing had been.
"""

from __future__ import annotations

import json
import random
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.arena.protocols.hears import Hears, broken, damaged, speaking
from tests.arena.protocols.test_acpc import GOLDEN as ACPC
from tests.arena.protocols.test_husky import SESSION as HUSKY
from tests.arena.protocols.test_pokerbots import SESSION as POKERBOTS
from tests.arena.protocols.test_slumbot import SESSION as SLUMBOT

from riverboat.arena.matches.clock import Clock
from riverboat.arena.matches.seated import Seated
from riverboat.arena.protocols import AcpcDealer, AwayBot, Codec, Times, play_acpc, play_husky, play_pokerbots
from riverboat.arena.protocols.acpc.client import AcpcClient
from riverboat.arena.protocols.acpc.words import read_answer
from riverboat.arena.protocols.husky.client import HuskyClient
from riverboat.arena.protocols.pokerbots.client import PokerbotsClient
from riverboat.arena.protocols.pokerbots.codec import POKERBOTS_GAME
from riverboat.arena.protocols.pokerbots.engine import RemoteBot
from riverboat.arena.protocols.pypoker.player import _Player
from riverboat.arena.protocols.slumbot.client import SlumbotClient
from riverboat.arena.protocols.slumbot.table import SlumbotTables
from riverboat.arena.protocols.text_lines import TextLines
from riverboat.bots import HandStart, View
from riverboat.errors import MatchError, RiverboatError
from riverboat.games import Table
from riverboat.games.histories.acpc import standard_game
from riverboat.games.rules.action import act

TRIES = 60
Feed = Callable[[Any], object]


def acpc(log: list[str], stack: ExitStack) -> Feed:
    ours, theirs = map(stack.enter_context, socket.socketpair())
    client = AcpcClient(TextLines(ours), AwayBot("fish"), "nolimit", log.append)

    def feed(line: str) -> bytes:
        client.hear(line)
        with suppress(BlockingIOError):
            return theirs.recv(65536, socket.MSG_DONTWAIT)
        return b""

    return feed


def pokerbots(log: list[str], stack: ExitStack) -> Feed:
    return PokerbotsClient(AwayBot("fish"), log=log.append).hear


def husky(log: list[str], stack: ExitStack) -> Feed:
    return HuskyClient(AwayBot("fish"), log=log.append).hear


def pypoker(log: list[str], stack: ExitStack) -> Feed:
    player = _Player(AwayBot("fish"), log.append)
    player.uuid = "n0"

    def feed(message: str) -> object:
        with suppress(
            ValueError, RecursionError
        ):  # there, objects come, not text, and as many as there must be
            name, *heard = json.loads(message)
            if (name, len(heard)) in {(name, len(heard)) for (name, *heard), _ in PYPOKER}:
                return getattr(player, name)(*heard)
        return None

    return feed


PYPOKER = json.loads((Path(__file__).parent / "pypoker_session.json").read_text(encoding="utf-8"))
CLIENTS: dict[str, tuple[Callable[[list[str], ExitStack], Feed], list[str]]] = {
    "acpc": (acpc, [line[3:] for line in ACPC if line.startswith("<-")]),
    "pokerbots": (pokerbots, [line for line, _ in POKERBOTS]),
    "husky": (husky, [line for line, _ in HUSKY]),
    "pypoker": (pypoker, [json.dumps(message) for message, _ in PYPOKER]),
}


def ways(line: str, rng: random.Random) -> str:
    """Damage the text, or the objects it stands for."""
    if line[:1] in ("{", "[") and rng.random() < 0.8:
        whole = json.loads(line)
        if isinstance(whole, dict):
            return json.dumps(damaged(whole, rng))
        place = rng.randrange(1, len(whole))  # the name of a method stays
        return json.dumps([*whole[:place], damaged(whole[place], rng), *whole[place + 1 :]])
    return broken(line, rng)


@pytest.mark.parametrize("name", CLIENTS)
def test_clients(name: str) -> None:
    make, lines = CLIENTS[name]
    rng = random.Random(name)
    later = [re.sub(r"^(MATCHSTATE:\d:)", r"\g<1>9", line) for line in lines]  # hands of other numbers
    with ExitStack() as stack:
        feed = make([], stack)
        wanted = [feed(line) for line in later]
    told = 0
    for _ in range(TRIES):
        log: list[str] = []
        with ExitStack() as stack:
            feed, bad = make(log, stack), rng.randrange(len(lines))
            for place, line in enumerate(lines):
                before = len(log)
                feed(ways(line, rng) if place == bad else line)
                assert len(log) <= before + 1
            told += bool(log)
            assert not any("\n" in entry or len(entry) > 400 for entry in log)
            assert [feed(line) for line in later] == wanted
    assert told > TRIES / 10


def test_the_client_of_slumbot() -> None:
    rng = random.Random(1)
    for _ in range(TRIES):
        log: list[str] = []
        bad = rng.randrange(len(SLUMBOT))
        answers = iter([*SLUMBOT[:bad], damaged(SLUMBOT[bad], rng), *SLUMBOT * 3])

        def post(verb: str, body: Any, answers: Iterator[Any] = answers) -> Any:
            answer = next(answers)
            if not isinstance(answer, dict):  # as the connection does
                raise MatchError("no JSON object")
            return answer

        bot = Hears()
        bot.act = lambda view: 600 if len(view.board) == 3 and not view.bets[0] else 0  # type: ignore[method-assign]
        assert SlumbotClient(post, AwayBot(lambda bot=bot: bot), log.append).play(1).hands == 1
        assert len(log) <= 2
        assert not any("\n" in entry for entry in log)


def test_the_tables_of_slumbot() -> None:
    rng, tables = random.Random(2), SlumbotTables("random", seed=1)
    refused = 0
    for _ in range(TRIES):
        token = tables.answer("new_hand", {})["token"]
        for _ in range(5):
            body = {"token": token, "incr": rng.choice(["c", "k", "f", "b300"])}
            verb = rng.choice(["act", "act", "new_hand", "login"])
            bad = damaged(body, rng)
            try:
                tables.answer(verb, bad if isinstance(bad, dict) else {})
                tables.answer("act", body | {"incr": broken(body["incr"], rng)})
            except RiverboatError:
                refused += 1
    assert refused > TRIES


def test_answers_to_the_dealer() -> None:
    """Whatever a program says, the dealer does something legal, and says so in a line."""
    rng = random.Random(3)
    game = standard_game(2, limit=False)
    for _ in range(TRIES):
        table = Table(game, 1)
        while not table.is_over:
            text = rng.choice(["c", "r300", "f", broken("r300", rng), broken("c", rng)])
            action, wrong = read_answer(game, table.taken, text)
            act(table, action)
            assert "\n" not in wrong


def test_answers_to_the_engine_of_pokerbots() -> None:
    rng = random.Random(4)
    for _ in range(TRIES):
        ours, theirs = socket.socketpair()
        with ours, theirs:
            table = Table(POKERBOTS_GAME, 1)
            bot = RemoteBot(TextLines(ours), table, Codec(), 5.0)
            seated = Seated(bot, Clock(9.0))
            seated.start_hand(HandStart(POKERBOTS_GAME, 1, ("a", "b")))
            theirs.sendall(
                (broken(rng.choice(["C", "R6", "K", "F"]), rng)[:3000] + "\n").encode("utf-8", "replace")
            )
            view = View(
                POKERBOTS_GAME, 1, (0, 1), (), 0, (398, 399), (2, 1), 3, (0, 1), 1, 4, 400, (), 0
            )  # fmt: skip
            seated.act(view, table)  # raises if what it did was not legal
            assert table.actions == 1
            assert all("\n" not in first for _, first in seated.faults.values())


TALK: dict[str, list[bytes | float]] = {
    "hangs up": [],
    "half a line": [b"MATCHSTATE:0:0::As"],
    "no line at all": [b"x" * 2_000_000],
    "lines of noise": [b"\xff\x00\n" * 5, b"[]\n{}\n\n" * 3],
    "late": [0.3, b"\n", 0.2],
    "drop by drop": [b"M", 0.05, b"A", 0.05, b"T", 0.05],
}


@pytest.mark.parametrize("talk", TALK)
@pytest.mark.parametrize("play", [play_acpc, play_pokerbots, play_husky])
def test_servers_that_are_none(play: Callable[..., Any], talk: str) -> None:
    log: list[str] = []
    with speaking(TALK[talk]) as port, suppress(MatchError):
        assert play("localhost", port, "fish", log=log.append).hands == 0
    assert not any("\n" in entry for entry in log)
    assert len(log) <= 20


@pytest.mark.parametrize("talk", TALK)
def test_programs_that_are_none_at_the_dealer(talk: str) -> None:
    """They are sent away or lose their decisions; the match is played."""
    log: list[str] = []
    times = Times(response=0.2, per_hand=0.2, start=60)
    with AcpcDealer(standard_game(2, limit=False), [0, "fish"], times=times, log=log.append) as dealer:

        def come() -> None:
            with socket.create_connection(("127.0.0.1", dealer.ports[0])) as raw, suppress(OSError):
                raw.sendall(b"VERSION:2.0.0\r\n")
                for piece in TALK[talk]:
                    raw.sendall(piece) if isinstance(piece, bytes) else time.sleep(piece)

        thread = threading.Thread(target=come)
        thread.start()
        assert sum(dealer.play(3)) == 0
        thread.join(60)
    notes = [line for line in log[1:] if line.startswith("#")]
    assert notes
    assert not any("\n" in line for line in log)


def test_a_program_that_only_comments_is_sent_away() -> None:
    log: list[str] = []
    dealer = AcpcDealer(standard_game(2, limit=False), [0, "fish"], times=Times(start=0.4), log=log.append)
    over = threading.Event()

    def come() -> None:
        with socket.create_connection(("127.0.0.1", dealer.ports[0])) as raw, suppress(OSError):
            while not over.wait(0.01):
                raw.sendall(b"# still here\n")

    thread = threading.Thread(target=come)
    with dealer:
        thread.start()
        with pytest.raises(MatchError, match="nobody came"):
            dealer.play(1)
        over.set()
    thread.join(60)
    assert sum("sent a client away" in line for line in log) == 1
