"""A bot at the table: whatever it does wrong is counted and costs it the decision, never the match."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from riverboat.arena.guests.guest import Guest, GuestFaultError
from riverboat.arena.guests.telling import IllegalAnswerError, TimeUpError, legal_number, told
from riverboat.arena.matches.clock import Clock
from riverboat.bots import Bot, HandEnd, HandStart, View
from riverboat.bots.human import LeftTableError
from riverboat.errors import MatchError, RiverboatError
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.table import Table

Faults: TypeAlias = "dict[str, tuple[int, str]]"
"""What went wrong by kind: how often, and what was said the first time."""

_Argument = TypeVar("_Argument")


_THROUGH: Final = (KeyboardInterrupt, LeftTableError)
"""What people do, not bots."""


class Seated:
    """Calls a bot, and keeps its faults: "exception", "too slow", "illegal action", and those of guests.

    strict: raise a `MatchError` that names the bot at its first fault. hears_start, hears_end: whether the bot has such
    a hook; if not, nobody needs to call it. tell(name, kind, message): hears of every fault, where a person plays.
    """

    def __init__(self, bot: Bot, clock: Clock, name: str = "", *, strict: bool = False) -> None:
        self.bot, self.clock = bot, clock if bot.timed else Clock(math.inf)
        self.name, self.strict = name or type(bot).__name__, strict
        self.faults: Faults = {}
        self.tell: Callable[[str, str, str], object] | None = None
        if isinstance(bot, Guest):
            self.hears_start, self.hears_end = bot.hears_start, bot.hears_end
        else:
            self.hears_start = type(bot).start_hand is not Bot.start_hand
            self.hears_end = type(bot).end_hand is not Bot.end_hand

    def start_hand(self, start: HandStart) -> None:
        """Tell that a hand begins."""
        self._ask(self.bot.start_hand, start)

    def end_hand(self, end: HandEnd) -> None:
        """Tell how a hand ended."""
        self._ask(self.bot.end_hand, end)

    def act(self, view: View, table: Table) -> Action:
        """Let the bot act at the table and return what it did: what it chose, or a check or fold."""
        ok, number = self._ask(self._choose, view)
        if ok:
            try:
                act(table, number)
                return int(number)
            except RiverboatError as problem:
                self._note("illegal action", f"{number}: {str(problem).splitlines()[0]}")
        penalty = FOLD if view.call else CALL
        act(table, penalty)
        return penalty

    def _choose(self, view: View) -> int:
        return legal_number(self.bot.act(view))

    def _ask(self, call: Callable[[_Argument], Any], argument: _Argument) -> tuple[bool, Any]:
        """Return whether a call went well, and its answer. Also what the bot left behind may run code of it."""
        clock = self.clock
        try:
            try:
                clock.arm()
                answer = call(argument)
                if not clock.disarm():
                    return True, answer
                kind, text = "too slow", f"over {clock.limit:g} s"
            except TimeUpError:
                raise
            except _THROUGH:
                raise
            except GuestFaultError as fault:
                kind, text = fault.kind, str(fault)
            except IllegalAnswerError as problem:
                kind, text = "illegal action", str(problem)
            except BaseException as problem:
                kind, text = "exception", told(problem)
        except TimeUpError:  # also from within the handlers above
            kind, text = "too slow", f"over {clock.limit:g} s"
        finally:
            clock.deadline = 0.0
        self._note(kind, text)
        return False, None

    def _note(self, kind: str, message: str) -> None:
        if self.strict:
            raise MatchError(f"{self.name}: {kind}: {message}")
        count, first = self.faults.get(kind, (0, message))
        self.faults[kind] = count + 1, first
        if self.tell is not None:
            self.tell(self.name, kind, message)


def merge_faults(into: Faults, more: Faults) -> None:
    """Add faults to others; the first message stays."""
    for kind, (count, message) in more.items():
        before, first = into.get(kind, (0, message))
        into[kind] = before + count, first
