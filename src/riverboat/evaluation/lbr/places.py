"""Points of the betting, each known once, and what the strategy that is measured does there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Final

from riverboat.games.rules.action import Action
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.preparing import Question
from riverboat.solvers.asking.strategy import Floats

MOST_PLACES: Final = 16_384
"""Points that are remembered, as many as a blueprint remembers lines; then all are forgotten."""


class Place:
    """A point of the betting: the table there, and what was found out about it so far.

    table: do not play on it. actor: who is to act, None where the hand is over. source: the same point as the strategy
    knows it. choices: what a local best response may do, filled in when it first comes here. played: how the strategy
    plays, as its source of rows keeps it.
    """

    __slots__ = ("actor", "choices", "played", "put_in", "round", "source", "table", "then")

    def __init__(self, table: Table, source: object) -> None:
        self.table, self.source = table, source
        self.actor, self.round, self.put_in = table.actor, table.round, table.put_in
        self.choices: list[Action] | None = None
        self.played: tuple[Sequence[Action], Floats] | None = None
        self.then: dict[Action, Place] = {}


class Opponent(ABC):
    """A strategy as a local best response meets it: the tree of places, and the rows of all hands at one.

    root: where the game begins. priors: by seat, the weight of each hand number there.
    """

    root: Place
    board: tuple[int, ...] = ()
    priors: Sequence[Floats]
    _count = 0

    def after(self, place: Place, action: Action) -> Place:
        """Return the place after an action."""
        found = place.then.get(action)
        if found is None:
            self._count += 1
            if self._count > MOST_PLACES:  # a hand that is being played holds what it needs
                self.root.then.clear()
                self._count = 0
            found = place.then[action] = self._after(place, action)
        return found

    def tree_choices(self, place: Place) -> Sequence[Action] | None:
        """Return the only actions that there are at a place; None where any legal one will do."""
        return None

    def needs(self, places: Iterable[Place], board: tuple[int, ...]) -> list[Question]:
        """Return what will be asked at places where somebody acts, of a strategy that had better be told before."""
        return []

    @abstractmethod
    def _after(self, place: Place, action: Action) -> Place:
        """Make the place after an action."""

    @abstractmethod
    def rows(self, place: Place, board: tuple[int, ...], reach: Floats) -> tuple[Sequence[Action], Floats]:
        """Return what the strategy may do and how often each hand number does it: float64[actions, hands].

        reach: the weights of the hands; the columns of those without any mean nothing.
        """

    def row(self, place: Place, board: tuple[int, ...], action: Action, reach: Floats) -> Floats | None:
        """Return how often each hand takes one action, or None if it is not among the strategy's."""
        actions, rows = self.rows(place, board, reach)
        return rows[actions.index(action)] if action in actions else None
