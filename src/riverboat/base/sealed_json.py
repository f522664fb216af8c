"""JSON files with a checksum of what they say, so that a digit that has changed on a disk is not taken for a result.

Checkpoints are such files: by them a long work goes on after it was stopped.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from riverboat.base.file_access import accessing, check_regular
from riverboat.base.files import check_folder
from riverboat.errors import FileAccessError, FileFormatError, RiverboatError

_SEAL: Final = "checksum"

_Kept = TypeVar("_Kept")


def sealed(data: Mapping[str, Any]) -> bytes:
    """Return data as JSON with its checksum.

    >>> sealed({"kind": "test"}).decode()[:40]
    '{"kind": "test", "checksum": "ce21b2f8fe'
    """
    return json.dumps({**data, _SEAL: _checksum(data)}).encode()


def read_sealed(path: Path, keys: Collection[str], since: Collection[str] = ()) -> dict[str, Any]:
    """Return what a file says that `sealed` made.

    keys: what it holds, no more and no less. since: what files hold besides since they have checksums.
    """
    check_regular(path)
    with accessing(path):
        text = path.read_text(encoding="utf-8")
    data = json.loads(text)
    if not isinstance(data, dict):
        raise FileFormatError("it is no object of JSON")
    seal = data.pop(_SEAL, None)
    expected = {*keys, *(since if seal is not None else ())}
    if set(data) != expected:
        raise FileFormatError(f"it has {', '.join(data) or 'nothing'}; it must have {', '.join(expected)}")
    if seal is not None and seal != _checksum(data):
        raise FileFormatError("it is damaged: its checksum does not match")
    return data


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


def _checksum(data: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
