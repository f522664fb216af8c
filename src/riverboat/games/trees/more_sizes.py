"""Menus that offer all that another does, and more: for who answers a strategy that was made with the other."""

from __future__ import annotations

from dataclasses import replace

from riverboat.games.rules.game import Game
from riverboat.games.rules.streets import street_names
from riverboat.games.trees.menu import Menu, PlayerMenu, StreetMenu
from riverboat.games.trees.menu_sizes import Sizes, SizesBy


def with_more_sizes(menu: Menu, game: Game, *, bets: Sizes, raises: Sizes = ()) -> Menu:
    """Return a menu with all-in at every decision and more sizes on every street after the first.

    bets: also for bets into the player who bet last, where the menu has sizes of their own for those. Limit games have
    one size, and nothing is added.

    >>> from riverboat.games import menu_from_table, nolimit_holdem, parse_sizes
    >>> own = menu_from_table({"flop": {"bets": "50% 75%", "donks": "25%"}, "all_in": 1.0})
    >>> more = with_more_sizes(own, nolimit_holdem(), bets=parse_sizes("75% 150%", "bet"))
    >>> more.street("flop").bets.to_table(), more.street("flop").donks.to_table(), more.all_in
    ('50% 75% 150%', '25% 75% 150%', 'always')
    """
    if game.betting == "limit":
        return menu
    first, *later = street_names(game)
    streets = [(name, _street(menu.street(name), bets, raises)) for name in later]
    return replace(menu, streets=((first, menu.street(first)), *streets), all_in="always")


def _street(street: StreetMenu, bets: Sizes, raises: Sizes) -> StreetMenu:
    return replace(
        street,
        bets=_with(street.bets, bets),
        raises=_with(street.raises, raises),
        donks=street.donks and street.donks.with_more(bets),
        oop=_player(street.oop, bets, raises),
        ip=_player(street.ip, bets, raises),
    )


def _player(own: PlayerMenu | None, bets: Sizes, raises: Sizes) -> PlayerMenu | None:
    """What one player has of his own; the rest is the street's."""
    if own is None:
        return None
    return PlayerMenu(
        bets=own.bets and own.bets.with_more(bets),
        raises=own.raises and own.raises.with_more(raises),
        donks=own.donks and own.donks.with_more(bets),
    )


def _with(own: SizesBy | None, more: Sizes) -> SizesBy | None:
    if own is None:
        return SizesBy(((2, (more,)),)) if more else None
    return own.with_more(more)
