"""The guest's side: makes the bot, and asks it what the match asks."""

from __future__ import annotations

import marshal
import os
import pickle
import signal
import socket
import sys
from types import FrameType
from typing import Any

from riverboat.arena.guests.telling import IllegalAnswerError, TimeUpError, legal_number, told
from riverboat.arena.guests.wire import (
    ACT,
    ANSWER,
    DONE,
    END,
    FAILED,
    GAME,
    HEARS_END,
    HEARS_START,
    ILLEGAL,
    LATE,
    LEARNS,
    MAKE,
    MOST_TEXT,
    REFUSED,
    REQUEST,
    START,
)
from riverboat.bots import Bot, HandEnd, HandStart, Move, View, make_bot
from riverboat.errors import BotError
from riverboat.games.rules.game import Game


def serve(line: socket.socket) -> None:
    """Answer what comes, until nothing comes any more."""
    guest = _Guest()
    signal.signal(signal.SIGALRM, guest.time_up)
    while head := _read(line, REQUEST.size):
        kind, number, size = REQUEST.unpack(head)
        answer, value, text = guest.answer(kind, _read(line, size))
        said = text.encode("utf-8", "replace")[:MOST_TEXT]
        line.sendall(ANSWER.pack(answer, number, value, len(said)) + said)


class _Said:
    """What the bot prints, as far as there is room; it goes with the next answer."""

    def __init__(self) -> None:
        self._text = ""

    def write(self, text: str) -> int:
        self._text = (self._text + str(text))[:MOST_TEXT]
        return len(text)

    def flush(self) -> None:
        pass

    def taken(self) -> str:
        text, self._text = self._text, ""
        return text


class _Guest:
    """The bot, the game, and the hand as far as it was told."""

    def __init__(self) -> None:
        self.bot: Bot | None = None
        self.game: Game | None = None
        self.history: tuple[Move, ...] = ()
        self.busy = False
        self.said = _Said()
        sys.stdout = sys.stderr = self.said

    def answer(self, kind: bytes, body: bytes) -> tuple[bytes, int, str]:
        """Return the kind of answer, its value and its text; whatever the bot does, something is answered."""
        try:
            try:
                self.busy = True
                return DONE, self._do(kind, body), self.said.taken()
            except TimeUpError:
                raise
            except IllegalAnswerError as problem:
                return ILLEGAL, 0, str(problem)
            except BotError as problem:
                return (REFUSED if kind == MAKE else FAILED), 0, str(problem)
            except BaseException as problem:  # whatever a bot throws, of whatever class
                return FAILED, 0, told(problem)
            finally:
                self.busy = False
        except TimeUpError:
            self.busy = False
            return LATE, 0, ""

    def time_up(self, number: int, frame: FrameType | None) -> None:
        """Stop what the bot does; between two requests there is nothing to stop."""
        if self.busy:
            raise TimeUpError

    def _do(self, kind: bytes, body: bytes) -> int:
        if kind == MAKE:
            return self._make(body)
        if kind == GAME:
            self.game = pickle.loads(body)
        elif kind == START:
            assert self.bot is not None
            assert self.game is not None
            self.bot.start_hand(HandStart(self.game, *marshal.loads(body)))
        elif kind == ACT:
            return self._act(*marshal.loads(body))
        elif kind == END:
            assert self.bot is not None
            assert self.game is not None
            seat, payoffs, shown, board, since, more = marshal.loads(body)
            self.bot.end_hand(HandEnd(self.game, seat, payoffs, shown, board, self._told(since, more)))
        return 0

    def _make(self, body: bytes) -> int:
        path, folder, made_of = pickle.loads(body)
        sys.path[:] = path
        os.chdir(folder)
        bot = make_bot(made_of if isinstance(made_of, str) else pickle.loads(made_of))
        kind = type(bot)
        self.bot = bot
        return (
            LEARNS * bool(bot.learns)
            + HEARS_START * (kind.start_hand is not Bot.start_hand)
            + HEARS_END * (kind.end_hand is not Bot.end_hand)
        )

    def _act(self, seat: int, cards: tuple[int, ...], seen: Any, since: int, more: Any, seed: int) -> int:
        assert self.bot is not None
        assert self.game is not None
        view = View._make((self.game, seat, cards, *seen, self._told(since, more), seed))
        return legal_number(self.bot.act(view))

    def _told(self, since: int, more: Any) -> tuple[Move, ...]:
        """Return the whole history; the match sends what is new since the last time."""
        self.history = (*self.history[:since], *(Move(*move) for move in more))
        return self.history


def _read(line: socket.socket, size: int) -> bytes:
    """Return so many bytes; nothing if there are none any more: then the match is over."""
    parts = []
    while size:
        part = line.recv(min(size, 1 << 20))
        if not part:
            return b""
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
