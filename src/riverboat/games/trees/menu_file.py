"""Menus in TOML: one table for the menu and one for each street."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, Final

from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import check_keys
from riverboat.errors import MenuError
from riverboat.games.trees.menu import MOST_RAISES, Menu, PlayerMenu, StreetMenu
from riverboat.games.trees.menu_sizes import SizesBy, by_players_numbers, by_players_table

_OPTIONS: Final = tuple(field.name for field in fields(Menu) if field.name != "streets")
_SIZES: Final = ("bets", "raises", "donks")
_POSITIONS: Final = ("oop", "ip")
_STREET_KEYS: Final = (*_SIZES, "max_raises", *_POSITIONS)


def menu_from_table(table: Mapping[str, object]) -> Menu:
    """Return the menu of a table that was read from TOML, or of a dictionary of the same shape.

    Every key that is not an option of `Menu` is a street; "every" is for all streets that say nothing themselves.
    `bets`, `raises` and `donks` are sizes (see `parse_sizes`), or "none"; raises may be a list by raise number, whose
    last entry serves all later raises. Each of them, and `max_raises`, may be a table by the number of players still
    in: the largest number that is not more than the players counts.

    >>> menu = menu_from_table({
    ...     "every": {"bets": "75%", "raises": ["2.5x", "a"], "max_raises": 2},
    ...     "river": {"bets": {"2": "50% 150%", "3": "50%"}, "oop": {"donks": "33%"}},
    ...     "all_in": 2.5,
    ... })
    >>> print(menu.street("river").max_raises, menu.all_in)
    ((2, 2),) 2.5
    """
    if not isinstance(table, Mapping):
        raise MenuError(f"the menu is {table!r}; it must be a table, such as [menu.flop] with bets = '75%'")
    options = {key: table[key] for key in _OPTIONS if key in table}
    streets = [(key, _street(key, value)) for key, value in table.items() if key not in _OPTIONS]
    return Menu(streets=tuple(streets), **options)  # type: ignore[arg-type]  # Menu checks them


def menu_table(menu: Menu) -> dict[str, Any]:
    """Return a menu as a table for TOML; `menu_from_table` gives the same menu back.

    >>> menu_table(menu_from_table({"limps": "none", "flop": {"bets": "33, 75"}}))
    {'limps': 'none', 'flop': {'bets': '33% 75%'}}
    """
    defaults = {field.name: field.default for field in fields(Menu) if field.default is not MISSING}
    options = {key: getattr(menu, key) for key in _OPTIONS if getattr(menu, key) != defaults[key]}
    return {**options, **{name: _street_table(street) for name, street in menu.streets}}


def _street(name: str, value: object) -> StreetMenu:
    if not isinstance(value, Mapping):
        near = did_you_mean(name, _OPTIONS)
        raise MenuError(
            f"'{name}' is {value!r}; it is no option of a menu ({', '.join(_OPTIONS)}), and a street is a table "
            f'such as [menu.{name}] with bets = "75%"{near}'
        )
    check_keys(name, value, _STREET_KEYS, MenuError)
    parts: dict[str, Any] = _sizes(name, value)
    if "max_raises" in value:
        parts["max_raises"] = by_players_numbers(value["max_raises"], f"{name}.max_raises", 0, MOST_RAISES)
    for position in _POSITIONS:
        if position in value:
            own = value[position]
            if not isinstance(own, Mapping):
                raise MenuError(
                    f'{name}.{position} is {own!r}; it must be a table, such as {{ bets = "75%" }}'
                )
            check_keys(f"{name}.{position}", own, _SIZES, MenuError)
            parts[position] = PlayerMenu(**_sizes(f"{name}.{position}", own))
    return StreetMenu(**parts)


def _sizes(where: str, value: Mapping[str, object]) -> dict[str, Any]:
    return {
        key: SizesBy.parse(value[key], f"{where}.{key}", "raise" if key == "raises" else "bet")
        for key in _SIZES
        if key in value
    }


def _street_table(street: StreetMenu) -> dict[str, Any]:
    table = _player_table(street)
    if street.max_raises is not None:
        table["max_raises"] = by_players_table(street.max_raises, int)
    for position in _POSITIONS:
        own = getattr(street, position)
        if own is not None:
            table[position] = _player_table(own)
    return table


def _player_table(player: PlayerMenu) -> dict[str, Any]:
    return {key: sizes.to_table() for key in _SIZES if (sizes := getattr(player, key)) is not None}
