"""Value functions: what a point is thought to be worth. A bad one costs hands, never the mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from riverboat.errors import MatchError
from riverboat.evaluation.aivat.players import Known
from riverboat.evaluation.aivat.point import Floats, Point
from riverboat.evaluation.aivat.replies import replies

ValuesLike: TypeAlias = Callable[[Point], npt.ArrayLike]
"""Returns net chips by seat: `zero`, `Equity`, `SelfPlay` or any function of a `Point`."""


@runtime_checkable
class EvenOverDeals(Protocol):
    """Values that cards do not change on average: worth the same before a street as over all of its boards.

    Then no board need be gone through to know what a deal was worth; a flop has 22,100.
    """

    def at_deal(self, point: Point) -> Floats:
        """Return the value at the start of a street, before or after its cards come."""

    def over_all_hands(self, point: Point) -> Floats:
        """Return the mean value before the first action over all hands that can be dealt."""


def zero(point: Point) -> Floats:
    """Know nothing: what is left is the mean over the hands that known seats may hold."""
    return np.zeros(point.players)


PLAYED_FOR: Final = {0: 5.0, 3: 3.0, 4: 1.5, 5: 1.5}
"""By cards on the board: how many times the pot good cards are worth, as bets will follow. Rounded from what fits 800
hands of `headsup` against `shark` and against itself."""


class Equity:
    """The pot by equity: what each seat would win on average if nobody bet any more.

    A bet that is not yet answered counts as called, or as folded to where two play and that is better for who must
    answer. When cards come in hold'em, equity over an equal share counts `PLAYED_FOR` times.
    """

    def __call__(self, point: Point) -> Floats:
        """Return net chips by seat."""
        table = point.table
        seat, put_in = table.actor, np.array(table.put_in, np.float64)
        if seat is None or not table.to_call:
            return np.asarray(point.shares * put_in.sum() - put_in)
        called = put_in.copy()
        called[seat] += table.to_call
        if_called = point.shares * called.sum() - called
        if if_called[seat] >= -put_in[seat] or len(table.in_hand) > 2:
            return np.asarray(if_called)
        (winner,) = set(table.in_hand) - {seat}
        return np.asarray(np.eye(point.players)[winner] * put_in.sum() - put_in)

    def at_deal(self, point: Point) -> Floats:
        """Return the pot by equity, and more for who is ahead."""
        put_in, live = np.array(point.table.put_in, np.float64), point.table.in_hand
        times = PLAYED_FOR.get(point.cards_due, 1.0) if point.deals.game.ranking == "holdem" else 1.0
        equal = np.isin(np.arange(point.players), live) / len(live)
        return np.asarray((equal + times * (point.shares - equal)) * put_in.sum() - put_in)

    def over_all_hands(self, point: Point) -> Floats:
        """Return equal shares: everybody gets the same cards on average."""
        put_in = np.array(point.table.put_in, np.float64)
        return np.asarray(put_in.mean() - put_in)


@dataclass(frozen=True)
class LookAhead(Equity):
    """The pot by equity after the next action, where the strategy of who acts next is known.

    known: strategies by seat. averaged: the seats whose hands are averaged over. Costs an equity for every action
    that may come.
    """

    known: Mapping[int, Known]
    averaged: frozenset[int]

    def __call__(self, point: Point) -> Floats:
        """Return net chips by seat."""
        table = point.table
        found = None if table.is_over or point.awaits_cards else replies(point, self.known, self.averaged)
        if found is None:
            return super().__call__(point)
        worth = [
            one.probability
            * (one.point.payoffs if one.point.table.is_over else Equity.__call__(self, one.point))
            for one in found
        ]
        return np.asarray(sum(worth, np.zeros(point.players)))


@dataclass(frozen=True)
class SelfPlay:
    """What strategies really win from each other, exact, by going through all that can follow: for small games.

    known: strategies of all seats. averaged: the seats whose hands are averaged over.
    """

    known: Mapping[int, Known]
    averaged: frozenset[int]
    _worth: dict[object, Floats] = field(default_factory=dict, repr=False, compare=False)

    def __call__(self, point: Point) -> Floats:
        """Return net chips by seat."""
        key = (tuple(point.table.taken), point.board, *(one.tobytes() for one in point.ranges))
        known = self._worth.get(key)
        if known is None:
            known = self._worth[key] = self._found(point)
        return known

    def _found(self, point: Point) -> Floats:
        if point.table.is_over:
            return point.payoffs
        if point.awaits_cards:
            return mean_over_boards(point, self)
        found = replies(point, self.known, self.averaged)
        if found is None:
            raise MatchError(
                f"the strategy of seat {point.table.actor} is unknown; self-play needs all of them"
            )
        return np.asarray(sum(one.probability * self(one.point) for one in found))


def mean_over_boards(point: Point, values: ValuesLike) -> Floats:
    """Return the mean value over all boards that may come next."""
    boards = point.deals.next_boards(point)
    if boards is None:
        raise MatchError(
            f"{point.deals.game.name!r} has too many boards to go through; take another value function"
        )
    points = [one for board in boards if (one := point.dealt(board)).mass > 0]
    masses = np.array([one.mass for one in points])
    worth = np.array([values(one) for one in points], np.float64)
    return np.asarray(masses @ worth / masses.sum())
