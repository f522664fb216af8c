"""A guest's process as the match sees it: asked, waited for as long as it is allowed, and ended."""

from __future__ import annotations

import atexit
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Final

from riverboat.arena.guests.hiding import hide
from riverboat.arena.guests.starter import BIRTH
from riverboat.arena.guests.wire import ANSWER, LATE, MOST_TEXT, REQUEST, STILL, Answer
from riverboat.errors import MatchError

_LOOKS: Final = 10  # at the guest's time in one time limit
_PAUSES: Final = (0.0, 0.1, 0.5, 2.0)  # seconds after each try to start a process
_LONGEST_LOOK: Final = 1000.0  # seconds
_GRACE: Final = 0.25  # seconds that a guest has to answer after it was told that its time is over
_PATIENCE: Final = 2.0  # seconds that it has to read on, as it may have to be born first
_WITHOUT_STATISTICS: Final = (
    10.0  # time limits of the clock on the wall, where the kernel does not say who waited
)
_ALL_THREADS: Final = 2  # what clock_getcpuclockid(3) adds to the number of a process


class GuestGoneError(Exception):
    """The process is no more, or makes no sense; kind: what to call it."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class GuestProcess:
    """One process for one bot.

    Its time is what passes while it works or sleeps, and not while it waits for a processor that others hold: a busy
    machine costs nobody a decision. Its own threads are no others: together they get what all processors do in a limit.
    """

    def __init__(self, memory_bytes: int) -> None:
        self._line, its = socket.socketpair()
        with its:
            self._pid = _born(its, memory_bytes)
        self._line.setblocking(False)
        self._poll = select.poll()
        self._poll.register(self._line, select.POLLIN)
        self._number = 0
        self._handle = -1
        self._statistics = -1
        with suppress(OSError, AttributeError):
            self._handle = os.pidfd_open(self._pid)
        with suppress(OSError):
            self._statistics = os.open(f"/proc/{self._pid}/schedstat", os.O_RDONLY)

    def ask(self, kind: bytes, body: bytes, limit: float) -> Answer:
        """Return the answer to a request; an answer of kind LATE if it took longer than limit, seconds.

        Raises GuestGoneError, with the process ended, if none comes.
        """
        try:
            self._send(kind, body)
            if self._in_time(limit):
                return self._receive()
            self._signal(signal.SIGALRM)
            said = self._soon().text
            self._send(STILL, b"")  # if the alarm comes only now, it finds nothing to stop
            return Answer(LATE, 0, said + self._soon().text)
        except GuestGoneError:
            self.end()
            raise
        except OSError as problem:
            self.end()
            raise GuestGoneError("ended", "its process ended") from problem

    def end(self) -> None:
        """End the process, whatever it does."""
        with suppress(OSError):
            self._signal(signal.SIGKILL)
        self._line.close()
        for fd in (self._handle, self._statistics):
            if fd >= 0:
                os.close(fd)
        self._handle = self._statistics = -1

    def _send(self, kind: bytes, body: bytes) -> None:
        self._number = (self._number + 1) & 0xFFFFFFFF
        rest = memoryview(REQUEST.pack(kind, self._number, len(body)) + body)
        while rest:
            try:
                rest = rest[self._line.send(rest) :]
            except (
                BlockingIOError
            ):  # a bot of many megabytes; else only a guest that does not read lets this fill up
                self._poll.modify(self._line, select.POLLOUT)
                listens = self._poll.poll(1000 * _PATIENCE)
                self._poll.modify(self._line, select.POLLIN)
                if not listens:
                    raise GuestGoneError("ended", "it does not listen") from None

    def _receive(self) -> Answer:
        """Return the answer, which has begun to come; a guest sends it in one go."""
        until = time.monotonic() + _GRACE
        head = self._exactly(ANSWER.size, until)
        kind, number, value, size = ANSWER.unpack(head)
        if number != self._number or size > MOST_TEXT:
            raise GuestGoneError("ended", "it answers what nobody asked")
        return Answer(kind, value, self._exactly(size, until).decode("utf-8", "replace"))

    def _exactly(self, size: int, until: float) -> bytes:
        data = b""
        while len(data) < size:
            try:
                part = self._line.recv(size - len(data))
            except BlockingIOError:
                if not self._poll.poll(1000 * max(0.0, until - time.monotonic())):
                    raise GuestGoneError("ended", "it stopped in the middle of an answer") from None
                continue
            if not part:
                raise GuestGoneError("ended", "its process ended")
            data += part
        return data

    def _soon(self) -> Answer:
        """Return the answer of a guest whose time is over."""
        if not self._poll.poll(1000 * _GRACE):
            raise GuestGoneError("too slow", "and did not stop")
        return self._receive()

    def _in_time(self, limit: float) -> bool:
        """Wait for an answer; return whether it came before the guest's time was over."""
        look = min(limit / _LOOKS, _LONGEST_LOOK)
        if self._poll.poll(1000 * look):
            return True
        start = time.monotonic() - look
        waited, worked = self._waited(), self._worked()
        all_threads = limit * (os.cpu_count() or 1)
        while True:
            if self._poll.poll(1000 * look):
                return True
            used = time.monotonic() - start
            now = self._waited()
            most = limit if now is not None else _WITHOUT_STATISTICS * limit
            if used - ((now or 0.0) - (waited or 0.0)) > most or self._worked() - worked > all_threads:
                return bool(self._poll.poll(0))

    def _waited(self) -> float | None:
        """Return the seconds that the guest has waited for a processor since it began, if the kernel tells."""
        try:
            return int(os.pread(self._statistics, 80, 0).split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return None

    def _worked(self) -> float:
        """Return the seconds of processors that all threads of the guest took since it began, as far as known."""
        try:
            return time.clock_gettime(~self._pid << 3 | _ALL_THREADS)
        except (OSError, AttributeError):
            return 0.0

    def _signal(self, number: signal.Signals) -> None:
        if self._handle >= 0:
            signal.pidfd_send_signal(self._handle, number)
        else:
            os.kill(self._pid, number)


class _Starter:
    """The one process that guests of this process are born of."""

    def __init__(self) -> None:
        hide()
        self.owner, self.closed = os.getpid(), False
        self._lock = threading.Lock()
        self._control, its = socket.socketpair()
        code = f"from riverboat.arena.guests.starter import main; main({its.fileno()})"
        paths = os.pathsep.join(filter(None, sys.path))
        around = {name: value for name, value in os.environ.items() if not _is_seed(name)}
        with its:
            self._process = subprocess.Popen(
                [sys.executable, "-c", code],
                pass_fds=[its.fileno()],
                stdin=subprocess.DEVNULL,
                env={**around, "PYTHONPATH": paths},
            )

        atexit.register(self.close)

    def close(self) -> None:
        """End it, and with it all guests that are left."""
        self.closed = True
        self._control.close()
        if self.owner == os.getpid():
            self._process.kill()
            self._process.wait()

    def bear(self, its: socket.socket, memory_bytes: int) -> int:
        """Return the number of a new process, or 0 if there is none."""
        with self._lock:
            try:
                socket.send_fds(self._control, [BIRTH.pack(memory_bytes)], [its.fileno()])
                born = self._control.recv(BIRTH.size)
            except OSError:
                born = b""
            except BaseException:  # Ctrl-C: the answer to come would be taken for that of the next one
                self.close()
                raise
            if len(born) < BIRTH.size:
                self.close()
                return 0
        return int(BIRTH.unpack(born)[0])


def _is_seed(name: str) -> bool:
    """Return whether a variable of the environment may hold the seed of a match."""
    return "SEED" in name.upper() and name != "PYTHONHASHSEED"


_ONE: list[_Starter] = []
_ONE_LOCK: Final = threading.Lock()


def _starter() -> _Starter:
    with _ONE_LOCK:
        if not _ONE or _ONE[0].owner != os.getpid() or _ONE[0].closed:
            _ONE[:] = [_Starter()]
        return _ONE[0]


def _born(its: socket.socket, memory_bytes: int) -> int:
    """Return the number of a new process; a starter that was killed is replaced, a full machine may have room soon."""
    for pause in _PAUSES:
        if pid := _starter().bear(its, memory_bytes):
            return pid
        time.sleep(pause)
    raise MatchError(
        "no process could be started for a bot of your own; make room, or play it in this one: trust=True"
    )
