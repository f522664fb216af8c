"""The sizes that a piece is judged with: the strategy's own, or finer ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, TypeAlias

from riverboat.base.checks import instance
from riverboat.errors import MenuError, StrategyError
from riverboat.games.rules.game import Game
from riverboat.games.trees.menu import Menu
from riverboat.games.trees.menu_sizes import Sizes
from riverboat.games.trees.more_sizes import with_more_sizes
from riverboat.games.trees.sizes import parse_sizes
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.strategy import Strategy
from riverboat.solvers.solutions.solution import Solution
from riverboat.strategy.blueprint_cursor import BlueprintCursor

MenuLike: TypeAlias = 'Menu | Literal["own", "fine"]'

FINER: Final[dict[str, Sizes]] = {
    "bets": parse_sizes("33% 75% 150% 350%", "bet"),
    "raises": parse_sizes("100%", "raise"),
}
"""What a finer menu adds on every street after the first, beside all-in: a small, a middle and two large bets."""


def menu_for(wanted: MenuLike, strategy: Strategy, cursor: Cursor) -> tuple[str, Menu]:
    """Return a menu and its name. wanted: "own" is the strategy's at the cursor, "fine" that and more, or any."""
    if isinstance(wanted, Menu):
        return "given", wanted
    if not isinstance(wanted, str) or wanted not in ("own", "fine"):
        raise StrategyError(f"menu is {wanted!r}; it must be 'own', 'fine' or a Menu")
    own = _own_menu(strategy, cursor)
    return wanted, own if wanted == "own" else fine_menu(own, cursor.table.game)


def _own_menu(strategy: Strategy, cursor: Cursor) -> Menu:
    if isinstance(cursor, BlueprintCursor):
        return cursor.line.found.file.config.menu
    if isinstance(strategy, Solution):
        return strategy.setup.config.menu
    raise StrategyError(
        f"a {type(strategy).__name__} has no menu of its own; give one, such as menu=menu_from_table({{'every': "
        "{'bets': '75%'}})"
    )


def fine_menu(menu: Menu, game: Game) -> Menu:
    """Return a menu with all-in at every decision and, after the first street, the sizes of `FINER`.

    All that the menu itself offers stays, so a strategy can play there as it does; nothing is merged.

    >>> from riverboat.games import menu_from_table, nolimit_holdem
    >>> fine = fine_menu(menu_from_table({"flop": {"bets": "50% 75%"}, "all_in": 1.0}), nolimit_holdem())
    >>> [str(size) for size in fine.street("flop").bets.at(2)], fine.all_in
    (['50%', '75%', '33%', '150%', '350%'], 'always')
    """
    instance("menu", menu, Menu, MenuError, example="menu_from_table({'flop': {'bets': '50%'}})")
    instance("game", game, Game, MenuError, example="nolimit_holdem()")
    finer = with_more_sizes(menu, game, **FINER)
    return menu if finer is menu else replace(finer, merge=0, force_all_in=0)
