"""Arrays in fewer bytes: cut into blocks that are compressed one by one, so that only needed ones are decoded.

A coded array in a file is its coded blocks one after the other, zeros up to a multiple of eight bytes, and a table: for
each block the bytes that it takes and the CRC-32 of what it holds, two 32-bit numbers.
"""

from __future__ import annotations

import lzma
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.base.memory import within_memory
from riverboat.errors import FileAccessError, FileFormatError

Bytes = npt.NDArray[np.uint8]

BLOCK: Final = 1 << 16
"""Bytes of a block before it is coded: of strategies, blocks of four times as many are 1 % smaller and open later."""
_SMALL: Final = 1 << 9  # bytes from which on coding is worth its table
_LARGE: Final = 1 << 25  # bytes from which on an array is coded fast rather than small
_ENTRY: Final = 8  # bytes of the table for a block
_STORED: Final = 64  # bytes that a block may grow by if it cannot be made smaller; 33 by zlib's own bound

# No bits of a byte's place or of the byte before: nibbles have no words. A dictionary is no larger than a block.
_LZMA: Final = [
    {"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": BLOCK, "lc": 0, "lp": 0, "pb": 0},
]


class _Coding(NamedTuple):
    encode: Callable[[memoryview], bytes]
    decode: Callable[[bytes, int], bytes]  # the second says how many bytes there may be at most


CODINGS: Final[dict[str, _Coding]] = {
    "lzma": _Coding(
        lambda block: lzma.compress(block, lzma.FORMAT_RAW, filters=_LZMA),
        lambda data, most: lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=_LZMA).decompress(data, most),
    ),
    "zlib": _Coding(
        lambda block: zlib.compress(block, 6), lambda data, most: zlib.decompressobj().decompress(data, most)
    ),
}
"""Of headsup's table, lzma makes 49 % (5 MB a second written, 40 read), zlib 54 % (22 and 220), on one core."""


def coding_for(nbytes: int) -> str | None:
    """Return how an array of so many bytes is best coded, or None if that is not worth it.

    >>> coding_for(100), coding_for(10**6), coding_for(10**9)
    (None, 'lzma', 'zlib')
    """
    return None if nbytes < _SMALL else "lzma" if nbytes < _LARGE else "zlib"


def most_bytes(nbytes: int) -> int:
    """Return what a coded array of so many bytes takes at most: blocks that cannot be made smaller are stored."""
    return nbytes + (_STORED + _ENTRY) * _count(nbytes) + 7


def encoded(pieces: Iterable[memoryview], coding: str) -> Iterator[bytes]:
    """Yield what a file holds of an array whose bytes are these pieces; all processors code."""
    table: list[int] = []
    total = 0
    encode = CODINGS[coding].encode
    threads = os.cpu_count() or 1
    blocks = _blocks(pieces)
    with ThreadPoolExecutor(threads) as pool:
        while some := list(islice(blocks, 8 * threads)):
            for block, data in zip(some, pool.map(encode, some), strict=True):
                table += [len(data), zlib.crc32(block)]
                total += len(data)
                yield data
    yield bytes(-total % 8) + np.array(table, "<u4").tobytes()


def _blocks(pieces: Iterable[memoryview]) -> Iterator[memoryview]:
    """The same bytes in blocks, the last of which may be short."""
    begun = b""
    for piece in pieces:
        first = min(-len(begun) % BLOCK, len(piece))
        begun += piece[:first]
        if len(begun) == BLOCK:
            yield memoryview(begun)
            begun = b""
        whole = first + (len(piece) - first) // BLOCK * BLOCK
        for begin in range(first, whole, BLOCK):
            yield piece[begin : begin + BLOCK]
        begun += piece[whole:]
    if begun:
        yield memoryview(begun)


class Decoder:
    """The bytes of a coded array: `content`, of which only what was asked for by `need` is there."""

    def __init__(self, data: Bytes, nbytes: int, coding: str, what: str) -> None:
        """Take the array as it lies in the file. what: its name, for messages."""
        self._data, self._decode, self._what = data, CODINGS[coding].decode, what
        count = _count(nbytes)
        table = np.frombuffer(data[max(len(data) - _ENTRY * count, 0) :].tobytes(), "<u4")
        if len(table) != 2 * count:
            raise FileFormatError(f"{what} is damaged: it has no table of its blocks")
        self._ends = np.cumsum(table[::2], dtype=np.int64)
        self._sums = table[1::2]
        if not 0 <= len(data) - _ENTRY * count - int(self._ends[-1] if count else 0) < 8:
            raise FileFormatError(f"{what} is damaged: its blocks are not as long as its table says")
        with within_memory(
            f"reading {what}", FileAccessError, "the file may be damaged; check it by verify=True"
        ):
            self._memory = np.empty(nbytes, np.uint8)  # takes no room before it is written to
        self._there = bytearray(count)
        self.content = self._memory.view()
        self.content.flags.writeable = False

    def need(self, begin: int, end: int) -> None:
        """Decode these bytes of the content, unless they are there."""
        for block in range(begin // BLOCK, _count(end)):
            if not self._there[block]:
                self._read(block)

    def all(self) -> Bytes:
        """Decode all there is."""
        self.need(0, len(self.content))
        return self.content

    def _read(self, block: int) -> None:
        room = self._memory[block * BLOCK : (block + 1) * BLOCK]
        begin = int(self._ends[block - 1]) if block else 0
        try:
            found = self._decode(self._data[begin : self._ends[block]].tobytes(), len(room) + 1)
        except (zlib.error, lzma.LZMAError, EOFError, ValueError):
            found = b""
        if len(found) != len(room) or zlib.crc32(found) != self._sums[block]:
            raise FileFormatError(f"{self._what} is damaged: the checksum of block {block} does not match")
        room[:] = np.frombuffer(found, np.uint8)
        self._there[block] = True


def _count(nbytes: int) -> int:
    return -(-nbytes // BLOCK)
