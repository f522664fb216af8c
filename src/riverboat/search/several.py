"""Decisions of three and more players, solved as they come."""

from __future__ import annotations

import threading
from typing import Final

from riverboat.search.budget import Budget
from riverboat.search.ring.solution import RingCursor, RingSolution
from riverboat.search.ring.solve import RingOptions, solve_ring
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.strategy import Strategy, StrategyLike
from riverboat.solvers.asking.tree_cursor import TreeCursor, tree_root
from riverboat.solvers.sampled.engine import table_bytes

DEALS: Final = 1000
"""That an iteration of a budget stands for: they take about as long as an iteration at full width on a river."""


class RingThought(RingCursor):
    """A decision of a subgame of several players that was solved for it."""

    def __init__(self, solution: RingSolution, place: TreeCursor | None = None) -> None:
        subgame = solution.subgame
        if place is None:
            place = tree_root(subgame.tree, subgame.board)
            for action in subgame.taken:
                place = place.act(action)
        super().__init__(solution, place)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was solved, how far, and what was assumed."""
        players, nodes = len(self.solution.subgame.tree.root.in_hand), self.solution.subgame.tree.nodes
        told = (
            f"solved at the table for {players} players: {nodes:,} nodes, {self.solution.iterations:,} deals"
        )
        return (told, *super().notes)

    @property
    def nbytes(self) -> int:
        """What is remembered, at most."""
        return table_bytes(self.solution.subgame.tree, self.solution.subgame.deals.counts)


def think_ring(
    blueprint: Strategy,
    base: Cursor,
    budget: Budget,
    played: StrategyLike | None,
    threads: int | None,
    stop: threading.Event | None,
) -> RingThought:
    """Solve the subgame of a decision. With a budget of iterations one thread works, so that it repeats itself.

    Ranges are the blueprint's, of all seats, also where an earlier street was solved.
    """
    iterations = None if budget.iterations is None else DEALS * budget.iterations
    options = RingOptions(
        iterations=iterations,
        seconds=None if budget.is_repeatable else budget.seconds,
        threads=1 if budget.is_repeatable else threads or 2,
    )
    return RingThought(solve_ring(blueprint, base, options=options, fixed=played, stop=stop))
