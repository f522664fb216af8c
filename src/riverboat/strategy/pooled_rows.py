"""What a solver has learnt, with fewer kinds of boards: what it has summed over those that become one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.boards.with_boards import WithBoards
from riverboat.solvers.sampled.engine import Sampled, average_strategy, line_sums
from riverboat.strategy.file.pools import sums_from

Floats32 = npt.NDArray[np.float32]


class PooledRows:
    """The rows of a solver whose deals are of `cards`, with at most so many kinds of boards a street; `TrainedRows`.

    Sums of strategies grow as often as a player comes somewhere by his own choice, so their sum over kinds is what he
    plays on all of them together. abstraction: with that many kinds. Each row is read where it lies.
    """

    def __init__(self, solver: Sampled, cards: WithBoards, kinds: int) -> None:
        self.abstraction = WithBoards(cards.of, cards.kinds.pooled(kinds))
        self.average = solver.average
        rounds = range(solver.game.rounds)
        self._solver = solver
        self._starts = [cards.kinds.starts(number, kinds) for number in rounds]
        self._hands = [cards.of.count(number) for number in rounds]
        self._round = np.zeros(solver.tree.rows, np.int64)
        self._round[solver.tree.row] = solver.tree.round

    def probabilities(self, row: int, /) -> Floats32:
        """Return the average strategy of a row: [buckets, choices]."""
        return average_strategy(self._cells(row))

    def visits(self, row: int, /) -> Floats32:
        """Return how often each bucket of a row was averaged: [buckets]."""
        cells = self._cells(row)
        return self._solver.met * line_sums(cells[:, cells.shape[1] // 2 :])[:, 0]

    def _cells(self, row: int) -> Floats32:
        cells, number = self._solver.cells(row, in_place=True), int(self._round[row])
        by_kind = cells.reshape(1, -1, self._hands[number] * cells.shape[1])
        return np.asarray(sums_from(by_kind, self._starts[number]).reshape(-1, cells.shape[1]), np.float32)
