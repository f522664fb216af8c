"""What a trainer hands over: the average strategy and the visits of every row of its table."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

WELL_TRAINED: Final = 100
"""Visits from which on an information set counts as well trained, the measure of the shipped strategies."""


class TrainedRows(Protocol):
    """The table of a trainer. The row of node `n` is `tree.row[n]`."""

    @property
    def average(self) -> str:
        """How the average strategy was made: "stochastic updates", "snapshots", or in other words."""
        ...

    def probabilities(self, row: int, /) -> npt.NDArray[np.float32]:
        """Return the average strategy of a row, [buckets, choices], each line summing to 1."""
        ...

    def visits(self, row: int, /) -> npt.NDArray[np.generic]:
        """Return how often each bucket of a row was visited, [buckets]."""
        ...


_OF_WELL_TRAINED: Final = (
    8  # the level of WELL_TRAINED: below it there are seven halvings, above it seven doublings
)
_KEPT: Final = np.array([0, 1, 1, 1, 1, 5, 5, 5, 8, 8, 8, 11, 11, 11, 14, 14], np.uint8)
_OCTAVE_OF_FIRST_FILES: Final = 8  # levels for a doubling in files of version 1, which have bytes for them


def visit_levels(visits: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Return visits on a scale of four bits: 0 is none, and each level stands for twice as many visits as the last.

    A level is reached with its visits, not before: level 8 is `WELL_TRAINED`.

    >>> visit_levels([0, 1, 2, 99, 100, 200, 10**9]).tolist()
    [0, 1, 2, 7, 8, 9, 15]
    """
    doublings = np.frexp(np.asarray(visits, np.float64) / WELL_TRAINED)[1] - 1  # the logarithm, rounded down
    levels = np.clip(doublings + _OF_WELL_TRAINED, 0, 15)
    return np.asarray(np.where(np.asarray(visits) > 0, levels, 0), np.uint8)


def kept_levels(visits: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Return `visit_levels` in steps of eight times as many visits, as files keep them.

    Single doublings are noise that does not compress: they took nearly half of a file, and these take half of that.

    >>> kept_levels([0, 1, 2, 99, 100, 200, 10**9]).tolist()
    [0, 1, 1, 5, 8, 8, 14]
    """
    return _KEPT[visit_levels(visits)]


def visits_of(level: int) -> int:
    """Return the least visits that a level stands for.

    >>> [visits_of(level) for level in (0, 1, 2, 7, 8, 15)]
    [0, 1, 2, 50, 100, 12800]
    """
    return 0 if level == 0 else round(WELL_TRAINED * 2.0 ** (level - _OF_WELL_TRAINED))


def visits_of_first_files(level: int) -> int:
    """Return about how many visits a byte stands for in files of version 1: an eighth of a doubling is a level.

    >>> [visits_of_first_files(level) for level in (0, 1, 9, 54)]
    [0, 1, 2, 99]
    """
    return 0 if level == 0 else round(2 ** ((level - 1) / _OCTAVE_OF_FIRST_FILES))
