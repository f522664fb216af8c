"""Betting trees: the first decisions as an indented list, as deep as it stays short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from riverboat.base.drawing import draws
from riverboat.games.rules.action import act
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.asking.options import options_at
from riverboat.views.page import Page
from riverboat.views.shapes import Cell, Note, Rows

_MOST_ROWS: Final = 40
_MOST_COUNTED: Final = (
    500_000  # nodes of a tree whose decisions below each row are counted, so that it takes a moment
)
_INDENT: Final = "\u00a0" * 3  # blanks that pages do not swallow


class _Branch(NamedTuple):
    """An action of the tree: how deep, what it is, where it leads (a node, or `~e`), and the table then."""

    depth: int
    name: str
    place: int
    table: Table


@draws(BettingTree)
def draw_tree(tree: BettingTree) -> Page:
    """Return the size of the tree, and a row for each of the first actions with the pot and what lies below."""
    counted = tree.nodes <= _MOST_COUNTED
    rows: list[tuple[Cell, ...]] = []
    for branch in [_Branch(0, _start(tree), 0, tree.root), *_first_branches(tree)]:
        below = f"{_decisions_from(tree, branch.place):,}" if counted and branch.place >= 0 else ""
        name = _INDENT * branch.depth + branch.name
        rows.append((name, f"{branch.table.pot:,}", _next(tree, branch), *((below,) if counted else ())))
    columns = ("betting", ">pot", "then", *((">decisions",) if counted else ()))
    ends = tree.first_node.tolist()
    streets = [
        f"{street} {last - first:,}"
        for street, first, last in zip(street_names(tree.game), ends, ends[1:], strict=False)
        if last > first
    ]
    sizes = f"{tree.nodes:,} decisions, {tree.ends:,} ends, {tree.rows:,} rows"
    return Page(
        Note(f"{tree.config.name}: {sizes}", "bold"),
        Note(f"decisions by street: {', '.join(streets)}", "dim"),
        Rows(columns, tuple(rows)),
    )


def _start(tree: BettingTree) -> str:
    return f"after {tree.config.start}" if tree.config.start else "to begin"


def _next(tree: BettingTree, branch: _Branch) -> str:
    """Who acts next, on which street, or how the hand ends."""
    names = seat_names(tree.game)
    if branch.place >= 0:
        street = street_names(tree.game)[int(tree.round[branch.place])]
        return f"{names[int(tree.actor[branch.place])]}, {street}"
    left = int(tree.end_in_hand[~branch.place])
    seats = [name for seat, name in enumerate(names) if left >> seat & 1]
    return f"{seats[0]} wins" if len(seats) == 1 else "showdown"


def _first_branches(tree: BettingTree) -> list[_Branch]:
    """Return the branches down to the deepest level that leaves the list short, in the order of the list."""
    shown = list(_branches(tree, 1))
    for depth in range(2, tree.nodes + 1):
        deeper = []
        for branch in _branches(tree, depth):
            deeper.append(branch)
            if len(deeper) > _MOST_ROWS:
                return shown
        if len(deeper) == len(shown):
            return shown
        shown = deeper
    return shown


def _branches(tree: BettingTree, most: int) -> Iterator[_Branch]:
    """Go through the branches down to a depth, each before what follows it."""
    waiting = [_Branch(0, "", 0, tree.root)]
    while waiting:
        branch = waiting.pop()
        if branch.depth:
            yield branch
        if branch.place < 0 or branch.depth == most:
            continue
        for option in reversed(options_at(branch.table, tree.choices(branch.place))):
            after = branch.table.copy()
            act(after, option.action)
            place = tree.step(branch.place, option.action)
            waiting.append(_Branch(branch.depth + 1, option.name, place, after))


def _decisions_from(tree: BettingTree, node: int) -> int:
    """Count the different decisions from a node on, itself included."""
    seen = np.zeros(tree.nodes, bool)
    level = np.array([node], np.int64)
    while len(level):
        seen[level] = True
        first, last = tree.first_choice[level].astype(np.int64), tree.first_choice[level + 1].astype(np.int64)
        sizes = last - first
        offsets = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        children = np.unique(tree.child[np.repeat(first, sizes) + offsets])
        children = children[children >= 0]
        level = children[~seen[children]].astype(np.int64)
    return int(seen.sum())
