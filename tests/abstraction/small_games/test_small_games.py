"""Buckets of small games: sizes as asked, features against plain enumeration, shares against trying all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations
from typing import get_args

import numpy as np
import pytest

from riverboat.abstraction import CardAbstraction, SmallGameBuckets, gameshrink, small_game_buckets
from riverboat.abstraction.small_games.budgeted import Features
from riverboat.abstraction.small_games.signal_tree import SignalTree
from riverboat.cards.card import Deck
from riverboat.cards.ranking import ranking
from riverboat.errors import AbstractionError
from riverboat.games import Game, Menu, build_tree, kuhn, leduc, rhode_island
from riverboat.solvers.full_width.engine import FullWidth

FEATURES: tuple[Features, ...] = get_args(Features)
SMALL = replace(rhode_island(), name="small", deck=Deck("9TJQKA", "hs"))
Partition = set[frozenset[tuple[int, ...]]]


@cache
def finest(features: Features) -> SmallGameBuckets:
    return small_game_buckets(rhode_island(), (13, 205, 1774), features=features)


def deals(game: Game, number: int) -> np.ndarray:
    """All cards that a player may have seen in a round, in all orders."""
    held = game.hole_cards + sum(game.board_cards[: number + 1])
    return np.array(list(permutations(game.deck.cards, held)), np.uint8)


def partition(game: Game, buckets: SmallGameBuckets, number: int) -> Partition:
    cards = deals(game, number)
    return by_key(cards, buckets.lookup(number, cards).tolist())


def by_key(cards: np.ndarray, keys: Sequence[Hashable]) -> Partition:
    groups: dict[Hashable, set[tuple[int, ...]]] = defaultdict(set)
    for deal, key in zip(cards.tolist(), keys, strict=True):
        groups[key].add(tuple(deal))
    return {frozenset(group) for group in groups.values()}


def win_probability(game: Game, deal: Sequence[int]) -> Fraction:
    """Own card and the whole board against every other card."""
    strength = ranking(game.ranking).evaluate_batch
    others = [card for card in game.deck.cards if card not in deal]
    theirs = strength(np.array([[card, *deal[1:]] for card in others], np.uint8)).astype(int)
    own = int(strength(np.array([deal], np.uint8))[0])
    return Fraction(int(2 * (theirs < own).sum() + (theirs == own).sum()), 2 * len(others))


def expected(game: Game, deal: tuple[int, ...], power: int) -> Fraction:
    if len(deal) == game.hole_cards + sum(game.board_cards):
        return win_probability(game, deal) ** power
    below = [expected(game, (*deal, card), power) for card in game.deck.cards if card not in deal]
    return sum(below, Fraction(0)) / len(below)


# --- sizes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("features", FEATURES)
@pytest.mark.parametrize("counts", [(1, 1, 1), (2, 5, 11), (6, 12, 40)])
def test_counts_are_as_asked_and_nothing_known_is_forgotten(
    features: Features, counts: tuple[int, ...]
) -> None:
    buckets = small_game_buckets(SMALL, counts, features=features)
    assert isinstance(buckets, CardAbstraction)
    assert buckets.counts == counts
    for number, (before, after) in enumerate(pairwise(range(3))):
        cards = deals(SMALL, after)
        pairs = {
            *zip(
                buckets.lookup(after, cards).tolist(),
                buckets.lookup(before, cards[:, :-1]).tolist(),
                strict=True,
            )
        }
        assert len(pairs) == counts[number + 1]


def test_published_sizes() -> None:
    """Potential-aware buckets know all of GameShrink's classes of the second round; one expectation is short of it."""
    assert finest("eb").counts == (13, 204, 1748)
    assert finest("pa").counts == (13, 205, 1751)


@pytest.mark.parametrize("features", FEATURES)
def test_suits_have_no_names(features: Features) -> None:
    game = replace(rhode_island(), name="four suits", deck=Deck("9TJQ", "cdhs"))
    buckets = small_game_buckets(game, (3, 8, 20), features=features)
    for number in range(3):
        cards = deals(game, number)
        plain = buckets.lookup(number, cards)
        for suits in ([1, 0, 2, 3], [1, 2, 3, 0]):
            renamed = cards // 4 * 4 + np.array(suits, np.uint8)[cards % 4]
            assert np.array_equal(buckets.lookup(number, renamed), plain)


