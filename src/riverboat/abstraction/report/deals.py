"""Random deals for a report, and what is known of each: its EHS and its distance to a centroid."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import Grouped, by_board
from riverboat.cards.card import hand_indices
from riverboat.cards.strength import ehs

HANDS_ON_BOARD: Final = 50
"""Hands of a sample on each of its boards; hands on one board share much work."""


@runtime_checkable
class Centred(Grouped, Protocol):
    """An abstraction whose buckets have centroids."""

    def distances(
        self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /
    ) -> np.ndarray | None:
        """Return how far each hand on one board lies from its bucket's centroid; None if the round has none."""
        ...


def sample_deals(hole: int, board: int, deck: tuple[int, ...], samples: int, seed: int) -> np.ndarray:
    """Return random deals, hole cards first: HANDS_ON_BOARD different hands on each of some random boards.

    >>> from riverboat.cards.card import FULL_DECK
    >>> sample_deals(2, 3, FULL_DECK.cards, 1000, seed=0).shape
    (1000, 5)
    """
    rng, cards = np.random.default_rng([seed, board]), np.array(deck, np.uint8)
    places = np.array(list(combinations(range(len(cards) - board), hole)))
    each = min(samples, HANDS_ON_BOARD, len(places))
    deals = []
    for _ in range(samples // each):
        mixed = rng.permutation(cards)
        hands = mixed[board:][places[rng.choice(len(places), each, replace=False)]]
        deals.append(np.column_stack([hands, np.broadcast_to(mixed[:board], (each, board))]))
    return np.concatenate(deals)


def deal_ehs(deals: np.ndarray) -> np.ndarray:
    """Return the expected hand strength of deals of hold'em: float64[deals]."""
    found = np.empty(len(deals))
    hand = hand_indices(deals[:, :2])
    for board, rows in by_board(deals):
        found[rows] = ehs(board=board)[hand[rows]]
    return found


def centroid_distances(centroids: Centred, number: int, deals: np.ndarray) -> np.ndarray | None:
    """Return how far deals lie from the centroids of their buckets: float64[deals]; None if the round has none."""
    found = np.empty(len(deals))
    for board, rows in by_board(deals):
        distances = centroids.distances(number, board, deals[rows, :2])
        if distances is None:
            return None
        found[rows] = distances
    return found
