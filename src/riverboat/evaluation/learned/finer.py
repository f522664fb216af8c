"""The tree in which an answer is learnt: that of the strategy it answers, with more to choose from."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeVar

from riverboat.base.checks import instance
from riverboat.errors import MenuError
from riverboat.games.trees.config import NEVER, TreeConfig
from riverboat.games.trees.menu import Menu, PlayerMenu, StreetMenu
from riverboat.games.trees.menu_sizes import SizesBy
from riverboat.games.trees.sizes import parse_sizes

PartT = TypeVar("PartT", bound=PlayerMenu)

MORE_BETS: Final = "300%"
"""Beside the sizes of the strategy and all-in, both at every decision: what most menus lack between the two."""


def finer_tree(config: TreeConfig, *, bets: str = MORE_BETS) -> TreeConfig:
    """Return a tree with all that a strategy's own tree has, all-in at every decision, and more bets.

    bets: sizes that every street after the first gets; "" for none. Two players tell all histories apart; with more,
    histories are joined where the strategy joins them, as the tree would not fit otherwise. Limit games have one size,
    and nothing is added.

    >>> from riverboat.games import read_config
    >>> finer = finer_tree(read_config("headsup"))
    >>> finer.menu.all_in, finer.joined_from, finer.menu.street("river").bets.to_table()
    ('always', 'never', '50% 100% 350% 300%')
    """
    instance("config", config, TreeConfig, MenuError, example="read_config('headsup')")
    joined = NEVER if config.game.players == 2 else config.joined_from
    if config.game.betting == "limit":
        return replace(config, joined_from=joined)
    return replace(config, menu=_finer(config.menu, bets), joined_from=joined, buckets=None)


def _finer(menu: Menu, bets: str) -> Menu:
    streets = tuple((name, _street(street, bets)) for name, street in menu.streets)
    return replace(menu, streets=streets, all_in="always")


def _street(street: StreetMenu, bets: str) -> StreetMenu:
    more = _player(street, bets)
    own = {
        key: _player(player, bets) for key in ("oop", "ip") if (player := getattr(street, key)) is not None
    }
    return replace(more, **own)


def _player(part: PartT, bets: str) -> PartT:
    return part if part.bets is None else replace(part, bets=_with(part.bets, bets))


def _with(sizes: SizesBy, bets: str) -> SizesBy:
    added = parse_sizes(bets, "bet") if bets else ()
    return SizesBy(
        tuple(
            (players, tuple((*own, *(size for size in added if size not in own)) for own in lists))
            for players, lists in sizes.by_players
        )
    )
