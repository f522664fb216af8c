"""Errors that point: the text that was given, with carets under what is wrong in it."""

from __future__ import annotations

import unicodedata
from typing import TypeVar

from riverboat.errors import RiverboatError

_SHOWN_WIDTH = 72  # characters of a long text that an error shows around the bad token
_Error = TypeVar("_Error", bound=RiverboatError)


def pointed_error(text: str, start: int, end: int, reason: str, error: type[_Error]) -> _Error:
    """Return an error that says `reason` and marks `text[start:end]` by carets under the text.

    >>> from riverboat.errors import HistoryError
    >>> print(pointed_error("f x c", 2, 3, "'x' is not an action", HistoryError))
    'x' is not an action (at character 3)
      f x c
        ^
    """
    before = max(0, min(start - _SHOWN_WIDTH // 3, len(text) - _SHOWN_WIDTH))
    shown = text[before : before + _SHOWN_WIDTH]
    shown = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in shown)
    left, right = start - before, max(start + 1, min(end, before + len(shown))) - before
    lead, tail = "…" if before else "", "…" if before + len(shown) < len(text) else ""
    carets = " " * _columns(lead + shown[:left]) + "^" * max(1, _columns(shown[left:right]))
    return error(f"{reason} (at character {start + 1})\n  {lead}{shown}{tail}\n  {carets}")


def _columns(text: str) -> int:
    """How many terminal columns the text takes: wide characters take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) != 0 for c in text)
