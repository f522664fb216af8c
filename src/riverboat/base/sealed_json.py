"""JSON files with a checksum of what they say, so that a digit that has changed on a disk is not taken for a result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

from riverboat.base.file_access import accessing, check_regular
from riverboat.errors import FileFormatError

_SEAL: Final = "checksum"


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


def _checksum(data: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
