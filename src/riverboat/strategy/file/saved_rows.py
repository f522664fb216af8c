"""Which rows a strategy file keeps, and the part of the tree that leads to them."""

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
from riverboat.strategy.file.shares import FIFTEENTHS, Shares

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_NODE_BYTES = 0.5  # its row and its number of choices, compressed, as in headsup's file
_CHOICE_BYTES = 0.6  # where a choice leads


def class_rules(config: TreeConfig) -> _core.TreeRules:
    """Return the rules by which `_core.row_hash` finds the class of a decision: players, pot and stack."""
    return native_tree_rules(replace(config, rows=Rows("pot-stack")))


@dataclass(frozen=True, eq=False)
class Layout:
    """What the writer needs to know of a tree and its table.

    buckets: by round.
    """

    tree: BettingTree
    buckets: tuple[int, ...]
    shares: Shares

    @cached_property
    def first_of_row(self) -> Ints:
        """One node of each row."""
        return np.unique(self.tree.row, return_index=True)[1]

    @cached_property
    def row_round(self) -> Ints:
        """The round of each row."""
        return self.tree.round[self.first_of_row].astype(np.int64)

    @cached_property
    def row_buckets(self) -> Ints:
        """The buckets of each row."""
        return np.array(self.buckets, np.int64)[self.row_round]

    @cached_property
    def row_bytes(self) -> Ints:
        """The bytes of each row before it is compressed: shares and levels."""
        shares = self.shares.row_bytes(self.row_buckets, self.tree.row_choices)
        return np.asarray(shares + FIFTEENTHS.row_bytes(self.row_buckets, 2))

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

    @cached_property
    def node_bytes(self) -> npt.NDArray[np.float64]:
        """About how many bytes each node takes."""
        return np.asarray(_NODE_BYTES + _CHOICE_BYTES * self.choices)

    # --- what is kept --------------------------------------------------------------------------------------

    def keep(
        self, visits: npt.NDArray[np.float64], sizes: npt.NDArray[np.float64], max_bytes: float
    ) -> tuple[Bools, Bools]:
        """Return which rows and which nodes fit into so many bytes: those with the most visits for a byte.

        sizes: the bytes of each row. Nodes are those of the rows that are kept and all that lead to them.
        """
        node_bytes = self.node_bytes
        own = sizes + np.bincount(self.tree.row, node_bytes, self.tree.rows)
        order = np.argsort(-visits / own, kind="stable")
        ends = np.cumsum(own[order])
        limit = max_bytes
        while True:
            kept = np.zeros(self.tree.rows, np.bool_)
            kept[order[ends <= limit]] = True
            nodes = self._with_ancestors(kept[self.tree.row])
            nodes[0] = True
            excess = float(sizes[kept].sum() + node_bytes[nodes].sum()) - max_bytes
            if excess <= 0 or not kept.any():
                return kept, nodes
            limit -= max(excess, 1)

    def rows_after(self, line: str) -> Bools:
        """Return the rows behind the first street that are reached by nothing but a line and what follows it.

        Another file answers that line; those of the first street are few and stay, so that a file can be asked alone.
        """
        tree, away = self.tree, self.tree.walk(line)
        if away < 0:
            raise StrategyError(
                f"the hand is over after {line!r}; give a line that is played on, such as 'f'"
            )
        inner = tree.child >= 0
        parent, child = np.repeat(np.arange(tree.nodes), self.choices)[inner], tree.child[inner]
        reached, known = np.zeros(tree.nodes, np.bool_), 0
        reached[0] = True
        while known < (known := int(reached.sum())):
            reached[child[reached[parent]]] = True
            reached[away] = False
        own = np.zeros(tree.rows, np.bool_)
        own[tree.row[reached]] = True
        return ~own & (self.row_round > 0)

    def _with_ancestors(self, wanted: Bools) -> Bools:
        nodes, child = wanted.copy(), self.tree.child
        while True:
            leads = np.where(child >= 0, nodes[np.maximum(child, 0)], False)
            found = nodes | np.logical_or.reduceat(leads, self.tree.first_choice[:-1].astype(np.int64))
            if np.array_equal(found, nodes):
                return nodes
            nodes = found

    def structure(self, rows: Bools, nodes: Bools) -> dict[str, np.ndarray]:
        """Return the kept part of the tree as arrays of a file; see `strategy_file`."""
        number = np.where(nodes, np.cumsum(nodes) - 1, -1)
        row = np.where(rows, np.cumsum(rows) - 1, -1)
        child = self.tree.child[np.repeat(nodes, self.choices)]
        return {
            "node_choices": self.choices[nodes].astype(np.uint8),
            "node_row": row[self.tree.row[nodes]].astype(np.int32),
            "child": np.where(child >= 0, number[np.maximum(child, 0)], -1).astype(np.int32),
        }


def _after(table: Table, actions: list[int]) -> Table:
    for action in actions:
        act(table, action)
    return table
