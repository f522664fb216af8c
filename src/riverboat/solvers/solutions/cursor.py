"""The cursor of a solution: a point of it that answers."""

from __future__ import annotations

from riverboat.solvers.solutions.point import SolvedPoint
from riverboat.solvers.solutions.solved_hands import SolvedDecision, SolvedHands


class SolutionCursor(SolvedPoint):
    """A point of a solution, and what it plays there."""

    def grid(self) -> SolvedHands:
        """Return how every hand of the range is played, and what it is worth."""
        self.check()
        at = self.with_strategies
        fits = at.fits(at.player)
        return SolvedHands(at, at.strategy[fits], at.reaches[at.player][fits])

    def query(self, hand: str) -> SolvedDecision:
        """Return how a hand is played, and what it is worth."""
        every = self.grid()
        return SolvedDecision(self, hand, tuple(every.strategy[every.index(hand)].tolist()), every)
