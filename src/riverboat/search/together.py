"""Many subgames at once: what the decisions of many hands need is gathered, and solved side by side."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.search.search import Search, Thinking, UnsolvedError
from riverboat.search.search_cursor import SearchCursor
from riverboat.solvers.spots.batch import Batch

KEPT_FOR_EACH: Final = 16
"""Subgames that are remembered for each decision that is prepared: those of two streets, and of bets off the menu."""

CARD_BYTES: Final = 1 << 30
"""Tables that lie on a card at a time: some ten turns, which keep it busy and leave room for other processes."""


def solve_together(search: Search, cursors: Sequence[SearchCursor]) -> None:
    """Solve all that decisions need: first the subgames that their ranges come from, then those that they are in.

    Each is solved as it would be by itself; on the processor to the last digit, on a card to rounding.
    """
    search.most_kept = max(search.most_kept, KEPT_FOR_EACH * len(cursors))
    waiting = list(cursors)
    while waiting:
        needed, still = [], []
        with search.gathering():
            for cursor in waiting:
                try:
                    _ = cursor.playing
                except UnsolvedError as problem:
                    needed.append(problem.thinking)
                    still.append(cursor)
        _solve(search, list(dict.fromkeys(needed)))
        waiting = still


def _solve(search: Search, thinking: list[Thinking]) -> None:
    if not thinking:
        return
    card = search.card  # if there is none where one was asked for, that is said at once
    options = search.budget.options(threads=search.threads, device=search.device)
    batch = Batch(
        [one.subgame.setup for one in thinking],
        options,
        seconds_each=True,
        most_bytes=CARD_BYTES,
        streets_only=True,
        card=card,
    )
    try:
        for part in batch.parts():
            for done in part:
                thinking[done.spot.number].give(done.found)
    except RiverboatError as problem:  # memory, or one that cannot be solved: the rest one by one
        warnings.warn(f"subgames are solved one by one: {problem}", RuntimeWarning, stacklevel=2)
    for one in thinking:
        _ = one.played
