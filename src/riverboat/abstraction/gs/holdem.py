"""GS2 and GS3 for hold'em, street by street, with perfect recall: a bucket lies inside one of the street before.

`gs2.py` and `gs3.py` are the same methods for games whose signals fit into a tree; their papers and formulas are there.
Here signals are streamed (`HoldemDeals`). GS2 divides every parent by strength, exactly. GS3 divides preflop, flop and
turn by cumulated histograms, clustered from a sample of each parent's hands, and the river by strength.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

import numpy as np

from riverboat.abstraction.clustering.budget import divide_budget
from riverboat.abstraction.clustering.k_medians import KMedians
from riverboat.abstraction.clustering.kmeans import kmeans
from riverboat.abstraction.gs.config import GS2Config, GS3Config
from riverboat.abstraction.gs.deals import MOST_STRENGTH, PREFLOP_CLASSES, SCORES, HoldemDeals, padded
from riverboat.abstraction.gs.potentials import (
    HistogramChoices,
    cumulated,
    flop_potentials,
    river_bins,
    sample,
)
from riverboat.abstraction.gs.strength_cuts import LineChoices, divide_lines, interval
from riverboat.abstraction.methods.flop_histograms import FLOP_TURNS
from riverboat.abstraction.methods.method import Buckets
from riverboat.base.checks import check_threads
from riverboat.base.progress import Progress
from riverboat.errors import AbstractionError

T = TypeVar("T")

STARTS: Final = 32
"""From how many starts hole cards are clustered; there are 169, so that costs nothing."""


def gs_street(
    config: GS2Config,
    deals: HoldemDeals,
    number: int,
    before: Buckets | None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Buckets:
    """Return the buckets of a street; before: those of the street before, None before the flop.

    The table is by hole class [169], flop hand [n] and turn [n, 47] of the deals; that of the river is by the bucket on
    the turn and the score [buckets, SCORES].
    """
    parents = np.zeros(PREFLOP_CLASSES, np.uint16) if before is None else before.table
    if number == 1:
        parents = parents[deals.hole]
    run = _Parents(threads, progress)
    if isinstance(config, GS3Config):
        street = (_gs3_preflop, _gs3_flop, _gs3_turn, _gs3_river)[number]
        return street(config, deals, parents, run)
    return _gs2_street(config, deals, number, parents, run)


# --- GS2 -------------------------------------------------------------------------------------------------------


def _gs2_street(
    config: GS2Config, deals: HoldemDeals, number: int, parents: np.ndarray, run: _Parents
) -> Buckets:
    strengths, weights = {
        0: (deals.hole_strengths, deals.hole_weights),
        1: (deals.flop_strengths, deals.weights),
        2: (deals.turn_strengths, deals.weights),
    }[number]
    most = config.preflop if number == 0 else config.children[number - 1]

    def points(members: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if number < 2:
            return strengths[members], weights[members]
        return strengths[deals.rows[members]].ravel(), deals.turn_weights(members)

    def choose(members: np.ndarray) -> LineChoices:
        line, mass = points(members)
        values, places = np.unique(line, return_inverse=True)
        masses = np.bincount(places.ravel(), mass)
        held = masses > 0  # a sample may lack some hole cards
        return LineChoices(values[held].astype(float), masses[held] / total, most)

    total = float(weights.sum()) * (FLOP_TURNS if number == 2 else 1)
    groups = _groups(parents)
    cuts, firsts = divide_lines(run(choose, groups), config.counts[number])
    shape = (len(parents), FLOP_TURNS) if number == 2 else (len(parents),)
    table = np.empty(shape, np.uint16)
    for members, of_parent, first in zip(groups, cuts, firsts[:-1], strict=True):
        table[members] = (first + interval(of_parent, points(members)[0])).reshape(-1, *shape[1:])
    return Buckets(table, int(firsts[-1]))


# --- GS3 -------------------------------------------------------------------------------------------------------


def _gs3_preflop(config: GS3Config, deals: HoldemDeals, parents: np.ndarray, run: _Parents) -> Buckets:
    rng = np.random.default_rng([config.seed, 0])
    flops = np.arange(len(deals))
    rows = flop_potentials(deals, flops, config.bins, config.training, rng, config.means, run.threads)
    chosen = sample(len(flops), config.training, rng)
    clusters = HistogramChoices.of(rows[chosen], deals.weights[chosen], config.bins[0], rng, config.means)
    points, weights, held = hole_potentials(deals, clusters.labels(rows, clusters.most, run.threads))
    count = min(config.preflop, len(np.unique(points, axis=0)))
    found: np.ndarray
    if config.means:
        found = kmeans(points, count, weights=weights, restarts=STARTS, seed=config.seed).labels
    else:
        found = KMedians(points, weights, most=count, starts=STARTS, seed=config.seed).labels(count)
    table = np.zeros(PREFLOP_CLASSES, np.uint16)
    table[held], used = _continued(found, 0)
    return Buckets(table, used)


def hole_potentials(deals: HoldemDeals, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return where hole cards lead, as points, with their weights and which of the 169 classes they are.

    labels: the cluster of each flop hand, the weakest first. A point is the cumulated histogram over these, a step as
    wide as clusters are apart in mean strength. A hand weighs by how often it is dealt, times the square of its
    strength: who has less of it plays for less. By how often they are dealt alone, QQ to AA are 18 of 1,326 hands, and
    the least error puts them, and more pairs the better it is searched for, into one of 20 buckets.
    """
    width = int(labels.max()) + 1
    cells = deals.hole.astype(int) * width + labels
    found = np.bincount(cells, deals.weights, PREFLOP_CLASSES * width).reshape(-1, width)
    held = np.flatnonzero(deals.hole_weights)
    mass = np.bincount(labels, deals.weights, width)
    strengths = np.bincount(labels, deals.weights * deals.flop_strengths.astype(float), width)
    means = strengths / np.maximum(mass, 1) / MOST_STRENGTH
    order = np.argsort(means, kind="stable")
    steps = np.diff(means[order])
    points = np.cumsum(found[held][:, order], axis=1)[:, :-1] / deals.hole_weights[held, None] * steps
    return points, deals.hole_weights[held] * (deals.hole_strengths[held] / MOST_STRENGTH) ** 2, held


