"""Tables from TOML text and as TOML text, which the standard library reads but does not write."""

from __future__ import annotations

import json
import operator
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, Final

from riverboat.errors import RiverboatError

_DEPTH: Final = 32  # of tables in tables; ours have five
_TOO_DEEP: Final = "brackets in it are nested too deep"

INLINE: Final = frozenset({"bets", "raises", "donks", "max_raises", "deck", "rows"})
"""Keys whose tables are one value: written on one line, and replaced as a whole by a config that is based on them."""


def toml_table(
    text: str,
    what: str,
    error: type[RiverboatError],
    *,
    example: str,
    parse_float: Callable[[str], Any] = float,
) -> dict[str, Any]:
    """Return the table of a TOML text. what: such as "the game"; example: what a valid one has, such as a line of it.

    >>> toml_table("players = 2", "the game", RiverboatError, example='base = "leduc"')
    {'players': 2}
    >>> toml_table("players: 2", "the game", RiverboatError, example='base = "leduc"')
    Traceback (most recent call last):
    ...
    riverboat.errors.RiverboatError: the game is not valid TOML: Expected '=' after a key in a key/value pair \
(at line 1, column 8); a valid one has base = "leduc"
    """
    try:
        table = tomllib.loads(text, parse_float=parse_float)
        problem = _beyond_bounds(table)
    except tomllib.TOMLDecodeError as wrong:
        problem = str(wrong)
    except RecursionError:
        problem = _TOO_DEEP
    except (ValueError, ArithmeticError):  # a number of thousands of digits
        problem = "a number in it is too large"
    if problem:
        raise error(f"{what} is not valid TOML: {problem}; a valid one has {example}")
    return table


def _beyond_bounds(table: object) -> str:
    """What is wrong with numbers and nests of a table that no config has, or nothing."""
    level = [table]
    for _ in range(_DEPTH):
        level = [
            part
            for whole in level
            if isinstance(whole, list | Mapping)
            for part in (whole.values() if isinstance(whole, Mapping) else whole)
        ]
        if any(isinstance(part, int) and part.bit_length() > 63 for part in level):
            return "a whole number in it has more than 64 bits"
        if not level:
            return ""
    return _TOO_DEEP


def toml_text(table: Mapping[str, Any], name: str = "") -> str:
    """Return a table as TOML, plain values before the tables in it.

    >>> print(toml_text({"menu": {"flop": {"bets": {"2": "33%", "3": "50%"}}, "merge": 0.1}}), end="")
    [menu]
    merge = 0.1
    <BLANKLINE>
    [menu.flop]
    bets = { 2 = "33%", 3 = "50%" }
    """
    tables = {key: value for key, value in table.items() if isinstance(value, Mapping) and key not in INLINE}
    lines = [f"{_key(key)} = {toml_value(value)}" for key, value in table.items() if key not in tables]
    head = [f"[{name}]"] if name and (lines or not tables) else []
    parts = ["\n".join([*head, *lines, ""])] if head or lines else []
    for key, value in tables.items():
        parts.append(toml_text(value, f"{name}.{_key(key)}" if name else _key(key)))
    return "\n".join(parts)


def toml_value(value: object) -> str:
    """Return a value as TOML.

    >>> toml_value(["a", 1, 0.5]), toml_value({"key": "own"})
    ('["a", 1, 0.5]', '{ key = "own" }')
    """
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {toml_value(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    # TOML takes the escapes of JSON, but not a bare DEL. `index`: NumPy's integers.
    return json.dumps(value, ensure_ascii=False, default=operator.index).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return (
        key if key and key.isascii() and key.replace("-", "").replace("_", "").isalnum() else toml_value(key)
    )
