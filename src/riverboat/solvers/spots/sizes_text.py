"""Bet sizes of a spot as people write them: one text for everything, or one by street and position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from riverboat.base.arguments import did_you_mean
from riverboat.base.streets import STREETS
from riverboat.errors import MenuError
from riverboat.games.trees.menu import Menu
from riverboat.games.trees.menu_file import menu_from_table

SizesLike: TypeAlias = "str | Mapping[str, Any] | Menu"

DEFAULT_SIZES: Final = "50% | 2.5x"
DEFAULT_RAISES: Final = "2.5x"

_STREETS: Final = ("every", *STREETS[1:])
_POSITIONS: Final = ("oop", "ip")
_PARTS: Final = ("bets", "raises", "donks")


def spot_menu(sizes: SizesLike, **options: Any) -> Menu:
    """Return the menu of a spot.

    sizes: text `bets | raises | donks`, such as "33% 75% | 2.5x" (`/` separates as well). Bets alone go with raises to
    2.5x; donks are the same as bets unless given; "none" is an empty list. Text by street, by position or by both has a
    `;` between: "every: 50%; turn: 75% | 3x; river ip: a". Or a dictionary: by position, by street
    ("flop", "turn", "river", "every"), or by street and then position, of such texts or of the tables that
    `menu_from_table` takes. Or a `Menu`. options: `all_in`, `force_all_in` and `merge`; see `Menu`.

    >>> from riverboat.games import menu_table
    >>> menu_table(spot_menu("33% 75% | 3x", all_in=1.5))
    {'all_in': 1.5, 'every': {'bets': '33% 75%', 'raises': '3x'}}
    >>> spot_menu("flop: 33%; river oop: 50%; river ip: 75% | a") == spot_menu(
    ...     {"flop": "33%", "river": {"oop": "50%", "ip": "75% | a"}}
    ... )
    True
    >>> menu_table(spot_menu({"flop": "33%", "river": {"oop": "50%", "ip": "75% | a"}}))["river"]["ip"]
    {'bets': '75%', 'raises': 'a'}
    """
    if isinstance(sizes, Menu):
        return sizes
    if isinstance(sizes, str):
        sizes = read_sizes(sizes)
    if isinstance(sizes, str):
        return _menu_of_text(sizes, **options)
    if not isinstance(sizes, Mapping) or not sizes:
        raise MenuError(f"sizes are {sizes!r}; give text such as '33% 75% | 2.5x', or a dictionary by street")
    if set(sizes) <= set(_POSITIONS):
        sizes = {"every": dict(sizes)}
    for key in sizes:
        if key not in _STREETS:
            names = (*_STREETS, *_POSITIONS)
            raise MenuError(
                f"sizes have the key {key!r}; keys are {', '.join(names)}{did_you_mean(key, names)}"
            )
    return menu_from_table({**options, **{key: _street(key, value) for key, value in sizes.items()}})


def read_sizes(text: str) -> str | dict[str, Any]:
    """Return one text for all, or sizes by street from `street [position]: text` between semicolons.

    >>> read_sizes("flop: 33% | 3x; river ip: 75%")
    {'flop': '33% | 3x', 'river': {'ip': '75%'}}
    """
    if ":" not in text:
        return text
    found: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        where, _, what = part.partition(":")
        words = where.lower().split()
        if words and words[0] in _POSITIONS:
            words.insert(0, "every")
        if not words or len(words) > 2 or not what.strip():
            raise MenuError(f"sizes have {part!r}; write such as 'flop: 33% | 3x; river ip: 75%'")
        street, *position = words
        sizes = found.setdefault(street, {}) if position else found
        key = position[0] if position else street
        if not isinstance(sizes, dict) or key in sizes:
            raise MenuError(f"sizes have those of the {street} twice, the second in {part!r}; keep one")
        sizes[key] = what.strip()
    return found


@lru_cache(256)  # thousands of spots in a batch have the same
def _menu_of_text(text: str, **options: Any) -> Menu:
    return menu_from_table({**options, "every": _street("every", text)})


def _street(name: str, value: object) -> dict[str, Any]:
    if isinstance(value, str):
        return _parts(name, value)
    if not isinstance(value, Mapping):
        raise MenuError(f"sizes of {name} are {value!r}; give text such as '33% 75% | 2.5x'")
    return {
        key: _parts(f"{name}.{key}", part) if key in _POSITIONS and isinstance(part, str) else part
        for key, part in value.items()
    }


def _parts(where: str, text: str) -> dict[str, Any]:
    parts = [part.strip() for part in re.split(r"[|/]", text)]
    if len(parts) > len(_PARTS):
        raise MenuError(
            f"sizes of {where} are {text!r}, {len(parts)} parts; they are bets | raises | donks, "
            "such as '33% 75% | 2.5x'"
        )
    if len(parts) == 1:
        parts.append("none" if parts[0].lower() == "none" else DEFAULT_RAISES)
    return {key: part for key, part in zip(_PARTS, parts, strict=False) if part}
