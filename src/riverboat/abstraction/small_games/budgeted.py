"""Buckets of small two-player games by expected win probability or by potential, as many as one likes.

Gilpin and Sandholm 2008, "Expectation-based versus potential-aware automated abstraction in imperfect information
games". What is the same for both: buckets have perfect recall, so each round divides the buckets of the round before,
and an integer program says how many parts each of them gets. Where we differ: k-means, which lowers squared distances,
finds the parts, with histograms too, where the authors take the L1 norm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.clustering.kmeans import kmeans
from riverboat.abstraction.clustering.kmeans_1d import kmeans_1d
from riverboat.abstraction.small_games.signal_abstraction import SignalAbstraction
from riverboat.abstraction.small_games.signal_tree import Ids, SignalTree
from riverboat.abstraction.small_games.signals import Choices, Signals, check_counts, divide_signals
from riverboat.errors import AbstractionError
from riverboat.games.rules.game import Game

Features = Literal["eb", "eb2", "pa"]
Floats: TypeAlias = npt.NDArray[np.float64]
PointsOf: TypeAlias = Callable[[int, Ids], Floats]
"""The points of some nodes of a level, [nodes, dimensions]: (level, nodes) -> points."""

_DIGITS = 12  # sums of the same numbers in another order are the same expectation
_RESTARTS = 4


class SmallGameBuckets(SignalAbstraction):
    """Buckets of the signals of a small game as a card abstraction; `small_game_buckets` makes it."""


def small_game_buckets(
    game: Game, counts: Sequence[int], *, features: Features = "pa", seed: int = 0
) -> SmallGameBuckets:
    """Put the signals of a small two-player game into so many buckets a round.

    features: what makes two signals alike. "eb": their probability to win (a tie is half a win) against a random hand,
    expected over the board to come. "eb2": the expectation of its square, which puts a draw above a steady hand. "pa",
    potential-aware: the histogram over the next round's buckets, made bottom-up from what the bucket of the round
    before leaves possible; on the last round, where no potential is left, the probability to win.

    counts: buckets by round. Those of a round divide those of the round before, so that what a player knew he still
    knows. Each bucket is divided by k-means into 1, 2, 3, ... parts; the parts for all are chosen so that the sum of
    distances to the centroids, weighted by the probability of the signals, is least. A round ends with fewer buckets
    if fewer signals differ in their features.

    >>> from riverboat.games import rhode_island
    >>> small_game_buckets(rhode_island(), (13, 25, 125))
    SmallGameBuckets(rhode-island, 13 / 25 / 125)
    """
    if features not in get_args(Features):
        raise AbstractionError(f"features is {features!r}; it is 'eb', 'eb2' or 'pa'")
    tree = SignalTree(game)
    budget = check_counts(counts, tree.sizes, game.name)
    signals = Signals.of(tree)
    found = _Features(signals, budget, seed)
    points_of = found.histograms if features == "pa" else found.expectations(2 if features == "eb2" else 1)

    def choose(level: int, group: Ids, most: int) -> Choices:
        points = _WeightedPoints.of(points_of(level, group), signals.probabilities[level][group])
        clusters = [points.cluster(k, seed) for k in range(1, min(most, len(points.points)) + 1)]
        return Choices([labels for labels, _ in clusters], [error for _, error in clusters])

    return SmallGameBuckets(tree, divide_signals(signals, budget, choose))


# --- features --------------------------------------------------------------------------------------------------


class _Features:
    """What signals are alike by."""

    def __init__(self, signals: Signals, counts: Sequence[int], seed: int) -> None:
        self.counts, self.seed = counts, seed
        self.children, self.chances = signals.children, signals.probabilities
        self.equity = signals.strengths[-1]

    def expectations(self, power: int) -> PointsOf:
        """Return the expected power of the probability to win, as points."""
        values = [self.equity**power]
        for below in reversed(self.children):
            values.insert(0, values[0][below].mean(axis=1))
        return lambda level, nodes: values[level][nodes, None].round(_DIGITS)

    def histograms(self, level: int, nodes: Ids, above: int | None = None) -> Floats:
        """Return the shares of the children of nodes in each of the next round's buckets, made for these nodes alone.

        above: how many buckets like that of these nodes there are, between which the next round's buckets are shared;
        those of the round before if it is not said.
        """
        if level == len(self.children):
            return self.equity[nodes, None]
        if above is None:
            above = self.counts[level - 1] if level else 1
        below, places = np.unique(self.children[level][nodes], return_inverse=True)
        points = _WeightedPoints.of(self.histograms(level + 1, below, above), self.chances[level + 1][below])
        k = min(len(points.points), -(-self.counts[level + 1] // above))
        bucket = points.cluster(k, self.seed)[0][places].reshape(len(nodes), -1)
        return np.stack([(bucket == b).mean(axis=1) for b in range(k)], axis=1)


# --- clusters ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _WeightedPoints:
    """The distinct points of some nodes, with their weights; places: which of them each node has."""

    points: Floats
    weights: Floats
    places: Ids

    @classmethod
    def of(cls, points: Floats, weights: Floats) -> _WeightedPoints:
        distinct, places = np.unique(points, axis=0, return_inverse=True)
        places = places.reshape(-1)
        return cls(distinct, _sums(places, weights), places)

    def cluster(self, k: int, seed: int) -> tuple[Ids, float]:
        """Return the cluster of each node, one of k, and the weighted sum of distances to the centroids."""
        if k == len(self.points):
            return self.places, 0.0
        if self.points.shape[1] == 1:
            found = kmeans_1d(self.points[:, 0], k, weights=self.weights)
        else:
            found = kmeans(self.points, k, weights=self.weights, seed=seed, restarts=_RESTARTS, tolerance=0.0)
        centroids = found.centroids.reshape(k, -1)
        distances = np.linalg.norm(self.points - centroids[found.labels], axis=1)
        return found.labels.astype(np.int64)[self.places], float(self.weights @ distances)


def _sums(places: Ids, weights: Floats) -> Floats:
    """Return the sum of the weights at each place."""
    return np.bincount(places, weights).astype(np.float64)
