"""A real betting line walked in the trained game: bets become menu sizes, with weights where two are near.

Each branch is one way to play the line in the trained game, beside the real table. A bet between two menu sizes splits
a branch by the weights of `menu_weights` (pseudo-harmonic). A branch ends where it falls out of step with the real
table, say because a small bet was played as a check and is then folded to. If none is left, the trained game is played
with the real amounts, off the menu, and similar situations answer from there on. Where even that comes to nothing, as
with stacks that end before the trained ones do, branches are lost: they stand at the real table. A limp where the menu
has none is played as its smallest raise: the same players act on, in a larger pot.

Where the menu lets only so many into the pot, who calls beyond them is played as folded and is passed over from there
on. If he is who is asked for, or if there is no room for who is asked for to call, another caller is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.table import Table
from riverboat.games.trees.translation import menu_weights, pot_fraction, real_amount
from riverboat.strategy.lines.branches import Branch, Decided, Played, Walk
from riverboat.strategy.lines.trained_game import TrainedGame

LEAST_WEIGHT: Final = 0.02
"""Branches of less weight are dropped: a hundredth of an answer is below what fifteenths can tell."""
MOST_BRANCHES: Final = 16
WIDEST_GAP: Final = 8.0
"""Between sizes further apart, as an open and an all-in of 100 big blinds, a bet of up to twice the smaller one, in
parts of the pot, is that one: mixed, an open of 4 big blinds would be an all-in one time in four."""


class Walker:
    """Walks lines of one real game in one trained game, an action at a time. What it knows of a line is a `Walk`."""

    def __init__(self, found: TrainedGame, translation: str) -> None:
        self.found, self.translation = found, translation
        self.file, config = found.file, found.file.config
        self._menu = config.menu.native(config.game)
        self.skipped = max(0, len(self.file.start) - found.folds)  # actions before the trained game begins
        root = Branch(1.0, config.root(), 0)
        for _ in range(found.folds - len(self.file.start)):
            root = self._play(root, FOLD)
        self.root = root

    def begin(self, real: Table) -> Walk:
        """Return the walk where the trained game begins."""
        return Walk((self.root,), real)

    def settled(self, gone: Walk) -> Walk:
        """Return a walk as it is asked: branches that are not where the real table is are lost."""
        if gone.real.is_over or all(self._is_at(branch, gone.real) for branch in gone.branches):
            return gone
        return replace(gone, branches=_lost(gone))  # nobody is left to be played as folded in his place

    def choices(self, branch: Branch) -> list[Action]:
        """Return what the menu offers who is to act in a branch; at the real table calling is always there."""
        if branch.table.is_over:
            return []
        if not branch.is_lost:
            return self._menu.choices(branch.table)
        return sorted({CALL, *self.file.config.menu.choices(branch.table)})

    def has_room(self, gone: Walk) -> bool:
        """Whether who is to act is in the trained pot, or may call his way into it."""
        if gone.real.is_over:
            return True
        assert gone.real.actor is not None
        seat = self.found.seats[gone.real.actor]
        return all(
            seat not in branch.away and not _is_full(branch.table, self.choices(branch))
            for branch in gone.branches
        )

    def last_caller(self, gone: Walk, away: frozenset[int]) -> int | None:
        """Return the number of the last call into the pot of somebody else than who is to act."""
        first = len(gone.real.taken) - len(gone.played)
        for number, (before, _, branches, _) in reversed(list(enumerate(gone.played, first))):
            called = all(branch.last is not None and branch.last[1] == CALL for branch in branches)
            into_the_pot = before.round == 0 and before.to_call > 0 and before.actor != gone.real.actor
            if called and into_the_pot and number not in away:
                return number
        return None

    def step(self, gone: Walk, real: Table, away: bool) -> Walk:
        """Walk the last action of the real table. away: it is a call that is played as a fold."""
        before, actions = gone.real, tuple(real.taken)
        action = actions[-1]
        assert before.actor is not None
        seat = self.found.seats[before.actor]
        going = [
            after
            for branch in gone.branches
            if not branch.is_lost
            for way in self._ways(branch, seat, before, action, away)
            if (after := self._in_step(way, real)) is not None
        ]
        off_menu = None if going else self._off_menu(actions)
        if off_menu is not None:
            going = [off_menu]
        branches = tuple(_prune(going)) or _lost(Walk(gone.branches, real), (before, action))
        return Walk(branches, real, (*gone.played, Played(before, action, branches, off_menu is not None)))

    def _ways(self, branch: Branch, seat: int, real: Table, action: Action, away: bool) -> Iterator[Branch]:
        """Yield what comes of a branch by a real action of a seat of the trained game."""
        choices = self.choices(branch)
        if seat in branch.away:  # nothing happens there
            if action <= CALL:
                yield replace(branch, last=(branch.table, action))
        elif away or (action == CALL and _is_full(branch.table, choices)):
            called = [self._play(branch, CALL).decided[-1]] if CALL in choices else []
            left = self._play(branch, FOLD)
            yield replace(left, decided=(*branch.decided, *called), away=branch.away | {seat})
        else:
            for choice, weight in self._on_menu(branch.table, choices, real, action):
                yield self._play(branch, choice, weight)

    def _on_menu(
        self, table: Table, choices: list[Action], real: Table, action: Action
    ) -> list[tuple[Action, float]]:
        """Return the choices of the menu that stand for a real action, with their weights."""
        amounts = [choice for choice in choices if choice > CALL]
        if action in choices and action <= CALL:
            return [(action, 1.0)]
        if action == CALL and amounts and _may_limp(table):
            return [(amounts[0], 1.0)]
        if action <= CALL or not amounts:
            return []
        weights = menu_weights(action, choices, real, abstract=table, method=self.translation).tolist()
        ways = [way for way in zip([CALL, *amounts], weights, strict=True) if way[1] > 0]
        if len(ways) == 2 and ways[0][0] > CALL:
            low, high = (pot_fraction(table, choice) for choice, _ in ways)
            if high > WIDEST_GAP * low and pot_fraction(real, action) <= 2 * low:
                return [(ways[0][0], 1.0)]
        return ways

    def _off_menu(self, actions: tuple[Action, ...]) -> Branch | None:
        """Return the line with its real actions, menu or not, if it can be played; bets keep their part of the pot."""
        branch, real = self.root, Table(self.found.real)
        for number, action in enumerate(actions):
            before = real.copy()
            act(real, action)
            if number < self.skipped:
                continue
            played = action if action <= CALL else real_amount(pot_fraction(before, action), branch.table)
            can = played != FOLD or branch.table.can_fold()
            after = self._in_step(self._play(branch, played), real) if can else None
            if after is None:
                return None
            branch = after
        return branch

    def _play(self, branch: Branch, action: Action, weight: float = 1.0) -> Branch:
        """Return what comes of a branch by an action of the trained game."""
        table, choices = branch.table, self.choices(branch)
        assert table.actor is not None
        choice = choices.index(action) if action in choices else -1
        decided = Decided(table.actor, table, branch.node, choices, choice)
        after = table.copy()
        act(after, action)
        node = self.file.step(branch.node, choice) if choice >= 0 else -1
        return Branch(
            branch.weight * weight, after, node, (*branch.decided, decided), (table, action), branch.away
        )

    def _in_step(self, branch: Branch, real: Table) -> Branch | None:
        """Return the branch if the same seat is to act on the same street; who is all-in at the real table calls."""
        seats, last = self.found.seats, branch.last
        if real.is_over:
            return branch
        assert real.actor is not None
        if seats[real.actor] in branch.away:
            return branch
        while not branch.table.is_over and branch.table.round <= real.round:
            if self._is_at(branch, real):
                return branch if branch.last is last else replace(branch, last=last)
            actor = branch.table.actor
            seat = seats.index(actor) if actor in seats else -1
            if seat not in real.in_hand or real.stacks[seat] > 0:
                return None
            branch = replace(self._play(branch, CALL), decided=branch.decided)  # nobody decided that
        return None

    def _is_at(self, branch: Branch, real: Table) -> bool:
        """Whether the same seat is to act on the same street."""
        assert real.actor is not None
        return branch.is_lost or (
            branch.table.round == real.round and branch.table.actor == self.found.seats[real.actor]
        )


def _lost(gone: Walk, last: tuple[Table, Action] | None = None) -> tuple[Branch, ...]:
    """Put all branches to the real table; what led to them stays known."""
    return tuple(
        replace(branch, table=gone.real, node=-1, last=last or branch.last, away=frozenset(), is_lost=True)
        for branch in gone.branches
    )


def _prune(branches: list[Branch]) -> list[Branch]:
    if len(branches) == 1:
        return branches if branches[0].weight == 1.0 else [replace(branches[0], weight=1.0)]
    total = sum(branch.weight for branch in branches)
    kept = sorted(branches, key=lambda branch: -branch.weight)[:MOST_BRANCHES]
    kept = [branch for branch in kept if branch.weight >= LEAST_WEIGHT * total]
    total = sum(branch.weight for branch in kept)
    return [replace(branch, weight=branch.weight / total) for branch in kept]


def _is_full(table: Table, choices: list[Action]) -> bool:
    """Whether the menu lets nobody else call before the flop, since enough others have."""
    return table.round == 0 and FOLD in choices and CALL not in choices and not _may_limp(table)


def _may_limp(table: Table) -> bool:
    """Whether calling is limping: nobody has raised the blinds."""
    return table.round == 0 and max(table.bets) == max(table.game.blinds)
