"""What a build that was stopped left behind."""

from __future__ import annotations

import warnings
from pathlib import Path

from riverboat.base.files import ArrayFile
from riverboat.errors import AbstractionError, FileFormatError


def open_part(path: Path, kind: str, version: int, config: str) -> ArrayFile | None:
    """Return a finished part of a build of this config, or None if it is to be made: it is not there, or damaged.

    Of a damaged one a warning tells. One of another config is an error: it may be hours of somebody's work.
    """
    if not path.exists():
        return None
    try:
        file = ArrayFile(path, kind=kind, max_version=version)
        file.verify()
        own = file.metadata["config"]
    except (FileFormatError, KeyError) as problem:
        warnings.warn(f"'{path}' is made again: {problem}", RuntimeWarning, stacklevel=2)
        return None
    if own != config:
        raise AbstractionError(
            f"'{path.parent}' holds streets of another config; finish that build with its own config, or remove the "
            "folder"
        )
    return file
