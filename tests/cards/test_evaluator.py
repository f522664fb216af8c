"""The evaluator against phevaluator, on both instruction paths, from many threads, and with bad input."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
import phevaluator
import pytest

from riverboat.cards.card import card_names, parse_cards
from riverboat.cards.evaluator import (
    best_cards,
    category,
    describe,
    evaluate,
    evaluate_batch,
    standard_rank,
    strength_of_standard_rank,
)
from riverboat.errors import CardError

DECK = np.arange(52, dtype=np.uint8)


def random_hands(count: int, cards: int, seed: int = 1) -> npt.NDArray[np.uint8]:
    """uint8[count, cards]: the first cards of shuffled decks."""
    keys = np.random.default_rng(seed).random((count, 52), dtype=np.float32)
    return np.ascontiguousarray(np.argpartition(keys, cards, axis=1)[:, :cards].astype(np.uint8))


# --- independent truth ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "count"), [(5, 100_000), (6, 100_000), (7, 1_000_000)])
def test_phevaluator_agrees(cards: int, count: int) -> None:
    for part in range(0, count, 100_000):
        hands = random_hands(100_000, cards, seed=part)
        theirs = np.fromiter(map(phevaluator.evaluate_cards, *hands.T.tolist()), dtype=np.int64)
        assert (7463 - theirs == evaluate_batch(hands)).all()


def test_one_hand_equals_the_batch() -> None:
    for cards in (5, 6, 7):
        hands = random_hands(5_000, cards, seed=cards)
        batch = evaluate_batch(hands).tolist()
        assert [evaluate(hand) for hand in hands.tolist()] == batch
        assert [evaluate(card_names(hand)) for hand in hands[:500]] == batch[:500]


def test_order_of_cards_does_not_matter() -> None:
    hands = random_hands(50_000, 7, seed=9)
    shuffled = np.random.default_rng(2).permuted(hands, axis=1)
    assert (evaluate_batch(hands) == evaluate_batch(shuffled)).all()


def test_standard_ranks() -> None:
    assert standard_rank(evaluate("AsKsQsJsTs")) == 1
    assert standard_rank(evaluate("7s5h4d3c2s")) == 7462
    assert all(strength_of_standard_rank(standard_rank(s)) == s for s in range(1, 7463))
    hand = "Ah2c2d9s9hKdQs"
    assert standard_rank(evaluate(hand)) == phevaluator.evaluate_cards(*parse_cards(hand))


def test_module_functions_take_a_ranking() -> None:
    assert evaluate("KsKh", "two-card") == evaluate_batch([[47, 46]], "two-card")[0] == 90
    assert category("KsKh", "two-card") == "pair"
    assert describe("AsKsQs", ranking="three-card") == "straight flush, ace high"
    assert card_names(best_cards("As6h7d8c9sAhAd", "short-deck")) == "9s8c7d6hAs"
    for call in (evaluate, category, describe, best_cards):
        with pytest.raises(CardError, match=r"'twocard' is not a ranking.*did you mean 'two-card'\?"):
            call("KsKh", "twocard")


# --- paths and threads ------------------------------------------------------------------------------------

HASH = """
import hashlib, sys, numpy as np
from riverboat import _core
from riverboat.cards.evaluator import evaluate_batch
hands = np.load(sys.argv[1])
digest = hashlib.sha256()
for cards in (5, 6, 7):
    digest.update(evaluate_batch(np.ascontiguousarray(hands[:, :cards])).tobytes())
