"""The hand indexer against brute force, published counts and its own stated order."""

from __future__ import annotations

import itertools
import math
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.card import FULL_DECK, SHORT_DECK, SUITS, Deck, card_name
from riverboat.cards.isomorphism import HandIndexer

LEDUC = Deck("JQK", "hs")
KUHN = Deck("JQK", "s")
ROYAL = Deck("TJQKA")
HOLDEM = (2, 3, 1, 1)
BIG = [HOLDEM, (2, 4), (2, 5)]
# Brute force covers these: every deal, every relabelling.
SMALL = [
    ((2,), FULL_DECK),
    ((3,), FULL_DECK),
    ((4,), FULL_DECK),
    ((1, 1, 1), FULL_DECK),
    ((2, 1), FULL_DECK),
    ((1, 1), LEDUC),
    ((1,), KUHN),
    ((1, 1, 1), KUHN),
    ((2, 2), Deck("29K", "cds")),
    ((2, 3), Deck("24A")),
    ((3, 2, 1), Deck("JQK", "hs")),
    ((2, 3), Deck("TJQKA", "chs")),
    ((2, 2), SHORT_DECK),
    ((2, 2), FULL_DECK),
]


@pytest.mark.parametrize(
    ("rounds", "sizes"),
    [
        (HOLDEM, [169, 1_286_792, 55_190_538, 2_428_287_420]),
        ((2, 4), [169, 13_960_050]),
        ((2, 5), [169, 123_156_254]),
        ((2, 2), [169, 93_769]),
        ((3, 1, 1), [1_755, 63_193, 2_554_656]),
        ((4,), [16_432]),
        ((5,), [134_459]),
        ((1, 1, 1), [13, 325, 9_997]),
    ],
)
def test_published_sizes(rounds: tuple[int, ...], sizes: list[int]) -> None:
    indexer = HandIndexer(rounds)
    assert [indexer.size(r) for r in range(len(rounds))] == sizes
    assert indexer.size() == sizes[-1]
    assert indexer.rounds == rounds


# --- brute force ------------------------------------------------------------------------------------------


def deals(rounds: tuple[int, ...], deck: Deck) -> np.ndarray:
    """Return every deal, uint8[N, cards]: sets inside rounds, ascending."""
    rows = np.zeros((1, 0), dtype=np.uint8)
    for n in rounds:
        sets = np.array(list(itertools.combinations(deck.cards, n)), dtype=np.uint8)
        pairs = np.hstack([np.repeat(rows, len(sets), axis=0), np.tile(sets, (len(rows), 1))])
        used, new = pairs[:, : rows.shape[1]], pairs[:, rows.shape[1] :]
        clash = (used[:, :, None] == new[:, None, :]).any(axis=(1, 2))
        rows = pairs[~clash]
    return rows


