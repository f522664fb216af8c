"""Warm starts: a solver that begins with what an earlier solution plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from riverboat.errors import SolverError
from riverboat.games.tree import BettingTree
from riverboat.solvers.full_width import PLAYERS, FullWidth
from riverboat.solvers.setup import GameSetup

if TYPE_CHECKING:
    from riverboat.solvers.solution import Solution

Floats = npt.NDArray[np.float64]
START_TURNS: Final = 10
START_SHARE: Final = 0.1


def warm_start(setup: GameSetup, solver: FullWidth, start: Solution) -> None:
    """Put a solver that has not begun where a solution is.

    Of the same setup, rule and precision, everything is taken over and the solver goes on as if it had never stopped.
    Else only strategies are, at the lines that both trees have and for the hands that both ranges have; the averages
    begin anew.
    """
    old = start.solver
    if start.setup.board != setup.board or start.setup.root.taken != setup.root.taken:
        raise SolverError(
            f"the start is a solution of {_where(start.setup)}, and this is {_where(setup)}; both must begin at the "
            "same place"
        )
    if start.file_policy is None and _same_tables(start, setup, solver):
        for name, table in solver.engine.tables().items():
            np.copyto(table, old.engine.tables()[name])
        if old.rule == solver.rule and start.setup.locks == setup.locks:
            solver.go_on(old)
            return
    else:
        for number in range(int(solver.game.first_round), setup.game.rounds):
            for node, board, rows in carried(start, solver, number):
                solver.set_rows(node, board, rows)
    solver.begin(START_TURNS, START_SHARE)


def carried(
    solution: Solution, solver: FullWidth, number: int, at: int = 0, deals: Sequence[Sequence[int]] = ()
) -> Iterator[tuple[int, int, Floats]]:
    """Yield what a solution plays at the decisions of a solver's round: node, board, float64[actions, classes].

    at, deals: the solution's node where the solver's tree begins, and the cards that have come since. Decisions that
    the solution does not have are left out; hands and actions that it does not have are 0.
    """
    if number not in solution.kept_rounds:
        return
    tree, theirs = solver.tree, solution.tree
    nodes = {
        node: (old, [_place(theirs.choices(old), action) for action in tree.choices(node)])
        for node, old in _same_nodes(tree, theirs, at).items()
        if tree.round[node] == number
    }
    held = [
        {tuple(hand): place for place, hand in enumerate(hands.cards.tolist())}
        for hands in solution.solver.hands
    ]
    for index, board in enumerate(solver.boards(number)):
        real = solution.walker.find([*deals, *_split(solver, board)])
        by_hand = []
        for player in PLAYERS:
            _, _, cards, class_of = solver.game.board_hands(number, index, player)
            by_hand.append((class_of, [held[player].get(tuple(hand), -1) for hand in cards.tolist()]))
        for node, (old, columns) in nodes.items():
            class_of, hands = by_hand[solver.player_at(node)]
            strategy = solution.walker.strategy(old, real)
            wide = np.zeros((len(strategy) + 1, strategy.shape[1] + 1))  # zeros for what is not there
            wide[:-1, :-1] = strategy
            rows = np.zeros((len(columns), int(class_of.max()) + 1))
            rows[:, class_of] = wide[np.ix_(hands, columns)].T
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


def _split(solver: FullWidth, board: Sequence[int]) -> list[Sequence[int]]:
    """The cards of each street after the first of the tree."""
    deals, start = list[Sequence[int]](), len(solver.board)
    for count in solver.tree.game.board_cards[int(solver.game.first_round) + 1 :]:
        if start < len(board):
            deals.append(board[start : start + count])
        start += count
    return deals


def _same_tables(start: Solution, setup: GameSetup, solver: FullWidth) -> bool:
    """Whether the engines have the same decisions, boards and classes in the same order."""
    ours, theirs = setup, start.setup
    return (
        (ours.config, ours.ranges) == (theirs.config, theirs.ranges)
        and solver.renamings == start.solver.renamings
        and solver.precision == start.solver.precision
        and set(solver.engine.tables()) == set(start.solver.engine.tables())
    )


def _where(setup: GameSetup) -> str:
    line = setup.config.start
    return f"{setup.config.name!r}" + (f" on {setup.board}" if setup.board else "") + (f" after {line!r}" if line else "")
