"""Which rows a strategy file keeps, and the part of the tree that leads to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import shown
from riverboat.errors import StrategyError
from riverboat.games.trees.tree import BettingTree
from riverboat.strategy.file.alike_rows import AlikeRows
from riverboat.strategy.file.shares import FIFTEENTHS, Shares

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_NODE_BYTES = 0.5  # its row and its number of choices, compressed, as in headsup's file
_CHOICE_BYTES = 0.6  # where a choice leads


@dataclass(frozen=True, eq=False)
class Layout:
    """What the writer needs to know of a tree and its table.

    buckets: by round.
    """

    tree: BettingTree
    buckets: tuple[int, ...]
    shares: Shares

    @cached_property
    def alike(self) -> AlikeRows:
        """Which rows are alike."""
        return AlikeRows(self.tree)

    @cached_property
    def row_buckets(self) -> Ints:
        """The buckets of each row."""
        return np.array(self.buckets, np.int64)[self.alike.row_round]

    @cached_property
    def row_bytes(self) -> Ints:
        """The bytes of each row before it is compressed: shares and levels."""
        shares = self.shares.row_bytes(self.row_buckets, self.tree.row_choices)
        return np.asarray(shares + FIFTEENTHS.row_bytes(self.row_buckets, 2))

    @cached_property
    def node_bytes(self) -> npt.NDArray[np.float64]:
        """About how many bytes each node takes."""
        return np.asarray(_NODE_BYTES + _CHOICE_BYTES * self.alike.choices)

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
        example = "give a line that is played on, such as 'f'"
        if not isinstance(line, str):
            raise StrategyError(f"not_after is {shown(line)}; {example}")
        tree, away = self.tree, self.tree.walk(line)
        if away == 0:
            raise StrategyError(
                f"not_after is {line!r}, where the tree begins: it would leave all to other files; {example}"
            )
        if away < 0:
            raise StrategyError(f"the hand is over after {line!r}; {example}")
        inner = tree.child >= 0
        parent, child = np.repeat(np.arange(tree.nodes), self.alike.choices)[inner], tree.child[inner]
        reached, known = np.zeros(tree.nodes, np.bool_), 0
        reached[0] = True
        while known < (known := int(reached.sum())):
            reached[child[reached[parent]]] = True
            reached[away] = False
        own = np.zeros(tree.rows, np.bool_)
        own[tree.row[reached]] = True
        return ~own & (self.alike.row_round > 0)

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
        child = self.tree.child[np.repeat(nodes, self.alike.choices)]
        return {
            "node_choices": self.alike.choices[nodes].astype(np.uint8),
            "node_row": row[self.tree.row[nodes]].astype(np.int32),
            "child": np.where(child >= 0, number[np.maximum(child, 0)], -1).astype(np.int32),
        }
