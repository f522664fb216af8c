"""Nothing that a bot can reach leads to the cards that are hidden from it."""

from __future__ import annotations

import ctypes
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from riverboat import _core
from riverboat.arena import play_league, play_match, sweep
from riverboat.arena.matches.batch import play_batch
from riverboat.arena.matches.draws import Draws
from riverboat.arena.matches.options import MatchOptions
from riverboat.arena.matches.setting import Setting
from riverboat.bots import Bot, View, mix
from riverboat.errors import MatchError
from riverboat.games import Table

WORD = 2**64 - 1
STEP, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def unshifted(x: int, by: int) -> int:
    """Undo x ^= x >> by."""
    found = x
    for _ in range(64 // by + 1):
        found = x ^ found >> by
    return found


def unmixed(x: int) -> int:
    """Undo one step of splitmix."""
    x = unshifted(x, 31) * pow(SECOND, -1, 2**64) & WORD
    x = unshifted(x, 27) * pow(FIRST, -1, 2**64) & WORD
    return unshifted(x, 30)


def guesses(seed: int, decision: int) -> Iterator[int]:
    """Seeds of the deal, if draws came from it by steps that can be undone, as they once did."""
    drawn = (seed - decision * 0xA0761D6478BD642F) & WORD
    for stream in range(4):
        hand = (unmixed(drawn) - STEP - stream) & WORD
        for deal in range(4):
            yield mix((hand + stream) & WORD, deal)
            yield mix(unmixed(hand), deal)
            state = unmixed((unmixed(drawn) - STEP - stream) & WORD) if stream else hand
            yield mix(state, deal)
            # mix(hand, 2) is splitmix(splitmix(hand + step) + 2 + step)
            inner = unmixed((unmixed(drawn) - 2 - STEP) & WORD)
            yield mix((inner - STEP) & WORD, 1)


class Reads(Bot):
    """Undoes the mix and looks at the cards; kept in the class, so it is played with trust."""

    read = 0
    looked = 0

    def act(self, view: View) -> int:
        Reads.looked += 1
        for seed in guesses(view.seed, len(view.history)):
            table = Table(view.game, seed)
            if tuple(table.hole_cards[view.seat]) == view.cards:
                Reads.read += 1
                break
        return 0


def test_the_attack_works_on_what_can_be_undone() -> None:
    """Else the next test could not fail."""
    hand = mix(0, 17)
    drawn = mix(hand, 2)
    assert mix(hand, 1) in set(guesses(drawn, 0))


def test_draws_do_not_lead_to_the_deal() -> None:
    play_match([Reads, "fish"], 100, trust=True, seed=12345)
    assert Reads.looked > 300
    assert Reads.read <= Reads.looked // 20  # by chance one guess in 1,326 has the own cards


def test_the_keyed_function_is_siphash() -> None:
    """Of the reference vectors (Aumasson and Bernstein 2012) those of whole words."""
    key = (0x0706050403020100, 0x0F0E0D0C0B0A0908)
    words = [0x0706050403020100, 0x0F0E0D0C0B0A0908]
    assert _core.siphash(key, []) == 0x726FDB47DD0E0E31
    assert _core.siphash(key, words[:1]) == 0x93F5F5799A932462
    assert _core.siphash(key, words) == 0x3F2ACC7F57C29BDB


def test_hands_do_not_lead_to_each_other() -> None:
    draws = Draws.of_seed(3)
    named = [draws.cards(unit, hand) for unit in range(30) for hand in range(30)]
    named += [draws.bots(unit, hand) for unit in range(30) for hand in range(30)]
    assert len(set(named)) == 1800
    assert Draws.of_seed(2**200) != Draws.of_seed(2**200 + 1)


SPY = """
import gc, json, os, sys
from riverboat.bots import Bot
from riverboat.games import Table

def read(path):
    try:
        with open(path, "rb") as file:
            return file.read(1 << 16)
    except OSError:
        return b""

class Spy(Bot):
    def act(self, view):
        found = {"seed": 0, "memory": 0, "tables": 0}
        others = [pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) != os.getpid()]
        assert str(os.getppid()) in others and len(others) > 3
        for pid in others:
            found["seed"] += b"987654321" in read(f"/proc/{pid}/cmdline") + read(f"/proc/{pid}/environ")
            if b"riverboat" in read(f"/proc/{pid}/cmdline"):
                found["memory"] += sum(
                    bool(read(f"/proc/{pid}/{name}")) for name in ("mem", "maps", "environ", "auxv", "syscall")
                )
        found["seed"] += any("987654321" in value for value in os.environ.values())
        found["tables"] += sum(isinstance(one, Table) for one in gc.get_objects())
        frame = sys._getframe()
        while frame is not None:
            found["tables"] += any(isinstance(one, Table) for one in frame.f_locals.values())
            frame = frame.f_back
        print("FOUND " + json.dumps(found))
        return 0
"""


def keeps_files() -> bool:
    """Return whether the kernel has Landlock."""
    return (
        sys.platform.startswith("linux") and ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), 1) > 0
    )


