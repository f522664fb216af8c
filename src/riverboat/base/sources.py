"""What readers of texts and files share: the text itself, or a path to it."""

from __future__ import annotations

import os

from riverboat.base.file_access import accessing, path_of
from riverboat.errors import RiverboatError


def read_source(source: str | os.PathLike[str], is_text: bool, error: type[RiverboatError]) -> str:
    """Return `source` itself when it is text, and otherwise what is in the file it names."""
    if is_text and isinstance(source, str):
        return source
    path = path_of(source)
    try:
        with accessing(path):
            return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as problem:
        raise error(f"'{path}' is not text in UTF-8: {problem}") from None
