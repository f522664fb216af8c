"""What a guest cannot do, tried from inside."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from riverboat.arena import play_match
from riverboat.arena.guests.process import GuestProcess

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="fences are of Linux")

TRIES = """
import ctypes, fcntl, hashlib, mmap, os, socket, sys, threading, time
from riverboat.bots import Bot

c = ctypes.CDLL(None, use_errno=True)
c.mmap.restype = ctypes.c_void_p
c.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
HERE = os.path.dirname(__file__)


def native(result):
    if result in (-1, ctypes.c_void_p(-1).value):
        raise OSError(ctypes.get_errno(), "")


def write(path):
    with open(path, "w") as file:
        file.write("cards")


def shared_file():
    write("/dev/shm/riverboat-test")


def own_somebody():
    one, other = socket.socketpair()
    fcntl.fcntl(one, fcntl.F_SETOWN, os.getppid())


def own_by_ioctl():
    one, other = socket.socketpair()
    fcntl.ioctl(one, 0x8901, os.getppid().to_bytes(4, "little"))


WAYS = {
    "a file": lambda: write(HERE + "/kept"),
    "the file of the bot": lambda: open(__file__, "r+"),
    "shared memory by name": shared_file,
    "a folder": lambda: os.mkdir(HERE + "/folder"),
    "a link": lambda: os.symlink("cards", HERE + "/link"),
    "a name": lambda: os.rename(__file__, HERE + "/other.py"),
    "a time": lambda: os.utime(__file__, (1, 1)),
    "a mode": lambda: os.chmod(__file__, 0o600),
    "an attribute": lambda: os.setxattr(__file__, "user.cards", b"AsKd"),
    "shared pages": lambda: mmap.mmap(-1, 1 << 20),
    "a file in memory": lambda: os.memfd_create("cards"),
    "pages of a stack": lambda: native(c.mmap(None, 1 << 20, 3, 0x122, -1, 0)),
    "shared memory by key": lambda: native(c.shmget(0x7262, 4096, 0o1600)),
    "a signal by an owner": own_somebody,
    "a signal by an owner, otherwise": own_by_ioctl,
    "a life after the match": lambda: native(c.prctl(1, 0, 0, 0, 0)),
    "a socket": lambda: socket.socket(socket.AF_UNIX),
    "a connection": lambda: socket.create_connection(("127.0.0.1", 9)),
}


class Tries(Bot):
    def act(self, view):
        can = []
        for name, way in WAYS.items():
            try:
                way()
                can.append(name)
            except PermissionError:
                pass
            except OSError as problem:
                can.append(f"{name}: {problem}")
        if can:
            raise ValueError(can)
        with open(__file__) as file, open("/proc/self/stat") as own, open("/proc/cpuinfo") as machine:
            assert file.read() and own.read() and machine.read()
        assert os.listdir(HERE) and mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE)
        return 0


class Shares(Bot):
    '''Lets threads work for it.'''

    def act(self, view):
        begin, enough = time.process_time(), 3 * 0.2 * os.cpu_count()

        def work():
            while time.process_time() - begin < enough:
                hashlib.pbkdf2_hmac("sha256", b"a", b"b", 10**4)

        for _ in range(8):
            threading.Thread(target=work, daemon=True).start()
        work()
        return 0


class Drips(Bot):
    '''Answers a byte at a time.'''

    def act(self, view):
        frame = sys._getframe()
        while "number" not in frame.f_locals:
            frame = frame.f_back
        answer = b"d" + frame.f_locals["number"].to_bytes(4, "little") + bytes(8) + (400).to_bytes(2, "little")
        for byte in answer + bytes(400):
            frame.f_locals["line"].send(bytes([byte]))
            time.sleep(0.02)
        return 0
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("fences") / "tries.py"
    path.write_text(TRIES)
    return str(path)


def test_nothing_is_kept_and_nobody_reached(file: str) -> None:
    assert not play_match([f"{file}:Tries", "fish"], 1).bots[0].faults


def test_without_landlock(tmp_path: Path) -> None:
    """On older kernels nothing at all is opened to be written."""
    code = (
        "from riverboat.arena.guests import fences\nfences.only_read = lambda c: False\nfences.fence(2**31)\n"
        "print(bool(open('here').read()))\n"
        "for mode in ('w', 'a', 'r+', 'x'):\n    try:\n        open('here' + mode * (mode == 'x'), mode)\n"
        "    except PermissionError:\n        print(mode)\n"
    )
    (tmp_path / "here").write_text("cards")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "w", "a", "r+", "x"]


def test_a_slow_line_is_no_time(file: str) -> None:
    faults = play_match([f"{file}:Drips", "fish"], 1, time_limit=0.2).bots[0].faults
    assert faults == {"ended": (4, "it stopped in the middle of an answer")}


def test_threads_of_its_own_count(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where they keep the first one from the processors all the while, and it therefore only waited."""
    monkeypatch.setattr(GuestProcess, "_waited", lambda self: time.monotonic())
    monkeypatch.setattr("riverboat.arena.guests.process._GRACE", 60.0)  # on a busy machine it stops later
    faults = play_match([f"{file}:Shares", "fish"], 1, time_limit=0.2).bots[0].faults
    assert faults == {"too slow": (4, "over 0.2 s")}
