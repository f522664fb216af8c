"""Which rows of a tree are alike: by class, and by shape for whatever has no class."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.errors import StrategyError
from riverboat.games.rules.action import act
from riverboat.games.rules.table import Table
from riverboat.games.trees.config import NEVER, TreeConfig
from riverboat.games.trees.rows import Rows
from riverboat.games.trees.tree import BettingTree, build_tree
from riverboat.games.trees.tree_count import native_tree_rules

Ints = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

UNSEEN = 1e-3
"""Visits that a bucket counts for in a mean that was never visited, so that every mean exists."""


def class_rules(config: TreeConfig) -> _core.TreeRules:
    """Return the rules by which `_core.row_hash` finds the class of a decision: players, pot and stack."""
    return native_tree_rules(replace(config, rows=Rows("pot-stack")))


@dataclass(frozen=True, eq=False)
class AlikeIndex:
    """Where the means of alike rows are found: behind a table's own rows, classes first by their keys, then shapes.

    class_key: uint64[classes], ascending. class_row, shape_row: the row of each. shape: uint8[shapes, 3], the round,
    the choices, and whether folding is one of them.
    """

    class_key: Keys
    class_row: npt.NDArray[np.int32]
    shape: npt.NDArray[np.uint8]
    shape_row: npt.NDArray[np.int32]

    @classmethod
    def of(cls, keys: Keys, shapes: Ints, first: int) -> AlikeIndex:
        """Number the means from row `first` on. keys: ascending. shapes: numbers of `AlikeRows.shape_of_row`."""
        return cls(
            keys,
            np.arange(first, first + len(keys), dtype=np.int32),
            np.stack([shapes >> 9, shapes >> 1 & 255, shapes & 1], axis=1).astype(np.uint8),
            np.arange(len(shapes), dtype=np.int32) + np.int32(first + len(keys)),
        )

    def of_class(self, key: int) -> int:
        """Return the row of a class, or -1."""
        place = int(np.searchsorted(self.class_key, np.uint64(key)))
        found = place < len(self.class_key) and self.class_key[place] == np.uint64(key)
        return int(self.class_row[place]) if found else -1

    def of_shape(self, number: int, choices: int, has_fold: bool) -> int:
        """Return the row of a round's shape, with or without a fold, that has the nearest number of choices, or -1."""
        same = np.flatnonzero((self.shape[:, [0, 2]] == [number, has_fold]).all(axis=1))
        if not len(same):
            return -1
        apart = np.abs(self.shape[same, 1].astype(np.int64) - choices)
        return int(self.shape_row[same[apart.argmin()]])


class AlikeRows:
    """Classes and shapes of the rows of a tree, each found when it is first asked for."""

    def __init__(self, tree: BettingTree) -> None:
        self.tree = tree

    @cached_property
    def first_of_row(self) -> Ints:
        """One node of each row."""
        return np.unique(self.tree.row, return_index=True)[1]

    @cached_property
    def row_round(self) -> Ints:
        """The round of each row."""
        return self.tree.round[self.first_of_row].astype(np.int64)

    @cached_property
    def choices(self) -> Ints:
        """The number of choices of each node."""
        return np.asarray(np.diff(self.tree.first_choice), np.int64)

    @cached_property
    def shape_of_row(self) -> Ints:
        """The shape of each row as one number: round, choices, and whether folding is one of them."""
        folds = self.tree.action[self.tree.first_choice[self.first_of_row]] == -1
        return np.asarray((self.row_round * 256 + self.tree.row_choices) * 2 + folds)

    @cached_property
    def class_of_node(self) -> Ints:
        """The class of each node: nodes alike in players, pot and stack (the row key "pot-stack")."""
        config = self.tree.config
        if (
            config.rows.has_letters and config.joined_from != NEVER
        ):  # letters keep nodes apart that others join
            return self._classes_by_table()
        classes = build_tree(config, rows="pot-stack")
        if not np.array_equal(classes.child, self.tree.child):
            raise StrategyError("the tree is not the one of its config; build it by build_tree(config)")
        return classes.row.astype(np.int64)

    def _classes_by_table(self) -> Ints:
        """The same by a walk to every node, some 20 microseconds each."""
        tree, rules = self.tree, class_rules(self.tree.config)
        keys, seen = np.zeros(tree.nodes, np.uint64), np.zeros(tree.nodes, np.bool_)
        left = [(0, tree.root)]
        while left:
            node, table = left.pop()
            keys[node] = _core.row_hash(rules, table)
            for choice in range(int(tree.first_choice[node]), int(tree.first_choice[node + 1])):
                child = int(tree.child[choice])
                if child >= 0 and not seen[child]:
                    seen[child] = True
                    left.append((child, _after(table.copy(), [int(tree.action[choice])])))
        return np.asarray(np.unique(keys, return_inverse=True)[1], np.int64)

    @cached_property
    def row_classes(self) -> tuple[Ints, Ints]:
        """All pairs of a row and a class that one of its nodes is in, sorted by row."""
        pairs = np.unique(self.tree.row.astype(np.int64) << 32 | self.class_of_node)
        return pairs >> 32, pairs & 0xFFFFFFFF

    def class_keys(self) -> npt.NDArray[np.uint64]:
        """Return the number by which each class is known again at a table, without the tree: uint64[classes]."""
        tree, rules = self.tree, class_rules(self.tree.config)
        parent = np.full(tree.nodes, -1, np.int64)
        inner = np.flatnonzero(tree.child >= 0)
        parent[tree.child[inner]] = inner
        node_of = np.repeat(np.arange(tree.nodes), self.choices)
        keys = []
        for node in np.unique(self.class_of_node, return_index=True)[1].tolist():
            back: list[int] = []
            while node:
                choice = int(parent[node])
                back.append(int(tree.action[choice]))
                node = int(node_of[choice])
            keys.append(_core.row_hash(rules, _after(tree.root, back[::-1])))
        return np.array(keys, np.uint64)


def _after(table: Table, actions: list[int]) -> Table:
    for action in actions:
        act(table, action)
    return table
