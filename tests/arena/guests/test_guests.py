"""Bots of somebody else: played the same as in this process, only fenced in."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.cli.command import run

from riverboat.arena import play_league, play_match, sweep
from riverboat.arena.guests import process
from riverboat.arena.guests.guest import Guest, Limits
from riverboat.arena.guests.invitation import Invitation, invite, is_own
from riverboat.arena.matches.session import sit_down
from riverboat.bots import Bot, HandEnd, HandStart, Shark, View
from riverboat.errors import BotError, MatchError
from riverboat.games import limit_holdem, nolimit_holdem

FILE = """
import zlib
from riverboat.bots import Bot, Shark


class Hears(Bot):
    '''Plays by all that it was ever told, so that a word too few or too many shows.'''

    learns = True

    def __init__(self, share=3):
        self.heard, self.share = "", share

    def start_hand(self, start):
        self.heard += f"{start.game.stacks}{start.seat}{start.names}"

    def act(self, view):
        self.heard += str(view)
        drawn = zlib.crc32(self.heard.encode()) % self.share
        return (view.fold, 0, view.sized(view.uniform()))[drawn % 3]

    def end_hand(self, end):
        self.heard += str(end)


class Mine(Shark):
    pass


class Broken(Bot):
    def __init__(self, size):
        self.size = 1 / size

    def act(self, view):
        return self.missing
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("bots") / "mine.py"
    path.write_text(FILE)
    return str(path)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"duplicate": True, "series": 7},
        {"mode": "carried"},
        {"mode": "freeze-out", "games": 4, "hands": 8},
        {"game": limit_holdem()},
        {"game": nolimit_holdem(stacks=(300, 9000), ante=10)},
    ],
    ids=str,
)
def test_the_same_match_as_in_this_process(file: str, options: dict[str, Any]) -> None:
    asked = {"hands": 20, **options}
    bots = [f"{file}:Hears", "random"]
    guest = play_match(bots, seed=5, **asked)
    trusted = play_match(bots, seed=5, trust=True, **asked)
    assert guest.bots == trusted.bots
    assert not guest.bots[0].faults


def test_three_guests_on_two_processes(file: str) -> None:
    bots = [f"{file}:Hears", f"{file}:Mine(samples=5)", f"{file}:Hears(share=2)"]
    asked: dict[str, Any] = {"seed": 2, "series": 6}
    one = play_match(bots, 18, **asked)
    assert play_match(bots, 18, processes=2, **asked).bots == one.bots
    assert play_match(bots, 18, trust=True, **asked).bots == one.bots


def test_objects_are_invited() -> None:
    class Local(Bot):
        def __init__(self, action: int) -> None:
            self.action = action

        def act(self, view: View) -> int:
            return self.action

    assert is_own("shark(0.2)")
    assert is_own(Shark())
    assert is_own(Shark)
    assert not is_own(Local(0))
    assert not is_own(lambda: Shark())
    assert isinstance(invite(Local(0)), Invitation)
    result = play_match([Local(0), lambda: Local(0)], 10, processes=2, series=5)
    assert [bot.name for bot in result.bots] == ["Local", "<lambda>"]
    assert not any(bot.faults for bot in result.bots)
    lock = threading.Lock()
    with pytest.raises(BotError, match=r"cannot be sent to a process of its own .* trust=True"):
        play_match([lambda: Local(int(lock.locked())), "fish"], 1)


def test_a_class_of_a_script(tmp_path: Path) -> None:
    """Also of one that is not guarded by `if __name__`: a guest does not run the script again."""
    script = (
        "import os\nfrom riverboat.arena import play_match\nfrom riverboat.bots import Bot\n\n"
        "class Mine(Bot):\n    def act(self, view):\n        print(os.getpid())\n        return 0\n\n"
        "print(os.getpid(), play_match([Mine, 'fish'], 1).bots[0].faults)\n"
    )
    (tmp_path / "script.py").write_text(script)
    done = subprocess.run(
        [sys.executable, tmp_path / "script.py"], capture_output=True, text=True, check=True
    )
    own, faults = done.stdout.split(maxsplit=1)
    assert faults.strip() == "{}"
    assert "Mine: " in done.stderr
    assert own not in done.stderr


def test_what_cannot_be_made_is_told_before_the_match(file: str) -> None:
    with pytest.raises(BotError, match=r"Broken\(0\)' cannot be made: .*mine.py:\d+: ZeroDivisionError"):
        play_match([f"{file}:Broken(0)", "fish"], 1)
    with pytest.raises(BotError, match=r"cannot be made: missing a required argument: 'size'"):
        play_match([f"{file}:Broken", "fish"], 1)
    with pytest.raises(BotError, match="has no bot Nobody"):
        play_match([f"{file}:Nobody", "fish"], 1)


