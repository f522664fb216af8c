"""Rankings against independent evaluators, their order by hand, and their words."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.card import FULL_DECK, SHORT_DECK, Deck, card_name, card_names, parse_cards
from riverboat.cards.ranking import RANKINGS, Ranking, ranking
from riverboat.errors import CardError


def strengths(name: str, hands: Iterable[str]) -> list[int]:
    return [ranking(name).evaluate(hand) for hand in hands]


# --- what a ranking is -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "sizes", "classes", "deck"),
    [
        ("holdem", (5, 6, 7), 7_462, FULL_DECK),
        ("short-deck", (5, 6, 7), 1_404, SHORT_DECK),
        ("short-deck-trips", (5, 6, 7), 1_404, SHORT_DECK),
        ("three-card", (3,), 741, FULL_DECK),
        ("two-card", (2,), 91, FULL_DECK),
        ("one-card", (1,), 13, FULL_DECK),
    ],
)
def test_attributes(name: str, sizes: tuple[int, ...], classes: int, deck: Deck) -> None:
    found = ranking(name)
    assert (found.name, found.sizes, found.classes, found.deck) == (name, sizes, classes, deck)
    assert ranking(name) is found
    assert pickle.loads(pickle.dumps(found)) is found
    assert repr(found) == f"ranking('{name}')"


def test_all_names_are_native_names() -> None:
    assert [ranking(name)._native.name for name in RANKINGS] == list(RANKINGS)


def test_unknown_name() -> None:
    with pytest.raises(CardError, match=r"'hold-em' is not a ranking; there are holdem, .*mean 'holdem'\?"):
        ranking("hold-em")
    with pytest.raises(CardError, match=r"'omaha' is not a ranking; there are holdem, [a-z, -]+$"):
        ranking("omaha")
    for name in (None, ["holdem"], 0):
        with pytest.raises(CardError, match="is not a ranking"):
            ranking(name)  # type: ignore[arg-type]
    with pytest.raises(CardError, match="is not a ranking"):
        Ranking("omaha")


# --- order ------------------------------------------------------------------------------------------------


def one_hand_per_class(found: Ranking, hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    values, first = np.unique(found.evaluate_batch(hands), return_index=True)
    assert values.tolist() == list(range(1, found.classes + 1))
    return hands[first]


def all_hands(deck: Deck, cards: int) -> npt.NDArray[np.uint8]:
    return np.array(list(itertools.combinations(deck.cards, cards)), dtype=np.uint8)


def test_short_deck_matches_pokerkit() -> None:
    hands = all_hands(SHORT_DECK, 5)
    found = ranking("short-deck")
    ladder = [pokerkit.ShortDeckHoldemHand(card_names(hand)) for hand in one_hand_per_class(found, hands)]
    assert all(weak < strong for weak, strong in itertools.pairwise(ladder))
    # And that the classes hold the right hands: PokerKit's own number of a sample, against the class's.
    sample = hands[np.random.default_rng(1).choice(len(hands), 20_000, replace=False)]
    for hand, strength in zip(sample, found.evaluate_batch(sample).tolist(), strict=True):
        assert pokerkit.ShortDeckHoldemHand(card_names(hand)) == ladder[strength - 1]


def test_trips_rule_changes_only_trips_and_straights() -> None:
    hands = all_hands(SHORT_DECK, 5)
    new, old = ranking("short-deck").evaluate_batch(hands), ranking("short-deck-trips").evaluate_batch(hands)
    names = ["three of a kind", "straight"]
    by_class = {s: ranking("short-deck").category(s) for s in range(1, 1_405)}
    moved = np.isin(new, [s for s, name in by_class.items() if name in names])
    assert (new[~moved] == old[~moved]).all()
    assert (new[moved] != old[moved]).all()
    trips, straight = "6s6h6d7c8c", "AsKhQdJcTs"
    assert ranking("short-deck").evaluate(trips) < ranking("short-deck").evaluate(straight)
    assert ranking("short-deck-trips").evaluate(trips) > ranking("short-deck-trips").evaluate(straight)


def test_short_deck_order_by_hand() -> None:
    ladder = [
        "AsKsQsJh9d",  # high card
        "6s6h9dTcJs",
        "6s6h7d7c8s",
        "6s6h6d8c7s",
        "Ah6s7d8c9h",  # the ace is below the six
        "TsJhQdKcAs",
        "6s6h6d7c7s",  # full house
        "6s7s8s9sJs",  # flush
        "6s6h6d6c7s",
        "As6s7s8s9s",
        "AsKsQsJsTs",
    ]
    values = strengths("short-deck", ladder)
    assert values == sorted(set(values))


def test_short_deck_takes_the_best_five_of_seven() -> None:
    rng = np.random.default_rng(3)
    for name in ("short-deck", "short-deck-trips"):
        found = ranking(name)
        for cards in (6, 7):
            hands = rng.permuted(np.tile(np.array(SHORT_DECK.cards, dtype=np.uint8), (20_000, 1)), axis=1)[
                :, :cards
            ]
            parts = [found.evaluate_batch(hands[:, part]) for part in itertools.combinations(range(cards), 5)]
            assert (found.evaluate_batch(hands) == np.max(parts, axis=0)).all()


def test_three_card_order_by_hand() -> None:
    ladder = [
        "5s3h2d",
        "AsKhJd",
        "2s2h3d",
        "AsAhKd",
        "5s3s2s",
        "AsKsJs",
        "As2h3d",
        "2s3h4d",
        "QsKhAd",
        "2s2h2d",
    ]
    values = strengths("three-card", [*ladder, "AsAhAd", "As2s3s", "QsKsAs"])
    assert values == sorted(set(values))
    assert values[-1] == ranking("three-card").classes


def test_leduc_by_hand() -> None:
    hands = ["JsQs", "JsKs", "QsKs", "JsJh", "QsQh", "KsKh"]
    values = strengths("two-card", hands)
    assert values == sorted(set(values))
    assert ranking("two-card").evaluate("JhQs") == ranking("two-card").evaluate("QhJs")


def test_kuhn_by_hand() -> None:
    assert strengths("one-card", ["Js", "Qs", "Ks"]) == [10, 11, 12]
    assert ranking("one-card").evaluate(47) == 12


# --- words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cards", "category", "words"),
    [
        ("holdem", "AsKsQsJsTs2c3d", "straight flush", "royal flush"),
        ("holdem", "5s4s3s2sAsKdKc", "straight flush", "straight flush, five high"),
        ("holdem", "6s6h6d6cAs", "four of a kind", "four of a kind, sixes, ace kicker"),
        ("holdem", "AsAhAdKsKd", "full house", "full house, aces over kings"),
        ("holdem", "2s2h2d6s6d", "full house", "full house, deuces over sixes"),
        ("holdem", "As9s5s3s2s", "flush", "flush, ace high"),
        ("holdem", "As5h4d3c2s", "straight", "straight, five high"),
        ("holdem", "AsKhQdJcTs9h8d", "straight", "straight, ace high"),
        ("holdem", "7s7h7dAcKs", "three of a kind", "three of a kind, sevens"),
        ("holdem", "AsAhKdKcQs2c2d", "two pair", "two pair, aces and kings, queen kicker"),
        ("holdem", "AsAhKdQcJs", "pair", "pair of aces"),
        ("holdem", "2s2hKdQcJs", "pair", "pair of deuces"),
        ("holdem", "AsKhQdJc9s", "high card", "high card ace"),
        ("holdem", "7s5h4d3c2s", "high card", "high card seven"),
        ("short-deck", "As6s7s8s9s", "straight flush", "straight flush, nine high"),
        ("short-deck", "AsKsQsJsTs", "straight flush", "royal flush"),
        ("short-deck-trips", "As6h7d8c9s", "straight", "straight, nine high"),
        ("three-card", "AsKsQs", "straight flush", "straight flush, ace high"),
        ("three-card", "As2h3s", "straight", "straight, three high"),
        ("three-card", "TsThTd", "three of a kind", "three of a kind, tens"),
        ("three-card", "JsJh4d", "pair", "pair of jacks"),
        ("two-card", "KsKh", "pair", "pair of kings"),
        ("two-card", "KsQh", "high card", "high card king"),
        ("one-card", "Qs", "high card", "queen"),
    ],
)
def test_words(name: str, cards: str, category: str, words: str) -> None:
    found = ranking(name)
    assert (found.category(cards), found.describe(cards)) == (category, words)
    assert found.describe(parse_cards(cards)) == words
    strength = found.evaluate(cards)
    assert (found.category(strength), found.describe(np.uint16(strength))) == (category, words)


@pytest.mark.parametrize("strength", [0, -1, 7_463, 10**20])
def test_no_such_strength(strength: int) -> None:
    for call in (ranking("holdem").describe, ranking("holdem").category):
        with pytest.raises(CardError, match=f"strength {strength} does not exist.* go from 1 to 7462"):
            call(strength)


@pytest.mark.parametrize("hand", [None, 1.5, True])
def test_words_for_no_hand(hand: object) -> None:
    for call in (ranking("holdem").describe, ranking("holdem").evaluate):
        with pytest.raises(CardError, match=rf"{hand} is not a (list of cards|card)"):
            call(hand)  # type: ignore[arg-type]


# --- the cards that count ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("2c3dAsKsQsJsTs", "AsKsQsJsTs"),
        ("KdKcAs2s3s4s5s", "5s4s3s2sAs"),
        ("Ac5d4h3s2cKdKh", "5d4h3s2cAc"),
        ("2s2h2dAcAd7s7h", "2s2h2dAdAc"),
        ("9c9d9h9sAcAdAh", "9s9h9d9cAh"),
        ("AsAhKdKcQs2c2d", "AsAhKdKcQs"),
        ("QhAs3s9s5s2sAh", "As9s5s3s2s"),
        ("3c2dTs9h7dKcQs", "KcQsTs9h7d"),
    ],
)
def test_best(cards: str, best: str) -> None:
    assert card_names(ranking("holdem").best(cards)) == best


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(RANKINGS), st.data())
def test_best_is_a_part_as_strong_as_the_whole(name: str, data: st.DataObject) -> None:
    found = ranking(name)
    size = data.draw(st.sampled_from(found.sizes))
    hand = data.draw(st.lists(st.sampled_from(found.deck.cards), min_size=size, max_size=size, unique=True))
    best = found.best(hand)
    assert len(best) == found.sizes[0]
    assert set(best) <= set(hand)
    assert found.evaluate(best) == found.evaluate(hand)
    assert found.best(hand[::-1]) == best
    assert found.describe(best) == found.describe(hand)


# --- counts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cards"), [("short-deck", 5), ("three-card", 3), ("two-card", 2), ("one-card", 1)]
)
def test_counts_match_evaluating_every_hand(name: str, cards: int) -> None:
    found = ranking(name)
    strengths = found.evaluate_batch(all_hands(found.deck, cards))
    assert (found.counts(cards, threads=2) == np.bincount(strengths, minlength=found.classes + 1)).all()
    assert found.counts(cards).dtype == np.int64


def test_progress_and_stop() -> None:
    seen: list[tuple[int, int]] = []
    ranking("holdem").counts(7, threads=1, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1][0] == seen[-1][1]
    assert seen == sorted(seen)
    assert len({total for _, total in seen}) == 1

    def stop(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ranking("holdem").counts(7, progress=stop)


@pytest.mark.parametrize("cards", [4, 8, 0, -5, 5.0, True, "5"])
def test_counts_of_no_size(cards: object) -> None:
    with pytest.raises(CardError, match=r"hands of .* cards are not ranked; 'holdem' ranks 5, 6 or 7"):
        ranking("holdem").counts(cards)  # type: ignore[arg-type]


# --- bad hands --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cards", "message"),
    [
        (
            "holdem",
            "AsKsQsJs",
            r"'AsKsQsJs' is 4 cards; 'holdem' ranks 5, 6 or 7 cards, such as 'AsKsQsJsTs9h8d'",
        ),
        ("holdem", "", "'' is 0 cards"),
        ("holdem", list(range(8)), "is 8 cards"),
        ("holdem", "AsAsQsJsTs", "the card As appears twice"),
        ("holdem", [51, 51, 0, 1, 2], "the card As appears twice"),
        ("holdem", [52, 51, 0, 1, 2], "card id 52 is out of range"),
        ("holdem", (-1, 51, 0, 1, 2), "card id -1 is out of range"),
        ("holdem", [2**70, 51, 0, 1, 2], "is out of range"),
        ("holdem", [True, 51, 0, 4, 2], "True is not a card"),
        ("holdem", [1.0, 51, 0, 4, 2], "1.0 is not a card"),
        ("holdem", "AsKsQsJsXx", "'Xx' in 'AsKsQsJsXx' is not a card"),
        ("short-deck", "AsKsQsJs5h", "the card 5h is not in the deck of ranks '6789TJQKA'"),
        ("short-deck-trips", [51, 47, 43, 39, 0], "the card 2c is not in the deck of ranks '6789TJQKA'"),
        ("three-card", "AsKs", "'AsKs' is 2 cards; 'three-card' ranks 3 cards, such as 'AsKsQs'"),
        ("two-card", "As", "'As' is 1 card; 'two-card' ranks 2 cards, such as 'KsKh'"),
        ("one-card", "AsKs", "'AsKs' is 2 cards; 'one-card' ranks 1 card, such as 'Ks'"),
    ],
)
def test_bad_hands(name: str, cards: object, message: str) -> None:
    for call in (ranking(name).evaluate, ranking(name).best):
        with pytest.raises(CardError, match=message):
            call(cards)  # type: ignore[arg-type]


def test_every_kind_of_hand_is_taken() -> None:
    evaluate = ranking("holdem").evaluate
    ids = parse_cards("AsKsQsJsTs")
    forms = [ids, tuple(ids), np.array(ids), np.array(ids, dtype=np.uint8), [np.int64(i) for i in ids]]
    assert {evaluate(form) for form in forms} == {7_462}
    assert {evaluate(text) for text in ("AsKsQsJsTs", "A♠ k♠, qs Js 10s")} == {7_462}
    assert evaluate([card_name(i) for i in ids]) == 7_462
