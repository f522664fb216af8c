"""A real betting line walked in the trained game: bets become menu sizes, with weights where two are near.

Each branch is one way to play the line in the trained game, beside the real table. A bet between two menu sizes splits
a branch by the weights of `menu_weights` (pseudo-harmonic). A branch ends where it falls out of step with the real
table, say because a small bet was played as a check and is then folded to. If none is left, the trained game is played
with the real amounts, off the menu, and similar situations answer from there on. A limp where the menu has none is
played as its smallest raise: the same players act on, in a larger pot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from riverboat.errors import StrategyError
from riverboat.games.action import CALL, FOLD, Action, act
from riverboat.games.game import Game
from riverboat.games.line import action_token
from riverboat.games.table import Table
from riverboat.games.translation import menu_weights, pot_fraction, real_amount
from riverboat.strategy.matching import Match
from riverboat.strategy.remember import remember

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
    """One way to play the line. node: in the file, or -1 outside of what it keeps. last: what was done, and where."""

    weight: float
    table: Table
    node: int
    decided: tuple[Decided, ...] = ()
    last: tuple[Table, Action] | None = None


class Step(NamedTuple):
    """A real action: the table before it, what it was, the branches after it, whether the menu had nothing for it."""

    before: Table
    action: Action
    branches: tuple[Branch, ...]
    off_menu: bool


@dataclass(frozen=True, eq=False)
class Walk:
    """All branches of a line, their weights summing to 1. real: the table after the line. steps: how it was walked."""

    branches: tuple[Branch, ...]
    real: Table
    steps: tuple[Step, ...] = ()

    @property
    def translated(self) -> tuple[Translated, ...]:
        """The actions that were played as others."""
        return tuple(one for step in self.steps for one in _compared(*step[:3]))

    @property
    def off_menu(self) -> tuple[str, ...]:
        """Those that nothing on the menu stood for."""
        return tuple(action_token(step.before, step.action) for step in self.steps if step.off_menu)

    @property
    def beyond(self) -> tuple[str, ...]:
        """Bets of more than twice what the menu has there."""
        return tuple(action_token(step.before, step.action) for step in self.steps if _is_beyond(*step[:3]))


def walk(found: Match, actions: Sequence[Action], real: Game, translation: str = "pseudo-harmonic") -> Walk:
    """Walk a line of the real game in the trained one; translation: a method of `riverboat.games.translation`."""
    return Walker(found, real, translation).walk(tuple(actions))


class Walker:
    """Walks lines of one real game action by action, and goes on from the longest part of a line that it knows."""

    def __init__(self, found: Match, real: Game, translation: str) -> None:
        self.found, self.game = found, real
        self.file, config, self.translation = found.file, found.file.config, translation
        self.choices = config.menu.native(config.game).choices
        self.skipped = max(0, len(self.file.start) - found.folds)  # actions before the trained game begins
        root = Branch(1.0, config.root(), 0)
        for _ in range(found.folds - len(self.file.start)):
            root = self._play(root, FOLD)
        self.root = root
        self._known: dict[tuple[Action, ...], Walk] = {}

    def walk(self, actions: tuple[Action, ...]) -> Walk:
        """Return the walk of a line."""
        known = next(
            (end for end in range(len(actions), self.skipped, -1) if actions[:end] in self._known), 0
        )
        if known:
            gone = self._known[actions[:known]]
        else:
            known = min(self.skipped, len(actions))
            gone = Walk((self.root,), self._real(actions[:known]))
        for end in range(known + 1, len(actions) + 1):
            gone = self._step(gone, actions[:end])
            remember(self._known, actions[:end], gone)
        return gone

    def _step(self, gone: Walk, actions: tuple[Action, ...]) -> Walk:
        """Walk the last action."""
        before, action = gone.real, actions[-1]
        real = before.copy()
        act(real, action)
        going = [
            after
            for branch in gone.branches
            for choice, weight in self._on_menu(branch.table, before, action)
            if (after := self._in_step(self._play(branch, choice, weight), real)) is not None
        ]
        off_menu = not going
        branches = tuple(_prune(going or [self._off_menu(actions)]))
        return Walk(branches, real, (*gone.steps, Step(before, action, branches, off_menu)))

    def _real(self, actions: Sequence[Action]) -> Table:
        """Return the real table after actions."""
        table = Table(self.game)
        for action in actions:
            act(table, action)
        return table

    def _on_menu(self, table: Table, real: Table, action: Action) -> list[tuple[Action, float]]:
        """Return the choices of the menu that stand for a real action, with their weights."""
        choices = self.choices(table)
        amounts = [choice for choice in choices if choice > CALL]
        if action in choices and action <= CALL:
            return [(action, 1.0)]
        if action == CALL and amounts and _may_limp(table):
            return [(amounts[0], 1.0)]
        if action <= CALL or not amounts:
            return []
        weights = menu_weights(action, choices, real, abstract=table, method=self.translation).tolist()
        return [way for way in zip([CALL, *amounts], weights, strict=True) if way[1] > 0]

    def _off_menu(self, actions: tuple[Action, ...]) -> Branch:
        """Return the line with its real actions, menu or not; bets keep their part of the pot."""
        branch, real = self.root, self._real(actions[: self.skipped])
        for action in actions[self.skipped :]:
            before = real.copy()
            act(real, action)
            played = action if action <= CALL else real_amount(pot_fraction(before, action), branch.table)
            can = played != FOLD or branch.table.can_fold()
            after = self._in_step(self._play(branch, played), real) if can else None
            if after is None:
                raise StrategyError(
                    f"{action_token(before, action)!r} (action {len(real.taken)}) has no counterpart in the trained "
                    f"game {self.file.config.name!r}: the line cannot be played there"
                )
            branch = after
        return branch

    def _play(self, branch: Branch, action: Action, weight: float = 1.0) -> Branch:
        """Return what comes of a branch by an action of the trained game."""
        table, choices = branch.table, self.choices(branch.table)
        assert table.actor is not None
        choice = choices.index(action) if action in choices else -1
        decided = Decided(table.actor, table, branch.node, choices, choice)
        after = table.copy()
        act(after, action)
        node = self.file.step(branch.node, choice) if choice >= 0 else -1
        return Branch(branch.weight * weight, after, node, (*branch.decided, decided), (table, action))

    def _in_step(self, branch: Branch, real: Table) -> Branch | None:
        """Return the branch if the same seat is to act on the same street; who is all-in at the real table calls."""
        seats, last = self.found.seats, branch.last
        if real.is_over:
            return branch
        assert real.actor is not None
        while not branch.table.is_over and branch.table.round <= real.round:
            actor = branch.table.actor
            if branch.table.round == real.round and actor == seats[real.actor]:
                return branch if branch.last is last else replace(branch, last=last)
            seat = seats.index(actor) if actor in seats else -1
            if seat not in real.in_hand or real.stacks[seat] > 0:
                return None
            branch = replace(self._play(branch, CALL), decided=branch.decided)  # nobody decided that
        return None


def _prune(branches: list[Branch]) -> list[Branch]:
    if len(branches) == 1:
        return branches if branches[0].weight == 1.0 else [replace(branches[0], weight=1.0)]
    total = sum(branch.weight for branch in branches)
    kept = sorted(branches, key=lambda branch: -branch.weight)[:MOST_BRANCHES]
    kept = [branch for branch in kept if branch.weight >= LEAST_WEIGHT * total]
    total = sum(branch.weight for branch in kept)
    return [replace(branch, weight=branch.weight / total) for branch in kept]


def _may_limp(table: Table) -> bool:
    """Whether calling is limping: nobody has raised the blinds."""
    return table.round == 0 and max(table.bets) == max(table.game.blinds)


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
