"""GS3: buckets by where a hand can go, its histogram over the buckets of the next street.

Gilpin, Sandholm and Sørensen 2007, "Potential-aware automated abstraction of sequential games, and holistic equilibrium
analysis of Texas Hold'em poker", AAAI.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from riverboat.abstraction.clustering.k_medians import Floats, KMedians
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


class GS3Abstraction(SignalAbstraction):
    """Buckets of signals as a card abstraction; `gs3` makes it."""


def gs3(
    game: Game, counts: Sequence[int], *, bins: Sequence[int] | None = None, seed: int = 0
) -> GS3Abstraction:
    """Divide the signals of a small two-player game by their potential, with perfect recall.

    counts: how many buckets there may be, for the own cards and for each street that brings cards. bins: into how many
    clusters the signals to come are put where they serve to describe those before, in the same order (the first is not
    used); `counts` unless given.

    Street by street, for each bucket i of the street before: a bottom-up pass over all signals that can follow from i
    clusters those of the last street by strength, those before by their histograms over these clusters, and so on, up
    to the street in question. Its signals are then clustered by their histograms into k = 1, 2, ... buckets, in the L₁
    norm (`KMedians`), with the error eᵢ(k) = Σ p(s) |h(s) - mean of its bucket|₂, p(s) the probability of signal s and
    h(s) its histogram; and `divide_budget` chooses all kᵢ at once. The last street has no potential, so h(s) is the
    strength there, and clusters are the exact ones of `kmeans_1d`.

    >>> from riverboat.games import rhode_island
    >>> gs3(rhode_island(), (13, 25, 125))
    GS3Abstraction(rhode-island, 13 / 25 / 125)
    """
    tree = SignalTree(game)
    budget = check_counts(counts, tree.sizes, game.name)
    fine = budget if bins is None else check_counts(bins, tree.sizes, game.name)
    return GS3Abstraction(tree, gs3_buckets(Signals.of(tree), budget, fine, seed))


def gs3_buckets(signals: Signals, counts: Sequence[int], bins: Sequence[int], seed: int = 0) -> list[Ids]:
    """Return the bucket of each signal of each level."""

    def choose(level: int, group: Ids, most: int) -> Choices:
        points = potentials(signals, level, group, bins, seed)
        weights = signals.probabilities[level][group]
        if level == signals.levels - 1:
            most = min(most, len(np.unique(points.round(12))))
            labels = [line_labels(points[:, 0], weights, k) for k in range(1, most + 1)]
        else:
            clusters = KMedians(points, weights, most=most, seed=seed)
            labels = [clusters.labels(k) for k in range(1, clusters.most + 1)]
        return Choices(labels, [distance_error(points, weights, of_k) for of_k in labels])

    return divide_signals(signals, counts, choose)


def potentials(signals: Signals, level: int, group: Ids, bins: Sequence[int], seed: int = 0) -> Floats:
    """Return what some signals of a level can become: float64[signals, clusters of the next level], rows sum to 1.

    On the last level, their strengths: float64[signals, 1]. Only what follows from these signals is clustered.
    """
    if level == signals.levels - 1:
        return signals.strengths[level][group, None]
    after, place = np.unique(signals.children[level][group], return_inverse=True)
    place = place.reshape(len(group), -1)
    points = potentials(signals, level + 1, after, bins, seed)
    weights = signals.probabilities[level + 1][after]
    k = min(bins[level + 1], len(after))
    if level + 1 == signals.levels - 1:
        labels = line_labels(points[:, 0], weights, k)
    else:
        clusters = KMedians(points, weights, most=k, seed=seed)
        labels = clusters.labels(clusters.most)
    count = int(labels.max()) + 1
    cells = np.arange(len(group))[:, None] * count + labels[place]
    found = np.bincount(cells.ravel(), minlength=len(group) * count).reshape(len(group), count)
    return found / place.shape[1]


def distance_error(points: Floats, weights: Floats, labels: Ids) -> float:
    """Return Σ w |x - mean of its cluster|₂ of points [n, d].

    >>> distance_error(np.array([[0.0, 0.0], [6.0, 8.0], [9.0, 9.0]]), np.ones(3), np.array([0, 0, 1]))
    10.0
    """
    mass = np.bincount(labels, weights)
    means = np.zeros((len(mass), points.shape[1]))
    np.add.at(means, labels, weights[:, None] * points)
    means /= mass[:, None]
    return float(weights @ np.linalg.norm(points - means[labels], axis=1))
