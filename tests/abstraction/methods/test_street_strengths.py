"""Native strengths of whole streets and OCHS vectors against what the cards room computes board by board."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from riverboat import _core
from riverboat.abstraction.methods.ochs import ochs_vectors, opponent_clusters
from riverboat.abstraction.methods.street_strengths import (
    CANONICAL_BOARDS,
    StreetStrengths,
    board_chunks,
    hands_on_boards,
    street_strengths,
)
from riverboat.cards import HandIndexer, ehs, ehs_squared
from riverboat.cards.card import HAND_CARDS
from riverboat.cards.evaluator import evaluate_batch
from riverboat.errors import AbstractionError


def some(board_cards: int, begin: int, end: int) -> tuple[StreetStrengths, np.ndarray]:
    """The strengths of boards [begin, end), and those boards."""
    size = HandIndexer((2, board_cards)).size()
    arrays = [np.zeros(size, np.uint32) for _ in range(3)]
    _core.street_strengths(board_cards, begin, end, *arrays, 2, None)
    boards = HandIndexer((board_cards,)).cards_batch(0, np.arange(begin, end))
    return StreetStrengths(*arrays, {3: 1081, 4: 46}[board_cards]), boards


@pytest.mark.parametrize(("board_cards", "begin"), [(3, 700), (4, 9000)])
def test_strengths_of_boards(board_cards: int, begin: int) -> None:
    strengths, boards = some(board_cards, begin, begin + 3)
    for board in boards:
        held, deals = hands_on_boards(board[None])
        index = HandIndexer((2, board_cards)).index_batch(deals)
        assert strengths.ehs(index) == pytest.approx(ehs(board=board)[held[0]], abs=1e-12)
        assert strengths.ehs_squared(index) == pytest.approx(ehs_squared(board=board)[held[0]], abs=1e-12)


def test_boards_hold_all_classes() -> None:
    """Every class of a street comes from exactly one canonical board: counted by the classes of all flops."""
    owner = np.full(HandIndexer((2, 3)).size(), -1)
    for number in range(CANONICAL_BOARDS[3]):
        board = HandIndexer((3,)).cards_batch(0, [number])
        index = HandIndexer((2, 3)).index_batch(hands_on_boards(board)[1])
        assert np.isin(owner[index], (-1, number)).all()
        owner[index] = number
    assert (owner >= 0).all()
    assert {n: HandIndexer((n,)).size() for n in (3, 4, 5)} == CANONICAL_BOARDS


def test_preflop() -> None:
    preflop = street_strengths(0)
    hands = HandIndexer((2,)).index_batch(HAND_CARDS)
    assert preflop.ehs()[hands] == pytest.approx(ehs(), abs=1e-12)
    assert preflop.ehs_squared()[hands] == pytest.approx(ehs_squared(), abs=1e-12)
    assert int(preflop.scores.max()) < 2 * preflop.opponents < 2**32 * 2


def test_no_such_street() -> None:
    with pytest.raises(AbstractionError, match=r"no street.*2 board cards"):
        street_strengths(2)


def test_chunks_are_all_boards() -> None:
    assert sum(int(times.sum()) for _, times in board_chunks(3, 100_000)) == 22_100


# --- OCHS ------------------------------------------------------------------------------------------------------


def plain_vectors(board: np.ndarray, hand: np.ndarray, clusters: np.ndarray) -> np.ndarray:
    """One hand against every hand on every end of the board, one evaluation each."""
    count = int(clusters.max()) + 1
    won, met = np.zeros(count), np.zeros(count)
    rest = [card for card in range(52) if card not in (*board, *hand)]
    for end in itertools.combinations(rest, 5 - len(board)):
        full = [*board.tolist(), *end]
        apart = ~np.isin(HAND_CARDS, [*full, *hand]).any(axis=1)
        rows = np.hstack([HAND_CARDS[apart], np.tile(np.array(full, np.uint8), (apart.sum(), 1))])
        other = evaluate_batch(rows).astype(int)
        mine = int(evaluate_batch(np.array([[*hand, *full]], np.uint8))[0])
        won += np.bincount(clusters[apart], (mine > other) + (mine == other) / 2, count)
        met += np.bincount(clusters[apart], minlength=count)
    return np.where(met > 0, won / np.maximum(met, 1), 0.5)


@pytest.mark.parametrize("board_cards", [4, 5])
def test_ochs_vectors(board_cards: int) -> None:
    clusters = opponent_clusters(8)
    boards = HandIndexer((board_cards,)).cards_batch(0, [11, 9000])
    vectors, deals = ochs_vectors(boards, clusters)
    assert len(deals) == 2 * (52 - board_cards) * (51 - board_cards) // 2
    for row in (0, 500, len(deals) - 1):
        hand, board = deals[row, :2], deals[row, 2:]
        assert vectors[row] == pytest.approx(plain_vectors(board, hand, clusters), abs=1e-6)


def test_a_cluster_that_cannot_be_held() -> None:
    clusters = np.zeros(1326, np.uint8)
    clusters[-1] = 1  # the two highest aces alone
    vectors, _ = ochs_vectors(np.array([[0, 5, 10, 50, 49]], np.uint8), clusters)
    assert (vectors[:, 1] == 0.5).all()


def test_opponent_clusters_are_runs_of_strength() -> None:
    clusters, strength = opponent_clusters(8), ehs()
    bounds = [(strength[clusters == c].min(), strength[clusters == c].max()) for c in range(8)]
    assert all(below[1] < above[0] for below, above in itertools.pairwise(bounds))
