"""Hands for learners: actions with numbers, observations as arrays, and what was learned as a bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.bots import Bot, View
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu
from riverboat.games.trees.menu_file import menu_from_table

SIZES: Final = ("50%", "100%", "a")
"""Half the pot, the pot, all-in: few enough to learn."""

Observation: TypeAlias = "dict[str, npt.NDArray[Any]]"
"""`observation`: see `observed`; `action_mask`: int8[actions], 1 where an action is legal."""


class NumberedActions:
    """Actions by number: 0 folds, 1 checks or calls, and one more for each size of bets and raises.

    sizes: as in bet menus. In limit games there is one raise, 2. Of two sizes that are the same amount, the first is
    legal.

    >>> from riverboat.games import nolimit_holdem
    >>> numbered = NumberedActions(nolimit_holdem())
    >>> numbered.legal(Table(nolimit_holdem()))
    {0: -1, 1: 0, 2: 200, 3: 300, 4: 10000}
    """

    def __init__(self, game: Game, sizes: Sequence[str] = SIZES) -> None:
        self.game = game
        self._menus = [_menu(size) for size in sizes] if game.betting == "no-limit" else [Menu()]
        for menu in self._menus:
            menu.verify(game)
        self.count = 2 + len(self._menus)

    def legal(self, table: Table) -> dict[int, Action]:
        """Return what can be done by number; nothing where the hand is over."""
        if table.is_over:
            return {}
        found = {0: FOLD} if table.to_call else {}
        found[1] = CALL
        for number, menu in enumerate(self._menus, start=2):
            raise_to = menu.choices(table)[-1]
            if raise_to > CALL and raise_to not in found.values():
                found[number] = raise_to
        return found

    def mask(self, legal: Mapping[int, Action]) -> npt.NDArray[np.int8]:
        """Return int8[actions], 1 where legal."""
        mask = np.zeros(self.count, np.int8)
        mask[list(legal)] = 1
        return mask


def _menu(size: str) -> Menu:
    return menu_from_table({"every": {"bets": size, "raises": size}, "all_in": "never"})


def width(game: Game) -> int:
    """Return how many numbers an observation has.

    >>> from riverboat.games import nolimit_holdem
    >>> width(nolimit_holdem()), width(nolimit_holdem(6))
    (120, 140)
    """
    return 2 * 52 + game.rounds + 5 * game.players + 2


def observed(view: View) -> npt.NDArray[np.float32]:
    """Return what a player sees as float32[width], from 0 to 1.

    The own cards, the board (52 each), the round, the own seat, each 1 in its place. Then of each player from oneself
    on: 1 while in the hand, chips behind, in on this street, and in before. Last the pot and the price of a call. Chips
    are parts of all chips at the table.
    """
    game, players = view.game, view.game.players
    seen = np.zeros(width(game), np.float32)
    seen[list(view.cards)] = 1
    seen[[52 + card for card in view.board]] = 1
    seen[104 + view.round] = 1
    at = 104 + game.rounds
    seen[at + view.seat] = 1
    at += players
    chips = sum(game.stacks)
    for step in range(players):
        seat = (view.seat + step) % players
        behind, bet = view.stacks[seat], view.bets[seat]
        before = game.stacks[seat] - behind - bet
        seen[at : at + 4] = seat in view.in_hand, behind / chips, bet / chips, before / chips
        at += 4
    seen[at:] = view.pot / chips, view.call / chips
    return seen


class PolicyBot(Bot):
    """What was learned on numbered actions, as a bot in our arena.

    policy: given an observation with its mask, returns the number of an action. sizes: those it was trained with.

    >>> from riverboat.arena import play_match
    >>> def folds_or_calls(seen):
    ...     return int(seen["action_mask"].argmax())
    >>> play_match([lambda: PolicyBot(folds_or_calls), "all-in"], 100).bots[0].won.mean
    -75.0
    """

    def __init__(self, policy: Callable[[Observation], int], sizes: Sequence[str] = SIZES) -> None:
        self.policy, self.sizes = policy, tuple(sizes)
        self._numbered: NumberedActions | None = None

    def act(self, view: View) -> Action:
        """Ask the policy."""
        if self._numbered is None or self._numbered.game != view.game:
            self._numbered = NumberedActions(view.game, self.sizes)
        table = Table(view.game)
        for action in view.actions:
            act(table, action)
        legal = self._numbered.legal(table)
        seen: Observation = {"observation": observed(view), "action_mask": self._numbered.mask(legal)}
        return legal[int(self.policy(seen))]
