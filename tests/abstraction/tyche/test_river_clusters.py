"""The river of Tyche against plain evaluation, the plain index and plain k-means on explicit vectors."""

from __future__ import annotations

import mmap

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import riverboat as rb
from riverboat import _core
from riverboat.abstraction.methods.river_pairs import (
    DISTINCT_PAIRS,
    RIVER_CLASSES,
    all_boards,
    river_pair_counts,
    river_pairs,
)
from riverboat.abstraction.tyche.river_clusters import RiverClusters, win_tie_kmeans, win_tie_vector
from riverboat.cards import parse_cards
from riverboat.cards.card import HAND_CARDS
from riverboat.errors import AbstractionError

# Every way in which suits of a board can be twins: none, two, three, two and two; with and without empty rows.
BOARDS = [
    "2s3s4s5s6s",
    "AsKsQsJs2h",
    "AsKsQs2h2d",
    "AsKsQh2h2d",
    "AsKh2s2h9c",
    "9s9h9d2c3c",
    "2s2h2d2cAs",
    "Ts9h8d7c2s",
]


def live_hands(board: np.ndarray) -> np.ndarray:
    return HAND_CARDS[~np.isin(HAND_CARDS, board).any(axis=1)].astype(np.uint8)


def pairs_by_evaluation(board: np.ndarray, hands: np.ndarray) -> np.ndarray:
    """Wins and ties, hand against hand: [n, 2]."""
    found = []
    for hand in hands:
        others = live_hands(np.concatenate([board, hand]))
        boards = np.broadcast_to(board, (len(others), 5))
        strengths = rb.evaluate_batch(np.column_stack([others, boards]).astype(np.uint8)).astype(int)
        own = int(rb.evaluate([*hand.tolist(), *board.tolist()]))
        found.append([(strengths < own).sum(), (strengths == own).sum()])
    return np.array(found)


def test_pairs_lie_where_the_index_says() -> None:
    rng = np.random.default_rng(5)
    every, _ = all_boards(5)
    boards = np.concatenate(
        [[parse_cards(board) for board in BOARDS], rng.choice(every, 12, replace=False)]
    ).astype(np.uint8)
    memory = mmap.mmap(-1, RIVER_CLASSES * 4)  # pages that are never written cost nothing
    table = np.frombuffer(memory, np.uint16).reshape(RIVER_CLASSES, 2)
    _core.river_pairs(boards, table, 1, None)
    indexer = rb.HandIndexer((2, 5))
    for board in boards:
        hands = live_hands(board)
        index = indexer.index_batch(np.column_stack([hands, np.broadcast_to(board, (len(hands), 5))]))
        of_board = rb.cards.strength.win_tie_batch(board[None])[0]
        assert (table[index] == of_board[~np.isin(HAND_CARDS, board).any(axis=1)]).all()
        some = rng.choice(len(hands), 3, replace=False)
        assert (table[index[some]] == pairs_by_evaluation(board, hands[some])).all()


@pytest.fixture(scope="module")
def counted() -> tuple[np.ndarray, np.ndarray]:
    return river_pair_counts()


def test_pairs_count_all_deals(counted: tuple[np.ndarray, np.ndarray]) -> None:
    pairs, weights = counted
    assert len(pairs) == DISTINCT_PAIRS == 20_687
    assert weights.sum() == 2_809_475_760
    shares = pairs.astype(np.int64) @ [2, 1]
    assert shares @ weights == 990 * weights.sum()  # what one wins the other loses
    assert pairs.sum(axis=1).max() == 990


def plain_kmeans(
    points: np.ndarray, mass: np.ndarray, means: np.ndarray, iterations: int
) -> tuple[np.ndarray, np.ndarray]:
    def nearest(means: np.ndarray) -> np.ndarray:
        return ((points[:, None] - means[None]) ** 2).sum(axis=2).argmin(axis=1)

    labels = nearest(means)
    for _ in range(iterations):
        means = np.array(
            [np.average(points[labels == j], axis=0, weights=mass[labels == j]) for j in range(len(means))]
        )
        labels, before = nearest(means), labels
        if (labels == before).all():
            break
    return labels, means


def test_steps_cluster_as_their_vectors_do(counted: tuple[np.ndarray, np.ndarray]) -> None:
    """Real pairs and multiplicities, k-means on the 990-vectors themselves."""
    pairs, weights = counted
    some = np.random.default_rng(8).choice(len(pairs), 300, replace=False)
    pairs, weights = pairs[some], weights[some]
    start = pairs[:25]
    found = win_tie_kmeans(pairs, weights, 25, start=start)
    vectors = np.array([win_tie_vector(*pair) for pair in pairs.tolist()])
    labels, means = plain_kmeans(vectors, weights, vectors[:25], 200)
    order = np.argsort(means.mean(axis=1), kind="stable")
    assert (order[found.labels] == labels).all()
    np.testing.assert_allclose(found.centroids, means[order], atol=1e-12)
    assert found.error == pytest.approx(weights @ ((vectors - means[labels]) ** 2).sum(axis=1))
    assert (np.diff(found.centroids, axis=1) <= 1e-15).all()
    assert (np.diff(found.equity) >= 0).all()
    assert (found.nearest(pairs) == found.labels).all()
    assert (found.pair_table()[991 * pairs[:, 0].astype(int) + pairs[:, 1]] == found.labels).all()


steps = st.lists(
    st.tuples(st.integers(0, 8), st.integers(0, 4), st.integers(1, 50)),
    min_size=6,
    max_size=40,
    unique_by=lambda step: step[:2],
)


@settings(max_examples=60, deadline=None)
@given(steps, st.integers(1, 6), st.integers(0, 3))
def test_kmeans_of_any_steps(points: list[tuple[int, int, int]], k: int, seed: int) -> None:
    array = np.array(points)
    found = win_tie_kmeans(array[:, :2], array[:, 2], k, seed=seed, length=12)
    vectors = np.array([win_tie_vector(wins, ties, 12) for wins, ties, _ in points])
    far = ((vectors[:, None] - found.centroids[None]) ** 2).sum(axis=2)
    own = far[np.arange(len(points)), found.labels]
    assert (own <= far.min(axis=1) + 1e-9).all()
    assert found.error == pytest.approx(own @ array[:, 2], abs=1e-9)
    assert len(np.unique(found.labels)) == k  # no cluster is empty
    again = win_tie_kmeans(array[:, :2], array[:, 2], k, seed=seed, length=12)
    assert (again.centroids == found.centroids).all()


def test_an_empty_cluster_takes_the_dearest_point() -> None:
    pairs = [[0, 0], [1, 0], [2, 0], [9, 0]]
    found = win_tie_kmeans(pairs, [1, 1, 1, 1], 3, length=10, start=[[0, 0], [10, 0], [10, 0]])
    assert len(np.unique(found.labels)) == 3
    assert isinstance(found, RiverClusters)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: win_tie_kmeans([[1, 0]], [1], 0), "k is 0"),
        (lambda: win_tie_kmeans([[1, 0], [1, 0]], [1, 1], 2), "1 distinct"),
        (lambda: win_tie_kmeans([[1, 0]], [0], 1), "positive"),
        (lambda: win_tie_kmeans([[900, 91]], [1], 1), "990 together"),
        (lambda: win_tie_kmeans([1, 2], [1], 1), "integers"),
        (lambda: river_pairs(out=np.empty((3, 2), np.uint16)), "123156254"),
    ],
)
def test_bad_input(call: object, message: str) -> None:
    with pytest.raises(AbstractionError, match=message):
        call()  # type: ignore[operator]
