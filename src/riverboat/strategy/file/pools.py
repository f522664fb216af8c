"""Rows that know fewer kinds of boards than their street has: kinds that are alike pooled, by levels.

A row that is often visited is worth all its buckets, one that is hardly ever is not: there all kinds of boards play as
their mean. On each level neighbouring kinds are one group, and a row of the level has the buckets of hands for each
group. Level 0 has one group, the last all kinds. An abstraction without kinds has one level, and its rows all buckets.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.boards.with_boards import WithBoards
from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.errors import StrategyError

Floats = npt.NDArray[np.floating]

MOST_KINDS: Final = 256
_STEP: Final = 3  # times as many groups on each level


@dataclass(frozen=True, eq=False)
class Pools:
    """The levels of a round. groups: uint8[levels, kinds], the group of each kind, in order. buckets: of the round.

    >>> pools = Pools(np.array([[0, 0, 0], [0, 1, 1], [0, 1, 2]], np.uint8), 6)
    >>> pools.hands, pools.sizes, pools.own(1).tolist()
    (2, (2, 4, 6), [0, 1, 2, 3, 2, 3])
    """

    groups: npt.NDArray[np.uint8]
    buckets: int

    @property
    def levels(self) -> int:
        """How many levels there are."""
        return len(self.groups)

    @property
    def hands(self) -> int:
        """Buckets of hands, the same on all kinds."""
        return self.buckets // int(self.groups.shape[1])

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The buckets of a row, by level."""
        return tuple(self.hands * (int(groups[-1]) + 1) for groups in self.groups)

    @cached_property
    def _own(self) -> list[npt.NDArray[np.int64]]:
        within = np.arange(self.hands)
        return [
            (groups.astype(np.int64)[:, None] * self.hands + within).reshape(-1) for groups in self.groups
        ]

    def own(self, level: int) -> npt.NDArray[np.int64]:
        """Return the bucket of a row of a level that each bucket is pooled into: int64[buckets]."""
        return self._own[level]

    def own_bucket(self, level: int, bucket: int) -> int:
        """Return the same of one bucket."""
        kind, hand = divmod(bucket, self.hands)
        return int(self.groups[level, kind]) * self.hands + hand

    def within(self, level: int, coarser: int) -> npt.NDArray[np.int64]:
        """Return the bucket of a row of a coarser level that each bucket of a row of a level lies in."""
        first = np.flatnonzero(np.diff(self.groups[level].astype(np.int64), prepend=-1))
        groups = self.groups[coarser][first].astype(np.int64)
        return np.asarray((groups[:, None] * self.hands + np.arange(self.hands)).reshape(-1))

    def sums(self, numbers: Floats, level: int) -> Floats:
        """Return numbers of rows, [rows, buckets, ...], added up over what a level pools: [rows, own buckets, ...]."""
        if level == self.levels - 1:
            return numbers
        rows, rest = len(numbers), numbers.shape[2:]
        starts = np.flatnonzero(np.diff(self.groups[level].astype(np.int64), prepend=-1))
        return sums_from(numbers.reshape(rows, -1, self.hands, *rest), starts).reshape(rows, -1, *rest)


def sums_from(numbers: Floats, starts: npt.NDArray[np.integer]) -> Floats:
    """Return numbers [rows, kinds, ...] added up from each start to the next, ten times as fast as `reduceat`.

    >>> sums_from(np.array([[1.0, 2.0, 4.0]]), np.array([0, 2])).tolist()
    [[3.0, 4.0]]
    """
    ends = [*starts[1:].tolist(), numbers.shape[1]]
    return np.stack(
        [numbers[:, begin:end].sum(axis=1) for begin, end in zip(starts.tolist(), ends, strict=True)], axis=1
    )


def one_level(buckets: int) -> Pools:
    """Return those of rows that all have so many buckets."""
    return Pools(np.zeros((1, 1), np.uint8), buckets)


def pools_of(abstraction: CardAbstraction, number: int) -> Pools:
    """Return the levels of a round: one, three, nine and so on kinds of boards, and all of them.

    >>> from riverboat.abstraction import Lossless
    >>> from riverboat.cards.card import FULL_DECK
    >>> pools_of(Lossless(((2,),), FULL_DECK), 0).sizes
    (169,)
    """
    count = abstraction.count(number)
    if not isinstance(abstraction, WithBoards) or not abstraction.kinds.splits:
        return one_level(count)
    kinds = abstraction.kinds.count(number)
    if kinds > MOST_KINDS:
        raise StrategyError(
            f"there are {kinds:,} kinds of boards; a file has at most {MOST_KINDS}: pool them, for instance to 30 "
            "(--kinds 30)"
        )
    sizes = [kinds]
    while sizes[0] > 1:
        sizes.insert(0, max(1, sizes[0] // _STEP))
    starts = [abstraction.kinds.starts(number, size) for size in sizes]
    groups = [np.searchsorted(first, np.arange(kinds), side="right") - 1 for first in starts]
    return Pools(np.array(groups, np.uint8), count)
