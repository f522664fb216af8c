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
from riverboat.strategy.file.pools import Pools
from riverboat.strategy.file.shares import FIFTEENTHS, Shares

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

_NODE_BYTES = 0.5  # its row and its number of choices, compressed, as in headsup's file
_CHOICE_BYTES = 0.6  # where a choice leads


@dataclass(frozen=True, eq=False)
class Layout:
    """What the writer needs to know of a tree and its table.

    pools: by round.
    """

    tree: BettingTree
    pools: tuple[Pools, ...]
    shares: Shares

    @cached_property
    def alike(self) -> AlikeRows:
        """Which rows are alike."""
        return AlikeRows(self.tree)

    @property
    def buckets(self) -> tuple[int, ...]:
        """The buckets of the trained game, by round."""
        return tuple(pools.buckets for pools in self.pools)

    @cached_property
    def row_buckets(self) -> Ints:
        """The buckets of each row as it was trained."""
        return np.array(self.buckets, np.int64)[self.alike.row_round]

    @cached_property
    def row_sizes(self) -> Ints:
        """The buckets of each row on each level, 0 where its round has no such level: [levels, rows]."""
        sizes = [np.array(pools.sizes, np.int64) for pools in self.pools]
        by_round = np.zeros((len(sizes), max(map(len, sizes))), np.int64)
        for number, own in enumerate(sizes):
            by_round[number, : len(own)] = own
        return by_round[self.alike.row_round].T

    @cached_property
    def row_bytes(self) -> Ints:
        """The bytes of each row on the first level before it is compressed: shares and visits."""
        shares = self.shares.row_bytes(self.row_sizes[0], self.tree.row_choices)
        return np.asarray(shares + FIFTEENTHS.row_bytes(self.row_sizes[0], 2))

    @cached_property
    def node_bytes(self) -> npt.NDArray[np.float64]:
        """About how many bytes each node takes."""
        return np.asarray(_NODE_BYTES + _CHOICE_BYTES * self.alike.choices)

    # --- what is kept --------------------------------------------------------------------------------------

    def keep(self, costs: Floats, sizes: Floats, max_bytes: float) -> tuple[Ints, Bools]:
        """Return the level of each row, -1 where it is dropped, and which nodes are kept, in so many bytes.

        costs: of dropping each row, then of keeping it on each level, [1 + levels, rows]. sizes: the bytes of each row
        on each level, [levels, rows]. What saves most for a byte comes first. Nodes are those of the rows that are kept
        and all that lead to them.
        """
        node_bytes = self.node_bytes
        first = np.asarray(np.bincount(self.tree.row, node_bytes, self.tree.rows), np.float64)
        row, level, size = self._steps(costs, sizes, first)
        ends = np.cumsum(size)
        limit = max_bytes
        while True:
            levels = np.full(self.tree.rows, -1)
            taken = ends <= limit
            np.maximum.at(levels, row[taken], level[taken])
            kept = levels >= 0
            nodes = self._with_ancestors(kept[self.tree.row])
            nodes[0] = True
            own = sizes[levels[kept], np.flatnonzero(kept)]
            excess = float(own.sum() + node_bytes[nodes].sum()) - max_bytes
            if excess <= 0 or not kept.any():
                return levels, nodes
            limit -= max(excess, 1)

    def _steps(self, costs: Floats, sizes: Floats, first: Floats) -> tuple[Ints, Ints, Floats]:
        """The steps up from level to level that save most for a byte, best first: row, level and bytes of each."""
        rows = np.arange(self.tree.rows)
        here, spent = np.full(self.tree.rows, -1), np.zeros(self.tree.rows)
        steps: list[tuple[Ints, Ints, Floats, Floats]] = []
        exists = self.row_sizes > 0
        while True:
            more = np.where(exists, sizes + first - spent, np.inf)
            saved = costs[here + 1, rows] - costs[1:]
            higher = exists & (np.arange(len(sizes))[:, None] > here)
            gain = np.where(higher, saved / np.maximum(more, 1), -np.inf)
            level = gain.argmax(axis=0)
            goes = higher[level, rows]
            if not goes.any():
                break
            steps.append((rows[goes], level[goes], more[level, rows][goes], gain[level, rows][goes]))
            spent = np.where(goes, spent + more[level, rows], spent)
            here = np.where(goes, level, here)
        row, level, size, gain = (np.concatenate(part) for part in zip(*steps, strict=True))
        order = np.argsort(-gain, kind="stable")
        return row[order], level[order], size[order]

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
