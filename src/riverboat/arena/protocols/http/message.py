"""Requests and answers of HTTP/1.1 as bytes: what a server of JSON needs of it, and no more."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from riverboat.arena.protocols.http.posts import LONGEST

HEAD_BYTES: Final = 16_384
"""Of a request's first line and headers; more is an error."""

HEAD_END: Final = b"\r\n\r\n"


class RefusedError(Exception):
    """A request that is not answered: its status, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


@dataclass(frozen=True)
class Head:
    """What comes before the body; the names of headers are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    keeps_open: bool

    @staticmethod
    def read(raw: bytes) -> Head:
        """Read a head, its empty line left out.

        >>> head = Head.read(b"POST /api/act HTTP/1.1\\r\\nContent-Length: 9")
        >>> head.path, head.length, head.keeps_open
        ('/api/act', 9, True)
        """
        first, *lines = raw.decode("latin-1").split("\r\n")
        words = first.split(" ")
        if len(words) != 3 or not re.fullmatch(r"HTTP/1\.[0-9]", words[2]):
            raise RefusedError(400, f"Bad request syntax: {first[:40]!r}")
        headers: dict[str, str] = {}
        for line in lines:
            name, colon, value = line.partition(":")
            if not colon or not re.fullmatch(r"[!#-'*+.0-9A-Z^-z|~-]+", name):
                raise RefusedError(400, f"{line[:40]!r} is no header")
            if name.lower() in headers:
                raise RefusedError(400, f"the header {name[:40]!r} comes twice")
            headers[name.lower()] = value.strip()
        word = headers.get("connection", "").lower()
        return Head(
            words[0], words[1], headers, word == "keep-alive" if words[2] == "HTTP/1.0" else word != "close"
        )

    @property
    def length(self) -> int:
        """How many bytes the body has; an error if that is not told, or too many."""
        text = self.headers.get("content-length", "")
        if "transfer-encoding" in self.headers or not re.fullmatch("[0-9]{1,5}", text) or int(text) > LONGEST:
            raise RefusedError(413, f"Content-Length is {text[:20]!r}; it must be 0 to {LONGEST}")
        return int(text)


def read_json(text: bytes) -> dict[str, Any]:
    """Return the JSON object of a body; nothing at all is an empty one.

    >>> read_json(b""), read_json(b'{"incr": "c"}')
    ({}, {'incr': 'c'})
    """
    try:
        body = json.loads(text or b"{}")
    except (ValueError, RecursionError):
        raise RefusedError(400, f"{text[:40]!r} is no JSON") from None
    if not isinstance(body, dict):
        raise RefusedError(400, f"{text[:40]!r} is no JSON object")
    return body


def write_answer(status: int, body: Mapping[str, Any], *, keeps_open: bool) -> bytes:
    """Return an answer with a JSON object.

    >>> write_answer(200, {}, keeps_open=True).split(b"\\r\\n")[0]
    b'HTTP/1.1 200 OK'
    """
    text = json.dumps(body).encode()
    lines = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "Content-Type: application/json",
        f"Content-Length: {len(text)}",
        f"Connection: {'keep-alive' if keeps_open else 'close'}",
    ]
    return "\r\n".join(lines).encode() + HEAD_END + text
