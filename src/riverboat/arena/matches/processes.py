"""Bots in other processes: whether they can be sent there, and what a process that plays them begins with."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence

from riverboat.arena.guests.hiding import hide
from riverboat.base.checks import whole
from riverboat.base.processes import In, Out, spread_out
from riverboat.bots import BotLike
from riverboat.errors import MatchError


def check_processes(processes: int, bots: Sequence[BotLike]) -> None:
    """Raise unless so many processes can be had, and the bots be sent to them."""
    whole("processes", processes, MatchError, least=1, example=2)
    for bot in bots if processes > 1 else ():
        try:
            pickle.dumps(bot)
        except (pickle.PicklingError, AttributeError, TypeError) as problem:
            raise MatchError(
                f"{bot!r} cannot be sent to other processes ({problem}); give its file and class, such as "
                "'my_bots.py:Lucky', or play on one process"
            ) from None


def spread(work: Callable[[In], Out], items: Sequence[In], processes: int) -> Iterator[Out]:
    """Yield what work makes of each item, in order.

    Guests of another worker may be at play already when a process begins, and what it is sent is nothing for them.
    """
    return spread_out(work, items, processes, MatchError, begin=hide)
