"""What is remembered, and for how long: plain tables, which hold no object that holds them."""

from __future__ import annotations

from typing import Final, TypeVar

MOST_KNOWN: Final = 8192
"""Lines, some 12 KB each, boards and hands that are remembered; then all are forgotten."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def remember(known: dict[_Key, _Value], key: _Key, value: _Value, most: int = MOST_KNOWN) -> None:
    """Keep a value; forget all others first if there are too many.

    >>> known = {1: "a", 2: "b"}
    >>> remember(known, 3, "c", most=2)
    >>> known
    {3: 'c'}
    """
    if len(known) >= most:
        known.clear()
    known[key] = value
