"""What a pair of strategies does at a place of the tree: probabilities, reach and values by real hands."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import card_names
from riverboat.errors import SolverError
from riverboat.solvers.full_width import NO_MEETING, PLAYERS, FullWidth
from riverboat.solvers.private_hands import PrivateHands, meeting_weights
from riverboat.solvers.real_boards import RealBoard, RealBoards
from riverboat.solvers.tree_cursor import TreeCursor

Floats = npt.NDArray[np.float64]
_EXPECTED = 2


class Policy(Protocol):
    """Strategies by node and board of the engine."""

    def rows(self, node: int, board: int) -> Floats:
        """Return the probabilities at a node: float64[actions, classes]."""
        ...


class Walker:
    """Follows betting lines through a solved game.

    scale: what the weights of either player are multiplied by in `reach`. fill: called with round and board before the
    engine is asked for values there.

    Hands are those of the solver's lists, `solver.hands[player]`, in the same order everywhere; hands that hold a card
    of the board have a reach of 0.
    """

    def __init__(
        self,
        solver: FullWidth,
        policy: Policy,
        scale: tuple[float, float] = (1.0, 1.0),
        fill: Callable[[int, int], None] | None = None,
    ) -> None:
        self.solver = solver
        self.policy = policy
        self._scale = scale
        self._fill = fill
        self._boards = RealBoards(solver)
        self._busy = threading.RLock()

    def find(self, deals: Sequence[Sequence[int]]) -> RealBoard:
        """Return the board after these deals of the streets after the first."""
        return self._boards.find(deals)[-1]

    def classes(self, board: RealBoard, player: int) -> npt.NDArray[np.intp]:
        """Return the engine's class of each hand of a player on a board, -1 for hands that hold a card of it."""
        return self._boards.classes(board, player)

    def boards(self, place: TreeCursor) -> list[RealBoard]:
        """Return the boards of the streets up to a place."""
        return self._boards.find(place.deals)

    def strategy(self, node: int, board: RealBoard) -> Floats:
        """Return the probabilities of who acts: float64[hands, actions], 0 for hands that hold a card of the board."""
        classes = self._boards.classes(board, self.solver.player_at(node))
        with self._busy:  # values of actions are found with locks on the engine
            rows = self.policy.rows(node, board.number).T
        return np.where((classes >= 0)[:, None], rows[classes], 0.0)

    def reach(self, place: TreeCursor) -> tuple[Floats, Floats]:
        """Return the weight of each hand of either player times the probability that he plays it so far."""
        boards = self.boards(place)
        first = boards[0].round
        reach = [hands.weights * self._scale[p] for p, hands in enumerate(self.solver.hands)]
        for node, choice in place.steps:
            board = boards[int(self.solver.tree.round[node]) - first]
            reach[self.solver.player_at(node)] *= self.strategy(node, board)[:, choice]
        for player in PLAYERS:
            reach[player][self._boards.classes(boards[-1], player) < 0] = 0.0
        return reach[0], reach[1]

    def met(self, player: int, reach: Sequence[Floats]) -> Floats:
        """Return for each hand of a player the reach of the opponent's hands that share no card with it."""
        hands = self.solver.hands
        other = PrivateHands(hands[1 - player].cards, reach[1 - player])
        return np.maximum(meeting_weights(hands[player], other), 0.0)

    def values(self, player: int, place: TreeCursor, reach: Sequence[Floats]) -> Floats:
        """Return what each hand of a player wins, all chips of the hand counted; NaN if it meets no hand."""
        with self._busy:
            return self._values(player, place, reach)

    def action_values(self, place: TreeCursor, reach: Sequence[Floats]) -> Floats:
        """Return the values of each action of who acts: float64[hands, actions]; not of a tied solver."""
        solver, node = self.solver, place.node
        if solver.ties is not None:
            raise SolverError(
                "a tied solver has no values at single nodes, which share their numbers with others; save the solution "
                "and open the file, where each has its own, such as rb.open('tied.rb')"
            )
        board = self.boards(place)[-1]
        player = solver.player_at(node)
        pure = self.policy.rows(node, board.number)
        columns = []
        with self._busy:
            before = solver.locks.get((node, board.number))
            try:
                for action in range(len(pure)):
                    pure[:] = 0.0
                    pure[action] = 1.0
                    solver.lock(node, board.number, pure)
                    columns.append(self._values(player, place, reach))
            finally:
                solver.unlock(node, board.number)
                if before is not None:
                    solver.lock(node, board.number, before[0], before[1].astype(np.bool_))
        return np.stack(columns, axis=1)

    def _values(self, player: int, place: TreeCursor, reach: Sequence[Floats]) -> Floats:
        solver, board = self.solver, self.boards(place)[-1]
        if self._fill is not None:
            self._fill(board.round, board.number)
        other = self._boards.classes(board, 1 - player)
        held = np.zeros(int(other.max(initial=-1)) + 1)
        fits = other >= 0
        held[other[fits]] = reach[1 - player][fits]
        found = np.asarray(
            solver.engine.walk_from(_EXPECTED, player, board.number, place.node, held, solver.threads)
        )
        own = self._boards.classes(board, player)
        met = self.met(player, reach)
        met[own < 0] = 0.0
        return np.asarray(np.divide(found[own], met, out=np.full(len(met), np.nan), where=met > NO_MEETING))

    def board_text(self, place: TreeCursor) -> str:
        """Return the cards on the table."""
        return card_names([*self.solver.board, *(card for deal in place.deals for card in deal)])

    def fits(self, place: TreeCursor, player: int) -> npt.NDArray[np.bool_]:
        """Return which hands of a player hold no card of the board."""
        return np.asarray(self._boards.classes(self.boards(place)[-1], player) >= 0)
