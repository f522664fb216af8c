"""GS2: buckets by the probability of winning, and as many in each part of the game as lower the error most.

Gilpin and Sandholm 2007, "Better automated abstraction techniques for imperfect information games, with application to
Texas Hold'em poker", AAMAS.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from riverboat.abstraction.clustering.k_medians import Floats
from riverboat.abstraction.small_games.signal_abstraction import SignalAbstraction
from riverboat.abstraction.small_games.signal_tree import Ids, SignalTree
from riverboat.abstraction.small_games.signals import (
    Choices,
    Signals,
    check_counts,
    divide_signals,
    line_labels,
)
from riverboat.games.rules.game import Game


class GS2Abstraction(SignalAbstraction):
    """Buckets of signals as a card abstraction; `gs2` makes it."""


def gs2(game: Game, counts: Sequence[int]) -> GS2Abstraction:
    """Divide the signals of a small two-player game by their probability of winning, with perfect recall.

    counts: how many buckets there may be, for the own cards and for each street that brings cards.

    The own cards are clustered by strength. Then, street by street, the signals of each bucket i are clustered into
    k = 1, 2, ... new buckets, with the expected error eᵢ(k) = Σ p(s) (strength(s) - mean of its bucket)², p(s) the
    probability of signal s; and `divide_budget` chooses all kᵢ at once. Clusters are exact (`kmeans_1d`), so among all
    ways to divide the buckets of the street before, none has a smaller error. There are fewer buckets than `counts` if
    there are not so many different strengths.

    >>> from riverboat.games import rhode_island
    >>> gs2(rhode_island(), (13, 50, 250))
    GS2Abstraction(rhode-island, 13 / 50 / 250)
    """
    tree = SignalTree(game)
    budget = check_counts(counts, tree.sizes, game.name)
    return GS2Abstraction(tree, gs2_buckets(Signals.of(tree), budget))


def gs2_buckets(signals: Signals, counts: Sequence[int]) -> list[Ids]:
    """Return the bucket of each signal of each level."""

    def choose(level: int, group: Ids, most: int) -> Choices:
        strengths, weights = signals.strengths[level][group], signals.probabilities[level][group]
        most = min(most, len(np.unique(strengths.round(12))))
        labels = [line_labels(strengths, weights, k) for k in range(1, most + 1)]
        return Choices(labels, [squared_error(strengths, weights, of_k) for of_k in labels])

    return divide_signals(signals, counts, choose)


def squared_error(points: Floats, weights: Floats, labels: Ids) -> float:
    """Return Σ w (x - mean of its cluster)².

    >>> squared_error(np.array([0.0, 1.0, 5.0]), np.array([1.0, 1.0, 2.0]), np.array([0, 0, 1]))
    0.5
    """
    means = np.bincount(labels, weights * points) / np.bincount(labels, weights)
    return float(weights @ (points - means[labels]) ** 2)
