"""A real betting line walked in the trained game: bets become menu sizes, with weights where two are near.

Each branch is one way to play the line in the trained game, beside the real table. A bet between two menu sizes splits
a branch by the weights of `menu_weights` (pseudo-harmonic). A branch ends where it falls out of step with the real
table, say because a small bet was played as a check and is then folded to. If none is left, the trained game is played
with the real amounts, off the menu, and similar situations answer from there on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from riverboat.errors import StrategyError
from riverboat.games.action import CALL, FOLD, Action, act
from riverboat.games.line import write_line
from riverboat.games.table import Table
from riverboat.games.translation import menu_weights, pot_fraction, real_amount
from riverboat.strategy.matching import Match

LEAST_WEIGHT: Final = 0.02
"""Branches of less weight are dropped: a hundredth of an answer is below what fifteenths can tell."""
MOST_BRANCHES: Final = 16


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
    """One way to play the line. node: in the file, or -1 outside of what it keeps. token: what was played last."""

    weight: float
    table: Table
    node: int
    decided: tuple[Decided, ...] = ()
    token: str = ""


@dataclass(frozen=True, eq=False)
class Walk:
    """All branches of a line, their weights summing to 1.

    translated: the actions that were played as others. off_menu: those that nothing on the menu stood for.
    """

    branches: tuple[Branch, ...]
    translated: tuple[Translated, ...]
    off_menu: tuple[str, ...]


def walk(found: Match, real: Table, actions: Sequence[Action]) -> Walk:
    """Walk a line. real: a table of the real game at the start of the hand; it is played on to the end of the line."""
    walker = _Walker(found, real)
    skipped = len(found.file.start) - found.folds  # actions before the trained game begins
    for action in actions[: max(0, skipped)]:
        act(real, action)
    for _ in range(skipped, 0):
        walker.branches = [walker.play(branch, FOLD) for branch in walker.branches]
        walker.shadow = walker.branches[0]
    for action in actions[max(0, skipped) :]:
        walker.take(action)
    return Walk(tuple(walker.branches), tuple(walker.translated), tuple(walker.off_menu))


class _Walker:
    """Takes a line action by action."""

    def __init__(self, found: Match, real: Table) -> None:
        self.found, self.real = found, real
        self.file = found.file
        self.menu = self.file.config.menu
        self.branches = [Branch(1.0, self.file.config.root(), 0)]
        self.shadow: Branch | None = self.branches[0]  # the line with the real amounts, whatever the menu
        self.translated: list[Translated] = []
        self.off_menu: list[str] = []

    def take(self, action: Action) -> None:
        """Play a real action in every branch and at the real table."""
        token = _token(self.real, action)
        before = self.real.copy()
        act(self.real, action)
        going = [
            after
            for branch in self.branches
            for choice, weight in self._on_menu(branch.table, before, action)
            if (after := self._in_step(self.play(branch, choice, weight))) is not None
        ]
        self.shadow = self._off_menu(before, action)
        if not going:
            if self.shadow is None:
                raise StrategyError(
                    f"{token!r} (action {len(self.real.taken)}) has no counterpart in the trained game "
                    f"{self.file.config.name!r}: the line cannot be played there"
                )
            going = [self.shadow]
            self.off_menu.append(token)
        self.branches = _prune(going)
        shares: dict[str, float] = {}
        for branch in self.branches:
            shares[branch.token] = shares.get(branch.token, 0.0) + branch.weight
        if action > CALL and list(shares) != [token]:
            self.translated.append(Translated(token, tuple(shares.items())))

    def _on_menu(self, table: Table, real: Table, action: Action) -> list[tuple[Action, float]]:
        """Return the choices of the menu that stand for a real action, with their weights."""
        choices = self.menu.choices(table)
        if action <= CALL:
            return [(action, 1.0)] if action in choices else []
        amounts = [choice for choice in choices if choice > CALL]
        if not amounts:
            return []
        weights = menu_weights(action, choices, real, abstract=table).tolist()
        return [way for way in zip([CALL, *amounts], weights, strict=True) if way[1] > 0]

    def _off_menu(self, real: Table, action: Action) -> Branch | None:
        """Return the line after the real action itself, menu or not; a bet keeps its part of the pot."""
        if self.shadow is None or (action == FOLD and not self.shadow.table.can_fold()):
            return None
        if action > CALL:
            action = real_amount(pot_fraction(real, action), self.shadow.table)
        return self._in_step(self.play(self.shadow, action))

    def play(self, branch: Branch, action: Action, weight: float = 1.0) -> Branch:
        """Return what comes of a branch by an action of the trained game."""
        table, choices = branch.table, self.menu.choices(branch.table)
        assert table.actor is not None
        choice = choices.index(action) if action in choices else -1
        decided = Decided(table.actor, table, branch.node, choices, choice)
        after = table.copy()
        act(after, action)
        node = self.file.step(branch.node, choice) if choice >= 0 else -1
        return Branch(branch.weight * weight, after, node, (*branch.decided, decided), _token(table, action))

    def _in_step(self, branch: Branch) -> Branch | None:
        """Return the branch if the same seat is to act on the same street; who is all-in at the real table calls."""
        real, seats, token = self.real, self.found.seats, branch.token
        if real.is_over:
            return branch
        assert real.actor is not None
        while not branch.table.is_over and branch.table.round <= real.round:
            actor = branch.table.actor
            if branch.table.round == real.round and actor == seats[real.actor]:
                return replace(branch, token=token)
            seat = seats.index(actor) if actor in seats else -1
            if seat not in real.in_hand or real.stacks[seat] > 0:
                return None
            branch = self.play(branch, CALL)
        return None


def _prune(branches: list[Branch]) -> list[Branch]:
    total = sum(branch.weight for branch in branches)
    kept = sorted(branches, key=lambda branch: -branch.weight)[:MOST_BRANCHES]
    kept = [branch for branch in kept if branch.weight >= LEAST_WEIGHT * total]
    total = sum(branch.weight for branch in kept)
    return [replace(branch, weight=branch.weight / total) for branch in kept]


def _token(table: Table, action: Action) -> str:
    """Return the token of an action in a betting line."""
    words = write_line(table.game, [*table.taken, action]).split()
    return next(word for word in reversed(words) if word != "/")
