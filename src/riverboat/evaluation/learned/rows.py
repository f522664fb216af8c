"""What was learnt, as a strategy: the choice that did best, with every bucket of every row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.games.rules.action import CALL
from riverboat.solvers.sampled.engine import Sampled

PRIOR: Final = 10
"""Visits that every bucket counts in which things went as in its whole row: what was seen once or never is not played
by accident."""


@dataclass(frozen=True, eq=False)
class LearnedRows:
    """The greedy strategy of a solver that has learnt against one that stays; a `TrainedRows`.

    Against opponents that stay a best answer needs no mixing: it takes the choice with the most regret. What the solver
    played while it learnt, and its average even more, still hold what it had to try.
    """

    solver: Sampled

    @property
    def average(self) -> str:
        """None: it is the last strategy, made greedy."""
        return "greedy by regrets"

    def visits(self, row: int, /) -> npt.NDArray[np.generic]:
        """Return how often a bucket could have come there."""
        return self.solver.visits(row)

    def probabilities(self, row: int, /) -> npt.NDArray[np.float32]:
        """Return the choice of each bucket as a one among zeros: [buckets, choices]."""
        regrets, visits = self.solver.regrets(row), self.solver.visits(row)
        if not visits.any():
            return self._unlearnt(row)
        whole = regrets.sum(axis=0, dtype=np.float64) / visits.sum(dtype=np.float64)
        best = (regrets + PRIOR * whole).argmax(axis=1)
        return np.asarray(np.eye(regrets.shape[1], dtype=np.float32)[best])

    def _unlearnt(self, row: int) -> npt.NDArray[np.float32]:
        """A row where nobody has learnt: as the answered strategy plays it, if its buckets are the same, or a call."""
        tree, fixed = self.solver.tree, self.solver.against
        node = int(self._node_of_row[row])
        choices, buckets = tree.choices(node), self.solver.deals.counts[int(tree.round[node])]
        if fixed is not None and fixed.deals is self.solver.deals:
            begin = int(fixed.first[node])
            return fixed.numbers[begin : begin + buckets * len(choices)].reshape(buckets, -1)
        played = np.zeros((buckets, len(choices)), np.float32)
        played[:, choices.index(CALL) if CALL in choices else 0] = 1
        return played

    @cached_property
    def _node_of_row(self) -> npt.NDArray[np.intp]:
        """One node of each row."""
        return np.unique(self.solver.tree.row, return_index=True)[1]
