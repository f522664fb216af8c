"""All-ins of two and three classes of hands."""

import numpy as np
import pytest

import riverboat as rb
from riverboat.cards.hand_class import CLASS_NAMES, CLASS_SIZES
from riverboat.tournament.equities.orders import ORDERS_OF_THREE, all_orders, permuted_orders
from riverboat.tournament.equities.pairs import pair_chances
from riverboat.tournament.equities.three_way import three_way_orders

PLACES = np.array(ORDERS_OF_THREE)
SHARES = (PLACES == 0) / (PLACES == 0).sum(axis=1, keepdims=True)
BOARDS = 1_370_754


def counts(*names: str) -> np.ndarray:
    return three_way_orders(np.array([[CLASS_NAMES.index(name) for name in names]], np.uint8))[0].astype(
        float
    )


@pytest.mark.parametrize("names", [("AKs", "QQ", "T9s"), ("AKs", "AKo", "A2s"), ("99", "98s", "87s")])
def test_three_way_equities_are_those_of_the_enumeration(names: tuple[str, str, str]) -> None:
    found = counts(*names)
    enumerated = [player.equity for player in rb.equity(*names, method="exact").players]
    assert found @ SHARES / found.sum() == pytest.approx(enumerated, abs=1e-12)


def test_counts_are_deals() -> None:
    found = counts("72o", "K5o", "KK")
    assert (
        found.sum() == BOARDS * 12 * 36
    )  # kings leave two of K5o's kings on average: 12 hands of 12, 6 * 6 of both
    turned = counts("KK", "72o", "K5o")
    assert turned[permuted_orders((2, 0, 1))].tolist() == found.tolist()


def test_orders_are_all_there_are() -> None:
    assert sorted(all_orders(3)) == sorted(ORDERS_OF_THREE)


def test_pairs_have_card_removal_in_them() -> None:
    pairs = pair_chances()
    assert pairs.sum() == pytest.approx(1)
    assert pairs.sum(axis=(0, 2)) == pytest.approx(CLASS_SIZES / 1326)
    assert pairs[0] == pytest.approx(pairs[1].T)
    aces = CLASS_NAMES.index("AA")
    assert pairs[:, aces, aces].sum() == pytest.approx(6 / 1326 / 1225)
