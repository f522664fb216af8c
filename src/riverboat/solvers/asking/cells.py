"""All hands at a point summed up by cells, such as the 169 classes of starting hands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
NOTHING = 1e-9
"""What comes less often does not come."""


@dataclass(frozen=True, eq=False)
class Cells:
    """Hands by cell. cell_of: the cell of each hand, int[hands]. weights: how often each comes. count: of the cells."""

    cell_of: npt.NDArray[np.integer]
    weights: Floats
    count: int

    @property
    def mass(self) -> Floats:
        """The weights of each cell together."""
        return np.asarray(np.bincount(self.cell_of, self.weights, self.count), np.float64)

    @property
    def weight(self) -> Floats:
        """The mean weight of the hands in each cell; 0 where there are none.

        >>> Cells(np.array([0, 0, 2]), np.array([1.0, 0.5, 0.2]), 3).weight.tolist()
        [0.75, 0.0, 0.2]
        """
        return self.mass / np.maximum(1, np.bincount(self.cell_of, minlength=self.count))

    def mean(self, values: Floats) -> Floats:
        """Return the mean of a value by cell, by the weights; hands without one do not count, NaN where none has.

        >>> Cells(np.array([0, 0, 1]), np.array([3.0, 1.0, 1.0]), 2).mean(np.array([1.0, 0.0, np.nan])).tolist()
        [0.75, nan]
        """
        known = ~np.isnan(values)
        cell_of, weights = self.cell_of[known], self.weights[known]
        total = np.bincount(cell_of, weights, self.count)
        sums = np.bincount(cell_of, weights * values[known], self.count)
        means: Floats = np.divide(sums, total, out=np.full(self.count, np.nan), where=total > NOTHING)
        return means

    def shares(self, strategy: Floats) -> Floats:
        """Return how often the hands of each cell take each action, float64[actions, cells]; 0 where none comes.

        strategy: float64[hands, actions].
        """
        return np.nan_to_num(np.stack([self.mean(column) for column in strategy.T]))
