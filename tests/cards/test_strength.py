"""Strength against a random hand, against brute force by phevaluator."""

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from phevaluator import evaluate_cards

from riverboat.cards.card import HAND_CARDS, hand_index, hand_name, parse_cards
from riverboat.cards.equity import equity
from riverboat.cards.hand_class import CLASS_OF_HAND
from riverboat.cards.preflop import preflop_table
from riverboat.cards.strength import ehs, ehs_squared, strength_histogram, win_tie_batch, win_tie_lose
from riverboat.errors import CardError, RiverboatError

CARDS = [(int(hi), int(lo)) for hi, lo in HAND_CARDS]


def brute_force(board: list[int], hand: tuple[int, int]) -> tuple[int, int, int]:
    """Wins, ties and losses against each hand of the other 45 cards."""
    mine = evaluate_cards(*hand, *board)
    live = [card for card in range(52) if card not in board and card not in hand]
    others = [evaluate_cards(*other, *board) for other in combinations(live, 2)]
    wins, ties = sum(mine < other for other in others), sum(mine == other for other in others)
    return wins, ties, len(others) - wins - ties


def score(board: list[int], hand: tuple[int, int]) -> Fraction:
    wins, ties, losses = brute_force(board, hand)
    return Fraction(2 * wins + ties, 2 * (wins + ties + losses))


def hands_apart_from(board: list[int], count: int, seed: int) -> list[int]:
    free = [h for h in range(1326) if not set(CARDS[h]) & set(board)]
    return np.random.default_rng(seed).choice(free, count, replace=False).tolist()


@pytest.mark.parametrize(
    "board",
    [
        "QsJh2h3c4d",
        "AsKsQsJs2d",  # four to a flush
        "9s7s5s3s2s",  # a flush
        "AsKsQsJsTs",  # everybody has the best hand
        "7c7d7h7sKd",  # quads
        "7c7d7h7sAd",  # quads, nobody can win
        "AcAdAhKsKd",
        "2c3d4h5s6c",
    ],
)
def test_river_counts(board: str) -> None:
    cards = parse_cards(board)
    counts = win_tie_lose(board=board)
    assert counts.shape == (1326, 3)
    meets = np.isin(HAND_CARDS, cards).any(axis=1)
    assert not counts[meets].any()
    assert (counts[~meets].sum(axis=1) == 990).all()
    assert counts[:, 0].sum() == counts[:, 2].sum()
    for hand in hands_apart_from(cards, 12, seed=7):
        right = brute_force(cards, CARDS[hand])
        assert tuple(counts[hand].tolist()) == right
        assert tuple(win_tie_lose(CARDS[hand], board).tolist()) == right
        assert ehs(hand_name(hand), board) == (right[0] + right[1] / 2) / 990
        assert ehs_squared(hand_name(hand), board) == pytest.approx(((right[0] + right[1] / 2) / 990) ** 2)
    assert np.array_equal(win_tie_batch([cards])[0], counts[:, :2])


def test_batches_of_boards() -> None:
    rng = np.random.default_rng(4)
    boards = np.array([rng.choice(52, 5, replace=False) for _ in range(700)])
    one, two = win_tie_batch(boards, threads=1), win_tie_batch(boards.astype(np.uint8), threads=2)
    assert one.shape == (700, 1326, 2)
    assert one.dtype == np.uint16
    assert np.array_equal(one, two)
    for row in (0, 255, 256, 699):
        assert np.array_equal(one[row], win_tie_lose(board=boards[row])[:, :2])
    assert win_tie_batch(np.zeros((0, 5), np.uint8)).shape == (0, 1326, 2)


@pytest.mark.parametrize(
    ("board", "hand"), [("QsJh2h3c", "AsKs"), ("9s7s5s3s", "2d2c"), ("7c7d7h7s", "AdKc")]
)
def test_turn_moments_and_histograms(board: str, hand: str) -> None:
    cards, held = parse_cards(board), tuple(parse_cards(hand))
    live = [card for card in range(52) if card not in cards and card not in held]
    scores = [score([*cards, card], held) for card in live]
    assert ehs(hand, board) == pytest.approx(float(sum(scores) / 46), abs=1e-15)
    assert ehs_squared(hand, board) == pytest.approx(float(sum(s * s for s in scores) / 46), abs=1e-15)
    for bins in (1, 4, 50, 1980):
        right = np.bincount([min(math.floor(s * bins), bins - 1) for s in scores], minlength=bins)
        for street in ("next", "river"):
            found = strength_histogram(hand, board, bins=bins, street=street)
            assert np.array_equal(found, right)


def test_flop_moments_are_equities() -> None:
    board = "QsJh2h"
    strength = ehs(board=board)
    assert np.isnan(strength).sum() == 1326 - math.comb(49, 2)
    against_all = equity("random", "random", board=board).players[0].by_hand
    np.testing.assert_allclose(strength, against_all, atol=1e-13)
    for hand in ("AsKs", "7d2c", "QdQc"):
        assert ehs(hand, board) == pytest.approx(equity(hand, "random", board=board).equities[0], abs=1e-13)
    # The river's histogram holds the moments, up to half a bin.
    counts = strength_histogram(board=board, bins=1980, street="river")
    centres = np.minimum(np.arange(1980) / 1980, 1)
    possible = ~np.isnan(strength)
    assert (counts[possible].sum(axis=1) == math.comb(47, 2)).all()
    assert not counts[~possible].any()
    mean = counts[possible] @ centres / math.comb(47, 2)
    np.testing.assert_allclose(mean, strength[possible], atol=1.01 / 1980)
    square = counts[possible] @ centres**2 / math.comb(47, 2)
    np.testing.assert_allclose(square, ehs_squared(board=board)[possible], atol=2.02 / 1980)
    assert (ehs_squared(board=board)[possible] >= strength[possible] ** 2).all()


