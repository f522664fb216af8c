"""GameShrink: signals that lead to the same showdowns are one. Lossless, or up to a threshold.

Gilpin and Sandholm 2006, "Finding equilibria in large sequential games of imperfect information"; 2007, "Lossless
abstraction of imperfect information games", JACM 54(5).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.small_games.matching import Costs, UnionFind, matching_costs
from riverboat.abstraction.small_games.signal_abstraction import SignalAbstraction
from riverboat.abstraction.small_games.signal_tree import NEVER, Ids, SignalTree
from riverboat.base.checks import share
from riverboat.errors import AbstractionError
from riverboat.games.rules.game import Game

Opponents = Literal["counted", "told-apart"]
_ROUNDING: Final = 1e-12


class GameShrinkAbstraction(SignalAbstraction):
    """Classes of signals as a card abstraction; `gameshrink` makes it."""


def gameshrink(
    game: Game,
    *,
    opponents: Opponents = "counted",
    threshold: float | Sequence[float] = 0.0,
    threads: int | None = None,
) -> GameShrinkAbstraction:
    """Join signals of a small two-player game that lead to the same showdowns.

    Two leaves of the `SignalTree` are the same if they do the same against the opponent's hands. Two inner nodes are
    if their children can be matched one to one, the same with the same. Siblings that are the same become one, from
    the root down; then their children are siblings.

    opponents: "counted", as published: leaves are the same if they beat, tie with and lose to equally many hands. What
    the opponent knows does not count, so what is joined may still be worth different play: see the guide for how much
    it costs. "told-apart": equally many of each class of the opponent's hands. Nothing is lost: an equilibrium of the
    smaller game is one of the whole game.

    threshold: for counted opponents, up to what cost siblings are joined, 0 to 1; one for all rounds or one for each.
    The cost is the least share of all deals to come that end differently, over all matchings. Joining is transitive, so
    chains of similar signals end in one class.

    >>> from riverboat.games import leduc, rhode_island
    >>> gameshrink(rhode_island())
    GameShrinkAbstraction(rhode-island, 13 / 205 / 1,774)
    >>> gameshrink(rhode_island(), threshold=(0, 0.02, 0.05))
    GameShrinkAbstraction(rhode-island, 13 / 138 / 874)
    >>> gameshrink(leduc()), gameshrink(leduc(), opponents="told-apart")
    (GameShrinkAbstraction(leduc, 3 / 7), GameShrinkAbstraction(leduc, 3 / 9))
    """
    tree = SignalTree(game)
    thresholds = _checked_thresholds(tree, opponents, threshold)
    if opponents == "told-apart":
        return GameShrinkAbstraction(tree, _told_apart(tree))
    kinds = _kinds(tree, _same(tree.counts))
    if not any(thresholds):
        return GameShrinkAbstraction(tree, _among_siblings(tree, kinds))
    costs = _costs(tree, kinds, threads)
    return GameShrinkAbstraction(tree, _joined(tree, kinds, costs, thresholds))


# --- lossless ------------------------------------------------------------------------------------------------


def _same(rows: npt.NDArray[np.integer]) -> Ids:
    """Number the distinct rows of a matrix as they come and return the number of each: int64[rows]."""
    numbers: dict[bytes, int] = {}
    return np.array([numbers.setdefault(row.tobytes(), len(numbers)) for row in rows], np.int64)


def _kinds(tree: SignalTree, leaves: Ids) -> list[Ids]:
    """Number the nodes of each level, bottom up, so that two have one number if their children can be matched.

    Being the same is an equivalence, so nodes can be matched if and only if they have equally many children of each
    kind: their sorted children are equal.
    """
    kinds = [leaves]
    for level in reversed(range(tree.levels - 1)):
        kinds.insert(0, _same(np.sort(kinds[0][tree.children(level)], axis=1)))
    return kinds


def _among_siblings(tree: SignalTree, kinds: Sequence[Ids]) -> list[Ids]:
    """Keep apart, top down, what has parents of different classes."""
    classes = [kinds[0]]
    for level in range(1, tree.levels):
        classes.append(_same(np.stack([classes[-1][tree.parents(level)], kinds[level]], axis=1)))
    return classes


def _told_apart(tree: SignalTree) -> list[Ids]:
    """Refine classes until each does the same against each class of the opponent's.

    If the opponent plays by classes, signals of one class then have the same future, so the best answer is by classes
    too. It begins with one class for all of his hands, which is the counted form.
    """
    classes = [np.zeros(size, np.int64) for size in tree.sizes]
    while True:
        finer = _among_siblings(tree, _kinds(tree, _against(tree, classes[-1])))
        if all(new.max() == old.max() for new, old in zip(finer, classes, strict=True)):
            return classes
        classes = finer


def _against(tree: SignalTree, opponent: Ids) -> Ids:
    """Number the leaves by how they end against how many hands of each of the opponent's classes."""
    hands = len(tree.showdowns[0][0])
    ends = np.empty((tree.sizes[-1], hands), np.int32)
    for leaves, outcome in tree.showdowns:
        ends[leaves] = np.sort(np.where(outcome == NEVER, -1, NEVER * opponent[leaves] + outcome), axis=1)
    return _same(ends)


