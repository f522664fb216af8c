"""Files of named arrays in the safetensors layout, written whole or not at all.

The layout: eight bytes with the length of a JSON header, the header, then the arrays' bytes one after the other.
The header names each array's dtype, shape and place, and carries metadata: the kind and version of the file, what
made it, a checksum of the header and one per array. Opening reads and checks the header alone and maps the rest; an
array is read and checked when it is first asked for. `verify` reads everything.

An array may be coded (`layout.coded`): its entry in the header then says how, `"coding"`, which is more than the layout
has; its dtype, shape and checksum are those of what it holds.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from riverboat.base.file_access import accessing, path_of
from riverboat.base.layout.coded import Decoder, coding_for, encoded, most_bytes
from riverboat.base.layout.header import NAME_OF, Entry, header_bytes, read_header
from riverboat.base.layout.held import contents
from riverboat.base.temporaries import open_temporary, remove_stale
from riverboat.errors import FileAccessError, FileFormatError, FolderError, MissingFileError

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
    compress: bool = False,
) -> None:
    """Write arrays under a temporary name and move them into place; an error leaves an old file as it was.

    compress: code arrays where that is worth it. They then no longer lie in the file as they are: what is read of them
    is held in memory.
    """
    _write_beside(path, _writer(arrays, kind, version, metadata or {}, compress))


def compressed_file(
    arrays: Mapping[str, np.ndarray | Pieces], *, kind: str, version: int, metadata: Mapping[str, str]
) -> bytes:
    """Return what `write_arrays` would write with `compress`, for who must know its size first."""
    file = io.BytesIO()
    _writer(arrays, kind, version, metadata, compress=True)(file)
    return file.getvalue()


def _writer(
    arrays: Mapping[str, np.ndarray | Pieces],
    kind: str,
    version: int,
    metadata: Mapping[str, str],
    compress: bool,
) -> Callable[[BinaryIO], None]:
    entries: dict[str, dict[str, Any]] = {}
    meta = {**metadata, "kind": kind, "version": str(version)}
    streams: dict[str, Pieces] = {}
    offset = 0
    for name, array in arrays.items():
        if name == "__metadata__":
            raise FileFormatError("an array cannot have the name '__metadata__': the layout uses it")
        stream = array if isinstance(array, Pieces) else Pieces(array.dtype, array.shape, [array])
        dtype = np.dtype(stream.dtype).newbyteorder("<")
        if dtype not in NAME_OF:
            raise FileFormatError(f"array '{name}' has dtype {stream.dtype}, which a file cannot hold")
        nbytes = dtype.itemsize * math.prod(stream.shape)
        coding = coding_for(nbytes) if compress else None
        end = offset + (most_bytes(nbytes) if coding else nbytes)  # known once it is written
        entries[name] = {"dtype": NAME_OF[dtype], "shape": list(stream.shape), "data_offsets": [offset, end]}
        if coding:
            entries[name]["coding"] = coding
        meta[f"checksum:{name}"] = _NO_SUM  # known once the array is written, after the header
        streams[name] = stream
        offset = end

    def write(file: BinaryIO) -> None:
        begin = file.write(header_bytes(entries, meta))
        end = 0
        for name, stream in streams.items():
            entry = entries[name]
            meta[f"checksum:{name}"] = _write_pieces(file, name, stream, entry.get("coding"))
            entry["data_offsets"], end = [end, file.tell() - begin], file.tell() - begin
        file.seek(0)
        file.write(header_bytes(entries, meta, begin))

    return write


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


def _write_pieces(file: BinaryIO, name: str, stream: Pieces, coding: str | None) -> str:
    """Write an array piece by piece and return the checksum of what it holds."""
    total, written = hashlib.sha256(), 0
    dtype = np.dtype(stream.dtype).newbyteorder("<")

    def blocks() -> Iterator[memoryview]:
        nonlocal written
        for piece in stream.pieces:
            block = np.asarray(piece, dtype, order="C").reshape(-1)
            written += block.size
            total.update(data := block.view(np.uint8).data)
            yield data

    for data in encoded(blocks(), coding) if coding else blocks():
        file.write(data)
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
    return str(read_header(path_of(path))[1]["kind"])


class ArrayFile:
    """A file opened for reading: `file["name"]` is a read-only view of the mapped file, checked when it is first used.

    `mapped` is the same without the check, for those who check parts of an array as they need them. `parts` is for
    those who need parts of one that is coded.
    """

    def __init__(self, path: str | os.PathLike[str], *, kind: str, max_version: int) -> None:
        self.path, self.max_version = path_of(path), max_version
        self._entries, self.metadata, self._start = read_header(self.path)
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
            self._bytes = contents(self.path, self._start)
        self._good: set[str] = set()
        self._decoders: dict[str, Decoder] = {}

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
        """Return an array as it lies in the file, not checked; one that is coded is decoded."""
        dtype, shape, begin, end, coding = self._entry(name)
        # A plain array over the mapped bytes: single numbers of a memmap come several times slower.
        found = self._decoder(name).all() if coding else self._bytes[begin:end].view(np.ndarray)
        array: np.ndarray = found.view(dtype).reshape(shape)
        return array

    def parts(self, name: str) -> Parts:
        """Return an array of one dimension to be read in parts; one that is not coded is checked as a whole."""
        entry = self._entry(name)
        if not entry.coding:
            return Parts(self[name], None)
        decoder = self._decoder(name)
        return Parts(decoder.content.view(entry.dtype).reshape(entry.shape), decoder)

    def length(self, name: str) -> int:
        """Return how many rows an array has, as the header says; nothing is read."""
        shape = self._entry(name).shape
        if not shape:
            raise FileFormatError(f"array '{name}' of '{self.path}' is a single number; it must have rows")
        return shape[0]

    def _entry(self, name: str) -> Entry:
        if name not in self._entries:
            raise FileFormatError(f"'{self.path}' has no array '{name}'; it has {', '.join(self._entries)}")
        return self._entries[name]

    def _decoder(self, name: str) -> Decoder:
        if name not in self._decoders:
            entry = self._entry(name)
            data = self._bytes[entry.begin : entry.end].view(np.ndarray)
            what = f"array '{name}' of '{self.path}'"
            self._decoders[name] = Decoder(data, entry.nbytes, str(entry.coding), what)
        return self._decoders[name]

    def verify(self) -> None:
        """Read every array and compare its checksum."""
        self._good.clear()
        for name in self._entries:
            self._decoders.pop(name, None)
            self[name]
            self._decoders.pop(name, None)  # all arrays at once may be more than memory holds


class Parts(NamedTuple):
    """An array of one dimension, of whose numbers only those are there that were asked for by `need`."""

    numbers: np.ndarray
    decoder: Decoder | None

    def need(self, begin: int, end: int) -> None:
        """Read and check these numbers, unless they are there."""
        if self.decoder is not None:
            size = self.numbers.itemsize
            self.decoder.need(begin * size, end * size)


@dataclass(frozen=True)
class Mapped:
    """The arrays of a file as they lie there, not checked: for who has checked them, or has just written them."""

    file: ArrayFile

    def __getitem__(self, name: str, /) -> np.ndarray:
        return self.file.mapped(name)

    def __contains__(self, name: str, /) -> bool:
        return name in self.file


def _checksum(array: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data).hexdigest()  # no copy
