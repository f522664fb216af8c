"""A seat at our dealer: the program that sits there, reached over a socket."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Final

from riverboat.arena.protocols.acpc.client import AcpcClient
from riverboat.arena.protocols.acpc.words import is_version
from riverboat.arena.protocols.away_bot import AwayBot
from riverboat.arena.protocols.text_lines import ClosedError, TextLines, listen
from riverboat.bots import BotLike, make_bot
from riverboat.errors import MatchError
from riverboat.games.rules.game import Game

_HELLO_S: Final = 10.0  # a client says its version at once, however slow its start was


class AcpcSeat:
    """Waits for a program on a port, or seats a bot of ours; then tells and asks.

    A program that leaves or has used up its time stays away: its decisions are lost. note: told what goes wrong.
    """

    def __init__(self, number: int, note: Callable[[str], object]) -> None:
        self.number, self._note = number, note
        self._lines: TextLines | None = None
        self.used = 0.0

    def wait(self, listener: socket.socket, deadline: float) -> None:
        """Wait for a client that speaks the protocol; others are sent away."""
        port = listener.getsockname()[1]
        while self._lines is None:
            left = deadline - time.monotonic()
            try:
                listener.settimeout(max(left, 0.001))
                connection, _ = listener.accept()
            except TimeoutError:
                raise MatchError(f"nobody came to port {port} for seat {self.number}") from None
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            lines = TextLines(connection, end="\r\n")
            until = min(time.monotonic() + _HELLO_S, deadline)  # for all its comments together
            try:
                hello = "#"
                while hello[:1] in ("#", ";"):
                    hello = lines.read(until - time.monotonic())
                if not is_version(hello):
                    raise MatchError(f"{hello[:40]!r} is not VERSION:2.0.0")
                self._lines = lines
            except (TimeoutError, MatchError) as problem:
                lines.close()
                self._note(f"seat {self.number}: sent a client away: {problem}")

    def seat_bot(self, bot: BotLike, game: Game, seed: int) -> None:
        """Seat a bot of ours, in a thread, over a socket like everybody."""
        away = AwayBot(make_bot(bot), seed=seed)
        ours, its = socket.socketpair()

        def play() -> None:
            with closing(its):
                AcpcClient(TextLines(its, end="\r\n"), away, game, self._note).play()

        threading.Thread(target=play, name=f"seat {self.number}", daemon=True).start()
        self._lines = TextLines(ours, end="\r\n")
        self._lines.read(_HELLO_S)

    def tell(self, state: str) -> None:
        """Send a state."""
        if self._lines is not None:
            try:
                self._lines.write(state)
            except ClosedError as problem:
                self._leave(str(problem))

    def ask(self, state: str, response_s: float, match_s: float) -> str | None:
        """Return the action that answers a state, which was told; None if the decision is lost."""
        if self._lines is None:
            return None
        started = time.monotonic()
        limit = min(response_s, match_s - self.used)
        try:
            while True:
                line = self._lines.read(started + limit - time.monotonic())
                if line and line[0] not in "#;":
                    answered, _, action = line.rpartition(":")
                    if answered.split(":")[:4] == state.split(":")[:4]:
                        return action
                    self._note(f"seat {self.number}: {line[:80]!r} does not answer {state}")
        except TimeoutError:
            self._note(f"seat {self.number}: no answer to {state} in {limit:g} s")
        except ClosedError as problem:
            self._leave(str(problem))
        finally:
            self.used += time.monotonic() - started
            if self.used >= match_s:
                self._leave(f"its {match_s:g} s for the match are used up")
        return None

    def close(self) -> None:
        """Close the connection: the match is over."""
        if self._lines is not None:
            self._lines.close()
            self._lines = None

    def _leave(self, why: str) -> None:
        if self._lines is not None:
            self._note(f"seat {self.number} left: {why}")
            self.close()


def open_ports(ports: list[int], host: str) -> list[socket.socket]:
    """Listen on all ports, or on none."""
    listeners: list[socket.socket] = []
    try:
        for port in ports:
            listeners.append(listen(port, host))  # noqa: PERF401  # those before are to be closed on an error
    except MatchError:
        for listener in listeners:
            listener.close()
        raise
    return listeners
