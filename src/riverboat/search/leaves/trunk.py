"""How good a first street is: what it loses if the rest is played as well as can be."""

from __future__ import annotations

import numpy as np

from riverboat.search.leaves.exact import whole_engine
from riverboat.solvers.full_width.engine import PLAYERS, FullWidth
from riverboat.solvers.full_width.setup import GameSetup


def trunk_losses(
    setup: GameSetup, solver: FullWidth, game_value: float, iterations: int = 1000
) -> tuple[float, float]:
    """Return what each player loses by playing the first street as a depth-limited solver does, in chips.

    His first street is fixed, the rest is solved against an opponent who knows it; what he can then still be sure of is
    compared with the game's value, which is what player 0 wins in equilibrium. Brown, Sandholm and Amos 2018 judge so.
    """
    first, second = (
        value - _sure(setup, solver, player, iterations)
        for player, value in zip(PLAYERS, (game_value, -game_value), strict=True)
    )
    return first, second


def _sure(setup: GameSetup, solver: FullWidth, player: int, iterations: int) -> float:
    """What a player wins at least with this first street and the best rest that iterations find."""
    whole = whole_engine(setup, "cfr+")
    tree = whole.tree
    for node in range(int(tree.first_node[int(tree.round[0]) + 1])):
        if whole.player_at(node) == player:
            _, rows = solver.strategy(node)
            whole.lock(node, 0, np.ascontiguousarray(rows.T))
    whole.run(iterations)
    return -whole.accuracy().best[1 - player]
