"""Where a file has the strategy of each decision: by round, board, node, action and class of hands."""

from __future__ import annotations

import hashlib
from functools import cached_property

import numpy as np
import numpy.typing as npt

from riverboat.solvers.full_width import PLAYERS, FullWidth


class TableLayout:
    """One array for each round: boards one after the other, and on each the [action][class] tables of all nodes.

    It is the file's own, whatever the engine does in memory; only the order of boards and classes is the engine's, and
    `fingerprint` tells whether that is still the same.
    """

    def __init__(self, solver: FullWidth) -> None:
        self._solver = solver
        tree = solver.tree
        self.rounds = range(int(solver.game.first_round), tree.game.rounds)
        choices = np.diff(tree.first_choice.astype(np.int64))
        self._before = np.zeros((2, tree.nodes), np.int64)  # choices of a player before a node of its round
        self._choices = np.zeros((tree.game.rounds, 2), np.int64)
        for number in self.rounds:
            here = slice(int(tree.first_node[number]), int(tree.first_node[number + 1]))
            for player in PLAYERS:
                own = np.where(tree.actor[here] == solver.seats[player], choices[here], 0)
                self._before[player, here] = np.cumsum(own) - own
                self._choices[number, player] = own.sum()

    @cached_property
    def _classes(self) -> dict[int, npt.NDArray[np.int64]]:
        """By round: [boards, players]."""
        game = self._solver.game
        return {
            number: np.array(
                [
                    [len(game.board_hands(number, board, player)[0]) for player in PLAYERS]
                    for board in range(len(game.boards(number)))
                ],
                np.int64,
            ).reshape(-1, 2)
            for number in self.rounds
        }

    @cached_property
    def _first(self) -> dict[int, npt.NDArray[np.int64]]:
        """By round: where each board begins, and the end."""
        return {
            number: np.concatenate([[0], np.cumsum(self._classes[number] @ self._choices[number])])
            for number in self.rounds
        }

    def cells(self, number: int) -> int:
        """Numbers of a round."""
        return int(self._first[number][-1])

    def boards(self, number: int) -> int:
        """How many boards a round has."""
        return len(self._classes[number])

    def place(self, node: int, board: int) -> tuple[int, int, int]:
        """Return where the table of a node begins in the array of its round, its actions and classes."""
        tree = self._solver.tree
        number = int(tree.round[node])
        classes = self._classes[number][board]
        begin = int(self._first[number][board] + self._before[:, node] @ classes)
        actions = int(tree.first_choice[node + 1]) - int(tree.first_choice[node])
        return begin, actions, int(classes[self._solver.player_at(node)])

    def nodes(self, number: int) -> range:
        """Return the nodes of a round."""
        tree = self._solver.tree
        return range(int(tree.first_node[number]), int(tree.first_node[number + 1]))

    @cached_property
    def fingerprint(self) -> str:
        """A checksum of all boards and of the hands by class on them."""
        digest = hashlib.sha256()
        game = self._solver.game
        for number in self.rounds:
            boards = game.boards(number)
            digest.update(np.array(boards, np.uint8).tobytes())
            for board in range(len(boards)):
                for player in PLAYERS:
                    _, _, cards, class_of = game.board_hands(number, board, player)
                    order = np.lexsort(cards.T)  # by cards: the order inside a class does not matter
                    digest.update(np.ascontiguousarray(class_of[order]).tobytes())
        return digest.hexdigest()
