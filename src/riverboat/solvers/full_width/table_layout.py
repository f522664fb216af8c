"""Where a file has the numbers of each decision: by round, board, node, action and class of hands."""

from __future__ import annotations

import hashlib
from functools import cached_property

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.games.trees.tree import BettingTree


class TableLayout:
    """One array for each round: boards one after the other, and on each the [action][class] tables of all nodes.

    both: after the rows of who acts, each node has one of the other player, over his classes.

    It is the file's own, whatever the engine does in memory; only the order of boards and classes is the engine's, and
    `fingerprint` tells whether that is still the same.
    """

    def __init__(
        self, tree: BettingTree, game: _core.SolverGame, seats: tuple[int, int], *, both: bool = False
    ) -> None:
        self._tree, self._game, self._seats = tree, game, seats
        self.rounds = range(int(game.first_round), tree.game.rounds)
        self._before = np.zeros((2, tree.nodes), np.int64)  # rows of a player before a node of its round
        self._rows = np.zeros((tree.game.rounds, 2), np.int64)
        self._choices = np.diff(tree.first_choice).astype(np.int64)
        for number in self.rounds:
            here = slice(*self._nodes(number))
            for player, seat in enumerate(seats):
                own = np.where(tree.actor[here] == seat, self._choices[here], int(both))
                self._before[player, here] = np.cumsum(own) - own
                self._rows[number, player] = own.sum()

    @cached_property
    def _classes(self) -> dict[int, npt.NDArray[np.int64]]:
        """By round: [boards, players]."""
        return {number: np.asarray(self._game.class_counts(number)) for number in self.rounds}

    @cached_property
    def _first(self) -> dict[int, npt.NDArray[np.int64]]:
        """By round: where each board begins, and the end."""
        return {
            number: np.concatenate([[0], np.cumsum(self._classes[number] @ self._rows[number])])
            for number in self.rounds
        }

    def cells(self, number: int) -> int:
        """Numbers of a round."""
        return int(self._first[number][-1])

    def boards(self, number: int) -> int:
        """How many boards a round has."""
        return len(self._classes[number])

    def on(self, number: int, board: int) -> slice:
        """Return where the tables of a board lie in the array of its round."""
        first, end = self._first[number][board : board + 2].tolist()
        return slice(first, end)

    def place(self, node: int, board: int) -> tuple[int, int, int]:
        """Return where the table of a node begins in the array of its round, its actions and classes."""
        tree = self._tree
        number = int(tree.round[node])
        classes = self._classes[number][board]
        begin = int(self._first[number][board] + self._before[:, node] @ classes)
        return begin, int(self._choices[node]), int(classes[self._seats.index(int(tree.actor[node]))])

    def first_row(self, node: int) -> int:
        """Return how many rows the nodes of the round before a node have on each board."""
        return int(self._before[:, node].sum())

    def row_lengths(self, number: int, board: int, nodes: range | None = None) -> npt.NDArray[np.int64]:
        """Return how long the rows of both players are, of all nodes of a board or of some that follow one another."""
        first, end = self._nodes(number) if nodes is None else (nodes.start, nodes.stop)
        second = self._tree.actor[first:end] == self._seats[1]
        classes = self._classes[number][board]
        lengths = np.where(second[:, None], classes[::-1], classes)  # of who acts, and of the other
        counts = np.stack([self._choices[first:end], np.ones(end - first, np.int64)], axis=1)
        return np.repeat(lengths.reshape(-1), counts.reshape(-1))

    def nodes(self, number: int) -> range:
        """Return the nodes of a round."""
        return range(*self._nodes(number))

    def round_of(self, node: int) -> int:
        """Return the round that a node is in."""
        return int(self._tree.round[node])

    def _nodes(self, number: int) -> tuple[int, int]:
        first, end = self._tree.first_node[number : number + 2].tolist()
        return first, end

    @cached_property
    def fingerprint(self) -> str:
        """A checksum of all boards and of the hands by class on them."""
        digest = hashlib.sha256()
        game = self._game
        for number in self.rounds:
            boards = game.boards(number)
            digest.update(np.array(boards, np.uint8).tobytes())
            digest.update(np.ascontiguousarray(game.classes_by_cards(number)).data)
        return digest.hexdigest()
