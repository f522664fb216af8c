"""The rows of a table in a file: small numbers, some for each bucket, read and checked when they are first needed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.base.files import Parts
from riverboat.strategy.file.shares import Shares


class PackedRows:
    """Rows one after the other in an array of bytes, and where each begins.

    Single numbers of a memoryview are plain ones, several times as fast as those of an array.
    """

    def __init__(self, parts: Parts, sizes: npt.NDArray[np.int64], shares: Shares) -> None:
        """Take the bytes of a file. sizes: of each row."""
        self.shares = shares
        self.data = parts.numbers
        self.first = np.concatenate([[0], np.cumsum(sizes)])
        self.bytes, self.begin = self.data.data, self.first.data
        self.there = bytearray(len(sizes))
        self._there = np.frombuffer(self.there, np.uint8)
        self._parts = parts

    def read(self, row: int) -> None:
        """Make sure that a row is there."""
        self._parts.need(self.begin[row], self.begin[row + 1])
        self.there[row] = True

    def read_all(self, rows: npt.NDArray[np.int64]) -> None:
        """Make sure that rows are there."""
        for row in np.unique(rows[self._there[rows] == 0]).tolist():
            self.read(row)

    def number(self, row: int, number: int) -> int:
        """Return one number of a row."""
        if not self.there[row]:
            self.read(row)
        shift = self.shares.shift
        byte = self.bytes[self.begin[row] + (number >> shift)]
        return byte >> (number & shift) * 4 & self.shares.most

    def numbers(self, row: int, numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]:
        """Return several numbers of a row."""
        self.read(row)
        return self.shares.unpack(self.data, self.begin[row], numbers)

    def cell(self, row: int, bucket: int, choices: int) -> list[float]:
        """Return the probabilities of one cell; the fastest way to a single one."""
        if not self.there[row]:
            self.read(row)
        shares, first, data, at = self.shares, self.begin[row], self.bytes, bucket * (choices - 1)
        shift, most = shares.shift, shares.most
        parts = [data[first + (n >> shift)] >> (n & shift) * 4 & most for n in range(at, at + choices - 1)]
        known = shares.probabilities
        return [known[part] for part in (*parts, most - sum(parts))]

    def cells(
        self, rows: npt.NDArray[np.int64], buckets: npt.NDArray[np.int64], choices: int
    ) -> npt.NDArray[np.float32]:
        """Return the probabilities of cells of rows with the same number of choices: float32[cells, choices]."""
        self.read_all(rows)
        return self.shares.cells(self.data, self.first[rows], buckets, choices)
