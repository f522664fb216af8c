"""The size of a betting tree, counted without building it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from riverboat import _core
from riverboat.base.progress import Progress
from riverboat.errors import MenuError, RiverboatError
from riverboat.games.rules.streets import street_names, street_round
from riverboat.games.rules.table import Table
from riverboat.games.trees.config import NEVER, TreeConfig
from riverboat.games.trees.menu import tree_rules
from riverboat.games.trees.rows import ROW_KEYS

MOST_SITUATIONS: Final = 40_000_000
"""Distinct situations at the start of one street that are told apart, for some 30 bytes each."""


@dataclass(frozen=True)
class NodeCount:
    """Decisions, the actions of all of them, and how many of those actions end the hand."""

    nodes: int = 0
    actions: int = 0
    ends: int = 0

    def __add__(self, other: NodeCount) -> NodeCount:
        return NodeCount(self.nodes + other.nodes, self.actions + other.actions, self.ends + other.ends)


@dataclass(frozen=True)
class StreetCount:
    """The nodes of one street, by how many players are still in.

    tree: every history has its own node. joined: equal situations share one, on this street and before it; None where
    there are more situations than were told apart.
    """

    street: str
    tree: dict[int, NodeCount]
    joined: dict[int, NodeCount] | None

    def total(self, joined: bool) -> NodeCount | None:
        """Return the sum over any number of players in."""
        by_players = self.joined if joined else self.tree
        return None if by_players is None else sum(by_players.values(), NodeCount())


def count_tree(
    config: TreeConfig, root: Table | None = None, progress: Progress | None = None
) -> tuple[StreetCount, ...]:
    """Count the nodes of a tree street by street.

    A joined tree keeps apart what its row key keeps apart: rows by letters make more nodes.

    >>> from riverboat.games import Menu, leduc
    >>> counts = count_tree(TreeConfig("leduc", leduc(), Menu()))
    >>> [(count.street, count.tree[2].nodes, count.joined[2].nodes) for count in counts]
    [('round-1', 6, 6), ('round-2', 30, 18)]
    """
    counts = count_within(config, math.inf, root=root, progress=progress)
    assert counts is not None  # there was no limit
    return counts


def count_within(
    config: TreeConfig,
    most: float,
    action_bytes: Sequence[float] = (),
    *,
    root: Table | None = None,
    situations: int = MOST_SITUATIONS,
    progress: Progress | None = None,
) -> tuple[StreetCount, ...] | None:
    """Count the nodes of a tree, or return None as soon as its actions are known to take more than so many bytes.

    action_bytes: by round, what every action of a tree takes in which nothing is joined; none if nothing is said.
    situations: told apart at most, for the joined tree; 0 if nobody asks for that.

    >>> from riverboat.games import Menu, leduc
    >>> small = TreeConfig("leduc", leduc(), Menu())
    >>> count_within(small, 600, (8, 8)) is None, count_within(small, 700, (8, 8)) is None
    (True, False)
    """
    with street_limit(config):
        counts = _core.count_tree(
            native_tree_rules(config), root or config.root(), situations, list(action_bytes), most, progress
        )
    return None if counts is None else street_counts(config, counts)


@contextmanager
def street_limit(config: TreeConfig) -> Iterator[None]:
    """Tell of a street on which too much can happen to be counted."""
    try:
        yield
    except RiverboatError:
        raise
    except ValueError as problem:
        raise MenuError(
            f"the tree of {config.name!r} cannot be counted: {problem}; use fewer sizes or raises, or less chips"
        ) from None


def tree_size(config: TreeConfig, counts: Sequence[StreetCount]) -> NodeCount | None:
    """Return the size of the tree that the config asks for: joined from its street on; None if it is not known."""
    first_joined = first_joined_round(config)
    size = NodeCount()
    for round_, count in enumerate(counts):
        total = count.total(joined=round_ >= first_joined)
        if total is None:
            return None
        size += total
    return size


def first_joined_round(config: TreeConfig) -> int:
    """Return the round from which on nodes are joined; the number of rounds if they never are."""
    return (
        config.game.rounds if config.joined_from == NEVER else street_round(config.game, config.joined_from)
    )


def native_tree_rules(config: TreeConfig) -> _core.TreeRules:
    """Return what the native tree is built from."""
    rows = config.rows
    return tree_rules(
        config.game, config.menu, ROW_KEYS.index(rows.key), rows.check == "call", config.keep_aggressor
    )


def street_counts(config: TreeConfig, counts: Sequence[_NativeCount]) -> tuple[StreetCount, ...]:
    """Return native counts in the words of this room."""
    return tuple(
        StreetCount(street, _by_players(tree), _by_players(joined) if known else None)
        for street, (tree, joined, _, _, known) in zip(street_names(config.game), counts, strict=True)
    )


_Counts = list[tuple[int, int, int]]
_NativeCount = tuple[_Counts, _Counts, int, int, bool]


def _by_players(counts: _Counts) -> dict[int, NodeCount]:
    return {players: NodeCount(*count) for players, count in enumerate(counts) if count[0]}
