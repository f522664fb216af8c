"""Spots from TOML: the arguments of `solve_spot` as keys."""

from __future__ import annotations

import re
from typing import Final

from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import integer, is_number
from riverboat.base.toml_text import toml_table
from riverboat.errors import FileFormatError, RiverboatError
from riverboat.solvers.spots.spot_file import SpotFile

_EXAMPLES: Final = {
    "board": '"QsJh2h"',
    "oop": '"22+,A2s+"',
    "ip": '"TT+,AQs+:0.5"',
    "pot": "180",
    "stack": "910",
    "unit": '"bb"',
    "sizes": '"33% 75% | 2.5x"',
    "all_in": "1.5",
    "force_all_in": "0.2",
    "merge": "0.1",
    "rake": "0.05",
    "rake_cap": "3.0",
    "min_bet": "1",
    "locks": '["k b33%: f 0.4, c 0.6 @ AA,KK"]',
    "payouts": "[50, 30, 20]",
    "others": "[4000]",
    "accuracy_percent": "0.3",
    "iterations": "1000",
    "threads": "2",
}
_REQUIRED: Final = ("board", "oop", "ip", "pot", "stack")
_TEXTS: Final = ("board", "oop", "ip", "unit")
_WHOLE: Final = ("min_bet", "iterations", "threads")
_LISTS: Final = ("payouts", "others")
_NUMBERS: Final = ("pot", "force_all_in", "merge", "rake", "rake_cap", "accuracy_percent")


def read_toml(text: str, *, board: str | None = None) -> SpotFile:
    """Return the spot of a TOML file.

    The keys are the fields of `SpotFile`. `sizes` is text, or tables by street and player, as `spot_menu` takes. board:
    if the file has none.

    >>> spot = read_toml('board = "QsJh2h"\\noop = "AA,QJs"\\nip = "KK,AQs"\\npot = 180\\nstack = 910\\n'
    ...                  '[sizes]\\nflop = "33% | 3x"\\nturn.oop.bets = "75%"')
    >>> spot.sizes
    {'flop': '33% | 3x', 'turn': {'oop': {'bets': '75%'}}}
    """
    table = toml_table(text, "the spot", FileFormatError, example='board = "QsJh2h"')
    if board is not None:
        table.setdefault("board", board)
    for key, value in table.items():
        _check(text, key, value)
    missing = [key for key in _REQUIRED if key not in table]
    if missing:
        key = missing[0]
        raise FileFormatError(
            f"the file does not say {', '.join(missing)}; add lines such as {key} = {_EXAMPLES[key]}"
        )
    stack = table["stack"]
    tuples = {
        "stack": tuple(stack) if isinstance(stack, list) else stack,
        **{name: tuple(table.get(name, ())) for name in ("locks", *_LISTS)},
    }
    spot = SpotFile(**{**table, **tuples})
    try:
        spot.setup()
    except RiverboatError as problem:
        key = _blamed(str(problem))
        raise FileFormatError(
            f"{_where(text, key)}{problem}; a valid line is {key} = {_EXAMPLES[key]}"
        ) from None
    return spot


def _check(text: str, key: str, value: object) -> None:
    if key not in _EXAMPLES:
        raise FileFormatError(
            f"{_where(text, key)}it is not a key of a spot; keys are {', '.join(_EXAMPLES)}"
            f"{did_you_mean(key, _EXAMPLES)}"
        )
    number, whole = is_number(value), integer(value) is not None
    sound = {
        **dict.fromkeys(_TEXTS, isinstance(value, str)),
        **dict.fromkeys(_WHOLE, whole),
        **dict.fromkeys(_NUMBERS, number),
        "stack": number or (isinstance(value, list) and len(value) == 2),
        "all_in": number or isinstance(value, str),
        "sizes": isinstance(value, str | dict),
        "locks": isinstance(value, list) and all(isinstance(lock, str) for lock in value),
        **dict.fromkeys(_LISTS, isinstance(value, list) and all(map(is_number, value))),
    }
    if not sound[key]:
        kinds = {
            "text in quotes": _TEXTS,
            "a whole number": _WHOLE,
            "a number": _NUMBERS,
            "a list of numbers": _LISTS,
        }
        kind = next((words for words, keys in kinds.items() if key in keys), "of that kind")
        raise FileFormatError(
            f"{_where(text, key)}{value!r} must be {kind}; a valid line is {key} = {_EXAMPLES[key]}"
        )


def _where(text: str, key: str) -> str:
    """Return "line n, key: "."""
    start = re.compile(rf"\s*\[?\s*[\"']?{re.escape(key)}\b")
    line = next((number for number, line in enumerate(text.splitlines(), 1) if start.match(line)), None)
    return f"{key}: " if line is None else f"line {line}, {key}: "


def _blamed(problem: str) -> str:
    """Return the key that a message is about: the first that it names."""
    words = {key: re.compile(rf"\b{key.removesuffix('s')}s?\b") for key in _EXAMPLES}
    named = {key: match.start() for key, word in words.items() if (match := word.search(problem))}
    return min(named, key=lambda key: named[key], default="sizes")
