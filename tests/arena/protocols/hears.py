"""A bot that listens, and what broken talk looks like: for tests of all protocols."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from riverboat.bots import Bot, HandEnd, HandStart, View


class Hears(Bot):
    """Does what it is told, in order, then calls; keeps what it sees."""

    def __init__(self, *actions: int) -> None:
        self.actions = list(actions)
        self.starts: list[HandStart] = []
        self.views: list[View] = []
        self.ends: list[HandEnd] = []

    def start_hand(self, start: HandStart) -> None:
        self.starts.append(start)

    def act(self, view: View) -> int:
        self.views.append(view)
        return self.actions.pop(0) if self.actions else 0

    def end_hand(self, end: HandEnd) -> None:
        self.ends.append(end)


NOISE = [
    "",
    " ",
    "\x00",
    "�" * 9,
    "9" * 400,
    "-1",
    "null",
    "x" * 70_000,
    "[" * 70_000,
    '"',
    "\\",
    "AsAs",
    "/",
    ":",
]


def broken(text: str, rng: random.Random) -> str:
    """Return a text with something wrong: cut short, a part gone, twice, or of noise."""
    start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    return rng.choice(
        (
            text[:start],
            text[:start] + text[end:],
            text[:end] + text[start:],
            text[:start] + rng.choice(NOISE) + text[start:],
            text[:start] + rng.choice(NOISE) + text[end:],
            text[:start] + chr(rng.randrange(32, 127)) + text[start + 1 :],
        )
    )


VALUES: list[Any] = [None, -1, 0, 10**30, 1e999, 0.5, "", "x", "As", True, [], {}, [None], {"x": 1}]


def damaged(value: Any, rng: random.Random) -> Any:
    """Return a copy of lists and dictionaries in each other with one part gone or something else."""
    if not isinstance(value, (list, dict)) or not value or rng.random() < 0.15:
        return rng.choice(VALUES)
    copy = value.copy()
    key = rng.choice(list(copy) if isinstance(copy, dict) else range(len(copy)))
    if rng.random() < 0.2:
        del copy[key]
    else:
        copy[key] = damaged(copy[key], rng)
    return copy


@contextmanager
def speaking(pieces: Sequence[bytes | float]) -> Iterator[int]:
    """A server that says pieces to whoever comes, or waits so many seconds, and closes; yields its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        over = threading.Event()

        def serve() -> None:
            with suppress(OSError):
                while not over.is_set():
                    connection, _ = server.accept()
                    with connection, suppress(OSError):
                        for piece in [] if over.is_set() else pieces:
                            if isinstance(piece, bytes):
                                connection.sendall(piece)
                            else:
                                time.sleep(piece)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        over.set()
        with suppress(OSError):
            socket.create_connection(server.getsockname(), timeout=1).close()
    thread.join(60)
