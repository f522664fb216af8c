"""Solving a later street again: from the ranges that come to it, with the same sizes and chips."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import NUM_HANDS
from riverboat.cards.range import Range
from riverboat.errors import SolverError
from riverboat.games.line import write_line
from riverboat.solvers.full_width import PLAYERS, FullWidth
from riverboat.solvers.setup import GameSetup
from riverboat.solvers.solve import solve_solver
from riverboat.solvers.solve_options import SolveOptions
from riverboat.solvers.start import carried
from riverboat.solvers.tree_cursor import TreeCursor, tree_root

if TYPE_CHECKING:
    from riverboat.solvers.solution import Solution

POT_PERCENT: Final = 0.2
"""Percent of the pot on that street: finer than what a spot is usually solved to."""

MOST_ITERATIONS: Final = 2000
LEAST_WEIGHT: Final = 1e-9
"""Hands of the range that never come to the street get so little, so that one can ask what they should do there."""


def resolve(solution: Solution, place: TreeCursor) -> Solution:
    """Return a solution from the start of a place's street on; decisions that the first one has stay as they are."""
    start = street_start(solution, place)
    reach = solution.walker.reach(start)
    ranges, scales = [], []
    for player in PLAYERS:
        held, most = _range(solution.solver, player, reach[player], start, solution)
        ranges.append(held)
        scales.append(most)
    config = replace(solution.setup.config, start=write_line(solution.setup.game, start.table.taken))
    board = solution.walker.board_text(start)
    locks = solution.setup.found_locks.after(start)
    setup = GameSetup(config, board, (ranges[0], ranges[1]), solution.setup.rake, locks)
    solver = setup.solver(threads=solution.solver.threads or None)
    _lock_kept(solution, start, solver)
    options = SolveOptions(iterations=MOST_ITERATIONS, target_pot_percent=POT_PERCENT)
    return replace(solve_solver(setup, solver, options), reach_scale=(scales[0], scales[1]))


def street_start(solution: Solution, place: TreeCursor) -> TreeCursor:
    """Return the first decision of a place's street."""
    start = tree_root(solution.tree, place.board)
    for action in place.table.taken[len(start.table.taken) :]:
        if start.table.round == place.table.round:
            break
        start = start.act(action)
    return start


def _range(
    solver: FullWidth, player: int, reach: npt.NDArray[np.float64], start: TreeCursor, solution: Solution
) -> tuple[Range, float]:
    most = float(reach.max())
    if most <= 0:
        raise SolverError(
            f"player {player} never plays this line, so there is no range to solve the street with"
        )
    fits = solution.walker.fits(start, player)
    cards = solver.hands[player].cards.astype(np.intp)
    if cards.shape[1] != 2:
        raise SolverError("streets are solved again in games of two hole cards only")
    weights = np.zeros(NUM_HANDS)
    weights[cards[:, 0] * (cards[:, 0] - 1) // 2 + cards[:, 1]] = np.where(
        fits, np.maximum(reach / most, LEAST_WEIGHT), 0.0
    )
    return Range.from_weights(weights), most


def _lock_kept(solution: Solution, start: TreeCursor, solver: FullWidth) -> None:
    """Fix what the solution has on the streets from the start on."""
    for number in range(int(solver.game.first_round), solver.tree.game.rounds):
        for node, board, rows in carried(solution, solver, number, start.node, start.deals):
            solver.lock(node, board, rows)
