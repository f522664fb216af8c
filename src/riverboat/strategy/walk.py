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

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from riverboat.games.action import CALL, FOLD, Action, act
from riverboat.games.game import Game
from riverboat.games.table import Table
from riverboat.games.translation import menu_weights, pot_fraction, real_amount
from riverboat.strategy.branches import Branch, Decided, Step, Walk
from riverboat.strategy.matching import Match
from riverboat.strategy.remember import remember

LEAST_WEIGHT: Final = 0.02
"""Branches of less weight are dropped: a hundredth of an answer is below what fifteenths can tell."""
MOST_BRANCHES: Final = 16
WIDEST_GAP: Final = 8.0
"""Between sizes further apart, as an open and an all-in of 100 big blinds, a bet of up to twice the smaller one, in
parts of the pot, is that one: mixed, an open of 4 big blinds would be an all-in one time in four."""


def walk(found: Match, actions: Sequence[Action], real: Game, translation: str = "pseudo-harmonic") -> Walk:
    """Walk a line of the real game in the trained one; translation: a method of `riverboat.games.translation`."""
    return Walker(found, real, translation).walk(tuple(actions))


class Walker:
    """Walks lines of one real game action by action, and goes on from the longest part of a line that it knows."""

    def __init__(self, found: Match, real: Game, translation: str) -> None:
        self.found, self.game = found, real
        self.file, config, self.translation = found.file, found.file.config, translation
        self._menu = config.menu.native(config.game)
        self.skipped = max(0, len(self.file.start) - found.folds)  # actions before the trained game begins
        root = Branch(1.0, config.root(), 0)
        for _ in range(found.folds - len(self.file.start)):
            root = self._play(root, FOLD)
        self.root = root
        self._known: dict[tuple[tuple[Action, ...], frozenset[int]], Walk] = {}

    def walk(self, actions: tuple[Action, ...]) -> Walk:
        """Return the walk of a line."""
        away: frozenset[int] = frozenset()
        gone = self._walk(actions, away)
        while not self._has_room(gone) and (caller := self._last_caller(gone, away)) is not None:
            away |= {caller}
            gone = self._walk(actions, away)
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

    def _walk(self, actions: tuple[Action, ...], away: frozenset[int]) -> Walk:
        """Return the walk of a line, going on from the longest part that is known. away: calls played as folds."""
        keys = [
            (actions[:end], frozenset(number for number in away if number < end))
            for end in range(len(actions) + 1)
        ]
        known = next((end for end in range(len(actions), self.skipped, -1) if keys[end] in self._known), 0)
        if known:
            gone = self._known[keys[known]]
        else:
            known = min(self.skipped, len(actions))
            gone = Walk((self.root,), self._real(actions[:known]))
        for end in range(known + 1, len(actions) + 1):
            gone = self._step(gone, actions[:end], end - 1 in away)
            remember(self._known, keys[end], gone)
        return gone

    def _has_room(self, gone: Walk) -> bool:
        """Whether who is to act is in the trained pot, or may call his way into it."""
        if gone.real.is_over:
            return True
        assert gone.real.actor is not None
        seat = self.found.seats[gone.real.actor]
        return all(
            seat not in branch.away and not _is_full(branch.table, self.choices(branch))
            for branch in gone.branches
        )

    def _last_caller(self, gone: Walk, away: frozenset[int]) -> int | None:
        """Return the number of the last call into the pot of somebody else than who is to act."""
        first = len(gone.real.taken) - len(gone.steps)
        for number, (before, _, branches, _) in reversed(list(enumerate(gone.steps, first))):
            called = all(branch.last is not None and branch.last[1] == CALL for branch in branches)
            into_the_pot = before.round == 0 and before.to_call > 0 and before.actor != gone.real.actor
            if called and into_the_pot and number not in away:
                return number
        return None

    def _step(self, gone: Walk, actions: tuple[Action, ...], away: bool) -> Walk:
        """Walk the last action. away: it is a call that is played as a fold."""
        before, action = gone.real, actions[-1]
        real = before.copy()
        act(real, action)
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
        return Walk(branches, real, (*gone.steps, Step(before, action, branches, off_menu is not None)))

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

    def _real(self, actions: Sequence[Action]) -> Table:
        """Return the real table after actions."""
        table = Table(self.game)
        for action in actions:
            act(table, action)
        return table

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
        branch, real = self.root, self._real(actions[: self.skipped])
        for action in actions[self.skipped :]:
            before = real.copy()
            act(real, action)
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
