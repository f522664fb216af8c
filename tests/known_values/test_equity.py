"""Equities that are known exactly."""

import numpy as np
import pytest

from riverboat import _core
from riverboat.cards.card import hand_index, parse_cards
from riverboat.cards.equity import equity
from riverboat.cards.hand_class import CLASS_HANDS
from riverboat.cards.hand_order import PREFLOP_ORDER
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.preflop import BOARDS, preflop_table
from riverboat.cards.strength import ehs


def test_aces_against_kings() -> None:
    aces, kings = (hand_index(*parse_cards(hand)) for hand in ("AhAs", "KhKs"))
    assert BOARDS == 1_712_304
    assert preflop_table().counts(aces, kings) == (1_410_336, 9_308)
    boards, ((wins, ties, shares), (losses, ties_too, _)) = _core.matchup([aces, kings], [], [])
    assert (boards, wins, ties, losses) == (1_712_304, 1_410_336, 9_308, 1_712_304 - 1_410_336 - 9_308)
    assert ties == ties_too
    assert shares == 2520 * wins + 1260 * ties
    for method in ("table", "exact"):
        player = equity("AhAs", "KhKs", method=method).players[0]
        assert (player.win * BOARDS, player.tie * BOARDS) == pytest.approx((1_410_336, 9_308), abs=1e-6)


@pytest.mark.parametrize("method", ["table", "exact"])
def test_ace_king_against_queens(method: str) -> None:
    assert round(100 * equity("AhKh", "QsQc", method=method).equities[0], 6) == 46.214457


def test_the_number_of_match_ups() -> None:
    assert HandIndexer((2, 2)).size(1) == 93_769
    assert preflop_table().wins.shape == preflop_table().ties.shape == (93_769,)


def test_the_preflop_order_is_that_of_equity_against_a_random_hand() -> None:
    wins, ties, total = preflop_table().against(np.ones(1326))
    shares = (wins + ties / 2) / total
    by_class = []
    for name in PREFLOP_ORDER:
        of_class = shares[CLASS_HANDS[name]]
        assert np.ptp(of_class) < 1e-14
        by_class.append(of_class[0])
    assert np.all(np.diff(by_class) < 0)
    assert [round(by_class[i], 6) for i in (0, -1)] == [0.852037, 0.323032]
    np.testing.assert_allclose(shares, ehs(), atol=1e-14)  # a rollout over all boards, not the table


def test_a_random_hand_against_another() -> None:
    result = equity("random", "random")
    assert result.equities == pytest.approx((0.5, 0.5), abs=1e-14)
    assert result.deals == 1326 * 1225 * BOARDS
    assert equity("AA", "random").equities[0] == pytest.approx(0.852037, abs=5e-7)