print(_core.cpu_path(), digest.hexdigest())
"""


def test_baseline_path_gives_the_same_strengths(tmp_path: os.PathLike[str]) -> None:
    hands, file = random_hands(200_000, 7, seed=4), os.path.join(tmp_path, "hands.npy")
    np.save(file, hands)
    digest = hashlib.sha256()
    for cards in (5, 6, 7):
        digest.update(evaluate_batch(hands[:, :cards]).tobytes())
    run = subprocess.run(
        [sys.executable, "-c", HASH, file],
        env=os.environ | {"RIVERBOAT_CPU": "baseline"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["baseline", digest.hexdigest()]


def test_any_number_of_threads() -> None:
    hands = random_hands(400_000, 7, seed=5)
    expected = evaluate_batch(hands, threads=1)
    for threads in (2, 3, None, 10**12):
        assert (evaluate_batch(hands, threads=threads) == expected).all()


def test_many_python_threads_at_once() -> None:
    hands = random_hands(40_000, 7, seed=6)
    expected = evaluate_batch(hands)

    def work(which: int) -> bool:
        some = slice(which, which + 200)
        one_by_one = [evaluate(hand) for hand in hands[some].tolist()]
        words = [describe(int(s)) for s in expected[some]] == [
            describe(hand) for hand in hands[some].tolist()
        ]
        with pytest.raises(CardError):
            evaluate([0, 0, 1, 2, 3])
        return (
            words
            and one_by_one == expected[some].tolist()
            and bool((evaluate_batch(hands) == expected).all())
        )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(0, 3_200, 50)))


# --- arrays -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dtype", [np.uint8, np.int8, np.int16, np.uint16, np.int32, np.int64, np.uint64, ">i4"]
)
def test_any_integer_type(dtype: npt.DTypeLike) -> None:
    hands = random_hands(1_000, 7)
    strengths = evaluate_batch(hands.astype(dtype))
    assert strengths.dtype == np.uint16
    assert (strengths == evaluate_batch(hands)).all()


@pytest.mark.parametrize(
    "view",
    [
        lambda hands: hands[::2],
        lambda hands: hands[::-1],
        lambda hands: hands[:, ::-1],
        lambda hands: hands[:, 1:6],
        lambda hands: np.asfortranarray(hands),
        lambda hands: hands.astype(np.int64)[::3, :6],
        lambda hands: hands.tolist(),
        lambda hands: np.broadcast_to(hands[0], (9, 7)),
    ],
)
def test_views_and_lists(view: Callable[[npt.NDArray[np.uint8]], npt.ArrayLike]) -> None:
    hands = view(random_hands(1_000, 7))
    assert evaluate_batch(hands).tolist() == [evaluate(hand) for hand in np.asarray(hands).tolist()]


def test_read_only_arrays() -> None:
    hands = random_hands(100, 7)
    hands.flags.writeable = False
    assert evaluate_batch(hands).shape == (100,)


@pytest.mark.parametrize("rows", range(41))
def test_small_batches_of_every_size(rows: int) -> None:
    for name, cards in (
        ("holdem", 5),
        ("holdem", 6),
        ("holdem", 7),
        ("three-card", 3),
        ("two-card", 2),
        ("one-card", 1),
    ):
        hands = random_hands(rows, cards, seed=rows)
        assert evaluate_batch(hands, name).tolist() == [evaluate(hand, name) for hand in hands.tolist()]


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.float64])
def test_no_hands(dtype: npt.DTypeLike) -> None:
    strengths = evaluate_batch(np.empty((0, 7), dtype=dtype))
    assert strengths.shape == (0,)
    assert strengths.dtype == np.uint16
    with pytest.raises(CardError, match="has 4 cards per hand; 'holdem' ranks 5, 6 or 7 cards"):
        evaluate_batch(np.empty((0, 4), dtype=dtype))


GOOD = [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([GOOD, [0, 1, 2, 3, 3]], "row 1: the card 2s appears twice in '2c2d2h2s2s'"),
        (
            [GOOD, [0, 1, 2, 3, 52]],
            "card id 52 is out of range; ids go from 0 (2c) to 51 (As); the cards are [0, 1, 2, 3, 52]",
        ),
        ([GOOD, [0, 1, 2, 3, 300]], "row 1: card id 300 is out of range"),
        ([GOOD, [0, 1, 2, 3, 256]], "row 1: card id 256 is out of range"),
        ([GOOD, [0, 1, 2, 3, -1]], "row 1: card id -1 is out of range"),
        (
            np.array([GOOD, [0, 1, 2, 3, 255]], dtype=np.uint8),
            "range; ids go from 0 (2c) to 51 (As); the cards are [0, 1, 2, 3, 255]",
        ),
        (np.array([GOOD, [0, 1, 2, 3, 64]], dtype=np.uint8), "row 1: card id 64 is out of range"),
        (
            np.array([[0, 1, 2, 3, 2**63]], dtype=np.uint64),
            "row 0: card id 9223372036854775808 is out of range",
        ),
        ([[0, 1, 2, 3, 2**64]], "does not hold integers"),
        ([GOOD, GOOD[:4]], "rows must have one length"),
        (np.array([GOOD], dtype=float), "an array of type float64 does not hold integers"),
        (np.array([GOOD], dtype=bool), "an array of type bool does not hold integers"),
        (np.array([GOOD], dtype=object), "an array of type object does not hold integers"),
        ([["As", "Ks", "Qs", "Js", "Ts"]], "does not hold integers"),
        ("AsKsQsJsTs", "has 0 dimensions, not 2"),
        (GOOD, "an array of shape (5,) has 1 dimensions, not 2"),
        ([[GOOD]], "an array of shape (1, 1, 5) has 3 dimensions, not 2"),
        (None, "has 0 dimensions, not 2"),
        ([GOOD[:4]], "an array of shape (1, 4) has 4 cards per hand; 'holdem' ranks 5, 6 or 7 cards"),
        ([list(range(8))], "has 8 cards per hand"),
        ([[]], "has 0 cards per hand"),
    ],
)
def test_bad_arrays(cards: object, message: str) -> None:
    with pytest.raises(CardError, match=re.escape(message)):
        evaluate_batch(cards)  # type: ignore[arg-type]


@pytest.mark.parametrize("row", [0, 1, 15, 16, 2_047, 2_048, 131_071, 131_072, 199_999])
def test_the_first_bad_row_of_many_is_named(row: int) -> None:
    hands = random_hands(200_000, 7, seed=7)
    hands[row + 1 :: 1_000, 3] = 52
    hands[row, 6] = hands[row, 2]
    with pytest.raises(
        CardError, match=rf"row {row}: the card .. appears twice in '{card_names(hands[row])}'"
    ):
        evaluate_batch(hands, threads=2)


def test_low_cards_are_refused_in_short_deck() -> None:
    hands = (random_hands(1_000, 7) % 36 + 16).astype(np.uint8)
    hands = np.array([hand for hand in hands if len(set(hand)) == 7], dtype=np.uint8)
    assert evaluate_batch(hands, "short-deck").min() > 0
    hands[40, 2] = 15
    hands[50, 3] = hands[50, 4]
    with pytest.raises(CardError, match="row 40: the card 5s is not in the deck of ranks '6789TJQKA'"):
        evaluate_batch(hands, "short-deck")
    hands[30, 3] = hands[30, 4]
    with pytest.raises(CardError, match=r"row 30: the card .. appears twice"):
        evaluate_batch(hands, "short-deck-trips")


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_bad_threads(threads: object) -> None:
    with pytest.raises(CardError, match=r"threads is .*a whole number from 1 up"):
        evaluate_batch([GOOD], threads=threads)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [0, 7463, -1, 1.0, True, None, "1"])
def test_bad_standard_ranks(value: object) -> None:
    for call in (standard_rank, strength_of_standard_rank):
        with pytest.raises(CardError, match=rf"(rank|strength) {value!r} is not an integer from 1 to 7462"):
            call(value)  # type: ignore[arg-type]
