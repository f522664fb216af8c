"""Saved hands: what the index says, what others read, and what a killed process or a full disk leaves."""

from __future__ import annotations

import errno
import json
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pokerkit import HandHistory
from typer.testing import CliRunner

from riverboat.arena import HandStore, MatchResult, play_match
from riverboat.arena.matches import hand_writer
from riverboat.arena.matches import keeper as keeping
from riverboat.arena.matches.checkpoint import Checkpoint
from riverboat.arena.matches.hand_writer import INDEX, HandWriter
from riverboat.cards.card import parse_cards
from riverboat.cli.main import app
from riverboat.errors import FileFormatError, HistoryError, MatchError
from riverboat.games import Table, read_hands

BOTS = ["shark", "random", "all-in"]


def contents(folder: Path) -> tuple[dict[str, bytes], list[Any]]:
    """Return all that a folder says: its files as bytes, and the rows of the index."""
    files = {path.name: path.read_bytes() for path in folder.glob("*.phhs")}
    index = sqlite3.connect(folder / INDEX)
    rows = [index.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in ("hands", "players")]
    rows.append(index.execute("SELECT * FROM files").fetchall())
    index.close()
    return files, rows


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[HandStore, MatchResult]:
    folder = tmp_path_factory.mktemp("store") / "hands"
    result = played(folder)
    return HandStore(folder), result


def played(folder: Path | None, **options: Any) -> MatchResult:
    return play_match(BOTS, 120, duplicate=True, series=50, seed=3, save=folder, **options)


# --- what is in it -------------------------------------------------------------------------------------------


def test_the_index_tells_what_the_hands_do(saved: tuple[HandStore, MatchResult]) -> None:
    store, result = saved
    assert len(store) == result.hands == 360
    assert result.records == ()
    for bot in result.bots:
        found = store.find(bot=bot.name)
        assert [one.number for one in found] == list(range(1, 361))
        assert sum(one.won for one in found) == pytest.approx(bot.won.mean * 3.6)
        assert sum(one.adjusted for one in found) == pytest.approx(bot.adjusted.mean * 3.6)
        for one in found[::7]:
            hand = store.hand(one.number)
            steps, table = list(hand.steps()), hand.table()
            assert hand.hand_id == str(one.number)
            assert hand.names[one.seat] == bot.name
            assert (hand.hole_cards[one.seat], hand.board) == (one.cards, one.board)
            assert hand.payoffs[one.seat] == round(100 * one.won)
            folded = {step.seat for step in steps if step.kind == "fold"}
            assert one.showdown == (0 if len(folded) == 2 else 3 - len(folded))
            put_in = sorted(table.put_in)
            assert round(100 * one.pot) == sum(put_in) - (
                put_in[-1] - put_in[-2]
            )  # what nobody called goes back
            again = Table(hand.game, one.seed)
            assert again.hole_cards[one.seat] == parse_cards(one.cards)
    deals = {(one.deal, one.rotation) for one in store.find()}
    assert deals == {(deal, rotation) for deal in range(120) for rotation in range(3)}


def test_hands_are_found(saved: tuple[HandStore, MatchResult]) -> None:
    store, _ = saved
    every = [one for bot in store.bots for one in store.find(bot=bot)]
    worst = store.find(bot="shark", sort="won", limit=5)
    assert [one.won for one in worst] == sorted(one.won for one in every if one.bot == "shark")[:5]
    assert store.find(sort="-pot", limit=1)[0].pot == max(one.pot for one in every)
    big = store.find(min_pot=150, showdown=True, where="position = 'BTN' -- and no more", bot="random")
    assert big == [
        one
        for one in every
        if (one.bot, one.position) == ("random", "BTN") and one.pot >= 150 and one.showdown
    ]
    losers = store.find()
    assert [one.won for one in losers[:40]] == [
        min(other.won for other in every if other.number == number) for number in range(1, 41)
    ]


def test_pokerkit_reads_the_files(saved: tuple[HandStore, MatchResult]) -> None:
    store, _ = saved
    with (store.folder / "hands-0001.phhs").open("rb") as file:
        histories = list(HandHistory.load_all(file))
    assert len(histories) == 360
    for number, history in enumerate(histories[:60], 1):
        *_, (state, _) = history.state_actions
        assert history.hand == number
        assert not state.status
        ours = store.hand(number).payoffs
        assert all(abs(int(a) - b) <= 2 for a, b in zip(state.payoffs, ours, strict=True))  # odd chips