def test_the_first_exception_has_a_file_and_a_line(file: str) -> None:
    line = FILE.splitlines().index("        return self.missing") + 1
    result = play_match([f"{file}:Broken(1)", "fish"], 4)
    count, first = result.bots[0].faults["exception"]
    assert count == 10
    assert first == f"{file}:{line}: AttributeError: 'Broken' object has no attribute 'missing'"
    with pytest.raises(MatchError, match=rf"Broken\(1\): exception: .*mine.py:{line}: AttributeError"):
        play_match([f"{file}:Broken(1)", "fish"], 4, strict=True)
    told = run("match", f"{file}:Broken(1)", "fish", "--hands", "4", "--strict", expect=1).stderr
    assert f"mine.py:{line}: AttributeError" in told


def test_a_busy_machine_costs_no_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that needs a fifth of its time keeps it, though others take its processor all the while."""
    text = (
        "import time\nfrom riverboat.bots import Bot\n\n\nclass Works(Bot):\n    def act(self, view):\n"
        "        end = time.process_time() + 0.05\n        while time.process_time() < end:\n            pass\n"
        "        return 0\n"
    )
    (tmp_path / "works.py").write_text(text)
    monkeypatch.setattr("riverboat.arena.matches.clock._ASLEEP", 1000)  # limits on the wall; usually ten
    here, usual = (0, process._starter()._process.pid), os.sched_getaffinity(0)
    for pid in here:  # the match and its guests; other tests have the other processors
        os.sched_setaffinity(pid, {min(usual)})
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(8)]
    try:
        result = play_match([f"{tmp_path}/works.py:Works", "fish"], 1, time_limit=0.25)
        trusted = play_match([f"{tmp_path}/works.py:Works", "fish"], 1, time_limit=0.25, trust=True)
    finally:
        for pid in here:
            os.sched_setaffinity(pid, usual)
        for one in busy:
            one.kill()
            one.wait()
    assert not result.bots[0].faults
    assert not trusted.bots[0].faults


def test_memory_is_limited_as_asked(tmp_path: Path) -> None:
    text = (
        "from riverboat.bots import Bot\n\n\nclass Takes(Bot):\n    def act(self, view):\n"
        "        return len(bytearray(400 << 20)) * 0\n"
    )
    (tmp_path / "takes.py").write_text(text)
    bots = [f"{tmp_path}/takes.py:Takes", "fish"]
    assert "MemoryError" in play_match(bots, 1, memory_gb=0.3).bots[0].faults["exception"][1]
    assert not play_match(bots, 1, memory_gb=1).bots[0].faults
    with pytest.raises(MatchError, match=r"memory_gb is 0; it must be gibibytes from 0\.1 on, such as 2"):
        play_match(bots, 1, memory_gb=0)


def test_a_guest_goes_on_after_its_process_had_to_be_ended(tmp_path: Path) -> None:
    text = (
        "import os\nfrom riverboat.bots import Bot\n\n\nclass Sometimes(Bot):\n    def act(self, view):\n"
        "        assert len(view.history) == 0 or view.history[0].round == 0\n"
        "        if view.round == 1:\n            os._exit(1)\n        return 0\n"
    )
    (tmp_path / "sometimes.py").write_text(text)
    faults = play_match([f"{tmp_path}/sometimes.py:Sometimes", "fish"], 4).bots[0].faults
    assert faults == {"ended": (4, "its process ended")}  # once a hand, on the flop


def test_guests_in_threads(file: str) -> None:
    found: list[object] = []

    def play() -> None:
        found.append(play_match([f"{file}:Hears", "random"], 5, seed=1).bots)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [found[0]] * 4


def test_guests_end_with_a_match_that_is_killed(file: str) -> None:
    code = (
        "import os, signal, threading, time\nfrom riverboat.arena import play_match\n"
        "from riverboat.arena.guests.process import _starter\nprint(_starter()._process.pid, flush=True)\n"
        "threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()\n"
        f"play_match(['{file}:Hears', 'fish'], 10**6)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL
    starter = int(done.stdout)
    for _ in range(2400):
        left = [pid for pid in Path("/proc").glob("[0-9]*") if starter in (int(pid.name), _parent(pid))]
        if not left:
            return
        time.sleep(0.05)
    raise AssertionError(f"{left} go on")


def _parent(pid: Path) -> int:
    try:
        return int((pid / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def test_a_guest_is_a_bot_like_others(file: str) -> None:
    with Guest(f"{file}:Hears", Limits(2.0, 1.0)) as guest:
        guest.begin()
        assert guest.is_learning
        assert guest.hears_start
        assert guest.hears_end
        game = nolimit_holdem()
        guest.start_hand(HandStart(game, 1, ("a", "b")))
        view = View(game, 1, (51, 50), (), 0, (9900, 9950), (100, 50), 150, (0, 1), 50, 200, 10000, (), 7)
        assert guest.act(view) in (-1, 0, *range(200, 10001))
        guest.end_hand(HandEnd(game, 1, (50, -50), ((), ()), (), ()))


def test_no_code_of_a_guest_runs_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither in a match, nor in a league, nor where parameters are swept or searched for, nor against people."""
    text = (
        "import os\nfrom riverboat.bots import Bot\nprint(os.getpid())\n\n\n"
        "class Traces(Bot):\n    def __init__(self, x=0.5):\n        self.x = x\n\n"
        "    def act(self, view):\n        return 0\n"
    )
    (tmp_path / "traces.py").write_text(text)
    bot = f"{tmp_path}/traces.py:Traces"
    play_match([bot, "fish"], 2)
    play_league([bot, "fish", "fold"], 4, series=2)
    sweep(bot, ["fish"], {"x": [0.1, 0.2]}, games=2)
    sweep(bot, ["fish"], {"x": [0.1, 0.2]}, games=2, trials=3)
    sit_down([bot], ask=lambda prompt: "q", console=Console(quiet=True))
    out, told = capsys.readouterr()
    assert not out
    seen = {line.rsplit(": ", 1)[1] for line in told.splitlines()}
    assert len(seen) > 5
    assert str(os.getpid()) not in seen


