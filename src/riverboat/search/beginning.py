"""A sampled solver that begins as a strategy plays, and leaves it only for what is better."""

from __future__ import annotations

from collections.abc import Callable

from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.sampled.fixed_play import FixedPlay


def begin_as(
    solver: Sampled, played: FixedPlay, worth_bb: float | Callable[[int], float], visits: float = 10.0
) -> None:
    """Give a solver that has not begun the regrets and averages of a strategy.

    played: rows for the solver's own tree and buckets. worth_bb: big blinds of regret, shared as the strategy plays,
    that learning must outweigh before a hand leaves it; for all nodes, or by node. visits: that it counts in averages.
    """
    tree, unit = solver.tree, solver.game.big_blind
    for node in range(tree.nodes):
        rows, row = played.rows(node), int(tree.row[node])
        choices, table = rows.shape[1], solver.engine.row(row)
        table[:, :choices] = (worth_bb(node) if callable(worth_bb) else worth_bb) * unit * rows
        table[:, choices : 2 * choices] = visits * rows
        solver.engine.mark_seen(row)
