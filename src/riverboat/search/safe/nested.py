"""Nested subgames: an answer to a bet that the trunk does not know, solved when it comes."""

from __future__ import annotations

from riverboat.errors import SolverError
from riverboat.games.rules.action import CALL, Action
from riverboat.games.trees.menu import Menu
from riverboat.search.safe.solving import solve_safely
from riverboat.search.safe.trunk import Trunk
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.solutions.solve_options import SolveOptions


def solve_nested(
    trunk: Trunk,
    taken: tuple[Action, ...],
    board: tuple[int, ...],
    menu: Menu,
    kind: str = "resolve",
    *,
    options: SolveOptions | None = None,
    trust: float = 0.0,
) -> Solution | None:
    """Return how to answer the last action of a line, which the trunk does not have; all before it are the trunk's.

    Brown and Sandholm 2017, section 5, as Libratus did: the subgame begins after the bet, and each hand of the bettor
    has instead what its best action of the trunk would have won. So nobody gains by betting what was not foreseen, up
    to how accurately it is solved. menu: sizes in the subgame. None if the trunk never comes there with the answering
    seat.
    """
    if not taken or taken[-1] <= CALL:
        raise SolverError(
            f"the line {taken} ends with no bet to answer; give it with the bet in chips, such as (0, 15)"
        )
    point = trunk.at(taken[:-1], board)
    bettor = point.player
    seat = trunk.solution.solver.seats[1 - bettor]
    if not point.reach(seat).any():
        return None
    setup = trunk.subgame_after(point, taken[-1:], menu)
    known = trunk.alternatives(point, bettor)
    return solve_safely(setup, trunk.strategy, seat, kind, options=options, known=known, trust=trust)