def test_another_starter_takes_over(file: str) -> None:
    """One that is killed from outside costs the guests of that moment a decision, and no more."""
    bots = [f"{file}:Mine", "fish"]
    play_match(bots, 1)
    starter = process._starter()
    with Guest(f"{file}:Mine", Limits(2.0, 1.0)) as guest:
        guest.begin()
        os.kill(starter._process.pid, signal.SIGKILL)
        starter._process.wait()
        assert not play_match(bots, 2).bots[0].faults
    assert process._starter() is not starter


def test_many_open_files(file: str) -> None:
    """Also with more than select(2) can name, and none of them is open in the guest."""

    class Big(Bot):
        def __init__(self) -> None:
            self.weights = os.urandom(1 << 21)  # more than the line takes at once

        def act(self, view: View) -> int:
            raise ValueError([fd for fd in range(3, 10_000) if self.is_open(fd)])

        def is_open(self, fd: int) -> bool:
            try:
                os.fstat(fd)
            except OSError:
                return False
            return True

    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most[1] < 6000:
        pytest.skip("this machine opens too few files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (6000, most[1]))
    nothing = os.open(os.devnull, os.O_RDONLY)
    kept = [os.dup(nothing) for _ in range(5000)]
    try:
        process._starter().close()
        first = play_match([Big(), "fish"], 1).bots[0].faults["exception"][1]
    finally:
        for fd in (nothing, *kept):
            os.close(fd)
        resource.setrlimit(resource.RLIMIT_NOFILE, most)
    assert re.search(r"ValueError: \[\d+\]$", first)  # its line


@pytest.mark.parametrize("limit", [1e-6, 1e9, float("inf")])
def test_odd_time_limits(file: str, limit: float) -> None:
    assert play_match([f"{file}:Mine", "fish"], 2, time_limit=limit).hands == 2


def test_prints_are_shown_whatever_happens_then(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_GRACE", 60.0)  # on a busy machine it stops later
    text = (
        "import time\nfrom riverboat.bots import Bot\n\n\nclass Says(Bot):\n"
        "    def __init__(self):\n        print('made')\n\n"
        "    def act(self, view):\n        print('round\\t', view.round)\n"
        "        if view.round == 1:\n            raise ValueError('\\x1b[2Jno')\n"
        "        if view.round == 2:\n            time.sleep(60)\n        return 0.5 if view.round else 0\n"
    )
    (tmp_path / "says.py").write_text(text)
    faults = play_match([f"{tmp_path}/says.py:Says", "fish"], 1, time_limit=0.2).bots[0].faults
    assert set(faults) == {"exception", "too slow", "illegal action"}
    assert faults["exception"][1].endswith("ValueError: [2Jno")  # and nothing that a terminal obeys
    told = [line.rsplit(": ", 1)[1] for line in capsys.readouterr().err.splitlines()]
    assert told == ["made", "made", *(f"round\t {number}" for number in range(4))]


def test_what_lies_beside_a_file_is_imported(tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text("ACTION = 0\n")
    (tmp_path / "imports.py").write_text(
        "from riverboat.bots import Bot\n\n\nclass Imports(Bot):\n    def act(self, view):\n"
        "        import beside_it\n        return beside_it.ACTION\n"
    )
    assert not play_match([f"{tmp_path}/imports.py", "fish"], 1).bots[0].faults
