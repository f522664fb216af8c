"""A tree with sizes more than it had."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from riverboat.errors import MenuError
from riverboat.games.rules.streets import street_names
from riverboat.games.trees.config import TreeConfig
from riverboat.games.trees.menu import Menu, StreetMenu
from riverboat.games.trees.menu_sizes import Sizes, SizesBy
from riverboat.games.trees.sizes import parse_sizes
from riverboat.search.improve.off_tree import OffTree


def grown_tree(config: TreeConfig, sizes: Iterable[OffTree]) -> TreeConfig:
    """Return a tree with more sizes; a raise is added where a bet, or the blind, is raised first.

    >>> from riverboat.games import read_config
    >>> grown = grown_tree(read_config("headsup"), [OffTree("river", "bet", 200, 9, 0.3)])
    >>> grown.menu.street("river").bets.to_table(), grown.menu.street("turn").bets.to_table()
    ('50% 100% 350% 200%', '50% 100% 350%')
    """
    menu = config.menu
    for one in sizes:
        names = street_names(config.game)
        if one.street not in names:
            raise MenuError(f"{config.game.name!r} has no {one.street}; its streets are {', '.join(names)}")
        menu = _with(menu, config, one.street, _more(menu.street(one.street), one))
    return replace(config, menu=menu, buckets=None)


def _with(menu: Menu, config: TreeConfig, street: str, sizes: StreetMenu) -> Menu:
    streets = [(name, sizes if name == street else menu.street(name)) for name in street_names(config.game)]
    return replace(menu, streets=tuple(streets))


def _more(street: StreetMenu, one: OffTree) -> StreetMenu:
    size = parse_sizes(one.size, one.kind)
    if one.kind == "raise":
        return replace(street, raises=_first(street.raises, size))
    return replace(street, bets=street.bets.with_more(size) if street.bets else SizesBy(((2, (size,)),)))


def _first(own: SizesBy | None, size: Sizes) -> SizesBy:
    if own is None:
        return SizesBy(((2, (size, ())),))
    return SizesBy(
        tuple(
            (players, (tuple(dict.fromkeys((*lists[0], *size))), *lists[1:]))
            for players, lists in own.by_players
        )
    )
