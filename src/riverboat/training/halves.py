"""Whether two halves of a run say the same: averages over disjoint iterations, before the first board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riverboat.errors import SolverError
from riverboat.solvers.sampled.engine import FEW, Sampled

Floats = npt.NDArray[np.float64]

WITHIN = 0.05
"""Decisions count as alike whose probabilities lie no further apart."""


@dataclass(frozen=True)
class Halves:
    """How far two halves of a run lie apart before the flop, each hand weighted by how often it comes to a decision.

    first, second: iterations of either. apart: the mean share of a hand's actions that differ (total variation).
    alike: the share of decisions in which no action differs by more than `WITHIN`. Both halves go on from one table of
    regrets, so that they are no two runs: what both have wrong alike is not seen.
    """

    first: int
    second: int
    apart: float
    alike: float


class HalfWay:
    """What a run had averaged when this was made, to be compared with what it averages from then on."""

    def __init__(self, solver: Sampled) -> None:
        self.iterations = solver.iterations
        self._sums = _sums(solver)

    def compare(self, solver: Sampled) -> Halves:
        """Return how far what came since lies from what was there."""
        if solver.iterations <= self.iterations:
            raise SolverError(f"the run has not gone on since iteration {self.iterations:,}; train some more")
        kept = kept_of_averages(solver, self.iterations)
        apart = alike = total = 0.0
        for row, sums in _sums(solver).items():
            before = self._sums[row]
            after = np.maximum(sums - kept * before, 0)  # rounding may leave a little less than nothing
            seen = np.minimum(before.sum(axis=1), after.sum(axis=1))
            some = seen >= FEW
            one, other = (half[some] / half[some].sum(axis=1, keepdims=True) for half in (before, after))
            weight, differ = after[some].sum(axis=1), np.abs(one - other)
            total += float(weight.sum())
            apart += float(weight @ differ.sum(axis=1)) / 2
            alike += float(weight @ (differ.max(axis=1, initial=0.0) <= WITHIN))
        if total == 0:
            raise SolverError(
                f"no decision was visited {FEW} times in both halves of {solver.iterations:,} iterations; train longer"
            )
        return Halves(self.iterations, solver.iterations - self.iterations, apart / total, alike / total)


def kept_of_averages(solver: Sampled, since: int) -> float:
    """Return by how much averages that were there at an iteration have been multiplied since.

    >>> from riverboat.training import Training
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     training = Training("leduc", f"{folder}/leduc", threads=1)
    ...     stopped = training.run(iterations=150_016)
    ...     round(kept_of_averages(training.solver, 60_000), 3)  # after epochs 2 and 3: 2/3 of 3/4
    0.5
    """
    rule, kept = solver.rule, 1.0
    if rule.epoch:
        for epoch in range(since // rule.epoch + 1, solver.iterations // rule.epoch + 1):
            factors = rule.factors(epoch)
            if factors is None:
                break
            kept *= factors[2]
    return kept


def _sums(solver: Sampled) -> dict[int, Floats]:
    """The averages of all rows of the first round, by row: [buckets, choices]."""
    tree = solver.tree
    rows = np.unique(tree.row[tree.round == tree.round[0]])
    return {row: solver.averages(row).astype(np.float64) for row in rows.tolist()}
