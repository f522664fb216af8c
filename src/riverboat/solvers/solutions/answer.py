"""A solution answering as a `Strategy`: what it plays with the hands of a public state."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import GameError, SolverError
from riverboat.games.rules.streets import street_names
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Floats, where
from riverboat.solvers.solutions.solved import Solved


def solution_answer(solution: Solved, state: PublicState) -> Floats:
    """Return what a solution plays; a `SolverError` if it has no answer: another game, line, board, action or hand."""
    setup, solver = solution.setup, solution.solver
    if state.game != setup.game:
        raise SolverError(
            f"the solution of {setup.game.name!r} is asked about {state.game.name!r} with other rules; it plays the "
            "game that was solved"
        )
    if state.table.round not in solution.rounds_at_hand:
        street = street_names(setup.game)[state.table.round]
        raise SolverError(f"the file of the solution has no {street}; save it without drop={street!r}")
    try:
        node = solution.tree.walk(tuple(state.table.taken))
    except GameError as problem:
        raise SolverError(f"the solution does not know the line {state.line!r}: {problem}") from None
    if solution.tree.choices(node) != [option.action for option in state.options]:
        raise SolverError(
            f"{where(state)} there are {', '.join(state.actions)}, and the solution knows the actions "
            f"{solution.tree.choices(node)} in chips (-1 folds, 0 checks or calls); solve it with the same sizes"
        )
    _check_root(solution, state)
    board = solution.real_hands.find(solution.tree.deals(state.table.round, state.board))
    hands = _places(solver.hands[solver.player_at(node)].cards, state)
    return solution.real_hands.strategy(node, board)[hands]


def _check_root(solution: Solved, state: PublicState) -> None:
    root = parse_cards(solution.setup.board)
    if set(state.board[: len(root)]) != set(root):
        raise SolverError(
            f"the solution begins on {card_names(root)} and is asked about the board {card_names(state.board)}"
        )


def _places(cards: npt.NDArray[np.uint8], state: PublicState) -> npt.NDArray[np.intp]:
    """Where the hands of a state are among the cards of a solution."""
    places = np.full((52, 52), -1, np.intp)
    places[cards[:, 0], cards[:, -1]] = places[cards[:, -1], cards[:, 0]] = np.arange(len(cards))
    found = places[state.hands[:, 0], state.hands[:, -1]]
    if (found < 0).any():
        hand = state.hands[int(np.argmin(found))].tolist()
        raise SolverError(
            f"the solution has no strategy for {card_names(hand)} {where(state)}: the hand was not in the range"
        )
    return found