def test_flop_histogram_of_the_turn() -> None:
    board, hand = "QsJh2h", "AsKs"
    live = [card for card in range(52) if card not in parse_cards(board + hand)]
    values = [ehs(hand, [*parse_cards(board), card]) for card in live]
    right = np.histogram(values, bins=20, range=(0, 1))[0]
    found = strength_histogram(hand, board, bins=20)
    assert found.sum() == 47
    assert np.array_equal(found, right)
    everybody = strength_histogram(board=board, bins=20)
    assert np.array_equal(everybody[hand_index(*parse_cards(hand))], right)
    assert everybody.sum() == 47 * math.comb(49, 2)


def test_preflop_moments() -> None:
    wins, ties, total = preflop_table().against(np.ones(1326))
    np.testing.assert_allclose(ehs(), (wins + ties / 2) / total, atol=1e-14)
    assert (ehs_squared() > ehs() ** 2).all()
    river = strength_histogram(bins=20, street="river")
    assert (river.sum(axis=1) == math.comb(50, 5)).all()
    for hands in (river, ehs_squared()):  # a class's hands are alike
        first = np.unique(CLASS_OF_HAND, return_index=True)[1]
        assert np.array_equal(hands, hands[first[CLASS_OF_HAND]])
    mean = river @ (np.arange(20) + 0.5) / 20 / math.comb(50, 5)
    np.testing.assert_allclose(mean, ehs(), atol=0.025)


def test_threads_and_order_of_the_board_do_not_matter() -> None:
    for board in ("QsJh2h", "2hQsJh", "JhQs2h"):
        assert np.array_equal(ehs(board=board, threads=2), ehs(board="QsJh2h", threads=1), equal_nan=True)
    one = strength_histogram(board="QsJh2h", threads=1, street="river")
    assert np.array_equal(one, strength_histogram(board="QsJh2h", threads=2, street="river"))


def test_answers_cannot_be_changed_by_accident() -> None:
    strength = ehs(board="QsJh2h")
    with pytest.raises(ValueError, match="read-only"):
        strength[0] = 1


@pytest.mark.parametrize("function", [ehs, ehs_squared, strength_histogram])
@pytest.mark.parametrize(
    ("board", "hand", "message"),
    [
        ("QsJh2h", "QsAd", "Qs is in the hand 'QsAd' and on the board"),
        ("QsJh2h", "As", "'As' has 1 cards"),
        ("QsJh2h", "AsKsQd", "'AsKsQd' has 3 cards"),
        ("QsJh2h", "AsAs", "As appears twice"),
        ("QsJh2h", "1sAs", "'1s'"),
        ("QsJh", None, "'QsJh' has 2 cards"),
        ("QsJhQs", None, "Qs appears twice"),
        ("QsJh2h3c4d5c", None, "6 cards"),
        (None, None, "None"),
        ("QsJh2h", 5, "has 1 cards"),
    ],
)
def test_bad_cards(function: object, board: str, hand: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        function(hand, board)
    with pytest.raises(CardError, match="threads is -1; it must be None, for all"):
        function(board="QsJh2h", threads=-1)


def test_bad_boards_and_options() -> None:
    for board in ("QsJh2h3c", "QsJh2h"):
        with pytest.raises(CardError, match="it must have 5"):
            win_tie_lose(board=board)
    with pytest.raises(CardError, match="4d is in the hand"):
        win_tie_lose("4d5d", "QsJh2h3c4d")
    with pytest.raises(
        CardError, match=r"has 3 cards; .* the board comes after it: .* ehs\(board='QsJh2h'\)"
    ):
        ehs("QsJh2h")
    with pytest.raises(CardError, match="5 cards"):
        strength_histogram(board="QsJh2h3c4d")
    for bins in (0, -1, 10_001, 2.5, "a", True, None):
        with pytest.raises(RiverboatError, match="bins is"):
            strength_histogram(board="QsJh2h", bins=bins)
    for street in ("turn", "flop", "", None):
        with pytest.raises(RiverboatError, match="street"):
            strength_histogram(board="QsJh2h", street=street)


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        ([[0, 1, 2, 3]], "five cards"),
        ([0, 1, 2, 3, 4], "1 dimensions"),
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3, 52]], "row 1, .*52"),
        ([[0, 1, 2, 3, -1]], "row 0"),
        ([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [5, 6, 7, 8, 5]], "row 2"),
        ([[0.0, 1, 2, 3, 4]], "float64"),
        ([["As", "Ks", "Qs", "Js", "Ts"]], "integers"),
        ([[0, 1, 2, 3, 4], [5, 6]], "one length"),
        (np.array([[0, 1, 2, 3, 256]]), "row 0"),
        (np.array([[0, 1, 2, 3, 2**63]], np.uint64), "row 0"),
    ],
)
def test_bad_batches(boards: object, message: str) -> None:
    with pytest.raises(CardError, match=message):
        win_tie_batch(boards)


def test_bad_threads() -> None:
    for threads in (0, -1, 1.5):
        with pytest.raises(CardError, match="threads"):
            win_tie_batch([[0, 1, 2, 3, 4]], threads=threads)
