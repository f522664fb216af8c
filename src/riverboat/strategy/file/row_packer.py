"""The whole table of a trainer in the bytes of a file: many rows of one shape at a time."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import shown
from riverboat.errors import StrategyError
from riverboat.strategy.file.alike_rows import UNSEEN
from riverboat.strategy.file.pools import Pools
from riverboat.strategy.file.saved_rows import Layout
from riverboat.strategy.file.shares import FIFTEENTHS, Bytes, Shares
from riverboat.strategy.file.trained_rows import WELL_TRAINED, TrainedRows, kept_levels

_NUMBERS: Final = "fiu"  # kinds of dtypes
_AT_ONCE: Final = 1 << 15  # cells: what is worked on stays in the processor's memory


class Some(NamedTuple):
    """Rows of one round and shape: their numbers, strategies [rows, buckets, choices] and visits [rows, buckets]."""

    numbers: npt.NDArray[np.int64]
    played: npt.NDArray[np.floating]
    visits: npt.NDArray[np.float64]
    pools: Pools

    def pooled(self, level: int) -> npt.NDArray[np.floating]:
        """Return the strategies of a level: [rows, own buckets, choices], means by visits."""
        if level == self.pools.levels - 1:
            return self.played
        sums = self.pools.sums(self.played * (self.visits + UNSEEN)[..., None], level)
        return np.asarray(sums / sums.sum(axis=2, keepdims=True))

    def pooled_visits(self) -> npt.NDArray[np.float64]:
        """Return the mean visits of the buckets that the first level pools: [rows, own buckets]."""
        sums = self.pools.sums(self.visits, 0)
        return np.asarray(sums * (sums.shape[1] / self.visits.shape[1]), np.float64)

    def cost(self, level: int) -> npt.NDArray[np.float64]:
        """Return how much of each row's play is another on a level: total variation times visits, [rows]."""
        if level == self.pools.levels - 1:
            return np.zeros(len(self.numbers))
        moved = np.abs(self.played - self.pooled(level)[:, self.pools.own(level)]).sum(axis=2) / 2
        return np.asarray((moved * self.visits).sum(axis=1))


class RowBytes:
    """Room for the bytes of rows, one after the other."""

    def __init__(self, sizes: npt.NDArray[np.int64]) -> None:
        self.first = np.concatenate([[0], np.cumsum(sizes)])
        self.data = np.empty(int(self.first[-1]), np.uint8)

    def put(self, numbers: npt.NDArray[np.int64], packed: Bytes) -> None:
        """Put the bytes of rows, [rows, bytes], into their places."""
        for number, row in zip(self.first[numbers].tolist(), packed, strict=True):
            self.data[number : number + len(row)] = row

    def of(self, row: int) -> Bytes:
        """Return the bytes of a row."""
        return self.data[self.first[row] : self.first[row + 1]]


class PackedTable:
    """Rows of a file: shares on every level, and visits. sizes: the buckets of each row by level, [levels, rows]."""

    def __init__(
        self, sizes: npt.NDArray[np.int64], choices: npt.NDArray[np.integer], shares: Shares
    ) -> None:
        self.strategy = [RowBytes(shares.row_bytes(own, choices)) for own in sizes]
        self.visits = RowBytes(FIFTEENTHS.row_bytes(sizes[0], 2))
        self.costs = np.zeros(sizes.shape)
        self._shares = shares

    def coded_sizes(self) -> npt.NDArray[np.float64]:
        """Return about how many bytes each row takes on each level once it is compressed: [levels, rows]."""
        rows = range(len(self.visits.first) - 1)
        visits = [self.visits.of(row).tobytes() for row in rows]
        both = (
            [len(zlib.compress(on.of(row).tobytes() + visits[row], 1)) for row in rows]
            for on in self.strategy
        )
        return np.array(list(both), np.float64)

    def put(self, some: Some) -> None:
        """Put rows into their places."""
        for level in range(some.pools.levels):
            parts = self._shares.of(some.pooled(level))[..., :-1]
            self.strategy[level].put(some.numbers, self._shares.pack(parts))
            self.costs[level, some.numbers] = some.cost(level)
        self.visits.put(some.numbers, FIFTEENTHS.pack(kept_levels(some.pooled_visits())))

    def chosen(self, levels: npt.NDArray[np.integer]) -> tuple[list[Bytes], list[Bytes]]:
        """Return the bytes of the strategies and the visits of rows, in pieces. levels: of each row, -1 for none."""
        if len(self.strategy) == 1 and not levels.any():
            return [self.strategy[0].data], [self.visits.data]
        rows = np.flatnonzero(levels >= 0).tolist()
        return [self.strategy[levels[row]].of(row) for row in rows], [self.visits.of(row) for row in rows]


def visits_by_row(layout: Layout, rows: TrainedRows) -> tuple[np.ndarray, float]:
    """Return the visits of each row, and the share of visits that fell on well-trained information sets."""
    totals, well = np.zeros(layout.tree.rows), 0.0
    for row in range(layout.tree.rows):
        counts = _checked_visits(row, np.asarray(rows.visits(row)), int(layout.row_buckets[row]))
        totals[row] = counts.sum()
        well += counts[counts >= WELL_TRAINED].sum()
    return totals, round(well / max(totals.sum(), 1.0), 6)


def _checked_visits(row: int, counts: np.ndarray, buckets: int) -> npt.NDArray[np.float64]:
    if counts.shape != (buckets,) or counts.dtype.kind not in _NUMBERS or not (counts >= 0).all():
        raise StrategyError(
            f"the visits of row {row} must be {buckets} numbers from 0 up, one for each bucket; they are "
            f"{shown(counts.tolist())}"
        )
    return counts.astype(np.float64)


def rows_of_one_shape(layout: Layout, rows: TrainedRows) -> Iterator[Some]:
    """Yield all rows, some at a time; each must have probabilities of the right shape."""
    shapes = layout.alike.row_round << 8 | layout.tree.row_choices
    for shape in np.unique(shapes).tolist():
        alike, pools, choices = np.flatnonzero(shapes == shape), layout.pools[shape >> 8], shape & 255
        count = max(1, _AT_ONCE // pools.buckets)
        for begin in range(0, len(alike), count):
            numbers = alike[begin : begin + count]
            some = numbers.tolist()
            played = _stacked([rows.probabilities(row) for row in some], some, (pools.buckets, choices))
            yield Some(numbers, played, np.array([rows.visits(row) for row in some], np.float64), pools)


def _stacked(played: list[np.ndarray], rows: list[int], shape: tuple[int, int]) -> npt.NDArray[np.floating]:
    for row, one in zip(rows, played, strict=True):
        if np.shape(one) != shape or np.asarray(one).dtype.kind not in _NUMBERS:
            raise _no_strategy(row, np.asarray(one), shape)
    stacked = np.array(played)
    sums = sum(stacked[..., choice] for choice in range(shape[1]))
    wrong = (np.abs(sums - 1).max(axis=1) > 1e-3) | ~(stacked.min(axis=(1, 2)) >= 0)
    if wrong.any():
        place = int(wrong.argmax())
        raise _no_strategy(rows[place], stacked[place], shape)
    return stacked


def _no_strategy(row: int, played: np.ndarray, shape: tuple[int, int]) -> StrategyError:
    return StrategyError(
        f"the strategy of row {row} must be probabilities of shape {shape} whose lines sum to 1; it has shape "
        f"{played.shape} and holds such as {shown(played.reshape(-1)[:4].tolist())}"
    )
