"""An opponent who keeps to a strategy in a subgame, whatever is done."""

from __future__ import annotations

import numpy as np

from riverboat.evaluation.filled import asked_rows
from riverboat.search.subgames.subgame import Subgame
from riverboat.solvers.asking.strategy import Strategy
from riverboat.solvers.full_width.engine import FullWidth


def lock_opponent(solver: FullWidth, subgame: Subgame, strategy: Strategy, seat: int) -> None:
    """Fix every decision of who is not `seat` to a strategy, on every board."""
    thinks = subgame.seats.index(seat)
    for node, board, rows in asked_rows(solver, strategy, players=(1 - thinks,)):
        solver.lock(node, board, np.asarray(rows))
