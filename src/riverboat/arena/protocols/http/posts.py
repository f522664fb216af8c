"""JSON posted over HTTP to servers that one cannot trust, and that may be away for a while."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from typing import Any, Final
from urllib.parse import urlsplit

from riverboat.errors import MatchError

LONGEST: Final = 1 << 16
"""Bytes of a message that are read; more is an error."""


class Posts:
    """Posts JSON to the verbs below an address: a wait always has an end, and an answer a length.

    >>> Posts("slumbot.com/api")
    Traceback (most recent call last):
    ...
    riverboat.errors.MatchError: 'slumbot.com/api' is no address; valid is, for example, http://127.0.0.1:4600/api
    """

    def __init__(self, url: str, timeout: float = 60.0) -> None:
        with suppress(ValueError):  # of a port that is none
            parts = urlsplit(url)
            if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
                self.url, self._timeout, self._path = url.rstrip("/"), timeout, parts.path.rstrip("/")
                self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
                self._host, self._port = parts.hostname, parts.port
                return
        raise MatchError(f"{url!r} is no address; valid is, for example, http://127.0.0.1:4600/api")

    def post(self, verb: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer of a verb; a `MatchError` says what is wrong with it, in one line."""
        try:
            status, text = self._exchange(verb, json.dumps(body).encode())
        except (OSError, HTTPException, UnicodeError) as problem:  # the last of names that no host can have
            raise MatchError(f"{self.url}/{verb} does not answer: {problem!r}") from None
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            raise MatchError(f"{self.url}/{verb} answers {text[:40]!r}, status {status}: no JSON") from None
        if not isinstance(answer, dict):
            raise MatchError(f"{self.url}/{verb} answers {text[:40]!r}, which is no JSON object")
        if status != 200 or answer.get("error_msg"):
            said = str(answer.get("error_msg"))[:200]
            raise MatchError(f"{self.url}/{verb} refuses, status {status}: {said!r}")
        return answer

    def _exchange(self, verb: str, body: bytes) -> tuple[int, bytes]:
        with closing(self._kind(self._host, self._port, timeout=self._timeout)) as connection:
            connection.connect()
            watchdog = Timer(self._timeout, _cut, (connection.sock,))  # a byte now and then is late too
            watchdog.daemon = True
            watchdog.start()
            try:
                head = {"Content-Type": "application/json", "Connection": "close"}
                connection.request("POST", f"{self._path}/{verb}", body, head)
                with connection.getresponse() as response:
                    text = response.read(LONGEST + 1)
            finally:
                watchdog.cancel()
        if len(text) > LONGEST:
            raise HTTPException(f"the answer is longer than {LONGEST} bytes")
        return response.status, text


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
