"""What a walk through the trained game leaves: its branches, and how each real action was played there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from riverboat.games.histories.line import action_token
from riverboat.games.rules.action import CALL, Action
from riverboat.games.rules.table import Table
from riverboat.games.trees.translation import pot_fraction


@dataclass(frozen=True)
class Translated:
    """A real action that was played as another: what it was, and as what with which weight, as tokens of a line."""

    real: str
    played_as: tuple[tuple[str, float], ...]

    def __str__(self) -> str:
        parts = " or ".join(f"{token} ({weight:.0%})" for token, weight in self.played_as)
        return f"{self.real} as {parts if len(self.played_as) > 1 else self.played_as[0][0]}"


@dataclass(frozen=True, eq=False)
class Decided:
    """A decision that a branch came through.

    seat: in the trained game. table, node: before it. choices: of the menu. choice: which was taken, or -1 for one that
    is not on the menu.
    """

    seat: int
    table: Table
    node: int
    choices: list[Action]
    choice: int


@dataclass(frozen=True, eq=False)
class Branch:
    """One way to play the line.

    node: in the file, or -1 outside of what it keeps. last: what was done, and where. away: seats of the trained game
    that folded there though they are in the real pot. is_lost: whether the trained game cannot follow the line, and the
    table is the real one.
    """

    weight: float
    table: Table
    node: int
    decided: tuple[Decided, ...] = ()
    last: tuple[Table, Action] | None = None
    away: frozenset[int] = frozenset()
    is_lost: bool = False


class Played(NamedTuple):
    """A real action: the table before it, what it was, the branches after it, whether the menu had nothing for it."""

    before: Table
    action: Action
    branches: tuple[Branch, ...]
    off_menu: bool


@dataclass(frozen=True, eq=False)
class Walk:
    """All branches of a line, their weights summing to 1. real: the table after it. played: how, action by action."""

    branches: tuple[Branch, ...]
    real: Table
    played: tuple[Played, ...] = ()

    @property
    def translated(self) -> tuple[Translated, ...]:
        """The actions that were played as others."""
        return tuple(one for step in self.played for one in _compared(*step[:3]))

    @property
    def off_menu(self) -> tuple[str, ...]:
        """Those that nothing on the menu stood for."""
        return tuple(action_token(step.before, step.action) for step in self.played if step.off_menu)

    @property
    def beyond(self) -> tuple[str, ...]:
        """Bets of more than twice what the menu has there."""
        return tuple(action_token(step.before, step.action) for step in self.played if _is_beyond(*step[:3]))

    @property
    def is_lost(self) -> bool:
        """Whether the trained game cannot follow the line."""
        return self.branches[0].is_lost

    @property
    def away(self) -> bool:
        """Whether somebody who called is played as folded."""
        return any(branch.away for branch in self.branches)


def _is_beyond(before: Table, action: Action, branches: Sequence[Branch]) -> bool:
    """Whether a bet is more than twice as much of the pot as what it was played as."""
    played = [pot_fraction(*branch.last) for branch in branches if branch.last and branch.last[1] > CALL]
    return action > CALL and bool(played) and pot_fraction(before, action) > 2 * max(played)


def _compared(before: Table, action: Action, branches: Sequence[Branch]) -> list[Translated]:
    """Return as what a real action was played, if it was or became a bet and is not played as itself."""
    if action <= CALL and all(branch.last is not None and branch.last[1] == action for branch in branches):
        return []
    token = action_token(before, action)
    shares: dict[str, float] = {}
    for branch in branches:
        assert branch.last is not None
        played = action_token(*branch.last)
        shares[played] = shares.get(played, 0.0) + branch.weight
    return [] if list(shares) == [token] else [Translated(token, tuple(shares.items()))]
