"""Probabilities as whole shares that sum to 1, the last of a cell implied: fifteenths in four bits, 255ths in eight.

A row of the strategy table is `buckets` times `choices` probabilities. Each bucket takes `choices - 1` numbers, one
after the other; of four bits two go to a byte, the low one first. Each row begins with a new byte.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.errors import StrategyError

Bytes = npt.NDArray[np.uint8]


class Shares:
    """Whole numbers of so many bits, and the probabilities that they stand for."""

    def __init__(self, bits: int) -> None:
        self.bits: Final = bits
        self.most: Final = (1 << bits) - 1
        """The share that is all, and the mask of a number."""
        self.shift: Final = int(bits == 4)
        """Number `n` lies in byte `n >> shift`, from bit `(n & shift) * 4` on."""
        whole = np.arange(self.most + 1, dtype=np.float32) * np.float32(1 / self.most)
        self.probabilities: Final[list[float]] = whole.tolist()
        """What each share stands for, as 32 bits have it."""

    def of(self, probabilities: npt.ArrayLike) -> Bytes:
        """Return probabilities [..., choices] as whole shares that sum to `most`: uint8 of the same shape.

        They are rounded down, and what is missing goes to the largest remainders (Hamilton's method), so none is off by
        a share or more. Ties go to the first.

        >>> FIFTEENTHS.of([[0.5, 0.5], [0.02, 0.98], [1, 0]]).tolist()
        [[8, 7], [0, 15], [15, 0]]
        >>> SHARES[8].of([0.5, 0.5]).tolist()
        [128, 127]
        """
        given = np.asarray(probabilities)
        # Choice by choice over all cells, and places by comparing: sorting a few numbers each is ten times slower.
        shares = np.array(np.moveaxis(given, -1, 0), np.float64, order="C")
        shares *= self.most / shares.sum(axis=0)
        whole = np.floor(shares + 1e-6 * self.most / 15)  # what 32 bits make of 7/15 is not to become 6
        shares -= whole
        missing = (self.most - whole.sum(axis=0)).astype(np.uint8)
        parts = whole.astype(np.uint8)
        for choice, left in enumerate(shares):
            place = np.zeros(left.shape, np.uint8)
            for other, of_other in enumerate(shares):
                if other != choice:
                    place += of_other >= left if other < choice else of_other > left
            parts[choice] += place < missing
        return np.moveaxis(parts, 0, -1)

    def row_bytes(self, buckets: int | np.ndarray, choices: int | np.ndarray) -> np.ndarray:
        """Return how many bytes a row takes.

        >>> int(FIFTEENTHS.row_bytes(169, 3)), int(FIFTEENTHS.row_bytes(169, 2)), int(SHARES[8].row_bytes(169, 2))
        (169, 85, 169)
        """
        numbers = np.asarray(buckets, np.int64) * (np.asarray(choices, np.int64) - 1)
        return np.asarray(numbers + self.shift >> self.shift)

    def pack(self, numbers: Bytes) -> Bytes:
        """Return the numbers [rows, ...] of rows as their bytes, [rows, bytes].

        >>> FIFTEENTHS.pack(np.array([[8, 0, 15]], np.uint8)).tolist()
        [[8, 15]]
        """
        flat = numbers.reshape(len(numbers), math.prod(numbers.shape[1:]))
        if not self.shift:
            return flat
        packed = np.array(flat[:, ::2])
        packed[:, : flat.shape[1] // 2] |= flat[:, 1::2] << 4
        return packed

    def unpack(self, data: Bytes, first: npt.ArrayLike, numbers: npt.ArrayLike) -> Bytes:
        """Return single numbers of rows. first: where the row of each begins in `data`. numbers: which of the row.

        >>> FIFTEENTHS.unpack(np.array([8, 15], np.uint8), 0, [0, 1, 2]).tolist()
        [8, 0, 15]
        """
        at = np.asarray(numbers, np.int64)
        found = data[np.asarray(first, np.int64) + (at >> self.shift)]
        return np.asarray(found >> (at & self.shift).astype(np.uint8) * np.uint8(4) & self.most)

    def cells(
        self, data: Bytes, first: npt.ArrayLike, buckets: npt.ArrayLike, choices: int
    ) -> npt.NDArray[np.float32]:
        """Return the probabilities of cells with the same number of choices: float32[cells, choices].

        first: where the row of each cell begins in `data`, or of all. buckets: [cells].
        """
        at = np.asarray(buckets, np.int64)[:, None] * (choices - 1) + np.arange(choices - 1)
        found = self.unpack(data, np.asarray(first, np.int64)[..., None], at)
        whole = np.empty((len(found), choices), np.float32)
        whole[:, :-1] = found
        whole[:, -1] = self.most - whole[:, :-1].sum(axis=1)
        return np.asarray(whole * np.float32(1 / self.most))


SHARES: Final = {bits: Shares(bits) for bits in (4, 8)}
FIFTEENTHS: Final = SHARES[4]


def shares_of(bits: object) -> Shares:
    """Return the shares of so many bits.

    >>> shares_of(16)
    Traceback (most recent call last):
    ...
    riverboat.errors.StrategyError: a strategy cannot have probabilities of 16 bits; give 4 or 8
    """
    if not isinstance(bits, int) or bits not in SHARES:
        raise StrategyError(f"a strategy cannot have probabilities of {bits!r} bits; give 4 or 8")
    return SHARES[bits]
