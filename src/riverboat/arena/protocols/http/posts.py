"""JSON posted over HTTP to servers that one cannot trust, and that may be away for a while."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Container, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from typing import Any, Final
from urllib.parse import urlsplit

from riverboat.errors import MatchError

LONGEST: Final = 1 << 16
"""Bytes of a message that are read; more is an error."""

BUSY: Final = (429, 502, 503, 504)
"""What servers answer that may answer better a little later."""


class UnreachableError(MatchError):
    """Nobody answers; sent: whether the server may have got the message all the same."""

    def __init__(self, why: str, *, sent: bool) -> None:
        super().__init__(why)
        self.sent = sent


class StatusError(MatchError):
    """The server answers and refuses."""

    def __init__(self, why: str, status: int) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True)
class Retries:
    """How often a server that does not answer is asked, and the seconds before the second time, which double then.

    The defaults bear a server that starts again, some 15 s, and are no burden to one that is overloaded.

    >>> [Retries().wait_s(attempt) for attempt in range(4)]
    [1.0, 2.0, 4.0, 8.0]
    """

    tries: int = 5
    first_s: float = 1.0
    most_s: float = 32.0

    def wait_s(self, attempt: int) -> float:
        """Return how long to wait after an attempt, counted from 0."""
        return float(min(self.first_s * 2**attempt, self.most_s))


RETRIES: Final = Retries()
"""A few, with more and more time between them."""


class Posts:
    """Posts JSON to what lies below an address: a wait always has an end, and an answer a length.

    headers: sent with every message. secret: never shown in an error, whatever the server answers.

    >>> Posts("slumbot.com/api")
    Traceback (most recent call last):
    ...
    riverboat.errors.MatchError: 'slumbot.com/api' is no address; valid is, for example, http://127.0.0.1:4600/api
    """

    def __init__(
        self,
        url: str,
        timeout: float = 60.0,
        *,
        headers: Mapping[str, str] | None = None,
        secret: str = "",
        retries: Retries = RETRIES,
    ) -> None:
        self._timeout, self._retries, self._secret = timeout, retries, secret
        self._headers = {"Content-Type": "application/json", "Connection": "close", **(headers or {})}
        self._stopped = threading.Event()
        self._sockets: set[socket.socket] = set()
        with suppress(ValueError):  # of a port that is none
            parts = urlsplit(url)
            if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
                self._path = parts.path.rstrip("/")
                self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
                self._host, self._port = parts.hostname, parts.port
                self.url = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{self._path}"
                return
        raise MatchError(f"{url!r} is no address; valid is, for example, http://127.0.0.1:4600/api")

    def post(
        self, verb: str, body: Mapping[str, Any], *, again: bool = True, busy: Container[int] = BUSY
    ) -> dict[str, Any]:
        """Return the answer of a verb; a `MatchError` says what is wrong with it, in one line.

        A server that is away or busy is asked again. again: also if it may have got the message already. busy: what
        it answers then.
        """
        for attempt in range(self._retries.tries):
            try:
                return self._post(verb, body)
            except (UnreachableError, StatusError) as problem:
                last = attempt + 1 == self._retries.tries or self._stopped.is_set()
                if isinstance(problem, StatusError):
                    if last or problem.status not in busy:
                        raise
                elif last or (problem.sent and not again):
                    tries = f"{attempt + 1} tries" if attempt else "one try"
                    raise UnreachableError(f"{problem} ({tries})", sent=problem.sent) from None
                self._stopped.wait(self._retries.wait_s(attempt))
        raise AssertionError("the last try returns or raises")

    def stop(self) -> None:
        """Cut everything short, in whatever thread it is: what is asked now fails."""
        self._stopped.set()
        for connection in list(self._sockets):
            _cut(connection)

    def _post(self, verb: str, body: Mapping[str, Any]) -> dict[str, Any]:
        where = f"{self.url}/{verb}"
        status, text = self._exchange(where, verb, json.dumps(body).encode())
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            why = self._safe(f"{where} answers {text[:40]!r}, status {status}: no JSON")
            raise (MatchError(why) if status == 200 else StatusError(why, status)) from None
        if not isinstance(answer, dict):
            raise MatchError(self._safe(f"{where} answers {text[:40]!r}, which is no JSON object"))
        if not 200 <= status < 300 or answer.get("error_msg"):
            said = str(answer.get("error_msg") or answer.get("detail"))[:200]
            raise StatusError(self._safe(f"{where} refuses, status {status}: {said!r}"), status)
        return answer

    def _exchange(self, where: str, verb: str, body: bytes) -> tuple[int, bytes]:
        sent = False
        try:
            with closing(self._kind(self._host, self._port, timeout=self._timeout)) as connection:
                connection.connect()
                its: socket.socket = connection.sock
                self._sockets.add(its)
                watchdog = Timer(self._timeout, _cut, (its,))  # a byte now and then is late too
                watchdog.daemon = True
                watchdog.start()
                sent = True
                try:
                    connection.request("POST", f"{self._path}/{verb}", body, self._headers)
                    with connection.getresponse() as response:
                        text = response.read(LONGEST + 1)
                finally:
                    watchdog.cancel()
                    self._sockets.discard(its)
            if len(text) > LONGEST:
                raise HTTPException(f"the answer is longer than {LONGEST} bytes")
        except (OSError, HTTPException, UnicodeError) as problem:  # the last of names that no host can have
            raise UnreachableError(
                self._safe(f"{where} does not answer: {problem!r}"[:300]), sent=sent
            ) from None
        return response.status, text

    def _safe(self, message: str) -> str:
        return message.replace(self._secret, "***") if self._secret else message


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
