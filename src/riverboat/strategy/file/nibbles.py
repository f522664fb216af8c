"""Probabilities in four bits: fifteenths that sum to 1, the last of a row implied.

A row of the strategy table is `buckets` times `choices` probabilities. Each bucket takes `choices - 1` nibbles, one
after the other, two to a byte, the low one first; each row begins with a new byte.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

STEPS: Final = 15
FIFTEENTHS: Final[list[float]] = (np.arange(STEPS + 1, dtype=np.float32) * np.float32(1 / STEPS)).tolist()
"""The sixteen probabilities there are, as 32 bits have them."""
Bytes = npt.NDArray[np.uint8]


def fifteenths(probabilities: npt.ArrayLike) -> Bytes:
    """Return probabilities [..., choices] as whole fifteenths that sum to 15: uint8 of the same shape.

    Shares are rounded down, and what is missing goes to the largest remainders (Hamilton's method), so none is off by
    a fifteenth or more. Ties go to the first.

    >>> fifteenths([[0.5, 0.5], [0.02, 0.98], [1, 0]]).tolist()
    [[8, 7], [0, 15], [15, 0]]
    """
    shares = np.asarray(probabilities, np.float64)
    shares = STEPS * shares / shares.sum(axis=-1, keepdims=True)
    whole = np.floor(shares + 1e-6)  # what 32 bits make of 7/15 is not to become 6
    missing = STEPS - whole.sum(axis=-1, keepdims=True)
    order = np.argsort(whole - shares, axis=-1, kind="stable")
    place = np.argsort(order, axis=-1, kind="stable")
    return np.asarray(whole + (place < missing), np.uint8)


def row_bytes(buckets: int | np.ndarray, choices: int | np.ndarray) -> np.ndarray:
    """Return how many bytes a row takes.

    >>> int(row_bytes(169, 3)), int(row_bytes(169, 2)), int(row_bytes(169, 1))
    (169, 85, 0)
    """
    return np.asarray((np.asarray(buckets, np.int64) * (np.asarray(choices, np.int64) - 1) + 1) // 2)


def pack(parts: Bytes) -> Bytes:
    """Return fifteenths [buckets, choices] as the bytes of a row.

    >>> pack(np.array([[8, 7], [0, 15], [15, 0]], np.uint8)).tolist()
    [8, 15]
    """
    return _in_bytes(parts[:, :-1].reshape(-1))


def pack_levels(levels: Bytes) -> Bytes:
    """Return numbers below 16, one for each bucket, as bytes.

    >>> pack_levels(np.array([1, 2, 15], np.uint8)).tolist()
    [33, 15]
    """
    return _in_bytes(levels)


def _in_bytes(nibbles: Bytes) -> Bytes:
    even = np.concatenate([nibbles, np.zeros(len(nibbles) % 2, np.uint8)])
    return np.asarray(even[::2] | even[1::2] << 4, np.uint8)


def unpack(data: Bytes, buckets: int, choices: int) -> npt.NDArray[np.float32]:
    """Return the probabilities of a row: float32[buckets, choices].

    >>> unpack(np.array([0x08, 0x0F], np.uint8), 3, 2).astype(float).round(2).tolist()
    [[0.53, 0.47], [0.0, 1.0], [1.0, 0.0]]
    """
    nibbles = np.stack([data & 15, data >> 4], axis=1).reshape(-1)[: buckets * (choices - 1)]
    return _with_last(nibbles.reshape(buckets, choices - 1))


def unpack_cells(
    data: Bytes, first: npt.NDArray[np.int64], buckets: npt.NDArray[np.integer], choices: int
) -> npt.NDArray[np.float32]:
    """Return single cells of many rows with the same number of choices: float32[cells, choices].

    first: int64[cells], where the row of each cell begins in `data`. buckets: [cells].
    """
    at = (np.asarray(buckets, np.int64) * (choices - 1))[:, None] + np.arange(choices - 1)
    nibbles = data[first[:, None] + (at >> 1)] >> (at & 1) * 4 & 15
    return _with_last(nibbles)


def _with_last(parts: np.ndarray) -> npt.NDArray[np.float32]:
    whole = np.empty((len(parts), parts.shape[1] + 1), np.float32)
    whole[:, :-1] = parts
    whole[:, -1] = STEPS - whole[:, :-1].sum(axis=1)
    return np.asarray(whole * np.float32(1 / STEPS))
