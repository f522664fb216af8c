"""Files of named arrays in the safetensors layout, written whole or not at all.

The layout: eight bytes with the length of a JSON header, the header, then the arrays' bytes one after the other.
The header names each array's dtype, shape and place, and carries metadata: the kind and version of the file, what
made it, a checksum of the header and one per array. Opening reads and checks the header alone and maps the rest; an
array is read and checked when it is first asked for. `verify` reads everything.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from pathlib import Path
from typing import BinaryIO

import numpy as np

from riverboat.base.file_access import accessing, check_regular, path_of
from riverboat.base.temporaries import open_temporary, remove_stale
from riverboat.errors import FileAccessError, FileFormatError, FolderError, MissingFileError

_DTYPES: dict[str, np.dtype] = {
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
_NAME_OF = {dtype: name for name, dtype in _DTYPES.items()}
_MAX_HEADER = 100_000_000  # bytes, the limit of the layout
_MOST_DIMENSIONS = 8  # of an array; ours have three at most
_HEADER_SUM = "header_checksum"
_NO_SUM = hashlib.sha256().hexdigest()


@dataclass(frozen=True)
class Pieces:
    """An array that is never in memory as a whole: its pieces, in order, fill it when it is written."""

    dtype: np.dtype
    shape: tuple[int, ...]
    pieces: Iterable[np.ndarray]


def write_arrays(
    path: str | os.PathLike[str],
    arrays: Mapping[str, np.ndarray | Pieces],
    *,
    kind: str,
    version: int,
    metadata: Mapping[str, str] | None = None,
) -> None:
    """Write arrays under a temporary name and move them into place; an error leaves an old file as it was."""
    entries: dict[str, object] = {}
    meta = {**(metadata or {}), "kind": kind, "version": str(version)}
    streams: dict[str, Pieces] = {}
    offset = 0
    for name, array in arrays.items():
        if name == "__metadata__":
            raise FileFormatError("an array cannot have the name '__metadata__': the layout uses it")
        stream = array if isinstance(array, Pieces) else Pieces(array.dtype, array.shape, [array])
        dtype = np.dtype(stream.dtype).newbyteorder("<")
        if dtype not in _NAME_OF:
            raise FileFormatError(f"array '{name}' has dtype {stream.dtype}, which a file cannot hold")
        end = offset + dtype.itemsize * math.prod(stream.shape)
        entries[name] = {"dtype": _NAME_OF[dtype], "shape": list(stream.shape), "data_offsets": [offset, end]}
        meta[f"checksum:{name}"] = _NO_SUM  # known once the array is written, after the header
        streams[name] = stream
        offset = end

    def write(file: BinaryIO) -> None:
        file.write(_header(entries, meta))
        for name, stream in streams.items():
            meta[f"checksum:{name}"] = _write_pieces(file, name, stream)
        file.seek(0)
        file.write(_header(entries, meta))

    _write_beside(path, write)


def write_whole(path: str | os.PathLike[str], parts: Sequence[bytes]) -> None:
    """Write a file under a temporary name beside it and move it into place, so that it is whole or not there."""
    _write_beside(path, lambda file: file.writelines(parts))


def check_folder(path: str | os.PathLike[str]) -> None:
    """Raise unless a file may be written there: its folder exists, and it is none; worth asking before long work."""
    folder = path_of(path).parent
    if not folder.is_dir():
        raise MissingFileError(
            f"there is no folder '{folder}' to write '{Path(path).name}' to; make it first"
        )
    if Path(path).is_dir():
        raise FolderError(f"'{path}' is a folder; name a file to write, such as '{Path(path) / 'result'}'")


def _header(entries: Mapping[str, object], meta: Mapping[str, str]) -> bytes:
    """The length and the header; sums of other arrays do not change how long it is."""
    summed = {**meta, _HEADER_SUM: _header_checksum(entries, meta)}
    header = json.dumps({"__metadata__": summed, **entries}, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)  # arrays start aligned
    return len(header).to_bytes(8, "little") + header


def _write_pieces(file: BinaryIO, name: str, stream: Pieces) -> str:
    """Write an array piece by piece and return its checksum."""
    total, written = hashlib.sha256(), 0
    for piece in stream.pieces:
        block = np.asarray(piece, np.dtype(stream.dtype).newbyteorder("<"), order="C").reshape(-1)
        total.update(block.view(np.uint8).data)
        file.write(block.data)
        written += block.size
    if written != math.prod(stream.shape):
        raise FileFormatError(
            f"the pieces of array '{name}' are {written} numbers; its shape is {stream.shape}"
        )
    return total.hexdigest()


def _write_beside(path: str | os.PathLike[str], write: Callable[[BinaryIO], object]) -> None:
    path = path_of(path)
    check_folder(path)
    with accessing(path):  # about the file that was asked for, not about the temporary one
        _write_and_move(path, write)
    remove_stale(path.parent)


def _write_and_move(path: Path, write: Callable[[BinaryIO], object]) -> None:
    file, temporary = open_temporary(path)
    try:
        with file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(temporary, 0o666 & ~_umask())  # as a plain open() would; a temporary one is private
            os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)  # there is no way to read it without setting it
    os.umask(mask)
    return mask


@contextlib.contextmanager
def reading_facts(path: object) -> Iterator[None]:
    """Say that a file is damaged where what it says of itself is not there, or is of another type than it must be."""
    try:
        yield
    except (FileFormatError, FileAccessError):
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as problem:
        raise FileFormatError(
            f"'{path}' is damaged: what it says of itself cannot be read: {type(problem).__name__}: {problem}"
        ) from None


def file_kind(path: str | os.PathLike[str]) -> str:
    """Return the kind of thing that a file holds, such as "solution"."""
    return str(_checked_header(path_of(path))[1]["kind"])


class ArrayFile:
    """A file opened for reading: `file["name"]` is a read-only view of the mapped file, checked when it is first used.

    `mapped` is the same without the check, for those who check parts of an array as they need them.
    """

    def __init__(self, path: str | os.PathLike[str], *, kind: str, max_version: int) -> None:
        self.path = path_of(path)
        self._entries, self.metadata, self._start = _checked_header(self.path)
        if self.metadata["kind"] != kind:
            raise FileFormatError(
                f"'{self.path}' holds '{self.metadata['kind']}'; a file of '{kind}' was expected"
            )
        self.version = int(self.metadata["version"])
        if self.version > max_version:
            raise FileFormatError(
                f"'{self.path}' is of version {self.version}; this release reads up to version {max_version}: "
                "install a newer Riverboat"
            )
        with accessing(self.path):
            self._bytes = np.memmap(self.path, dtype=np.uint8, mode="r", offset=self._start)
        self._good: set[str] = set()

    def __getitem__(self, name: str) -> np.ndarray:
        array = self.mapped(name)
        if name not in self._good:
            if _checksum(array) != self.metadata.get(f"checksum:{name}"):
                raise FileFormatError(
                    f"array '{name}' of '{self.path}' is damaged: its checksum does not match"
                )
            self._good.add(name)
        return array

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the arrays."""
        return tuple(self._entries)

    def mapped(self, name: str) -> np.ndarray:
        """Return an array as it lies in the file, not checked."""
        if name not in self._entries:
            raise FileFormatError(f"'{self.path}' has no array '{name}'; it has {', '.join(self._entries)}")
        dtype, shape, begin, end = self._entries[name]
        # A plain array over the mapped bytes: single numbers of a memmap come several times slower.
        array: np.ndarray = self._bytes[begin:end].view(dtype, np.ndarray).reshape(shape)
        return array

    def length(self, name: str) -> int:
        """Return how many rows an array has, as the header says; nothing is read."""
        return len(self.mapped(name))

    def verify(self) -> None:
        """Read every array and compare its checksum."""
        self._good.clear()
        for name in self._entries:
            self[name]


