"""Lines of text over a socket, from whom one cannot trust."""

from __future__ import annotations

import socket
import time
from collections import deque
from typing import Final

from riverboat.errors import MatchError

LONGEST: Final = 4096
"""Characters of a line that are kept: what the computer poker competition allows."""

_WRITE_S: Final = 10.0  # a program that does not read for so long is gone


class ClosedError(MatchError):
    """The other side has closed the connection, or does not read any more."""


class TextLines:
    """A connection that speaks in lines: a wait always has an end, and a line a length.

    What is over the length of a line is dropped, so the reader gets a broken line, as it may get any other. Bytes that
    are not ASCII read as question marks in a box. heard: what has been received already.
    """

    def __init__(
        self, connection: socket.socket, end: str = "\n", longest: int = LONGEST, heard: bytes = b""
    ) -> None:
        self._socket, self._end, self._longest = connection, end, longest
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._take(heard)

    def read(self, timeout: float) -> str:
        """Return the next line; raises TimeoutError after so many seconds, ClosedError at the end."""
        deadline = time.monotonic() + timeout
        while not self._lines:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"no line came within {timeout:g} s")
            self._take(self._receive(left))
        line = self._lines.popleft()
        return line[: self._longest].decode("ascii", "replace").rstrip("\r")

    def _take(self, some: bytes) -> None:
        """Split what came; nothing more is received before these lines are read, so they are no more than fit in."""
        *lines, rest = (self._rest + some).split(b"\n")
        self._lines.extend(lines)
        self._rest = rest[: self._longest]

    def write(self, line: str) -> None:
        """Send a line; raises ClosedError if nobody takes it."""
        try:
            self._socket.settimeout(_WRITE_S)
            self._socket.sendall((line + self._end).encode("ascii", "replace"))
        except OSError as problem:
            raise ClosedError(f"the connection is lost: {problem}") from None

    def close(self) -> None:
        """Close the connection; a second time does nothing."""
        self._socket.close()

    def _receive(self, timeout: float) -> bytes:
        try:
            self._socket.settimeout(timeout)
            some = self._socket.recv(65536)
        except TimeoutError:
            return b""
        except OSError as problem:
            raise ClosedError(f"the connection is lost: {problem}") from None
        if not some:
            raise ClosedError("the other side closed the connection")
        return some


def connect(host: str, port: int, *, patience: float = 10.0) -> socket.socket:
    """Connect to a server, which may still be about to start: try for so many seconds."""
    if not 0 < port < 65536:
        raise MatchError(f"port {port} does not exist; ports go from 1 to 65535, such as 18791")
    deadline = time.monotonic() + patience
    while True:
        try:
            connection = socket.create_connection((host, port), timeout=max(patience, 1))
        except OSError as problem:
            if time.monotonic() >= deadline:
                raise MatchError(
                    f"nobody answers at {host} port {port}: {problem}; is the server running?"
                ) from None
            time.sleep(0.05)
        else:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return connection


def listen(port: int, host: str = "127.0.0.1") -> socket.socket:
    """Return a socket that waits on a port, 0 for any free one; by default this machine alone can reach it."""
    if not 0 <= port < 65536:
        raise MatchError(f"port {port} does not exist; ports go from 1 to 65535, and 0 takes a free one")
    try:
        return socket.create_server((host, port))
    except OSError as problem:
        raise MatchError(f"port {port} of {host} cannot be had: {problem}; 0 takes a free one") from None
