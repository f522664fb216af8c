"""A whole strategy out of a trunk and solved subgames, so that it can be measured exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from riverboat.games.rules.action import Action, act
from riverboat.games.rules.hand_numbers import hand_cards_of, hand_numbers
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import StrategyLike, ask
from riverboat.solvers.solutions.solution import Solution

Cut = Callable[[Table], int | None]
"""After how many actions the subgame began that a table is in, as who is to act sees it; None if it is in none."""

Solve = Callable[[tuple[Action, ...], tuple[int, ...], int], Solution | None]
"""Solves what follows a line on a board for a seat; None if that never comes there, and nothing is solved."""


@dataclass(eq=False)
class Assembled:
    """Plays a trunk until a subgame begins, then what was solved there for whoever acts; any function of a state.

    Subgames are solved when they are first asked about, each seat's by itself. Hands that were not solved, as the trunk
    does not bring them there, are played by the trunk. solved: what there is so far, by seat, line and board.
    """

    trunk: StrategyLike
    cut: Cut
    solve: Solve
    solved: dict[tuple[int, tuple[Action, ...], tuple[int, ...]], Solution | None] = field(
        default_factory=dict
    )

    def __call__(self, state: PublicState, /) -> npt.NDArray[np.float64]:
        """Return the probabilities of a state's options for its hands."""
        count = self.cut(state.table)
        if count is None:
            return ask(self.trunk, state)
        taken = tuple(state.table.taken[:count])
        shown = sum(state.game.board_cards[: played(state.table, count).round + 1])
        key = (state.seat, taken, state.board[:shown])
        if key not in self.solved:
            self.solved[key] = self.solve(taken, state.board[:shown], state.seat)
        found = self.solved[key]
        if found is None:
            return ask(self.trunk, state)
        player = found.solver.seats.index(state.seat)
        known = np.zeros(len(hand_cards_of(state.game)), np.bool_)
        known[hand_numbers(found.solver.hands[player].cards)] = True
        has = known[hand_numbers(state.hands)]
        answer = np.zeros((len(state.hands), len(state.options)))
        for which, strategy in ((has, found), (~has, self.trunk)):
            if which.any():
                some = PublicState(state.table, state.board, state.hands[which], state.options)
                answer[which] = ask(strategy, some)
        return answer


def street_start(number: int) -> Cut:
    """Return the cut at the start of a betting round: everything from there on is one subgame."""

    def cut(table: Table) -> int | None:
        if table.round < number:
            return None
        return next(n for n in range(len(table.taken) + 1) if played(table, n).round >= number)

    return cut


def first_off_menu(menu: Menu) -> Cut:
    """Return the cut after the first action of the opponent's that a menu does not have, all before it being on it."""

    def cut(table: Table) -> int | None:
        for count, action in enumerate(table.taken):
            before = played(table, count)
            if action not in menu.choices(before):
                return count + 1 if before.actor != table.actor else None
        return None

    return cut


def played(table: Table, count: int) -> Table:
    """Return the table as it was after so many actions."""
    before = Table(table.game)
    for action in table.taken[:count]:
        act(before, action)
    return before
