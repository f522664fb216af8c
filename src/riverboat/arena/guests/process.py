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
_GRACE: Final = 0.25  # seconds that a guest has to answer after it was told that its time is over
_WITHOUT_STATISTICS: Final = (
    10.0  # time limits of the clock on the wall, where the kernel does not say who waited
)


class GuestGoneError(Exception):
    """The process is no more, or makes no sense; kind: what to call it."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class GuestProcess:
    """One process for one bot.

    Its time is what passes while it works or sleeps, and not while it waits for a processor that others hold: a busy
    machine costs nobody a decision.
    """

    def __init__(self, memory_bytes: int) -> None:
        self._line, its = socket.socketpair()
        with its:
            self._pid = _starter().bear(its, memory_bytes)
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
            answer = self._soon()
            self._send(STILL, b"")  # if the alarm comes only now, it finds nothing to stop
            self._soon()
            return Answer(LATE, 0, answer.text)
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
            except BlockingIOError:  # only a guest that does not read lets this fill up
                if not select.select([], [self._line], [], _GRACE)[1]:
                    raise GuestGoneError("ended", "it does not listen") from None

    def _receive(self) -> Answer:
        """Return the answer, which has begun to come; a guest sends it in one go."""
        head = self._exactly(ANSWER.size)
        kind, number, value, size = ANSWER.unpack(head)
        if number != self._number or size > MOST_TEXT:
            raise GuestGoneError("ended", "it answers what nobody asked")
        return Answer(kind, value, self._exactly(size).decode("utf-8", "replace"))

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            try:
                part = self._line.recv(size - len(data))
            except BlockingIOError:
                if not self._poll.poll(1000 * _GRACE):
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
        if self._poll.poll(1000 * limit / _LOOKS):
            return True
        start = time.monotonic() - limit / _LOOKS
        waited = self._waited()
        while True:
            if self._poll.poll(1000 * limit / _LOOKS):
                return True
            used = time.monotonic() - start
            now = self._waited()
            most = limit if now is not None else _WITHOUT_STATISTICS * limit
            if used - ((now or 0.0) - (waited or 0.0)) > most:
                return bool(self._poll.poll(0))

    def _waited(self) -> float | None:
        """Return the seconds that the guest has waited for a processor since it began, if the kernel tells."""
        try:
            return int(os.pread(self._statistics, 80, 0).split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return None

    def _signal(self, number: signal.Signals) -> None:
        if self._handle >= 0:
            signal.pidfd_send_signal(self._handle, number)
        else:
            os.kill(self._pid, number)


class _Starter:
    """The one process that guests of this process are born of."""

    def __init__(self) -> None:
        hide()
        self.owner = os.getpid()
        self._lock = threading.Lock()
        self._control, its = socket.socketpair()
        code = f"from riverboat.arena.guests.starter import main; main({its.fileno()})"
        paths = os.pathsep.join(filter(None, sys.path))
        with its:
            self._process = subprocess.Popen(
                [sys.executable, "-c", code],
                pass_fds=[its.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": paths},
            )

        atexit.register(self.close)

    def close(self) -> None:
        """End it, and with it all guests that are left."""
        self._control.close()
        if self.owner == os.getpid():
            self._process.kill()
            self._process.wait()

    def bear(self, its: socket.socket, memory_bytes: int) -> int:
        with self._lock:
            try:
                socket.send_fds(self._control, [BIRTH.pack(memory_bytes)], [its.fileno()])
                born = self._control.recv(BIRTH.size)
            except OSError:
                born = b""
        if len(born) < BIRTH.size:
            raise MatchError(
                "no process could be started for a bot of your own; make room, or play it in this one: trust=True"
            )
        return int(BIRTH.unpack(born)[0])


_ONE: list[_Starter] = []
_ONE_LOCK: Final = threading.Lock()


def _starter() -> _Starter:
    with _ONE_LOCK:
        if not _ONE or _ONE[0].owner != os.getpid():
            _ONE[:] = [_Starter()]
        return _ONE[0]