# --- features ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("features", "power"), [("eb", 1), ("eb2", 2)])
def test_as_many_buckets_as_can_be_are_the_expectations(features: Features, power: int) -> None:
    """On the second round; the oracle rolls out real cards in fractions."""
    game = replace(rhode_island(), name="tiny", deck=Deck("9TJQ", "hs"))
    buckets = small_game_buckets(game, SignalTree(game).sizes, features=features)
    cards = deals(game, 1)
    ranks = {deal: expected(game, (deal,), power) for deal in game.deck.cards}
    keys = [(ranks[own], expected(game, (own, flop), power)) for own, flop in cards.tolist()]
    assert partition(game, buckets, 1) == by_key(cards, keys)


@pytest.mark.parametrize("game", [SMALL, rhode_island()], ids=["small", "rhode-island"])
def test_enough_potential_aware_buckets_are_gameshrinks_classes(game: Game) -> None:
    """Except on the last round, where a tie and half a win are one."""
    found = gameshrink(game)
    buckets = small_game_buckets(game, found.counts) if game is SMALL else finest("pa")
    for number in range(3):
        cards = deals(game, number)[:: 1 if number < 2 or game is SMALL else 29]
        ours, theirs = buckets.lookup(number, cards), found.lookup(number, cards)
        pairs = len({*zip(ours.tolist(), theirs.tolist(), strict=True)})
        assert pairs == len(np.unique(theirs))
        if number < 2:
            assert pairs == len(np.unique(ours)) == found.count(number)


def test_leduc_is_solved_as_by_gameshrink() -> None:
    tree = build_tree(leduc(), Menu())
    values = []
    for ties in (gameshrink(leduc()), small_game_buckets(leduc(), (3, 7))):
        solver = FullWidth(tree, rule="cfr+", ties=ties)
        solver.run(50)
        values.append(solver.accuracy())
    assert values[0].values == pytest.approx(values[1].values, abs=1e-12)
    assert values[0].best == pytest.approx(values[1].best, abs=1e-12)


def test_potential_tells_apart_what_expectation_joins() -> None:
    """Of 325 second rounds of Rhode Island two with one expectation have different futures."""
    cards = deals(rhode_island(), 1)
    by_mean, by_future = finest("eb"), finest("pa")
    pairs = {*zip(by_mean.lookup(1, cards).tolist(), by_future.lookup(1, cards).tolist(), strict=True)}
    assert len(pairs) == 205 == by_mean.count(1) + 1


def test_kuhn_on_a_line() -> None:
    """Jack, queen and king win 0, 1/2 and 1; two buckets join two neighbours."""
    buckets = small_game_buckets(kuhn(), (2,))
    found = buckets.lookup(0, np.array([[card] for card in kuhn().deck.cards], np.uint8)).tolist()
    assert found in ([0, 0, 1], [0, 1, 1])


# --- errors ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ((3,), "has 1 numbers; 'leduc' needs 2"),
        ((0, 5), "asks for 0 buckets where there may be 1 to 3"),
        ((4, 5), "asks for 4 buckets where there may be 1 to 3"),
        ((3, 2), "asks for 2 buckets where there may be 3 to 15"),
        ((3, 100), "asks for 100 buckets"),
        ((3, 5.5), "asks for 5.5 buckets"),
    ],
)
def test_bad_counts(counts: tuple[int, ...], message: str) -> None:
    with pytest.raises(AbstractionError, match=message):
        small_game_buckets(leduc(), counts)


def test_bad_features() -> None:
    with pytest.raises(AbstractionError, match="features is 'ehs'; it is 'eb', 'eb2' or 'pa'"):
        small_game_buckets(leduc(), (3, 5), features="ehs")  # type: ignore[arg-type]


def test_same_seed_same_buckets() -> None:
    for seed in (0, 7):
        one, two = (small_game_buckets(SMALL, (3, 7, 20), seed=seed) for _ in range(2))
        assert partition(SMALL, one, 2) == partition(SMALL, two, 2)
