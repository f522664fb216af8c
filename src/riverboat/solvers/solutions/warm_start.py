"""Warm starts: a solver that begins with what an earlier solution plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.errors import SolverError
from riverboat.games.rules.private_hands import PrivateHands
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.full_width.engine import PLAYERS, FullWidth
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.solutions.solved import Solved

Floats = npt.NDArray[np.float64]
START_TURNS: Final = 3
START_SHARE: Final = 3.0
"""Regrets of three times what a hand's best or worst action is worth, as solvers have them whatever they have done,
discounted as after three iterations. Tuned on two turn spots with other locks, sizes and ranges: with a third of them
the start is forgotten at once, with three times as much one that is far off is kept for too long."""


def warm_start(setup: GameSetup, solver: FullWidth, start: Solved) -> None:
    """Put a solver that has not begun where a solution is.

    Of the same setup, rule and precision, everything is taken over and the solver goes on as if it had never stopped.
    Else only strategies are, at the lines that both trees have and for the hands that both ranges have; the averages
    begin anew.
    """
    old = start.solver
    if _beginning(start.setup) != _beginning(setup):
        raise SolverError(
            f"the start is a solution of {_where(start.setup)}, and this is {_where(setup)}; ranges, sizes, stacks and "
            "locks may differ, but both must begin on the same board after the same line"
        )
    if start.file_policy is None and replace(start.setup, locks=setup.locks) == setup and solver.is_like(old):
        solver.copy_tables(old)
        if start.setup.locks == setup.locks:
            return
    else:
        for number in range(int(solver.game.first_round), setup.game.rounds):
            for node, board, rows in carried(start, solver, number):
                solver.set_rows(node, board, rows)
    solver.begin(START_TURNS, START_SHARE)


def carried(
    solution: Solved, solver: FullWidth, number: int, at: int = 0, deals: Sequence[Sequence[int]] = ()
) -> Iterator[tuple[int, int, Floats]]:
    """Yield what a solution plays at the decisions of a solver's round: node, board, float64[actions, classes].

    at, deals: the solution's node where the solver's tree begins, and the cards that have come since. Decisions that
    the solution does not have are left out; hands and actions that it does not have are 0.
    """
    if number not in solution.rounds_at_hand:
        return
    tree, theirs = solver.tree, solution.tree
    nodes = {
        node: (old, np.array([_place(theirs.choices(old), action) for action in tree.choices(node)]))
        for node, old in _same_nodes(tree, theirs, at).items()
        if tree.round[node] == number
    }
    hands = [_same_hands(solver.hands[p], solution.solver.hands[p]) for p in PLAYERS]
    for index, board in enumerate(solver.boards(number)):
        real = solution.real_hands.find([*deals, *solver.tree.deals(number, board)])
        classes = []  # of the solution, by class of the solver
        for player in PLAYERS:
            first = hands[player][solver.game.board_hands(number, index, player)[0]]
            classes.append(np.where(first < 0, -1, solution.real_hands.classes(real, player)[first]))
        for node, (old, choices) in nodes.items():
            here = classes[solver.player_at(node)]
            rows = solution.policy.rows(old, real.number)[np.ix_(choices, here)]
            rows[:, here < 0] = 0.0
            rows[choices < 0] = 0.0
            yield node, index, rows


def _same_nodes(tree: BettingTree, other: BettingTree, at: int) -> dict[int, int]:
    """The nodes of a tree that another has as well, from its node `at` on: reached by the same actions."""
    found = {0: at}
    for node in range(tree.nodes):  # parents come first
        if node in found:
            begin = int(other.first_choice[found[node]])
            for place, action in enumerate(tree.choices(node)):
                child = int(tree.child[int(tree.first_choice[node]) + place])
                theirs = _place(other.choices(found[node]), action)
                their_child = int(other.child[begin + theirs]) if theirs >= 0 else -1
                if child >= 0 and their_child >= 0:
                    found[child] = their_child
    return found


def _place(choices: Sequence[int], action: int) -> int:
    return choices.index(action) if action in choices else -1


def _same_hands(ours: PrivateHands, theirs: PrivateHands) -> npt.NDArray[np.intp]:
    """The place of each of our hands among theirs; -1 if it is not there."""
    places = {tuple(hand): place for place, hand in enumerate(theirs.cards.tolist())}
    return np.array([places.get(tuple(hand), -1) for hand in ours.cards.tolist()], np.intp)


def _beginning(setup: GameSetup) -> tuple[object, ...]:
    game = setup.game
    return game.deck, game.hole_cards, game.board_cards, setup.board, tuple(setup.root.taken)


def _where(setup: GameSetup) -> str:
    board = f" on {setup.board}" if setup.board else ""
    line = f" after {setup.config.start!r}" if setup.config.start else ""
    return f"{setup.config.name!r}{board}{line}"
