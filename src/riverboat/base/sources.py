"""What the readers of game files share: text or a path."""

from __future__ import annotations

import os
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
