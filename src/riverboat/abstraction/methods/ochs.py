"""Opponent cluster hand strength: a hand as its strengths against a few kinds of opposing hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from riverboat import _core
from riverboat.abstraction.clustering.kmeans import assign, kmeans
from riverboat.abstraction.clustering.kmeans_1d import kmeans_1d
from riverboat.abstraction.methods.method import Buckets, Street, Work, check_count
from riverboat.abstraction.methods.street_strengths import (
    CANONICAL_BOARDS,
    board_chunks,
    hands_on_boards,
    street_strengths,
)
from riverboat.abstraction.tables.table_abstraction import smallest_type
from riverboat.base.checks import check_threads
from riverboat.base.progress import Progress
from riverboat.cards.card import HAND_CARDS
from riverboat.errors import AbstractionError

MOST_OPPONENTS: Final = 16
"""Clusters of opposing hands that the native counters have room for."""

_HANDS_AT_ONCE: Final = 1 << 19  # hands on boards per chunk


@dataclass(frozen=True)
class Ochs:
    """K-means of OCHS vectors (Johanson, Burch, Valenzano and Bowling 2013, section 4.2).

    The 169 starting hands are put into `opponents` clusters. A hand's vector holds its share of the pot against a hand
    of each cluster, over all ways to end the board; hands are clustered by the Euclidean distance of the vectors.
    Centroids come from `sample` hands or a few more, on random boards; then every class goes to the nearest one. The
    paper clusters opposing hands by their distribution of strength; here it is by EHS, exactly.
    """

    buckets: int
    opponents: int = 8
    sample: int = 1_000_000
    iterations: int = 50

    def __post_init__(self) -> None:
        check_count(self.opponents, "opponents", MOST_OPPONENTS, 8)
        check_count(self.sample, "sample", 10**9, 1_000_000)
        check_count(self.iterations, "iterations", 10**6, 50)

    def build(self, street: Street, work: Work) -> Buckets:
        """Return the buckets, ordered by their mean strength."""
        if street.number == 0:
            raise AbstractionError(
                'method "ochs" begins on the flop; for preflop use "lossless" or, with fewer buckets, "kmeans"'
            )
        centroids = self._centroids(street, opponent_clusters(self.opponents), work)
        table = ochs_table(street, centroids, work.threads, work.part(0.4, 1))
        return Buckets(table, len(centroids), centroids)

    def _centroids(self, street: Street, clusters: np.ndarray, work: Work) -> np.ndarray:
        vectors, weights = [], []
        for boards, times in self._sampled_boards(street, work):
            found, _ = ochs_vectors(boards, clusters, work.threads)
            vectors.append(found)
            weights.append(np.repeat(times, len(found) // len(boards)))
        points = np.concatenate(vectors)
        result = kmeans(
            points,
            min(self.buckets, len(points)),
            weights=np.concatenate(weights),
            seed=work.seed,
            iterations=self.iterations,
            threads=work.threads,
            progress=work.part(0.2, 0.4),
        )
        return np.asarray(result.centroids[np.argsort(result.centroids.mean(axis=1), kind="stable")])

    def _sampled_boards(self, street: Street, work: Work) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        total = CANONICAL_BOARDS[street.board_cards]
        hands = (52 - street.board_cards) * (51 - street.board_cards) // 2
        wanted = min(total, max(1, -(-max(self.sample, 2 * self.buckets) // hands)))
        rng = np.random.default_rng([work.seed, street.number])
        chosen = np.sort(rng.choice(total, wanted, replace=False))
        tell, done = work.part(0, 0.2), 0
        for boards, times in board_chunks(street.board_cards, _HANDS_AT_ONCE, chosen):
            yield boards, times
            done += len(boards)
            if tell is not None:
                tell(done, wanted)


def ochs_table(
    street: Street, centroids: np.ndarray, threads: int | None = None, progress: Progress | None = None
) -> np.ndarray:
    """Return the nearest centroid of every class of a street: uint16 or uint32[classes]. centroids: [k, opponents]."""
    table, done = np.zeros(street.classes, smallest_type(len(centroids))), 0
    for boards, _ in board_chunks(street.board_cards, _HANDS_AT_ONCE):
        found, deals = ochs_buckets(boards, centroids, threads)
        table[street.indexer.index_batch(deals, threads)] = found
        done += len(boards)
        if progress is not None:
            progress(done, CANONICAL_BOARDS[street.board_cards])
    return table


def ochs_buckets(
    boards: np.ndarray, centroids: np.ndarray, threads: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the nearest centroid of all hands that can be held on boards of one street, and the deals they are of.

    Vectors are quotients of whole numbers, and `assign` looks at each by itself. So a hand has the same bucket alone or
    among others, with its cards in any order and its suits renamed.
    """
    vectors, deals = ochs_vectors(boards, opponent_clusters(centroids.shape[1]), threads)
    return assign(vectors, centroids, threads=threads), deals


@cache
def opponent_clusters(clusters: int) -> np.ndarray:
    """Return the cluster of each starting hand by hand index, weakest first: uint8[1326].

    The exact k-means of EHS before the flop, each of the 169 classes counting by its hands.

    >>> clusters = opponent_clusters(8)
    >>> from riverboat.cards import hand_index
    >>> clusters[[hand_index(51, 50), hand_index(51, 47), hand_index(1, 7)]]  # AA, AKs, 32o
    array([7, 6, 0], dtype=uint8)
    """
    street = Street(0)
    strength, hands = street_strengths(0).ehs(), street.weights()
    of_class = kmeans_1d(strength, clusters, weights=hands).labels.astype(np.uint8)
    found = of_class[street.indexer.index_batch(HAND_CARDS)]
    found.flags.writeable = False
    return found


def ochs_vectors(
    boards: np.ndarray, clusters: np.ndarray, threads: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the vectors of all hands that can be held on boards of one street, and the deals they are of.

    boards: uint8[n, 3 to 5]. clusters: uint8[1326], as `opponent_clusters` makes. Returns float32[deals, clusters],
    each number from 0 to 1, and uint8[deals, 2 + board cards], board by board.
    """
    held, deals = hands_on_boards(boards)
    count = int(clusters.max()) + 1
    shares = _core.cluster_strengths(
        np.ascontiguousarray(boards, np.uint8), clusters, count, check_threads(threads, AbstractionError)
    )
    return shares[held], deals
