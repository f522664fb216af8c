"""Files by which a long work goes on after it was stopped: JSON of some kind, whole or not there."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, TypeVar

from riverboat.base.files import check_folder
from riverboat.base.sealed_json import read_sealed
from riverboat.errors import FileAccessError, FileFormatError, RiverboatError

_Kept = TypeVar("_Kept")


def check_checkpoint(
    path: str | os.PathLike[str] | None, resume: bool, what: str, error: type[RiverboatError]
) -> None:
    """Raise unless a checkpoint can be written; one that is there already must be one to go on from.

    what: what such a file holds, for the error.
    """
    if path is None:
        if resume:
            raise error("resume needs a file to go on from; give one: checkpoint='so-far.json'")
        return
    check_folder(path)
    if not resume and Path(path).exists():
        raise error(f"'{path}' holds {what} already; go on with it by resume=True, or give another file")


def read_kept(
    path: Path,
    kind: str,
    what: str,
    keys: Collection[str],
    read: Callable[[Any], _Kept],
    since: Collection[str] = (),
) -> _Kept:
    """Return what is read out of a JSON file of a kind.

    what: the file in words, for the error if it is none. keys, since: what it holds, see `read_sealed`.
    """
    try:
        data = read_sealed(path, keys, since)
        if data["kind"] != kind:
            raise ValueError(f"it says {data['kind']!r}")
        return read(data)
    except FileAccessError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as problem:
        raise FileFormatError(f"'{path}' is not {what}: {problem}; choose another file") from None
