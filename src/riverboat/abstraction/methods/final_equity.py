"""Histograms of the final equity of every class of a street: how strong its hands may be on the river.

Equity is the share of the pot against one random hand, in equal bins of 0 to 1. Every way to end the board counts.
"""

from __future__ import annotations

import numpy as np

from riverboat.abstraction.methods.flop_histograms import with_next_card
from riverboat.abstraction.methods.method import Buckets, Street, Work
from riverboat.abstraction.methods.turn_histograms import TURN_CLASSES, turn_rivers
from riverboat.cards.strength import RIVER_OPPONENTS

_BLOCK = 8192  # classes that are counted at once


def final_histograms(street: Street, bins: int, work: Work) -> np.ndarray:
    """Return how many ends of the board lead to each bin, on the turn uint8, on the flop uint16: [classes, bins].

    Rows sum to 46 on the turn. On the flop they sum to 47 · 46, each end in both orders: the histogram of a hand is the
    sum of those of its turns.
    """
    turn = Street(2)
    if street == turn:
        rivers = turn_rivers(pair_bins(bins), threads=work.threads, progress=work.part(0, 0.7))
        found = np.empty((TURN_CLASSES, bins), np.uint8)
        for begin in range(0, TURN_CLASSES, _BLOCK):
            found[begin : begin + _BLOCK] = counts(rivers[begin : begin + _BLOCK], bins)
        return found
    turns = final_histograms(turn, bins, Work(work.seed, work.threads, work.part(0, 0.6)))
    found, tell = np.empty((street.classes, bins), np.uint16), work.part(0.6, 1)
    for begin in range(0, street.classes, _BLOCK):
        end = min(begin + _BLOCK, street.classes)
        hands = street.indexer.cards_batch(1, np.arange(begin, end), work.threads)
        found[begin:end] = sums_of_turns(hands, turns, work.threads)
        if tell is not None:
            tell(end, street.classes)
    return found


def sums_of_turns(hands: np.ndarray, turns: np.ndarray, threads: int | None = None) -> np.ndarray:
    """Return the sums of the histograms of all turns of some hands on flops: uint8[n, 5] -> uint16[n, bins]."""
    longer = with_next_card(hands)
    index = Street(2).indexer.index_batch(longer.reshape(-1, 6), threads).reshape(longer.shape[:2])
    sums = np.zeros((len(hands), turns.shape[1]), np.uint16)
    for one_turn in index.T:
        sums += turns[one_turn]
    return sums


def pair_bins(bins: int) -> np.ndarray:
    """Return the bin of each pair of wins and ties, as `turn_rivers` takes it: uint16 at 991 · wins + ties.

    >>> pair_bins(50)[[0, 991 * 495, 991 * 990]].tolist()
    [0, 25, 49]
    """
    wins, ties = np.indices((RIVER_OPPONENTS + 1,) * 2)
    share = (2 * wins + ties) * bins // (2 * RIVER_OPPONENTS)
    return np.asarray(np.minimum(share, bins - 1), np.uint16).ravel()


def bin_equities(bins: int) -> np.ndarray:
    """Return the equity in the middle of each bin.

    >>> bin_equities(4).tolist()
    [0.125, 0.375, 0.625, 0.875]
    """
    return np.asarray((np.arange(bins) + 0.5) / bins)


def counts(rows: np.ndarray, count: int) -> np.ndarray:
    """Count each number in each row: [n, m] of numbers below `count` -> int64[n, count].

    >>> counts(np.array([[0, 2, 2], [1, 1, 1]]), 3).tolist()
    [[1, 0, 2], [0, 3, 0]]
    """
    places = np.arange(len(rows))[:, None] * count + rows
    return np.bincount(places.ravel(), minlength=len(rows) * count).reshape(len(rows), count)


def mean_histograms(buckets: Buckets, histograms: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the mean share of each bin in each bucket, hands counting by their weights: float64[buckets, bins].

    A bucket without hands has all bins alike.
    """
    sums = np.stack(
        [np.bincount(buckets.table, weights * column, buckets.count) for column in histograms.T], axis=1
    )
    total = sums.sum(axis=1, keepdims=True)
    alike = np.full_like(sums, 1 / sums.shape[1])
    return np.asarray(np.divide(sums, total, out=alike, where=total > 0))