# --- up to a threshold ---------------------------------------------------------------------------------------


def _costs(tree: SignalTree, kinds: Sequence[Ids], threads: int | None) -> list[Costs]:
    """Return what it costs to match nodes of each two kinds, by level; leaves by how many showdowns differ."""
    first = [np.unique(of_level, return_index=True)[1] for of_level in kinds]
    ends = tree.counts[first[-1]]
    costs = [np.abs(ends[:, None] - ends).sum(axis=2) / (2 * ends[0].sum())]
    for level in reversed(range(tree.levels - 1)):
        children = kinds[level + 1][tree.children(level)[first[level]]]
        costs.insert(0, matching_costs(children, costs[0], threads))
    return costs


def _joined(
    tree: SignalTree, kinds: Sequence[Ids], costs: Sequence[Costs], thresholds: Sequence[float]
) -> list[Ids]:
    """Join siblings, top down; children of joined nodes are siblings."""
    above = np.zeros(tree.sizes[0], np.int64)
    classes: list[Ids] = []
    for level in range(tree.levels):
        if level:
            above = classes[-1][tree.parents(level)]
        near = costs[level] <= thresholds[level] + _ROUNDING
        root = kinds[level].copy()
        for parent in range(int(above.max()) + 1):
            below = above == parent
            siblings = np.unique(kinds[level][below])
            sets = UnionFind(len(siblings))
            for a, b in combinations(range(len(siblings)), 2):
                if near[siblings[a], siblings[b]]:
                    sets.join(a, b)
            of_kind = np.array(sets.roots())
            root[below] = siblings[of_kind[np.searchsorted(siblings, kinds[level][below])]]
        classes.append(_same(np.stack([above, root], axis=1)))
    return classes


def _checked_thresholds(tree: SignalTree, opponents: str, given: float | Sequence[float]) -> list[float]:
    """Return a threshold for each level."""
    if opponents not in ("counted", "told-apart"):
        raise AbstractionError(f"opponents is {opponents!r}; it is 'counted' or 'told-apart'")
    rounds = tree.game.rounds
    by_round = list(given) if isinstance(given, Sequence) else [given] * rounds
    for threshold in by_round:
        share("a threshold", threshold, AbstractionError, example=0.05)
    if len(by_round) != rounds:
        raise AbstractionError(
            f"threshold {given!r} has {len(by_round)} numbers; '{tree.game.name}' has {rounds} rounds, so give one "
            f"number or {rounds}"
        )
    if opponents == "told-apart" and any(by_round):
        raise AbstractionError(
            f"threshold {given!r} needs opponents='counted'; opponents told apart are for no loss at all"
        )
    by_level = [0.0] * tree.levels
    for number, threshold in enumerate(by_round):
        by_level[tree.level_of_round(number)] = float(threshold)
    return by_level