def smallest_relabelling(rows: np.ndarray, rounds: tuple[int, ...], deck: Deck) -> np.ndarray:
    """Return a number per hand, the same exactly for hands that are relabellings of each other."""
    suits = [SUITS.index(suit) for suit in deck.suits]
    best = np.full(len(rows), np.iinfo(np.int64).max)
    for order in itertools.permutations(suits):
        name = np.zeros(4, dtype=np.int64)
        name[suits] = order
        other = 4 * (rows // 4).astype(np.int64) + name[rows % 4]
        key, first = np.zeros(len(rows), dtype=np.int64), 0
        for n in rounds:
            for column in np.sort(other[:, first : first + n], axis=1).T:
                key = key * 52 + column
            first += n
        best = np.minimum(best, key)
    return best


@pytest.mark.parametrize(("rounds", "deck"), SMALL)
def test_same_index_exactly_for_relabelled_hands(rounds: tuple[int, ...], deck: Deck) -> None:
    indexer, rows = HandIndexer(rounds, deck), deals(rounds, deck)
    last = len(rounds) - 1
    indices = indexer.index_batch(rows, threads=1)
    classes, brute = np.unique(smallest_relabelling(rows, rounds, deck), return_inverse=True)
    assert len(classes) == indexer.size()
    assert np.array_equal(np.unique(indices), np.arange(indexer.size()))
    assert len(np.unique(indices * len(classes) + brute)) == len(classes)  # one index per class, and back

    everything = np.arange(indexer.size())
    assert np.array_equal(indexer.weight_batch(last, everything), np.bincount(indices))
    assert np.array_equal(indexer.index_batch(indexer.cards_batch(last, everything)), everything)


def test_every_flop_hits_its_class_as_often_as_its_weight() -> None:
    indexer = HandIndexer((2, 3))
    flops = np.array(list(itertools.combinations(range(52), 3)), dtype=np.uint8)
    holds = (flops[:, :, None] == np.arange(52)).any(axis=1)  # [flops, 52]
    hits = np.zeros(indexer.size(), dtype=np.int64)
    for hole in itertools.combinations(range(52), 2):
        free = flops[~holds[:, hole[0]] & ~holds[:, hole[1]]]
        rows = np.hstack([np.broadcast_to(np.uint8(hole), (len(free), 2)), free])
        hits += np.bincount(indexer.index_batch(rows, threads=1), minlength=len(hits))
    everything = np.arange(indexer.size())
    assert np.array_equal(indexer.weight_batch(1, everything), hits)
    assert np.array_equal(indexer.index_batch(indexer.cards_batch(1, everything)), everything)
    assert hits.sum() == math.comb(52, 2) * math.comb(50, 3)


# --- the order --------------------------------------------------------------------------------------------


def order_key(cards: list[int], rounds: tuple[int, ...], deck: Deck) -> tuple[object, object]:
    """Return the key of the order in HandIndexer's docstring, straight from its words."""
    rows = []
    for suit in deck.suits:
        sets, first = [], 0
        for n in rounds:
            names = [card_name(card) for card in cards[first : first + n]]
            sets.append([deck.ranks.index(name[0]) for name in names if name[1] == suit])
            first += n
        rows.append((tuple(map(len, sets)), tuple(sum(2**rank for rank in ranks) for ranks in sets)))
    rows.sort(reverse=True)
    return tuple(shape for shape, _ in rows), tuple(sets for _, sets in rows)


@pytest.mark.parametrize(
    ("rounds", "deck"),
    [
        ((2,), FULL_DECK),
        ((3,), FULL_DECK),
        ((1, 1, 1), FULL_DECK),
        ((1, 1), LEDUC),
        ((1,), KUHN),
        ((2, 2), Deck("579J", "dhs")),
        ((3, 2, 1), LEDUC),
    ],
)
def test_order_is_kept_everywhere(rounds: tuple[int, ...], deck: Deck) -> None:
    indexer = HandIndexer(rounds, deck)
    hands = indexer.cards_batch(len(rounds) - 1, np.arange(indexer.size())).tolist()
    keys = [order_key(hand, rounds, deck) for hand in hands]
    assert all(a < b for a, b in itertools.pairwise(keys))


@pytest.mark.parametrize("rounds", [(2, 3), *BIG, (2, 2), (1, 1, 1, 1, 1, 1, 1)])
def test_order_is_kept_at_random_and_between_neighbours(rounds: tuple[int, ...]) -> None:
    indexer, rng = HandIndexer(rounds), np.random.default_rng(5)
    some = rng.integers(0, indexer.size() - 1, 2_000)
    indices = np.unique(np.concatenate([some, some + 1]))
    hands = indexer.cards_batch(len(rounds) - 1, indices).tolist()
    keys = [order_key(hand, rounds, FULL_DECK) for hand in hands]
    assert all(a < b for a, b in itertools.pairwise(keys))


def test_canonical_cards_are_grouped_ascending_and_highest_suit_first() -> None:
    indexer, rng = HandIndexer(HOLDEM), np.random.default_rng(6)
    for hand in indexer.cards_batch(3, rng.integers(0, indexer.size(), 500)).tolist():
        assert hand[:2] == sorted(hand[:2])
        assert hand[2:5] == sorted(hand[2:5])
        rows = []
        for suit in (3, 2, 1, 0):
            sets = [
                [card // 4 for card in hand[a:b] if card % 4 == suit]
                for a, b in ((0, 2), (2, 5), (5, 6), (6, 7))
            ]
            rows.append((tuple(map(len, sets)), tuple(sum(2**rank for rank in ranks) for ranks in sets)))
        assert rows == sorted(rows, reverse=True)


def test_starting_hands_in_words() -> None:
    indexer = HandIndexer((2,))
    order = [indexer.index(hand) for hand in ("2c2d", "3c2d", "3c3d", "4c2d", "AcKd", "AcAd", "3c2c", "AcKc")]
    assert order == [0, 1, 2, 3, 89, 90, 91, 168]


# --- properties of the large ones -------------------------------------------------------------------------


@st.composite
def hand_and_disguise(draw: st.DrawFn) -> tuple[tuple[int, ...], list[int], list[int]]:
    rounds = draw(st.sampled_from(BIG))
    cards = draw(st.lists(st.integers(0, 51), min_size=sum(rounds), max_size=sum(rounds), unique=True))
    names = draw(st.permutations(range(4)))
    other, first = [], 0
    for n in rounds:
        other += draw(st.permutations(cards[first : first + n]))
        first += n
    return rounds, cards, [4 * (card // 4) + names[card % 4] for card in other]


@settings(max_examples=300, deadline=None)
@given(hand_and_disguise())
def test_suit_names_and_order_inside_rounds_do_not_matter(
    example: tuple[tuple[int, ...], list[int], list[int]],
) -> None:
    rounds, cards, disguised = example
    indexer = HandIndexer(rounds)
    index = indexer.index(cards)
    assert indexer.index(disguised) == index
    canonical = indexer.cards(len(rounds) - 1, index)
    assert indexer.index(canonical) == index
    assert order_key(canonical, rounds, FULL_DECK) == order_key(cards, rounds, FULL_DECK)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([*BIG, (1, 1, 1, 1, 1, 1, 1), (7,), (3, 3, 1)]), st.data())
def test_index_of_cards_of_index(rounds: tuple[int, ...], data: st.DataObject) -> None:
    indexer = HandIndexer(rounds)
    round = data.draw(st.integers(0, len(rounds) - 1))
    index = data.draw(st.integers(0, indexer.size(round) - 1))
    cards = indexer.cards(round, index)
    assert indexer.index(cards, round) == index
    suits = {tuple(4 * (c // 4) + names[c % 4] for c in cards) for names in itertools.permutations(range(4))}
    grouped = {_sorted_in_rounds(hand, rounds) for hand in suits}
    assert indexer.weight(round, index) == len(grouped)


def _sorted_in_rounds(hand: tuple[int, ...], rounds: tuple[int, ...]) -> tuple[int, ...]:
    result: list[int] = []
    for n in rounds:
        result += sorted(hand[len(result) : len(result) + n])
    return tuple(result)


@pytest.mark.parametrize("rounds", [*BIG, (2, 3, 1), (5,), (3, 1, 1), (1, 1, 1, 1, 1, 1, 1), (7,), (4, 3)])
@pytest.mark.parametrize("deck", [FULL_DECK, SHORT_DECK, ROYAL, Deck("2468TQA", "cs")])
def test_round_trip_at_the_ends_and_at_random(rounds: tuple[int, ...], deck: Deck) -> None:
    indexer, rng = HandIndexer(rounds, deck), np.random.default_rng(7)
    for round in range(len(rounds)):
        size = indexer.size(round)
        indices = np.concatenate([[0, size - 1], rng.integers(0, size, 2_000)])
        hands = indexer.cards_batch(round, indices)
        assert np.isin(hands, deck.cards).all()
        assert np.array_equal(indexer.index_batch(hands), indices)


def test_weights_sum_to_the_deals_of_a_sampled_river() -> None:
    # The mean weight times the size is the number of deals; all turn classes at once would take a minute.
    indexer = HandIndexer((2, 3, 1))
    indices = np.random.default_rng(8).integers(0, indexer.size(), 400_000)
    deals_estimate = indexer.weight_batch(2, indices).mean() * indexer.size()
    assert deals_estimate == pytest.approx(math.comb(52, 2) * math.comb(50, 3) * 47, rel=2e-3)


# --- batches, threads, paths ------------------------------------------------------------------------------


def random_hands(count: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)[
        :, :7
    ]


def test_all_rounds_at_once() -> None:
    indexer, hands = HandIndexer(HOLDEM), random_hands(3_001, 9)
    every = indexer.index_all(hands)
    assert every.shape == (3_001, 4)
    for round, width in enumerate((2, 5, 6, 7)):
        assert np.array_equal(every[:, round], indexer.index_batch(hands[:, :width]))


def test_threads_and_array_types_do_not_matter() -> None:
    indexer, hands = HandIndexer(HOLDEM), random_hands(50_000, 10)
    expected = indexer.index_batch(hands, threads=1)
    assert expected.dtype == np.int64
    for cards in (hands, hands.astype(np.int64), np.asfortranarray(hands), hands.astype(">u2")):
        assert np.array_equal(indexer.index_batch(cards, threads=3), expected)
    with ThreadPoolExecutor(4) as pool:
        assert all(np.array_equal(got, expected) for got in pool.map(indexer.index_batch, [hands] * 8))
    assert np.array_equal(pickle.loads(pickle.dumps(indexer)).index_batch(hands), expected)


def test_empty_batches() -> None:
    indexer = HandIndexer(HOLDEM)
    assert indexer.index_batch(np.zeros((0, 5), dtype=np.uint8)).shape == (0,)
    assert indexer.index_all(np.zeros((0, 7), dtype=np.uint8)).shape == (0, 4)
    assert indexer.cards_batch(2, []).shape == (0, 6)
    assert indexer.weight_batch(2, []).shape == (0,)


_CHECKSUM = """
import numpy as np
from riverboat import _core
from riverboat.cards.isomorphism import HandIndexer
hands = np.random.default_rng(11).permuted(np.tile(np.arange(52, dtype=np.uint8), (20_003, 1)), axis=1)[:, :7]
for rounds in ((2, 3, 1, 1), (2, 5), (3, 1, 3), (1, 1, 1, 1, 1, 1, 1)):
    print(int((HandIndexer(rounds).index_all(hands) * np.arange(1, 20_004)[:, None]).sum()))
"""


def test_instruction_paths_agree() -> None:
    outputs = set()
    for path in ("baseline", "bmi2", "avx512"):
        environment = {**os.environ, "RIVERBOAT_CPU": path}
        command = [sys.executable, "-c", _CHECKSUM]
        outputs.add(
            subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
        )
    assert len(outputs) == 1


def test_index_and_cards_take_arrays_too() -> None:
    indexer = HandIndexer((2, 3))
    hands = np.array([[51, 50, 0, 1, 22], [0, 5, 10, 15, 20]], np.uint8)
    indices = indexer.index(hands)
    assert indices.tolist() == indexer.index_batch(hands).tolist()
    assert indexer.cards(1, indices).tolist() == indexer.cards_batch(1, indices).tolist()
