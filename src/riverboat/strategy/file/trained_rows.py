"""What a trainer hands over: the average strategy and the visits of every row of its table."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

WELL_TRAINED: Final = 100
"""Visits from which on an information set counts as well trained, the measure of the shipped strategies."""

_PER_OCTAVE: Final = 8  # levels for a doubling of visits: a level is right within 5 %


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


def visit_levels(visits: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Return visits on a scale of a byte: 0 is none, and each eighth of a doubling is a level.

    >>> visit_levels([0, 1, 2, 100, 10**9]).tolist()
    [0, 1, 9, 54, 240]
    """
    counts = np.asarray(visits, np.float64)
    levels = 1 + np.rint(_PER_OCTAVE * np.log2(np.maximum(counts, 1)))
    return np.where(counts > 0, np.minimum(levels, 255), 0).astype(np.uint8)


def visits_of(level: int) -> int:
    """Return about how many visits a level stands for.

    >>> [visits_of(level) for level in (0, 1, 9, 54)]
    [0, 1, 2, 99]
    """
    return 0 if level == 0 else round(2 ** ((level - 1) / _PER_OCTAVE))


WELL_TRAINED_LEVEL: Final = int(visit_levels(WELL_TRAINED))
"""The level of `WELL_TRAINED`."""
