"""Potential-aware distances: the example of Ganzfried and Sandholm 2014, and what must hold for any hands."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

import riverboat as rb
from riverboat.abstraction import emd_many, final_distance, next_histograms, potential_aware_distance
from riverboat.errors import AbstractionError, CardError

QUEENS, FIVES = ("TcQd", "7h9hQh"), ("5c9d", "3d5d7d")


def test_example_of_ganzfried_and_sandholm() -> None:
    """Published: strengths .683 and .679, final distance 0.559, potential-aware distance 4.519.

    With 50 bins the first three come out to the last digit. The exact potential-aware distance is 4.367; theirs lies
    between what their fast approximation gives in one direction and in the other.
    """
    assert [round(rb.ehs(*side), 3) for side in (QUEENS, FIVES)] == [0.683, 0.679]
    assert round(final_distance(*QUEENS, *FIVES), 3) == 0.559
    exact = potential_aware_distance(*QUEENS, *FIVES)
    assert exact == pytest.approx(4.3673, abs=1e-4)
    fast = [potential_aware_distance(*a, *b, method="greedy") for a, b in ((QUEENS, FIVES), (FIVES, QUEENS))]
    assert exact < min(fast) < 4.519 < max(fast) < 1.05 * exact


def test_potential_aware_distance_by_assignment() -> None:
    """47 turns of equal weight on each side: the transport is an assignment, and the line's distance a sorted one."""

    def ends(hand: str, board: str) -> np.ndarray:
        flop, hole = rb.cards.parse_cards(board), rb.cards.parse_cards(hand)
        live = [card for card in range(52) if card not in flop + hole]
        boards = [[*flop, turn, river] for turn in live for river in live if river != turn]
        wins, ties = rb.cards.win_tie_batch(boards)[:, rb.cards.hand_index(*hole)].astype(int).T
        return np.sort(np.minimum((2 * wins + ties) * 50 // 1980, 49).reshape(47, 46), axis=1)

    first, second = ends(*QUEENS), ends(*FIVES)
    ground = np.abs(first[:, None] - second[None]).mean(axis=2)
    best = ground[linear_sum_assignment(ground)].mean()
    assert potential_aware_distance(*QUEENS, *FIVES) == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize(
    "sides",
    [(QUEENS, FIVES), (("Ah5h", "Qs7h2h"), ("8s8d", "Qs7h2h")), (("Ah5h", "Qs7h2h"), ("Ac5c", "Qd7c2c"))],
)
def test_distances_agree_with_each_other(sides: tuple[tuple[str, str], tuple[str, str]]) -> None:
    first, second = sides
    aware, final = potential_aware_distance(*first, *second), final_distance(*first, *second)
    assert aware >= final - 1e-9  # merging all turns can only lose
    assert aware == pytest.approx(potential_aware_distance(*second, *first), abs=1e-9)
    means = abs(rb.ehs(*first) - rb.ehs(*second)) * 50
    assert final >= means - 1  # bins round strengths by up to one
    if first[0][0::2] == second[0][0::2]:  # the same hand in other suits
        assert aware == pytest.approx(0, abs=1e-12)


def test_next_histograms_count_what_comes() -> None:
    """Buckets of the turn by strength in tenths: the histogram of a flop hand is that of `strength_histogram`."""

    def tenths(deals: np.ndarray) -> np.ndarray:
        return np.array([int(rb.ehs(list(deal[:2]), list(deal[2:])) * 10) for deal in deals.tolist()])

    deals = [rb.cards.parse_cards(text) for text in ("AhQh" + "7h2h9c", "8s8d" + "7h2h9c")]
    found = next_histograms(deals, tenths)
    expected = [rb.strength_histogram(deal[:2], deal[2:], bins=10) for deal in deals]
    assert (found.dense(10) * 47).round(9).tolist() == np.array(expected).tolist()
    line = np.abs(np.subtract.outer(np.arange(10.0), np.arange(10.0)))
    assert emd_many(found, found, line)[0, 1] > 0.5


def test_next_histograms_in_another_deck() -> None:
    leduc = [0, 1, 4, 5, 8, 9]  # three ranks, two suits
    found = next_histograms([[0], [9]], lambda deals: (deals[:, 0] // 4) * 3 + deals[:, 1] // 4, leduc)
    assert [[part.tolist() for part in found[i]] for i in range(2)] == [
        [[0, 1, 2], [1.0, 2.0, 2.0]],
        [[6, 7, 8], [2.0, 2.0, 1.0]],
    ]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: next_histograms([[1, 1]], lambda deals: deals[:, 0]), r"\[1, 1\]"),
        (lambda: next_histograms([[0, 7]], lambda deals: deals[:, 0], [0, 1, 2]), r"\[0, 7\]"),
        (lambda: potential_aware_distance("TcQd", "7h9hQh2c", *FIVES), "7h9hQh2c"),
        (lambda: final_distance("TcQh", "7h9hQh", *FIVES), "Qh"),
    ],
)
def test_bad_input(call, text) -> None:
    with pytest.raises((AbstractionError, CardError), match=text):
        call()
