"""Known strategies as AIVAT asks them: what every hand does, in the actions that were really open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from riverboat.errors import MatchError
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Floats, StrategyLike, ask

Taken: TypeAlias = tuple[Action, ...]


@runtime_checkable
class Known(Protocol):
    """Whoever tells how all hands are played: a `Strategy`, or a bot that plays one in its own way."""

    def play_all(
        self, hands: npt.NDArray[np.uint8], taken: Taken, board: tuple[int, ...], game: Game
    ) -> tuple[tuple[Action, ...], Floats]:
        """Return the actions after a line and how often each hand takes them: float64[hands, actions]."""


KnownLike: TypeAlias = "Known | StrategyLike"
"""A `Known`, or any function of a `PublicState` in a limit game, or with a menu."""


@dataclass(frozen=True)
class Function:
    """A function of a `PublicState`, asked about the choices of a menu, or about all legal actions of a limit game."""

    strategy: StrategyLike
    menu: Menu | None = None

    def play_all(
        self, hands: npt.NDArray[np.uint8], taken: Taken, board: tuple[int, ...], game: Game
    ) -> tuple[tuple[Action, ...], Floats]:
        """Ask it."""
        table = Table(game)
        for action in taken:
            table.record(action)
        actions = _legal(table) if self.menu is None else tuple(self.menu.choices(table))
        state = PublicState(table, board, hands, options_at(table, actions))
        return actions, ask(self.strategy, state)


def known_player(given: KnownLike, menu: Menu | None = None) -> Known:
    """Return what can be asked for all hands."""
    if isinstance(given, Known):
        return given
    if not callable(given):
        raise MatchError(
            f"{given!r} is no strategy; give a Strategy such as rb.open('headsup'), a bot that plays one, or a "
            "function of a PublicState such as uniform"
        )
    return Function(given, menu)


def _legal(table: Table) -> tuple[Action, ...]:
    if table.game.betting != "limit":
        raise MatchError(
            f"{table.game.name!r} has bets of any size, and a function does not say which it considers; give a menu"
        )
    legal = table.legal_actions
    raises = (legal.max_raise_to,) if legal.max_raise_to else ()
    return (*((FOLD,) if legal.can_fold else ()), CALL, *raises)
