"""What methods for small games know of a game: its signals, how likely and strong each is, and where it can lead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from riverboat.abstraction.clustering.budget import divide_budget
from riverboat.abstraction.clustering.k_medians import Floats
from riverboat.abstraction.clustering.kmeans_1d import kmeans_1d
from riverboat.abstraction.small_games.signal_tree import Ids, SignalTree
from riverboat.base.checks import integer
from riverboat.errors import AbstractionError


@dataclass(frozen=True, eq=False)
class Signals:
    """The signals of a player, level by level; every signal has one parent, and its children are equally likely.

    children: int64[signals, children] for all levels but the last. parents: int64[signals] for all levels but the
    first. probabilities: float64[signals], 1 in all on each level. strengths: float64[signals], the probability of
    winning at a showdown against a random hand, ties half.

    >>> from riverboat.games import leduc
    >>> signals = Signals.of(SignalTree(leduc()))
    >>> signals.probabilities[0].round(3).tolist(), signals.strengths[0].round(3).tolist()
    ([0.333, 0.333, 0.333], [0.3, 0.5, 0.7])
    """

    children: tuple[Ids, ...]
    parents: tuple[Ids, ...]
    probabilities: tuple[Floats, ...]
    strengths: tuple[Floats, ...]

    @classmethod
    def of(cls, tree: SignalTree) -> Signals:
        """Return the signals of a game that is small enough for a tree."""
        children = tuple(tree.children(level) for level in range(tree.levels - 1))
        parents = tuple(tree.parents(level) for level in range(1, tree.levels))
        deals = [
            tree.indexer.weight_batch(level, np.arange(size)).astype(float)
            for level, size in enumerate(tree.sizes)
        ]
        strengths = [tree.counts @ [0.0, 0.5, 1.0] / tree.counts.sum(axis=1)]
        for below in reversed(children):
            strengths.insert(0, strengths[0][below].mean(axis=1))
        return cls(
            children, parents, tuple(of_level / of_level.sum() for of_level in deals), tuple(strengths)
        )

    @property
    def levels(self) -> int:
        """How many levels there are."""
        return len(self.strengths)


@dataclass(frozen=True, eq=False)
class Choices:
    """The ways to divide the signals of a parent into 1, 2, ... children, and the error of each."""

    labels: Sequence[Ids]
    errors: Sequence[float]


Choose: TypeAlias = Callable[[int, Ids, int], Choices]
"""A method: from a level, some of its signals and the most children they may have to its choices."""


def divide_signals(signals: Signals, counts: Sequence[int], choose: Choose) -> list[Ids]:
    """Return the bucket of each signal of each level; a bucket lies inside one bucket of the level before.

    counts: how many buckets a level may have. From the first level to the last, `choose` divides the signals of each
    bucket of the level before, and `divide_budget` decides into how many.
    """
    buckets: list[Ids] = []
    above = np.zeros(len(signals.strengths[0]), np.int64)
    for level, count in enumerate(counts):
        if level:
            above = buckets[-1][signals.parents[level - 1]]
        groups = [np.flatnonzero(above == parent) for parent in range(int(above.max()) + 1)]
        most = count - len(groups) + 1
        choices = [choose(level, group, min(most, len(group))) for group in groups]
        now, used = np.empty_like(above), 0
        for group, choice, k in zip(
            groups, choices, divide_budget([choice.errors for choice in choices], count), strict=True
        ):
            now[group] = used + choice.labels[k - 1]
            used = int(now[group].max()) + 1
        buckets.append(now)
    return buckets


def line_labels(points: Floats, weights: Floats, k: int) -> Ids:
    """Return the best clusters of points [n] on a line: k of them, or fewer if there are fewer distinct points.

    >>> line_labels(np.array([0.5, 0.2, 0.5, 0.9]), np.ones(4), 8).tolist()
    [1, 0, 1, 2]
    """
    points = points.round(12)  # the same strength may come out of two sums
    k = min(k, len(np.unique(points)))
    return kmeans_1d(points, k, weights=weights).labels.astype(np.int64)


def check_counts(counts: Sequence[int], sizes: Sequence[int], game: str) -> list[int]:
    """Return a budget of buckets for each level of a signal tree, or raise."""
    example = " / ".join(f"{size:,}" for size in sizes)
    if len(counts) != len(sizes):
        raise AbstractionError(
            f"counts {tuple(counts)!r} has {len(counts)} numbers; '{game}' needs {len(sizes)}, for the own cards and "
            f"each street that brings cards: at most {example}"
        )
    checked: list[int] = []
    for given, size in zip(counts, sizes, strict=True):
        count, least = integer(given), checked[-1] if checked else 1
        if count is None or not least <= count <= size:
            raise AbstractionError(
                f"counts {tuple(counts)!r} asks for {given!r} buckets where there may be {least:,} to {size:,}; every "
                f"bucket has one or more in the round after, and '{game}' has {example} signals"
            )
        checked.append(count)
    return checked