def _gs3_flop(config: GS3Config, deals: HoldemDeals, parents: np.ndarray, run: _Parents) -> Buckets:
    potentials = np.empty((len(deals), padded(config.bins[1])), np.uint8)

    def choose(flops: np.ndarray) -> HistogramChoices:
        rng = np.random.default_rng([config.seed, 1, int(parents[flops[0]])])
        potentials[flops] = flop_potentials(deals, flops, config.bins, config.training, rng, config.means)
        chosen = flops[sample(len(flops), config.training, rng)]
        weights = deals.weights[chosen]
        return HistogramChoices.of(potentials[chosen], weights, config.children[0], rng, config.means)

    groups = _groups(parents)
    choices = run(choose, groups)
    children = _children(deals, groups, choices, config.flop)
    table, used = np.empty(len(deals), np.uint16), 0
    for flops, choice, k in zip(groups, choices, children, strict=True):
        table[flops], used = _continued(choice.labels(potentials[flops], k), used)
    return Buckets(table, used)


def _gs3_turn(config: GS3Config, deals: HoldemDeals, parents: np.ndarray, run: _Parents) -> Buckets:
    bins = config.bins[2]

    def choose(flops: np.ndarray) -> tuple[np.ndarray, HistogramChoices]:
        rng = np.random.default_rng([config.seed, 2, int(parents[flops[0]])])
        bin_of_score = river_bins(deals, flops, bins)
        hands, turns = np.divmod(sample(len(flops) * FLOP_TURNS, config.training, rng), FLOP_TURNS)
        rows = cumulated(deals.histograms(deals.rows[flops[hands], turns], bin_of_score, bins))
        weights = deals.weights[flops[hands]]
        return bin_of_score, HistogramChoices.of(rows, weights, config.children[1], rng, config.means)

    groups = _groups(parents)
    choices = run(choose, groups)
    children = _children(deals, groups, [choice for _, choice in choices], config.turn)
    table, used = np.empty((len(deals), FLOP_TURNS), np.uint16), 0
    for flops, (bin_of_score, choice), k in zip(groups, choices, children, strict=True):
        rows = cumulated(deals.histograms(deals.rows[flops].ravel(), bin_of_score, bins, run.threads))
        labels, used = _continued(choice.labels(rows, k, run.threads), used)
        table[flops] = labels.reshape(-1, FLOP_TURNS)
    return Buckets(table, used)


def _gs3_river(config: GS3Config, deals: HoldemDeals, parents: np.ndarray, run: _Parents) -> Buckets:
    counts = river_counts(deals, parents, int(parents.max()) + 1)
    total = float(counts.sum())

    def choose(of_parent: np.ndarray) -> LineChoices:
        return LineChoices.of(of_parent, total, config.children[2], squared=False)

    cuts, firsts = divide_lines(run(choose, list(counts)), config.river)
    scores = np.arange(SCORES)
    table = np.stack(
        [first + interval(of_parent, scores) for of_parent, first in zip(cuts, firsts, strict=False)]
    )
    return Buckets(table.astype(np.uint16), int(firsts[-1]))


def river_counts(deals: HoldemDeals, labels: np.ndarray, buckets: int) -> np.ndarray:
    """Return how many rivers of each turn bucket have each score: int64[buckets, SCORES]; labels: uint16[n, 47]."""
    counts = np.zeros((buckets, SCORES), np.int64)
    for flops in np.array_split(np.arange(len(deals)), max(1, len(deals) >> 16)):
        deals.count_scores(flops, labels[flops], counts)
    return counts


# --- parents ---------------------------------------------------------------------------------------------------


class _Parents:
    """Runs a method for every parent, on several threads."""

    def __init__(self, threads: int | None, progress: Progress | None) -> None:
        self.threads, self._progress = threads, progress

    def __call__(self, choose: Callable[[np.ndarray], T], groups: Sequence[np.ndarray]) -> list[T]:
        found = []
        with ThreadPoolExecutor(check_threads(self.threads, AbstractionError) or os.cpu_count()) as pool:
            for choices in pool.map(choose, groups):
                found.append(choices)
                if self._progress is not None:
                    self._progress(len(found), len(groups))
        return found


def _groups(parents: np.ndarray) -> list[np.ndarray]:
    """Return the members of each parent, ascending."""
    order = np.argsort(parents, kind="stable")
    return np.split(order, np.cumsum(np.bincount(parents))[:-1])


def _children(
    deals: HoldemDeals, groups: Sequence[np.ndarray], choices: Sequence[HistogramChoices], budget: int
) -> list[int]:
    """Divide the budget; the errors of a parent count by the probability of reaching it."""
    shares = [deals.weights[flops].sum() / deals.weights.sum() for flops in groups]
    errors = [(share * choice.errors).tolist() for share, choice in zip(shares, choices, strict=True)]
    return divide_budget(errors, budget)


def _continued(labels: np.ndarray, used: int) -> tuple[np.ndarray, int]:
    """Return labels from `used` on, without gaps, and the next that is free."""
    values, places = np.unique(labels, return_inverse=True)
    return used + places.ravel(), used + len(values)
