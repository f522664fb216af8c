"""Feature keys against the document, hands told by a person, a slow oracle, and all deals."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.abstraction.features.feature_oracle import key_of

from riverboat.abstraction import (
    CardAbstraction,
    FeatureAbstraction,
    FeatureKey,
    FeatureRules,
    PreflopKey,
    feature_key,
    feature_stages,
    parse_feature_key,
)
from riverboat.cards.card import parse_cards
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError, CardError
from riverboat.games import Menu, build_tree, spot
from riverboat.solvers import FullWidth

DEFAULT = FeatureRules()
FINE = FeatureRules(suits="count", top="count", pairs="count")
COARSE = FeatureRules(pairs="flag", kicker=False, draws=False)
BOARD_CARDS = (0, 3, 4, 5)


# --- the document -----------------------------------------------------------------------------------------------------


def test_starting_hand_of_the_document() -> None:
    assert feature_key("5♠7♣") == feature_key("7♣5♠") == "57u"
    assert feature_key("5♠7♠") == "57s"
    assert feature_key("AhTh") == "TAs"


def test_worked_example_of_the_document() -> None:
    stages = feature_stages("5♠7♣", "4♠6♦8♦10♦10♥")
    assert stages == ("5s7c-4s6d8dTdTh", "57-468TT-t", "S8-TT-tf", "S8-tf1f")
    assert feature_key("5♠7♣", "4♠6♦8♦10♦10♥") == "S8-tf1f"


@pytest.mark.parametrize(
    ("hole", "board", "third"),
    [
        ("8s7h", "4c5d6s8d8h", "S8-8-ff"),  # one of the table's eights is in the straight
        ("Kd2s", "8c9cTcJcQd", "SK-8-tt"),
        ("KsQh", "4c5d6s2d2h", "P2K-456-ff"),
        ("7h5s", "5c7d7s5d2h", "FH75-2-ft"),  # of three fives two are used
        ("AhKh", "2h5h7h9hTc", "FAK-2T-tt"),  # of six hearts five are
    ],
)
def test_cards_that_the_made_hand_does_not_use(hole: str, board: str, third: str) -> None:
    assert feature_stages(hole, board)[2] == third


# --- by hand ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hole", "board", "default", "fine"),
    [
        # the top of the straight
        ("9s8h", "7c6d5s2h2d", "S9-ft1f", "S9-221f"),
        ("9s4h", "8c7d6s5hKd", "S9-ft0f", "S9-210f"),
        ("8s4h", "8c7d6s5hKd", "S8-ff0f", "S8-200f"),  # the table has an eight as well
        ("As2h", "3c4d5sKhKd", "S5-ff1f", "S5-201f"),  # the ace is low
        ("5s4h", "Ac2d3sKhKd", "S5-ft1f", "S5-221f"),
        # flushes
        ("AhKh", "2h7h9hTsTd", "FAK-tt1f", "FAK-321f"),
        ("KhQs", "Ah7h9h2h2s", "FAK-tf1f", "FAK-401f"),
        ("QsJs", "Ah7h9h2h3h", "FA-tf0f", "FA-500f"),
        ("5h2s", "4h3hAh2hKs", "SF5-tt0f", "SF5-410f"),
        # pairs and more
        ("8s8h", "AcKdQs2h3d", "P8-ft0f", "P8-220f"),
        ("8sJh", "AcKd8d2h3d", "P8J-tt0f", "P8J-310f"),
        ("8s4h", "AcKd8d2hQc", "P8-ft0f", "P8-210f"),  # the four does not play
        ("JsTh", "AcAd8d2h3c", "PAJ-ff1f", "PAJ-201f"),
        ("KsTh", "KcTd4d4h2c", "PPKT-ft1f", "PPKT-211f"),
        ("3s3h", "KcKdTdTh5c", "PPKT-ff2f", "PPKT-202f"),
        ("KsQh", "9c9d9h2s4d", "T9K-ff0t", "T9K-200t"),
        ("9sQh", "9c9d9h2s4d", "Q9Q-ft0t", "Q9Q-210t"),
        ("KsQh", "9c9d9h9s4d", "Q9K-ff0f", "Q9K-200f"),  # four on the table: neither a pair nor trips
        ("9s4s", "9c9d4h2s4d", "FH94-ft2f", "FH94-212f"),
        ("9s5s", "9c9d4h4s4d", "FH94-ft1t", "FH94-211t"),
        # flop and turn
        ("AhKh", "Qh7h2c", "HAK-ft0f-t0", "HAK-220f-40"),
        ("9h8s", "7c6d2s", "H98-ft0f-f2", "H98-120f-02"),
        ("9h8s", "6c5d2s", "H98-ft0f-f1", "H98-120f-01"),
        ("AhKs", "8c7d6s5h", "HAK-ft0f-f0", "HAK-120f-00"),  # nine and four help everybody alike
        ("Ah9s", "8c7d6s5h", "S9-ft0f-f1", "S9-110f-01"),
        ("8h7h", "Ah9c2c", "HA8-ff0f-f0", "HA8-200f-30"),
        ("8h8s", "8c9c9s9d", "FH98-ff0t-f0", "FH98-200t-00"),
    ],
)
def test_hands_told_by_a_person(hole: str, board: str, default: str, fine: str) -> None:
    assert feature_key(hole, board) == default
    assert feature_key(hole, board, FINE) == fine


# --- the oracle -------------------------------------------------------------------------------------------------------


def random_deals(number: int, count: int, seed: int) -> np.ndarray:
    """Return deals, uint8[count, cards]; half of them of few ranks or suits, so that strong hands are common."""
    rng = np.random.default_rng(seed)
    decks = [np.arange(52), np.arange(24), np.arange(52)[np.arange(52) % 4 < 2], np.arange(28, 52)]
    width = 2 + BOARD_CARDS[number]
    return np.array([rng.permutation(decks[i % 4])[:width] for i in range(count)], np.uint8)


@pytest.mark.parametrize("rules", [DEFAULT, FINE, COARSE], ids=["default", "fine", "coarse"])
@pytest.mark.parametrize("number", range(4))
def test_keys_of_the_oracle(number: int, rules: FeatureRules) -> None:
    for deal in random_deals(number, 400, seed=number).tolist():
        expected = key_of(deal[:2], deal[2:], rules)
        assert feature_key(deal[:2], deal[2:], rules) == expected
        assert str(parse_feature_key(expected)) == expected


@pytest.mark.parametrize("number", range(4))
def test_buckets_are_places_of_keys(number: int) -> None:
    features, deals = FeatureAbstraction(), random_deals(number, 3000, seed=9)
    keys = features.keys(number)
    assert len(set(keys)) == len(keys) == features.count(number)
    found = features.lookup(number, deals)
    assert found.dtype == np.uint32
    assert [keys[bucket] for bucket in found[:500]] == [
        feature_key(deal[:2], deal[2:]) for deal in deals[:500].tolist()
    ]
    assert (features.lookup(number, deals, threads=1) == found).all()


# --- all deals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        (DEFAULT, [169, 6_430, 19_419, 10_496]),
        (FeatureRules(draws=False), [169, 3_759, 7_328, 10_496]),
        (FeatureRules(kicker=False), [169, 1_230, 3_696, 2_644]),
        (FeatureRules(kicker=False, draws=False), [169, 849, 1_676, 2_644]),
        (FINE, [169, 16_918, 28_309, 14_821]),
    ],
    ids=["default", "no draws", "no kicker", "neither", "fine"],
)
def test_states_that_remain(rules: FeatureRules, counts: list[int]) -> None:
    features = FeatureAbstraction(rules)
    assert [features.count(number) for number in range(4)] == counts
    for number, cards in enumerate(BOARD_CARDS):
        assert features.deals(number).sum() == math.comb(52, 2) * math.comb(50, cards)
        assert features.deals(number).min() > 0


@pytest.mark.parametrize("number", [0, 1])
def test_table_of_all_classes_has_every_bucket(number: int) -> None:
    features = FeatureAbstraction()
    table = features.table(number)
    indexer = HandIndexer((2, 3))
    weights = indexer.weight_batch(number, np.arange(indexer.size(number)))
    assert len(table) == len(weights)
    assert (np.bincount(table, weights) == features.deals(number)).all()


def test_hands_by_category_are_those_of_seven_cards() -> None:
    features = FeatureAbstraction()
    sums = dict.fromkeys(["H", "P", "PP", "T", "S", "F", "FH", "Q", "SF"], 0)
    for key, deals in zip(features.keys(3), features.deals(3).tolist(), strict=True):
        parsed = parse_feature_key(key)
        assert isinstance(parsed, FeatureKey)
        sums[parsed.category] += deals
    ways = math.comb(7, 2)  # to say which two of seven cards are the hole cards
    known = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
    assert list(sums.values()) == [ways * hands for hands in known]


# --- properties -------------------------------------------------------------------------------------------------------


deals = st.sampled_from(BOARD_CARDS).flatmap(
    lambda cards: st.lists(st.integers(0, 51), min_size=2 + cards, max_size=2 + cards, unique=True)
)


@given(deals, st.permutations(range(4)), st.randoms(use_true_random=False))
def test_suits_have_no_names_and_order_does_not_matter(deal, suits, random) -> None:
    hole, board = ([card // 4 * 4 + suits[card % 4] for card in cards] for cards in (deal[:2], deal[2:]))
    random.shuffle(hole)
    random.shuffle(board)
    for rules in (DEFAULT, FINE):
        assert feature_key(hole, board, rules) == feature_key(deal[:2], deal[2:], rules)


@given(deals)
def test_text_round_trips(deal) -> None:
    for rules in (DEFAULT, FINE, COARSE):
        text = feature_key(deal[:2], deal[2:], rules)
        assert str(parse_feature_key(text)) == text


def test_all_hands_of_a_board_at_once() -> None:
    features, board = FeatureAbstraction(), parse_cards("4s6d8dTdTh")
    assert isinstance(features, CardAbstraction)
    rest = [card for card in range(52) if card not in board]
    hands = np.array(list(itertools.combinations(rest, 2)), np.uint8)
    for number, cards in enumerate(BOARD_CARDS):
        table = board[:cards]
        rows = np.hstack([hands, np.tile(np.array(table, np.uint8), (len(hands), 1))])
        assert (features.buckets(number, table, hands) == features.lookup(number, rows)).all()


def test_a_solver_takes_them() -> None:
    """On a turn: fewer numbers, and a strategy that keeps getting better in the whole game."""
    tree = build_tree(spot("QsJh2h5c", pot=20, stacks=40), Menu())
    ranges = ("QQ+,AKs,JTs,76s", "TT+,AQs+,KQs,98s,A5s")
    free, tied = (
        FullWidth(tree, board="QsJh2h5c", ranges=ranges, ties=ties, threads=1)
        for ties in (None, FeatureAbstraction(boards=(4, 5)))
    )
    found = []
    for solver in (free, tied):
        solver.run(5)
        first = solver.accuracy().exploitability
        solver.run(45)
        found.append(solver.accuracy().exploitability)
        assert found[-1] < first / 2
    assert found[0] < found[1]


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "75u",
        "77s",
        "57",
        "1Au",
        "S8",
        "S88-tf1f",
        "S8K-tf1f",
        "PPK-tf1f",
        "X8-tf1f",
        "S8-tf3f",
        "P8A-ft0f-t3",
    ],
)
def test_text_that_is_no_key(text: str) -> None:
    with pytest.raises(AbstractionError, match="a key is such as"):
        parse_feature_key(text)


def test_bad_input_is_named() -> None:
    features = FeatureAbstraction()
    with pytest.raises(AbstractionError, match="round 4 does not exist"):
        features.count(4)
    with pytest.raises(AbstractionError, match=r"shape \(1, 4\) are not deals of round 1"):
        features.lookup(1, [[0, 1, 2, 3]])
    with pytest.raises(CardError, match="row 1: the card 2c appears twice"):
        features.lookup(1, [[0, 1, 2, 3, 4], [0, 1, 2, 3, 0]])
    with pytest.raises(CardError, match="row 0: card id 52 is out of range"):
        features.lookup(0, np.array([[0, 52]], np.uint8))
    with pytest.raises(CardError, match="row 1: the card 2h appears twice"):
        features.buckets(1, [0, 1, 2], np.array([[3, 4], [2, 5]], np.uint8))
    with pytest.raises(AbstractionError, match="board of 4 cards"):
        features.buckets(1, [0, 1, 2, 3], np.array([[4, 5]], np.uint8))
    with pytest.raises(AbstractionError, match="bucket 169 does not exist"):
        features.key(0, 169)
    with pytest.raises(CardError, match="is no deal"):
        feature_key("AsKs", "2c3c")
    with pytest.raises(CardError, match="appears twice"):
        feature_key("AsKs", "As3c4c")
    with pytest.raises(AbstractionError, match=r"boards \(5, 4\) must be some of"):
        FeatureAbstraction(boards=(5, 4))
    with pytest.raises(AbstractionError, match="suits is 'bool'"):
        FeatureRules(suits="bool")  # type: ignore[arg-type]
    with pytest.raises(AbstractionError, match="kicker is 1"):
        FeatureRules(kicker=1)  # type: ignore[arg-type]
    assert PreflopKey.parse("57u") == PreflopKey("5", "7", False)
