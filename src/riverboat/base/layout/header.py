"""The header of a file of arrays: their dtypes, shapes and places, and facts about the file, under a checksum."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from operator import index
from pathlib import Path
from typing import NamedTuple

import numpy as np

from riverboat.base.file_access import accessing, check_regular
from riverboat.base.layout.coded import CODINGS
from riverboat.errors import FileAccessError, FileFormatError

DTYPES: dict[str, np.dtype] = {
    "F64": np.dtype("<f8"),
    "F32": np.dtype("<f4"),
    "F16": np.dtype("<f2"),
    "I64": np.dtype("<i8"),
    "I32": np.dtype("<i4"),
    "I16": np.dtype("<i2"),
    "I8": np.dtype("i1"),
    "U64": np.dtype("<u8"),
    "U32": np.dtype("<u4"),
    "U16": np.dtype("<u2"),
    "U8": np.dtype("u1"),
    "BOOL": np.dtype("?"),
}
NAME_OF = {dtype: name for name, dtype in DTYPES.items()}
_MAX_HEADER = 100_000_000  # bytes, the limit of the layout
_MOST_DIMENSIONS = 8  # of an array; ours have three at most
_HEADER_SUM = "header_checksum"


def header_bytes(entries: Mapping[str, object], meta: Mapping[str, str], size: int = 0) -> bytes:
    """Return the length and the header, at least so many bytes; other sums do not change how long it is."""
    summed = {**meta, _HEADER_SUM: _header_checksum(entries, meta)}
    header = json.dumps({"__metadata__": summed, **entries}, separators=(",", ":")).encode()
    header = header.ljust(size - 8)
    header += b" " * (-len(header) % 8)  # arrays start aligned
    return len(header).to_bytes(8, "little") + header


class Entry(NamedTuple):
    """What a header says of an array. begin, end: behind the header. coding: of `coded.CODINGS`, or None."""

    dtype: np.dtype
    shape: tuple[int, ...]
    begin: int
    end: int
    coding: str | None

    @property
    def nbytes(self) -> int:
        """The bytes of what it holds."""
        return self.dtype.itemsize * math.prod(self.shape)


def read_header(path: Path) -> tuple[dict[str, Entry], dict[str, str], int]:
    """Return what a header says of each array and of the file, and where the arrays begin."""
    try:
        return _read_header(path)
    except (FileFormatError, FileAccessError):
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as problem:
        raise FileFormatError(f"'{path}' is not a Riverboat file or is damaged: {problem}") from problem


def _read_header(path: Path) -> tuple[dict[str, Entry], dict[str, str], int]:
    size = check_regular(path)
    with accessing(path), path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if size < 8 or length > min(_MAX_HEADER, size - 8):
            raise FileFormatError(f"'{path}' is not a Riverboat file or is truncated ({size} bytes)")
        header = json.loads(file.read(length))
    meta = header.pop("__metadata__")
    if meta.get(_HEADER_SUM) != _header_checksum(header, meta):
        raise FileFormatError(f"the header of '{path}' is damaged: its checksum does not match")
    if not all(isinstance(value, str) for value in meta.values()):
        raise ValueError("its metadata are not all text")
    if not meta["kind"] or int(meta["version"]) < 1:
        raise ValueError(f"it is of kind {meta['kind']!r} and version {meta['version']!r}")
    entries: dict[str, Entry] = {}
    for name, entry in header.items():
        dtype: np.dtype = DTYPES[entry["dtype"]]
        shape, (begin, end) = tuple(map(index, entry["shape"])), map(index, entry["data_offsets"])
        room = math.prod(max(count, 1) for count in shape)
        fits = len(shape) <= _MOST_DIMENSIONS and min(shape, default=0) >= 0 and room < 2**48
        coding = entry.get("coding")
        taken = end - begin if coding in CODINGS else dtype.itemsize * math.prod(shape)
        if not fits or not 0 <= begin <= end or end - begin != taken or coding not in (None, *CODINGS):
            raise ValueError(f"array '{name}' of shape {shape} lies from {begin} to {end}")
        if end > size - 8 - length:
            raise FileFormatError(f"'{path}' is truncated: array '{name}' ends beyond the file")
        entries[name] = Entry(dtype, shape, begin, end, coding)
    return entries, meta, 8 + length


def _header_checksum(entries: Mapping[str, object], meta: Mapping[str, str]) -> str:
    plain = {key: value for key, value in meta.items() if key != _HEADER_SUM}
    return hashlib.sha256(json.dumps([plain, entries], sort_keys=True).encode()).hexdigest()
