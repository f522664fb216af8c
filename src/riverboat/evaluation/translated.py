"""A strategy of few sizes in a game of more: bets that it does not know are played as those that it knows."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from riverboat.games.rules.action import CALL, Action, act
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu
from riverboat.games.trees.translation import menu_weights, to_real
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import StrategyLike, ask

Branch = tuple[float, Table]
"""How likely a line is played in one way with the known sizes, and the table after it."""


@dataclass(eq=False)
class TranslatedStrategy:
    """A strategy that was made with a menu, in the same game with other sizes; any function of a `PublicState`.

    Bets between two sizes are played as one or the other, with the weights of a method of
    `riverboat.games.trees.translation`. Ways that fall out of step with the real table, as when a bet is played as a
    check, are given up; where none is left the strategy checks and calls. Its own bets become the same part of the real
    pot, or the nearest size that is offered. asked, lost: decisions that it was asked about, and those without a way.

    >>> import riverboat as rb
    >>> from riverboat.games import menu_from_table, read_config
    >>> from riverboat.games.rules.game_file import read_game
    >>> game = read_game("royal-no-limit")
    >>> push = menu_from_table({"all_in": "always"})
    >>> more = menu_from_table({"preflop": {"raises": "100%"}, "all_in": "always"})
    >>> solution = rb.solve(game, menu=push, iterations=20, threads=1)
    >>> rb.exploitability(game, TranslatedStrategy(solution, push), menu=more) > solution.exploitability
    True
    """

    strategy: StrategyLike
    menu: Menu
    method: str = "pseudo-harmonic"
    asked: int = 0
    lost: int = 0
    _known: dict[tuple[Action, ...], tuple[Branch, ...]] = field(default_factory=dict)

    def __call__(self, state: PublicState, /) -> npt.NDArray[np.float64]:
        """Return the probabilities of a state's options for its hands."""
        given = [option.action for option in state.options]
        answer = np.zeros((len(state.hands), len(given)))
        branches = self._ways(state.table)
        self.asked += 1
        self.lost += not branches
        for weight, table in branches:
            choices = self.menu.choices(table)
            played = ask(
                self.strategy, PublicState(table, state.board, state.hands, options_at(table, choices))
            )
            for number, choice in enumerate(choices):
                real = to_real(choice, table, state.table)
                answer[:, _nearest(real, given)] += weight * played[:, number]
        if not branches:
            answer[:, given.index(CALL)] = 1.0
        return answer

    def _ways(self, real: Table) -> tuple[Branch, ...]:
        """The ways to play the line of a table; they add up to 1."""
        line = tuple(real.taken)
        if not self._known:
            self._known[()] = ((1.0, Table(real.game)),)
        known = len(line)
        while line[:known] not in self._known:
            known -= 1
        before = Table(real.game)
        for action in line[:known]:
            act(before, action)
        for number in range(known, len(line)):
            after = before.copy()
            act(after, line[number])
            ways = [
                way
                for branch in self._known[line[:number]]
                for way in self._after(branch, before, line[number])
                if _in_step(way[1], after)
            ]
            total = sum(weight for weight, _ in ways)
            self._known[line[: number + 1]] = tuple((weight / total, table) for weight, table in ways)
            before = after
        return self._known[line]

    def _after(self, branch: Branch, real: Table, action: Action) -> list[Branch]:
        weight, table = branch
        choices = self.menu.choices(table)
        if action <= CALL:
            ways = [(1.0, action)] if action in choices else []
        else:
            weights = menu_weights(action, choices, real, abstract=table, method=self.method).tolist()
            amounts = [CALL, *(choice for choice in choices if choice > CALL)]
            ways = [way for way in zip(weights, amounts, strict=True) if way[0] > 0]
        return [(weight * share, _played(table, choice)) for share, choice in ways]


def _played(table: Table, action: Action) -> Table:
    after = table.copy()
    act(after, action)
    return after


def _in_step(table: Table, real: Table) -> bool:
    """Whether the same player is to act on the same street; where the hand is over nobody asks."""
    if real.is_over:
        return True
    return not table.is_over and (table.round, table.actor) == (real.round, real.actor)


def _nearest(action: Action, given: list[Action]) -> int:
    """The place of the option that an action is played as: itself, the nearest bet, or a call."""
    if action in given:
        return given.index(action)
    bets = [option for option in given if option > CALL] if action > CALL else []
    return given.index(min(bets, key=lambda bet: abs(bet - action)) if bets else CALL)
