"""Histograms of final equity against `strength_histogram`, which counts hand by hand."""

from __future__ import annotations

import mmap

import numpy as np

import riverboat as rb
from riverboat.abstraction.methods.final_equity import counts, mean_histograms, pair_bins, sums_of_turns
from riverboat.abstraction.methods.flop_histograms import with_next_card
from riverboat.abstraction.methods.method import Buckets
from riverboat.abstraction.methods.turn_histograms import TURN_CLASSES, hand_rivers
from riverboat.cards import parse_cards

BINS = 20
BIN_OF_PAIR = pair_bins(BINS)


def turn_histogram(deal: np.ndarray) -> np.ndarray:
    """The histogram of one turn hand, as the build makes it."""
    rivers = hand_rivers(deal[None, 2:], deal[None, :2], BIN_OF_PAIR, threads=1)[0]
    return counts(rivers, BINS)[0]


def test_rivers_of_turn_hands() -> None:
    for hand, board in (("AhKh", "Qh7h2c3s"), ("8s8d", "Qh7h2c3s"), ("2c2d", "2h2sAsAd")):
        found = turn_histogram(np.array(parse_cards(hand + board), np.uint8))
        assert found.tolist() == rb.strength_histogram(hand, board, bins=BINS, street="river").tolist()


def test_ends_of_flop_hands() -> None:
    """Turn histograms are put where the index says; pages of the table that are never written cost nothing."""
    deals = np.array([parse_cards("AhKhQh7h2c"), parse_cards("8s8dQh7h2c")], np.uint8)
    table = np.frombuffer(mmap.mmap(-1, TURN_CLASSES * BINS), np.uint8).reshape(TURN_CLASSES, BINS)
    turns = with_next_card(deals).reshape(-1, 6)
    table[rb.HandIndexer((2, 4)).index_batch(turns)] = [turn_histogram(turn) for turn in turns]
    for deal, found in zip(deals.tolist(), sums_of_turns(deals, table), strict=True):
        ends = rb.strength_histogram(deal[:2], deal[2:], bins=BINS, street="river")
        assert found.tolist() == (2 * ends).tolist()  # turn and river in both orders


def test_means_of_buckets() -> None:
    histograms = np.array([[4, 0], [2, 2], [0, 4]], np.uint8)
    means = mean_histograms(Buckets(np.array([0, 1, 0]), 3), histograms, np.array([3, 5, 1]))
    assert means.tolist() == [[0.75, 0.25], [0.5, 0.5], [0.5, 0.5]]