@dataclass(frozen=True)
class Mapped:
    """The arrays of a file as they lie there, not checked: for who has checked them, or has just written them."""

    file: ArrayFile

    def __getitem__(self, name: str, /) -> np.ndarray:
        return self.file.mapped(name)

    def __contains__(self, name: str, /) -> bool:
        return name in self.file


_Entry = tuple[np.dtype, tuple[int, ...], int, int]


def _checked_header(path: Path) -> tuple[dict[str, _Entry], dict[str, str], int]:
    try:
        return _read_header(path)
    except (FileFormatError, FileAccessError):
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as problem:
        raise FileFormatError(f"'{path}' is not a Riverboat file or is damaged: {problem}") from problem


def _read_header(path: Path) -> tuple[dict[str, _Entry], dict[str, str], int]:
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
    entries: dict[str, _Entry] = {}
    for name, entry in header.items():
        dtype: np.dtype = _DTYPES[entry["dtype"]]
        shape, (begin, end) = tuple(map(index, entry["shape"])), map(index, entry["data_offsets"])
        room = math.prod(max(count, 1) for count in shape)
        fits = len(shape) <= _MOST_DIMENSIONS and min(shape, default=0) >= 0 and room < 2**48
        if not fits or begin < 0 or end - begin != dtype.itemsize * math.prod(shape):
            raise ValueError(f"array '{name}' of shape {shape} lies from {begin} to {end}")
        if end > size - 8 - length:
            raise FileFormatError(f"'{path}' is truncated: array '{name}' ends beyond the file")
        entries[name] = (dtype, shape, begin, end)
    return entries, meta, 8 + length


def _checksum(array: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data).hexdigest()  # no copy


def _header_checksum(entries: Mapping[str, object], meta: Mapping[str, str]) -> str:
    plain = {key: value for key, value in meta.items() if key != _HEADER_SUM}
    return hashlib.sha256(json.dumps([plain, entries], sort_keys=True).encode()).hexdigest()
