"""A seat at our dealer: the program that sits there, reached over a socket."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Final

from riverboat.arena.protocols.acpc.client import AcpcClient
from riverboat.arena.protocols.away_bot import AwayBot
from riverboat.arena.protocols.sparing_log import SparingLog
from riverboat.arena.protocols.text_lines import ClosedError, TextLines, listen
from riverboat.bots import BotLike, make_bot
from riverboat.errors import MatchError
from riverboat.games.rules.game import Game

_HELLO_S: Final = 10.0
_STRAY: Final = 100  # lines of a hand that answer nothing before each of them costs its sender time
_SLOW_S: Final = 0.05


class AcpcSeat:
    """A program on a port, or a bot of ours, which is told and asked.

    A program that leaves or has used up its time stays away: its decisions are lost. Lines that answer nothing are
    passed over, as the real dealer does; who sends many of them is read slowly. note: told what goes wrong.
    """

    def __init__(self, number: int, note: Callable[[str], object]) -> None:
        self.number, self._note = number, note
        self._log = SparingLog(note)
        self._lines: TextLines | None = None
        self.used = 0.0
        self._hand, self._stray = "", 0

    @property
    def empty(self) -> bool:
        """Whether nobody sits here."""
        return self._lines is None

    def take(self, lines: TextLines) -> None:
        """Seat a program that has said its version."""
        self._lines = lines

    def seat_bot(self, bot: BotLike, game: Game, seed: Callable[[int, int], int]) -> None:
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
            while (left := started + limit - time.monotonic()) > 0:
                line = self._lines.read(left)
                if line and line[0] not in "#;":
                    answered, _, action = line.rpartition(":")
                    if answered.split(":")[:4] == state.split(":")[:4]:
                        return action
                    self._wrong(line, state)
            raise TimeoutError
        except TimeoutError:
            self.complain(f"no answer to {state} in {limit:g} s")
        except ClosedError as problem:
            self._leave(str(problem))
        finally:
            self.used += time.monotonic() - started
            if self.used >= match_s:
                self._leave(f"its {match_s:g} s for the match are used up")
        return None

    def complain(self, what: str) -> None:
        """Say what is wrong with the program, as long as it is not said too often."""
        self._log.tell(self._name, f"{self._name}: {what}")

    def close(self) -> None:
        """Close the connection: the match is over."""
        self._log.close()
        if self._lines is not None:
            self._lines.close()
            self._lines = None

    @property
    def _name(self) -> str:
        return f"seat {self.number}"

    def _wrong(self, line: str, state: str) -> None:
        hand = state.split(":")[2]
        self._stray = self._stray + 1 if hand == self._hand else 1
        self._hand = hand
        self.complain(f"{line[:80]!r} does not answer {state}")
        if self._stray > _STRAY:
            time.sleep(_SLOW_S)

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