def test_a_guest_sees_nothing_of_the_match(tmp_path: Path) -> None:
    (tmp_path / "spies.py").write_text(SPY)
    words = [
        "match",
        "spies.py:Spy",
        "spies.py:Spy",
        "--hands",
        "2",
        "--seed",
        "987654321",
        "--processes",
        "2",
    ]
    code = "import sys; from riverboat.cli import main; sys.argv[0] = 'riverboat'; main()"
    command = [sys.executable, "-c", code, *words, "--series", "1", "--json"]
    if keeps_files():  # also from who looks at the command lines of others, such as of a shell
        command = ["sh", "-c", shlex.join(command) + "; true"]
    done = subprocess.run(
        command,
        env={**os.environ, "SEED": "987654321"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["seed"] == 987654321
    lines = [line.split("FOUND ")[1] for line in done.stderr.splitlines() if "FOUND" in line]
    told = [
        json.JSONDecoder().raw_decode(line)[0] for line in lines
    ]  # two guests may begin to speak in one line
    assert len(told) >= 4
    assert all(one == {"seed": 0, "memory": 0, "tables": 0} for one in told)


def test_the_seed_is_not_to_be_guessed_where_guests_play(tmp_path: Path) -> None:
    class Own(Bot):
        def act(self, view: View) -> int:
            return 0

    seeds = {play_match([Own, "fish"], 1).setting.seed for _ in range(3)}
    assert len(seeds) == 3
    assert min(seeds) > 2**32
    assert play_match(["shark", "fish"], 1).setting.seed == 0
    assert play_match([Own, "fish"], 1, trust=True).setting.seed == 0
    told = play_match([Own, "fish"], 5, seed=7)
    assert told.bots[0].won == play_match([Own, "fish"], 5, seed=7, trust=True).bots[0].won
    (tmp_path / "own.py").write_text("from riverboat.bots import Fish\nclass Own(Fish): pass\n")
    bots = [f"{tmp_path}/own.py:Own", "fish"]
    with pytest.raises(MatchError, match="needs a seed of yours, a large one"):
        play_match(bots, 5, checkpoint=tmp_path / "match.json")
    play_match(bots, 5, checkpoint=tmp_path / "match.json", seed=987654321)
    assert "987654321" not in (tmp_path / "match.json").read_text()
    again = play_match(bots, 5, checkpoint=tmp_path / "match.json", resume=True, seed=987654321)
    assert again.hands == 5
    with pytest.raises(MatchError, match="is of another match"):
        play_match(bots, 5, checkpoint=tmp_path / "match.json", resume=True, seed=5)


def test_a_guest_forgets_a_deal_before_it_is_dealt_again(tmp_path: Path) -> None:
    """In duplicate play every deal comes again with the seats turned; who kept its cards would know the other's."""
    text = (
        "from riverboat.bots import Bot\nseen = []\n\n\nclass Keeps(Bot):\n"
        "    def act(self, view):\n        seen.append(1)\n        print(len(seen))\n        return 0\n"
    )
    (tmp_path / "keeps.py").write_text(text)
    code = (
        "from riverboat.arena import play_match\n"
        f"play_match(['{tmp_path}/keeps.py:Keeps', 'fish'], 2, duplicate=True)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    counts = [int(line.rsplit(": ", 1)[1]) for line in done.stderr.splitlines()]
    assert counts.count(1) == 2  # one fresh process for each seating
    assert max(counts) == len(counts) // 2


def test_the_file_of_a_league_does_not_tell_the_seed(tmp_path: Path) -> None:
    """Guests play while it is written."""
    (tmp_path / "own.py").write_text("from riverboat.bots import Fish\nclass Own(Fish): pass\n")
    bots = [f"{tmp_path}/own.py:Own", "fish"]
    match = Setting(tuple(bots), MatchOptions(hands=4, seed=987654321))
    play_batch([match], checkpoint=tmp_path / "matches.json")
    assert "987654321" not in (tmp_path / "matches.json").read_text()
    before = (tmp_path / "matches.json").stat().st_mtime_ns
    play_batch([match], checkpoint=tmp_path / "matches.json", resume=True)  # it is known again
    assert (tmp_path / "matches.json").stat().st_mtime_ns == before


def test_what_goes_on_later_needs_a_seed(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("from riverboat.bots import Shark\nclass Own(Shark): pass\n")
    own = f"{tmp_path}/own.py:Own"
    with pytest.raises(MatchError, match="needs a seed of yours"):
        play_league([own, "fish"], 50, checkpoint=tmp_path / "league.json")
    with pytest.raises(MatchError, match="needs a seed of yours"):
        sweep(own, ["fish"], {"raise_above": [0.5]}, checkpoint=tmp_path / "sweep.json")
