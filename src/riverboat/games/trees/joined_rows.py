"""Joined histories without joining them: nodes of a plain tree share a row where a joined tree shares the node."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from riverboat.games.trees.config import TreeConfig
from riverboat.games.trees.tree import BettingTree, build_tree

Ints = npt.NDArray[np.int64]


def with_joined_rows(plain: BettingTree, config: TreeConfig, seat: int | None = None) -> BettingTree:
    """Return a plain tree with the rows of the tree that its config, which joins histories, makes.

    A strategy by rows then knows what one of the joined tree knows. But all histories are still told apart, so it can
    be judged against opponents who remember them: the price of joining. seat: only this one forgets, the others have
    rows of their own at every node.

    >>> from riverboat.games import leduc
    >>> from riverboat.games.trees.config import config_of
    >>> config = replace(config_of(leduc()), joined_from="round-2")
    >>> with_joined_rows(build_tree(config, joined_from="never"), config)  # three pots instead of five lines
    <BettingTree 'leduc': 36 nodes, 21 ends, 24 rows>
    """
    joined = build_tree(config, root=plain.root)
    rows, choices = joined.row[_same_nodes(plain, joined)], joined.row_choices
    if seat is not None:
        remembers = np.flatnonzero(plain.actor != seat)
        rows[remembers] = len(choices) + np.arange(len(remembers))
        choices = np.concatenate([choices, np.diff(plain.first_choice)[remembers].astype(np.uint16)])
    native = plain.native.with_rows(np.ascontiguousarray(rows), np.ascontiguousarray(choices))
    return BettingTree(replace(plain.config, rows=config.rows), plain.root, native)


def _same_nodes(plain: BettingTree, joined: BettingTree) -> Ints:
    """Return by node of a plain tree the node of the joined one that the same actions lead to."""
    same = np.zeros(plain.nodes, np.int64)
    here, there = np.zeros(1, np.int64), np.zeros(1, np.int64)
    while len(here):  # one action further each time
        counts = np.diff(plain.first_choice)[here].astype(np.int64)
        number = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        after = plain.child[np.repeat(plain.first_choice[here], counts) + number]
        beside = joined.child[np.repeat(joined.first_choice[there], counts) + number]
        goes_on = after >= 0
        here, there = after[goes_on].astype(np.int64), beside[goes_on].astype(np.int64)
        same[here] = there
    return same
