"""MIT pokerbots: their session word by word, our client in our engine, programs of their own kind, and broken ones."""

from __future__ import annotations

import json
import re
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from tests.arena.protocols.hears import Hears

from riverboat.arena.protocols import AwayBot, Codec, Elsewhere, play_pokerbots, run_pokerbots
from riverboat.arena.protocols.pokerbots.client import PokerbotsClient
from riverboat.arena.protocols.text_lines import TextLines, connect
from riverboat.bots import Bot
from riverboat.errors import MatchError


def client(bot: Bot, log: list[str]) -> PokerbotsClient:
    return PokerbotsClient(AwayBot(lambda: bot), log=log.append)


SESSION = [
    ("T30.000 P0 H5d,Td", "C"),
    ("T30.000 C K B8d,2c,8c K", "K"),
    ("T30.000 K B8d,2c,8c,Ac K", "K"),
    ("T30.000 K B8d,2c,8c,Ac,3h K", "K"),
    ("T29.999 K O5h,Js D-2", "K"),
    ("T29.999 P1 H4s,Jh C", "K"),
    ("T29.999 K BJs,Kc,8c", "K"),
    ("T29.999 K R398", "C"),
    ("T29.999 C BJs,Kc,8c,2d", "K"),  # all in, and still asked
    ("T29.999 K K BJs,Kc,8c,2d,2h", "K"),
    ("T29.999 K K OJc,Jd D-400", "K"),
]


def test_a_session_of_the_real_engine() -> None:
    bot, log = Hears(), list[str]()
    seat = client(bot, log)
    for line, answer in SESSION:
        assert seat.hear(line) == answer, line
    assert seat.hear("T29.999 Q") is None
    assert not log
    assert [end.payoffs for end in bot.ends] == [(2, -2), (-400, 400)]
    assert [len(view.board) for view in bot.views] == [0, 3, 4, 5, 0, 3, 3]
    assert (bot.views[-1].call, bot.views[-1].seat, bot.views[-1].pot) == (398, 0, 402)
    assert bot.ends[1].shown[1]


BROKEN = [
    "T30.000 C K B8d,2c,8c K K K K",
    "T30.000 Z9",
    "T30.000 R99999",
    "T30.000 Rmuch",
    "T30.000 C K",
    "T30.000 C K B8d,2c,8c,9d,Td,Jd",
    "T30.000 BAs,As,As",
    "T30.000 P7",
    "T30.000 P0 Hxx",
    "T30.000 Dmuch",
]


@pytest.mark.parametrize("line", BROKEN)
def test_a_broken_line_is_answered_with_a_check_and_the_next_round_is_played(line: str) -> None:
    log: list[str] = []
    seat = client(Hears(), log)
    assert seat.hear("T30.000 P0 H5d,Td") == "C"
    assert seat.hear(line) == "K"
    assert len(log) == 1
    assert "\n" not in log[0]
    assert seat.hear("T30.000 K D5") == "K"
    assert seat.hear("T30.000 P0 H5d,Td") == "C"


@pytest.mark.parametrize("line", ["", "   ", "T", "�", "x" * 5000])
def test_noise_before_any_round(line: str) -> None:
    assert client(Hears(), []).hear(line) == "K"


def match_with(
    player: Callable[[int], object], other: str, rounds: int, clock_s: float = 30.0
) -> tuple[tuple[int, int], list[str], list[str], object]:
    log, notes, came = list[str](), list[str](), list[object]()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    thread = threading.Thread(target=lambda: came.append(player(port)))
    thread.start()
    chips = run_pokerbots([port, other], rounds, seed=4, clock_s=clock_s, log=log.append, note=notes.append)
    thread.join(60)
    assert not thread.is_alive()
    return chips, log, notes, came[0]


@pytest.mark.parametrize("bot", ["random", "all-in"])
def test_our_client_in_our_engine_plays_as_at_our_table(bot: str) -> None:
    chips, log, notes, came = match_with(lambda port: play_pokerbots("localhost", port, bot), "random", 200)
    assert notes == [notes[0]]
    assert came == Elsewhere(200, chips[0], {})
    assert chips[0] == -chips[1]
    text = "\n".join(log)
    assert sum(map(int, re.findall(r"^A awarded (-?\d+)", text, re.M))) == chips[0]
    assert log[-1] == f"Final, A ({chips[0]}), random ({chips[1]})"
    assert "River [" in text
    assert "shows [" in text


