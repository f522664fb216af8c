"""A bot of somebody else at the table, played in a process of its own."""

from __future__ import annotations

import marshal
import pickle
import sys
from dataclasses import dataclass
from functools import lru_cache
from types import TracebackType
from typing import Any, ClassVar, Final

from riverboat.arena.guests.invitation import to_make
from riverboat.arena.guests.process import GuestGoneError, GuestProcess
from riverboat.arena.guests.wire import (
    ACT,
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
    REFUSED,
    START,
    STILL,
    Answer,
)
from riverboat.bots import Bot, BotLike, HandEnd, HandStart, Move, View, bot_name
from riverboat.errors import BotError, MatchError
from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game

MOST_PRINTED: Final = 100_000
"""Letters of what a guest prints in one series that are shown, on the error stream."""

MAKING: Final = 10
"""Decisions' time that a bot has to be made in: it may have to read a file or a network."""

PATIENCE: Final = 100
"""Strikes in one series after which a guest is not asked any more: or one bad bot would hold a match up for days."""

LATE_STRIKES, GONE_STRIKES, UNMADE_STRIKES = 1, 10, 34
"""Strikes for a decision that took too long, for a process that ended or had to be, for a bot that is not made."""

NOT_STARTED: Final = "not started"
"""The kind of fault of a bot for which there was no process: not its own."""


@dataclass(frozen=True)
class Limits:
    """What a guest may take: seconds for a decision, gibibytes of memory."""

    seconds: float
    memory_gb: float


class GuestFaultError(Exception):
    """What a guest did wrong; kind: what it counts as."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


@lru_cache(maxsize=256)
def guest_learns(bot: BotLike, limits: Limits) -> bool:
    """Return whether a guest's bot learns; a bot that refuses to be made raises a `BotError`."""
    with Guest(bot, limits) as guest:
        guest.begin()
        return guest.is_learning


class Guest(Bot):
    """Asks the bot in its process; a new process is begun, and the bot made anew, when one had to be ended.

    learns, hears_start, hears_end: as the bot in there.
    """

    timed: ClassVar[bool] = False  # it has its own limits

    def __init__(self, bot: BotLike, limits: Limits) -> None:
        self._bot, self._limits = bot, limits
        self._process: GuestProcess | None = None
        self._game: Game | None = None
        self._known: tuple[Move, ...] = ()  # the history that it was told last
        self._strikes, self._first = 0, ""
        self._facts = self._printed = 0
        self.refusal = ""  # why it cannot be made at all

    def begin(self) -> None:
        """Make the bot for the first time; a bot that refuses to be made raises a `BotError`."""
        try:
            self._running()
        except GuestFaultError as fault:
            if self.refusal:
                raise BotError(self.refusal) from None
            if fault.kind == NOT_STARTED:
                raise MatchError(str(fault)) from None

    def __enter__(self) -> Guest:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    @property
    def is_learning(self) -> bool:
        """Whether the bot learns."""
        return bool(self._facts & LEARNS)

    @property
    def hears_start(self) -> bool:
        """Whether the bot wants to hear that a hand begins."""
        return bool(self._facts & HEARS_START)

    @property
    def hears_end(self) -> bool:
        """Whether the bot wants to hear how a hand ended."""
        return bool(self._facts & HEARS_END)

    def start_hand(self, start: HandStart) -> None:
        """Tell that a hand begins."""
        self._ask(START, start.game, (start.seat, start.names))

    def act(self, view: View) -> Action:
        """Return what the bot does: some number, not yet known to be legal."""
        seen = view[3:12]
        self._running()
        since, more = self._news(view.history)
        return self._ask(ACT, view.game, (view.seat, view.cards, seen, since, more, view.seed))

    def end_hand(self, end: HandEnd) -> None:
        """Tell how a hand ended."""
        self._running()
        since, more = self._news(end.history)
        self._ask(END, end.game, (end.seat, end.payoffs, end.shown, end.board, since, more))

    def _news(self, history: tuple[Move, ...]) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """Return how many moves the guest knows already, and the others."""
        known = len(self._known)
        since = known if history[:known] == self._known else 0
        self._known = history
        return since, tuple(map(tuple, history[since:]))

    def _ask(self, kind: bytes, game: Game, said: tuple[Any, ...]) -> int:
        process = self._running()
        try:
            if game is not self._game:
                self._value(process.ask(GAME, pickle.dumps(game), MAKING * self._limits.seconds))
                self._game = game
            answer = process.ask(kind, marshal.dumps(said), self._limits.seconds)
            if answer.kind in (
                FAILED,
                ILLEGAL,
            ):  # their text is what went wrong; what was printed is asked for
                self._print(process.ask(STILL, b"", self._limits.seconds).text)
            return self._value(answer)
        except GuestGoneError as gone:
            self._process = None
            raise self._overrun(GONE_STRIKES, gone.kind, str(gone)) from None

    def _running(self) -> GuestProcess:
        """Return the process with the bot made in it."""
        if self.refusal:
            raise GuestFaultError("not made", self.refusal)
        if self._strikes >= PATIENCE:
            raise GuestFaultError("not asked any more", f"after too much of: {self._first}")
        if self._process is not None:
            return self._process
        try:
            process = GuestProcess(int(self._limits.memory_gb * 2**30))
        except MatchError as problem:  # no fault of the bot, and called so
            raise GuestFaultError(NOT_STARTED, str(problem)) from None
        self._game, self._known = None, ()
        try:
            made = process.ask(MAKE, to_make(self._bot), MAKING * self._limits.seconds)
        except GuestGoneError as gone:
            raise self._overrun(UNMADE_STRIKES, gone.kind, f"while it was made: {gone}") from None
        if made.kind == LATE:
            process.end()
            raise self._overrun(
                UNMADE_STRIKES, "too slow", f"over {MAKING * self._limits.seconds:g} s to be made"
            )
        if made.kind != DONE:
            process.end()
            text = _plain(made.text)
            self.refusal = text if made.kind == REFUSED else f"{bot_name(self._bot)!r} cannot be made: {text}"
            raise GuestFaultError("not made", self.refusal)
        self._print(made.text)
        self._facts = made.value
        self._process = process
        return process

    def _value(self, answer: Answer) -> int:
        if answer.kind == DONE:
            self._print(answer.text)
            return answer.value
        if answer.kind == LATE:
            self._print(answer.text)
            raise self._overrun(LATE_STRIKES, "too slow", "")
        raise GuestFaultError(
            {ILLEGAL: "illegal action", FAILED: "exception"}.get(answer.kind, "ended"), _plain(answer.text)
        )

    def _print(self, text: str) -> None:
        """Show what the bot printed, as far as that is bearable."""
        self._printed += len(text)
        if text and self._printed <= MOST_PRINTED:
            print(f"{bot_name(self._bot)}: {_plain(text).rstrip()}", file=sys.stderr)

    def _overrun(self, strikes: int, kind: str, text: str) -> GuestFaultError:
        """Return the fault of a guest that took too long or ended, and remember it."""
        if kind == "too slow" and not text.startswith("over"):
            text = " ".join(filter(None, (f"over {self._limits.seconds:g} s", text)))
        self._strikes += strikes
        self._first = self._first or f"{kind} ({text})"
        return GuestFaultError(kind, text)


def _plain(text: str) -> str:
    """Return text without letters that do something to a terminal."""
    return "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")