def test_a_sample_and_freeze_outs(tmp_path: Path) -> None:
    play_match(["fish", "random"], 30, save=tmp_path / "a", keep_every=7)
    assert [one.number for one in HandStore(tmp_path / "a").find()] == [1, 8, 15, 22, 29]
    result = play_match(BOTS, mode="freeze-out", games=8, series=3, save=tmp_path / "b")
    store = HandStore(tmp_path / "b")
    assert len(store) == result.hands
    assert {one.deal for one in store.find()} == set(range(8))
    assert len({hand.game.players for hand in map(store.hand, range(1, len(store) + 1))}) > 1


def test_many_files_on_any_number_of_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_writer, "FILE_HANDS", 100)
    played(tmp_path / "one")
    played(tmp_path / "two", processes=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    names = [f"hands-000{n}.phhs" for n in (1, 2, 3, 4)]
    assert sorted(contents(tmp_path / "one")[0]) == names
    assert [len(read_hands(tmp_path / "one" / name)) for name in names] == [100, 100, 100, 60]
    assert HandStore(tmp_path / "one").hand(250).hand_id == "250"


# --- stopped, killed, full -----------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from riverboat.arena import play_match
from riverboat.arena.matches import keeper as keeping
from riverboat.arena.matches.checkpoint import Checkpoint
from riverboat.arena.matches.hand_writer import HandWriter

keeping._SECONDS = 0
kind, name = {"hands": (HandWriter, "_append"), "sums": (Checkpoint, "save")}[sys.argv[1]]
whole, calls = getattr(kind, name), []

def killed(*given):
    calls.append(1)
    if name == "_append":
        whole(*given)  # the file has the hands, the index does not
    if len(calls) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "save":
        whole(*given)

setattr(kind, name, staticmethod(killed) if name == "_append" else killed)
play_match(["shark", "random", "all-in"], 120, duplicate=True, series=50, seed=3, save="hands", checkpoint="sums.json")
"""


@pytest.mark.parametrize("where", ["hands", "sums"])
def test_kill_9_loses_and_doubles_nothing(
    tmp_path: Path, where: str, saved: tuple[HandStore, MatchResult]
) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, where], cwd=tmp_path, check=False, timeout=120)
    assert done.returncode == -signal.SIGKILL
    left = HandStore(tmp_path / "hands")
    assert len(left) == (150 if where == "hands" else 300)
    assert left.hand(150).hand_id == "150"
    assert json.loads((tmp_path / "sums.json").read_text())["parts"] == 1
    assert HandWriter(tmp_path / "hands", saved[1].setting, 1).hands == 150
    files, (_, _, known) = contents(tmp_path / "hands")
    assert {name: len(data) for name, data in files.items()} == dict(known)
    result = played(tmp_path / "hands", checkpoint=tmp_path / "sums.json", resume=True)
    assert result.to_dict() == saved[1].to_dict()
    assert contents(tmp_path / "hands") == contents(saved[0].folder)
    played(tmp_path / "hands", checkpoint=tmp_path / "sums.json", resume=True)  # nothing left to play
    assert contents(tmp_path / "hands") == contents(saved[0].folder)


@pytest.mark.parametrize("what", ["hands", "index", "sums"])
def test_a_full_disk_in_mid_match(
    tmp_path: Path, what: str, saved: tuple[HandStore, MatchResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match goes on to its result; hands and sums stay of one moment, and go on from there."""
    calls: list[int] = []

    def full(path: Path, offset: int, data: bytes) -> None:
        calls.append(1)
        append(path, offset, data[: len(data) // (2 if len(calls) == 2 else 1)])
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    def small(self: HandWriter) -> sqlite3.Connection:
        index = sqlite3.connect(self._index)
        index.execute("PRAGMA max_page_count = 20")  # SQLite's own words then: database or disk is full
        return index

    def refused(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    append = HandWriter._append
    with monkeypatch.context() as patched:
        patched.setattr(keeping, "_SECONDS", 0)
        if what == "hands":
            patched.setattr(HandWriter, "_append", staticmethod(full))
        elif what == "index":
            patched.setattr(HandWriter, "_open", small)
        else:
            patched.setattr(Checkpoint, "save", refused)
        with pytest.warns(RuntimeWarning, match=r"it goes on: .*(No space|disk is full)"):
            result = played(tmp_path / "hands", checkpoint=tmp_path / "sums.json", resume=True)
    assert result.to_dict() == saved[1].to_dict()
    files, (hands, _, known) = contents(tmp_path / "hands")
    assert {name: len(data) for name, data in files.items()} == dict(known)
    assert len(hands) in (0, 150)
    played(tmp_path / "hands", checkpoint=tmp_path / "sums.json", resume=True)
    assert contents(tmp_path / "hands") == contents(saved[0].folder)


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """A limit on the size of files is as near as a test comes to a full disk; the command still tells the result."""
    script = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n"
    script += "from riverboat.cli import main; main()"
    command = ["match", "fold", "all-in", "--hands", "1000", "--save", str(tmp_path / "hands")]
    done = subprocess.run(
        [sys.executable, "-c", script, *command], capture_output=True, text=True, check=True, timeout=120
    )
    assert "-75.0" in done.stdout
    assert done.stderr.startswith("riverboat: nothing more of the match is written, but it goes on: ")
    assert len(HandStore(tmp_path / "hands")) == 0


# --- what is refused -----------------------------------------------------------------------------------------


def test_what_is_refused(tmp_path: Path, saved: tuple[HandStore, MatchResult]) -> None:
    store = saved[0]
    with pytest.raises(MatchError, match="choose another folder"):
        played(store.folder)
    with pytest.raises(MatchError, match="of another match"):
        play_match(BOTS, 5, save=store.folder, checkpoint=tmp_path / "x.json", resume=True)
    with pytest.raises(MatchError, match="keeps no hands in memory"):
        play_match(BOTS, 5, keep_every=1, checkpoint=tmp_path / "x.json")
    with pytest.raises(MatchError, match="did you mean 'shark'"):
        store.find(bot="shrk")
    with pytest.raises(MatchError, match="did you mean 'pot'"):
        store.find(sort="pots")
    for where in ("1 = 1); DELETE FROM hands; --", "speed > 1"):
        with pytest.raises(MatchError, match="does not work"):
            store.find(where=where)
    with pytest.raises(MatchError, match="hand 361 is not among"):
        store.hand(361)
    with pytest.raises(MatchError, match="no saved hands"):
        HandStore(tmp_path)
    (tmp_path / INDEX).write_bytes(b"not a database" * 100)
    with pytest.raises(FileFormatError, match="cannot be read"):
        HandStore(tmp_path).find()
    with pytest.raises(FileFormatError, match="not the index"):
        HandWriter(tmp_path, saved[1].setting)
    assert len(store) == 360


def test_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "hands"

    def told(*command: object) -> str:
        return CliRunner().invoke(app, [str(word) for word in command], catch_exceptions=False).stdout

    told("match", "fold", "all-in", "--hands", 30, "--save", folder, "--checkpoint", tmp_path / "sums.json")
    listed = json.loads(
        told("hands", "find", folder, "--bot", "fold", "--sort", "won", "--limit", 3, "--json")
    )
    assert [one["won"] for one in listed] == [-1, -1, -1]
    assert "20 of 30 hands" in told("hands", "find", folder, "--where", "won > 0")
    assert "Result" in told("hands", "find", folder, "--hand", 3)
    told("hands", "find", folder, "-o", tmp_path / "some.log", "--limit", 4)
    assert len(read_hands(tmp_path / "some.log")) == 4
    told("hands", "find", folder, "-o", tmp_path / "all.log")
    assert len(read_hands(tmp_path / "all.log")) == 30
    with pytest.raises(MatchError, match="no hand is like that"):
        told("hands", "find", folder, "-o", tmp_path / "none.log", "--min-pot", 500)
    full = json.loads(told("hands", "find", folder, "--full", "--json"))
    assert [one["hand_id"] for one in full] == [str(n) for n in range(1, 21)]
    with pytest.raises(HistoryError, match="'turn-holdem' cannot be written"):
        told("match", "fish", "fish", "--game", "cfr-features", "--save", tmp_path / "turn")
    assert not (tmp_path / "turn").exists()
    with pytest.raises(HistoryError, match="names no format"):
        told("match", "fish", "fish", "--save", tmp_path / "x.doc")


def test_a_condition_without_end_is_given_up(saved: tuple[HandStore, MatchResult]) -> None:
    store, _ = saved
    endless = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n) > 0"
    with pytest.raises(MatchError, match=r"did not come to an end in 0\.2 seconds; ask for less"):
        store.find(where=endless, seconds=0.2)
    with pytest.raises(MatchError, match="too big"):
        store.find(where="LENGTH(HEX(ZEROBLOB(900000000))) > 0")
    assert len(store.find(where="won > 0", seconds=30)) > 0
