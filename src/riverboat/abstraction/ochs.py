"""Opponent cluster hand strength: a hand as its strengths against a few kinds of opposing hands."""

from __future__ import annotations

from typing import Final

import numpy as np

from riverboat import _core
from riverboat.abstraction.method import Street
from riverboat.abstraction.street_strengths import hands_on_boards, street_strengths
from riverboat.cards.card import HAND_CARDS
from riverboat.cards.card_arrays import check_threads

MOST_OPPONENTS: Final = 16
"""Clusters of opposing hands that the native counters have room for."""


def opponent_clusters(clusters: int) -> np.ndarray:
    """Return the cluster of each starting hand by hand index, weakest first: uint8[1326].

    The exact k-means of EHS before the flop, each of the 169 classes counting by its hands.

    >>> clusters = opponent_clusters(8)
    >>> from riverboat.cards import hand_index
    >>> clusters[[hand_index(51, 50), hand_index(51, 47), hand_index(1, 7)]]  # AA, AKs, 32o
    array([7, 6, 0], dtype=uint8)
    """
    street = Street(0)
    strength, hands = street_strengths(0).ehs(), street.weights().astype(np.float64)
    order = np.argsort(strength, kind="stable")
    begins = _core.split_line(strength[order], hands[order], clusters, None)
    of_class = np.empty(len(order), np.uint8)
    of_class[order] = np.searchsorted(begins, np.arange(len(order)), side="right") - 1
    return np.asarray(of_class[street.indexer.index_batch(HAND_CARDS)])


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
        np.ascontiguousarray(boards, np.uint8), clusters, count, check_threads(threads)
    )
    return shares[held], deals
