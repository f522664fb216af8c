"""What a pair of strategies does at a place of the tree: probabilities and values by real hands."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from riverboat.base.remember import remember
from riverboat.games.rules.private_hands import PrivateHands, meeting_weights
from riverboat.solvers.asking.tree_cursor import TreeCursor
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.node_values import NodeValues
from riverboat.solvers.full_width.real_boards import RealBoard, RealBoards

Floats = npt.NDArray[np.float64]
MOST_ASKED: Final = 256
"""Places of last streets whose values are remembered: a few megabytes."""


class Policy(Protocol):
    """Strategies by node and board of the engine."""

    def rows(self, node: int, board: int) -> Floats:
        """Return the probabilities at a node: float64[actions, classes]."""
        ...


class RealHands:
    """What is played and won in a solved game, by real boards and hands.

    known_values: gives the values that are at hand, of some streets; others are found by a walk. fill: called with node
    and board before the engine walks from there.

    Hands are those of the solver's lists, `solver.hands[player]`, in the same order everywhere.
    """

    def __init__(
        self,
        solver: FullWidth,
        policy: Policy,
        known_values: Callable[[], NodeValues | None] | None = None,
        fill: Callable[[int, int], None] | None = None,
    ) -> None:
        self.solver = solver
        self.policy = policy
        self._known_values = solver.node_values if known_values is None else known_values
        self._fill = fill
        self._asked: dict[tuple[int, int, int], tuple[Floats, Floats]] = {}
        self._boards = RealBoards(solver)
        self._busy = threading.RLock()

    def find(self, deals: Sequence[Sequence[int]]) -> RealBoard:
        """Return the board after these deals of the streets after the first."""
        return self._boards.find(deals)[-1]

    def classes(self, board: RealBoard, player: int) -> npt.NDArray[np.intp]:
        """Return the engine's class of each hand of a player on a board, -1 for hands that hold a card of it."""
        return self._boards.classes(board, player)

    def strategy(self, node: int, board: RealBoard) -> Floats:
        """Return the probabilities of who acts: float64[hands, actions], 0 for hands that hold a card of the board."""
        classes = self._boards.classes(board, self.solver.player_at(node))
        return _by_hand(self.policy.rows(node, board.number).T, classes, 0.0)

    def met(self, player: int, reach: Sequence[Floats]) -> Floats:
        """Return for each hand of a player the reach of the opponent's hands that share no card with it."""
        hands = self.solver.hands
        other = PrivateHands(hands[1 - player].cards, reach[1 - player])
        return np.maximum(meeting_weights(hands[player], other), 0.0)

    def values(self, place: TreeCursor, reach: Sequence[Floats]) -> tuple[Floats, Floats]:
        """Return what the hands of who acts win by each action, [hands, actions], and what the other's win, [hands].

        All chips of the hand are counted; NaN for hands that meet no hand or hold a card of the board.
        """
        board, player = self.find(place.deals), self.solver.player_at(place.node)
        actions, other = self._class_values(place, board, reach)
        own, others = self.classes(board, player), self.classes(board, 1 - player)
        return _by_hand(actions.T, own, np.nan), _by_hand(other, others, np.nan)

    def _class_values(
        self, place: TreeCursor, board: RealBoard, reach: Sequence[Floats]
    ) -> tuple[Floats, Floats]:
        """The values by class, [actions, classes] and [classes]: those that are known, else by a walk from there."""
        with self._busy:
            last = board.round + 1 == self.solver.tree.game.rounds
            known = None if last else self._known_values()
            if known is not None and board.round in known.rounds:
                return known.rows(place.node, board.number)
            changes = self.solver.changes if self._fill is None else 0  # what fills it stays the same
            key = (place.node, board.number, changes)
            if key not in self._asked:
                if self._fill is not None:
                    self._fill(place.node, board.number)
                remember(self._asked, key, self._walk(place, board, reach), MOST_ASKED)
            return self._asked[key]

    def _walk(self, place: TreeCursor, board: RealBoard, reach: Sequence[Floats]) -> tuple[Floats, Floats]:
        solver, found = self.solver, list[Floats]()
        actor = solver.player_at(place.node)
        for player in (actor, 1 - actor):
            classes = self.classes(board, 1 - player)
            held = np.zeros(int(classes.max(initial=-1)) + 1)
            fits = classes >= 0
            held[classes[fits]] = reach[1 - player][fits]
            found.append(solver.values_at(player, board.number, place.node, held))
        return found[0], found[1][0]


def _by_hand(by_class: Floats, classes: npt.NDArray[np.intp], missing: float) -> Floats:
    """Return what the class of each hand has, [classes, ...] -> [hands, ...]; `missing` for hands that have none."""
    out = np.full((len(classes), *by_class.shape[1:]), missing)
    fits = classes >= 0
    out[fits] = by_class[classes[fits]]
    return out
