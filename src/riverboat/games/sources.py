"""What the readers of game files share: text or a path, and the nearest name to a wrong one."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable
from pathlib import Path

from riverboat.errors import GameError


def read_source(source: str | os.PathLike[str], is_text: bool) -> str:
    """Return `source` itself when it is text, and otherwise what is in the file it names."""
    if is_text and isinstance(source, str):
        return source
    path = Path(source)
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise GameError(f"'{path}' is not text in UTF-8: {error}") from None


def did_you_mean(word: object, words: Iterable[str]) -> str:
    """Return `"; did you mean '...'?"` with the nearest of the words, or nothing when none is near.

    >>> did_you_mean("leduk", ["kuhn", "leduc"])
    "; did you mean 'leduc'?"
    """
    spelled = {known.lower(): known for known in words}
    near = difflib.get_close_matches(str(word).lower(), spelled, n=1)
    return f"; did you mean '{spelled[near[0]]}'?" if near else ""
