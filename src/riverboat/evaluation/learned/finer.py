"""The tree in which an answer is learnt: that of the strategy it answers, with more to choose from."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from riverboat.base.checks import instance
from riverboat.errors import MenuError
from riverboat.games.trees.config import NEVER, TreeConfig
from riverboat.games.trees.more_sizes import with_more_sizes
from riverboat.games.trees.sizes import parse_sizes

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
    menu = with_more_sizes(config.menu, config.game, bets=parse_sizes(bets, "bet") if bets else ())
    if menu is config.menu:
        return replace(config, joined_from=joined)
    return replace(config, menu=menu, joined_from=joined, buckets=None)
