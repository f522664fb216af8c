"""A bot at the table: whatever it does wrong is counted and costs it the decision, never the match."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import index
from typing import Any, TypeAlias, TypeVar

from riverboat.arena.matches.clock import Clock, TimeUpError
from riverboat.bots import Bot, HandEnd, HandStart, View
from riverboat.errors import RiverboatError
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.table import Table

Faults: TypeAlias = "dict[str, tuple[int, str]]"
"""What went wrong by kind: how often, and what was said the first time."""

_Argument = TypeVar("_Argument")


class Seated:
    """Calls a bot, and keeps its faults: "exception", "too slow", "illegal action".

    hears_start, hears_end: whether the bot has such a hook; if not, nobody needs to call it.
    """

    def __init__(self, bot: Bot, clock: Clock) -> None:
        self.bot, self.clock = bot, clock if bot.timed else Clock(math.inf)
        self.faults: Faults = {}
        kind = type(bot)
        self.hears_start = kind.start_hand is not Bot.start_hand
        self.hears_end = kind.end_hand is not Bot.end_hand

    def start_hand(self, start: HandStart) -> None:
        """Tell that a hand begins."""
        self._ask(self.bot.start_hand, start)

    def end_hand(self, end: HandEnd) -> None:
        """Tell how a hand ended."""
        self._ask(self.bot.end_hand, end)

    def act(self, view: View, table: Table) -> Action:
        """Let the bot act at the table and return what it did: what it chose, or a check or fold."""
        ok, action = self._ask(self.bot.act, view)
        if ok:
            try:
                number = index(action)
                act(table, number)
                return number
            except Exception as problem:  # whatever a bot returns, of whatever class
                self._note("illegal action", f"{_short(action)}: {_why(problem)}")
        penalty = FOLD if view.call else CALL
        act(table, penalty)
        return penalty

    def _ask(self, call: Callable[[_Argument], Any], argument: _Argument) -> tuple[bool, Any]:
        """Return whether a call went well, and its answer."""
        clock = self.clock
        try:
            try:
                clock.arm()
                answer = call(argument)
                if not clock.disarm():
                    return True, answer
                self._note("too slow", f"over {clock.limit:g} s")
            except (Exception, SystemExit) as problem:
                clock.disarm()
                self._note("exception", f"{type(problem).__name__}: {problem}")
        except TimeUpError:  # also from within the handler above
            self._note("too slow", f"over {clock.limit:g} s")
        return False, None

    def _note(self, kind: str, message: str) -> None:
        count, first = self.faults.get(kind, (0, message))
        self.faults[kind] = count + 1, first


def _why(problem: Exception) -> str:
    """Why an answer was refused: by the rules, or because it is no number of chips at all."""
    if isinstance(problem, RiverboatError):
        return str(problem).splitlines()[0]
    return "an action is a whole number: -1 folds, 0 checks or calls, others raise to so many chips"


def _short(answer: object) -> str:
    """What a bot returned, in a few words."""
    try:
        text = repr(answer)
    except Exception:
        text = f"a {type(answer).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def merge_faults(into: Faults, more: Faults) -> None:
    """Add faults to others; the first message stays."""
    for kind, (count, message) in more.items():
        before, first = into.get(kind, (0, message))
        into[kind] = before + count, first