def test_a_socket_changes_nothing() -> None:
    chips, _, _, _ = match_with(lambda port: play_pokerbots("localhost", port, "all-in"), "fish", 50)
    assert chips == run_pokerbots(["all-in", "fish"], 50, seed=4)


PLAYER = """
import socket, sys
lines = socket.create_connection(("localhost", int(sys.argv[-1]))).makefile("rw")
said = []
for line in lines:
    said.append(line.strip())
    clauses = line.split()
    assert clauses[0][0] in "TQ" , line
    if clauses == ["Q"]:
        break
    end = clauses[-1][0] == "D"
    owes = clauses[-1][0] == "R" or clauses[1][0] == "P" and (clauses[1] == "P0")
    lines.write("K\\n" if end or not owes else "C\\n")
    lines.flush()
open("said.txt", "w").write("\\n".join(said))
"""


def test_a_bot_in_a_folder(tmp_path: Path) -> None:
    """A caller of their kind is our fish, chip for chip; what it heard is kept as the golden transcript."""
    folder = tmp_path / "caller"
    folder.mkdir()
    (folder / "player.py").write_text(PLAYER)
    (folder / "commands.json").write_text(json.dumps({"build": [], "run": [sys.executable, "player.py"]}))
    notes: list[str] = []
    chips = run_pokerbots([folder, "all-in"], 20, seed=1, note=notes.append)
    assert not notes
    assert chips == run_pokerbots(["fish", "all-in"], 20, seed=1)
    said = (folder / "said.txt").read_text().splitlines()
    heard = [re.sub(r"^T[0-9.]+ ?", "", line) for line in said]
    assert heard[:12] == HEARD
    assert heard[-1] == "Q"


HEARD = [
    "P0 H7c,2h",
    "C R400",
    "C BTs,9d,8h K",
    "K BTs,9d,8h,3d K",
    "K BTs,9d,8h,3d,Qc K",
    "K O4d,9s D-400",
    "P1 H6d,5d R400",
    "C BQd,Jh,3d",
    "K K BQd,Jh,3d,9s",
    "K K BQd,Jh,3d,9s,9d",
    "K K OAs,Ts D400",
    "P0 H8h,6h",
]


def leaves(port: int) -> None:
    with connect("localhost", port) as raw:
        TextLines(raw).read(60)


def talks(port: int) -> None:
    with connect("localhost", port) as raw, suppress(MatchError):
        lines = TextLines(raw)
        while True:
            lines.read(60)
            raw.sendall(b"\xff dance " + b"x" * 100_000 + b"\n")


def hangs(port: int) -> None:
    with connect("localhost", port) as raw, suppress(MatchError):
        lines = TextLines(raw)
        while True:
            lines.read(60)


@pytest.mark.parametrize("player", [leaves, talks, hangs])
def test_a_bot_that_does_wrong_checks_or_folds(player: Callable[[int], object]) -> None:
    chips, _, notes, _ = match_with(player, "all-in", 10, clock_s=0.3)
    assert chips == (-15, 15)  # five small blinds, five big ones
    assert any(note.startswith("A: exception: ") for note in notes)


def test_bad_arguments(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match=r"has no commands\.json"):
        run_pokerbots([tmp_path, "fish"], 1)
    with pytest.raises(MatchError, match="a match has two bots"):
        run_pokerbots(["fish"], 1)
    with pytest.raises(MatchError, match="a letter stands for two clauses"):
        Codec(delta="K")
    (tmp_path / "commands.json").write_text('{"build": [], "run": ["/no/such/program"]}')
    with pytest.raises(MatchError, match="does not start"):
        run_pokerbots([tmp_path, "fish"], 1)


def test_letters_of_another_year() -> None:
    seat = PokerbotsClient(AwayBot("fish"), codec=Codec(delta="A", check="X"))
    assert seat.hear("T1 P1 H4s,Jh C") == "X"
    assert seat.hear("T1 X O4c,4d A-2") == "X"
