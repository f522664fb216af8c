"""Solving a later street again: from the ranges that come to it, with the same sizes and chips."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import NUM_HANDS, card_names, hand_indices
from riverboat.cards.range import Range
from riverboat.errors import SolverError
from riverboat.games.histories.line import write_line
from riverboat.solvers.asking.tree_cursor import TreeCursor
from riverboat.solvers.full_width.engine import PLAYERS, FullWidth
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.solutions.solve_options import SolveOptions
from riverboat.solvers.solutions.solved import Solved
from riverboat.solvers.solutions.solving import run_solver
from riverboat.solvers.solutions.warm_start import carried

Floats = npt.NDArray[np.float64]
POT_PERCENT: Final = 0.2
"""Percent of the pot on that street: finer than what a spot is usually solved to."""

MOST_ITERATIONS: Final = 2000
LEAST_WEIGHT: Final = 1e-9
"""Hands of the range that never come to the street get so little, so that one can ask what they should do there."""


def solve_street(
    solution: Solved,
    start: TreeCursor,
    reaches: tuple[Floats, Floats],
    fits: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]],
) -> Solved:
    """Solve from the first decision of a street on; decisions that the solution has stay as they are.

    start: the place of the solution. reaches: how often either player comes there, by the hands of his range. fits:
    which of these the board leaves.
    """
    ((first, first_scale), (second, second_scale)) = (
        _range(solution, player, reaches[player], fits[player]) for player in PLAYERS
    )
    config = replace(solution.setup.config, start=write_line(solution.setup.game, start.table.taken))
    locks = solution.setup.found_locks.after(start)
    whole = solution.setup
    setup = GameSetup(
        config, card_names(start.board), (first, second), whole.rake, locks, prizes=whole.prizes
    )
    solver = setup.solver(threads=solution.solver.threads or None)
    _lock_saved(solution, start, solver)
    options = SolveOptions(iterations=MOST_ITERATIONS, target_pot_percent=POT_PERCENT)
    return replace(run_solver(setup, solver, options), reach_scale=(first_scale, second_scale))


def _range(solution: Solved, player: int, reach: Floats, fits: npt.NDArray[np.bool_]) -> tuple[Range, float]:
    """Return what a player comes with, the largest weight 1, and what that was."""
    hands = solution.solver.hands[player]
    most = float(reach.max())
    if most <= 0:
        raise SolverError(
            f"player {player} never plays this line, so there is no range to solve the street with"
        )
    if hands.cards.shape[1] != 2:
        raise SolverError("streets are solved again in games of two hole cards only")
    weights = np.zeros(NUM_HANDS)
    weights[hand_indices(hands.cards)] = np.where(fits, np.maximum(reach / most, LEAST_WEIGHT), 0.0)
    return Range.from_weights(weights), most


def _lock_saved(solution: Solved, start: TreeCursor, solver: FullWidth) -> None:
    """Fix what the solution has on the streets from the start on."""
    for number in range(int(solver.game.first_round), solver.tree.game.rounds):
        for node, board, rows in carried(solution, solver, number, start.node, start.deals):
            solver.lock(node, board, rows)
