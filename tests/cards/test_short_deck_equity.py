"""Equity with 36 cards: exact against PokerKit's short-deck hands and plain enumeration, sampled against exact."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest
from pokerkit import ShortDeckHoldemHand
from typer.testing import CliRunner

import riverboat as rb
from riverboat.cards import SHORT_DECK, card_names, parse_cards, ranking
from riverboat.cli.main import app
from riverboat.errors import CardError, RangeError, RiverboatError


def by_pokerkit(hands: list[str], board: str) -> list[float]:
    """Deal every board and let PokerKit settle it."""
    left = [card for card in SHORT_DECK.cards if card not in parse_cards("".join(hands) + board)]
    start = parse_cards(board)
    shares, boards = [0.0] * len(hands), 0
    for more in combinations(left, 5 - len(start)):
        table = card_names([*start, *more])
        made = [ShortDeckHoldemHand.from_game(hand, table) for hand in hands]
        best = max(made)
        winners = [i for i, one in enumerate(made) if one == best]
        for i in winners:
            shares[i] += 1 / len(winners)
        boards += 1
    return [share / boards for share in shares]


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AhKh", "9s9c"], "6h7h9d"),  # a flush beats a full house
        (["Ac8d", "KsKd"], "6h7sJcQd"),  # A-6-7-8-9 is a straight
        (["AhKh", "9s9c", "TsJs"], "8s7h9dQs"),
        (["6c6d", "AsQs"], "6hAcQd8s7s"),
    ],
)
def test_known_hands_by_pokerkit(hands: list[str], board: str) -> None:
    found = rb.equity(*hands, board=board, ranking="short-deck")
    assert found.equities == pytest.approx(by_pokerkit(hands, board), abs=1e-12)
    assert (found.method, found.ranking) == ("exact", "short-deck")


@pytest.mark.parametrize("rules", ["short-deck", "short-deck-trips"])
def test_before_the_flop_by_plain_enumeration(rules: str) -> None:
    hands = [parse_cards("AhKh"), parse_cards("QsQc")]
    left = [card for card in SHORT_DECK.cards if card not in hands[0] + hands[1]]
    boards = np.array(list(combinations(left, 5)), np.uint8)
    first, second = (
        ranking(rules)
        .evaluate_batch(np.hstack([boards, np.tile(np.array(hand, np.uint8), (len(boards), 1))]))
        .astype(int)
        for hand in hands
    )
    wins, ties = np.mean(first > second), np.mean(first == second)
    found = rb.equity("AhKh", "QsQc", ranking=rules)
    assert (found[0].win, found[0].tie) == pytest.approx((wins, ties), abs=1e-12)
    assert found.deals == len(boards) == 201_376


def test_ranges_and_one_hand_against_a_range() -> None:
    """A range is the mean over its hands; hands with low cards do not count."""
    board, asked = "6h7h9dKc", {"ranking": "short-deck"}
    hands = [hand for hand, _ in rb.Range("TT,98s").hands()]
    each = [rb.equity("AsAc", hand, board=board, **asked).equity for hand in hands if "9d" not in hand]
    found = rb.equity("AsAc", "TT,98s,22,A5s", board=board, **asked)
    assert found.equity == pytest.approx(np.mean(each), abs=1e-12)
    swept = rb.equity("AsAc,KhKs", "TT,98s,22", board=board, **asked)
    known = (
        rb.equity("AsAc", "TT,98s", board=board, **asked).equity,
        rb.equity("KhKs", "TT,98s", board=board, **asked),
    )
    assert swept.equity == pytest.approx((known[0] + known[1].equity) / 2, abs=1e-12)
    against_any = rb.equity("AsAc", "random", board=board, **asked)
    assert against_any.deals == 30 * 29 // 2 * 28


def test_sampled_and_several_players() -> None:
    exact = rb.equity("AhKh", "9s9c", "TsJs", board="8s7h9d", ranking="short-deck")
    sampled = rb.equity("AhKh", "9s9c", "TsJs", board="8s7h9d", ranking="short-deck", samples=200_000, seed=1)
    for one, other in zip(sampled, exact, strict=True):
        assert abs(one.equity - other.equity) < 4.5 * one.standard_error
    many = rb.equity("AsAh", *["random"] * 5, ranking="short-deck", samples=20_000)
    assert sum(many.equities) == pytest.approx(1)
    first = rb.equity("AsAh", "random", ranking="short-deck", samples=50_000)
    assert not np.isfinite(first[1].by_hand[: rb.cards.hand_index(16, 15) + 1]).any()  # no hand of low cards


def test_the_terminal_takes_the_ranking() -> None:
    command = ["equity", "AsKs", "9h9d", "--ranking", "short-deck"]
    done = CliRunner().invoke(app, command)
    assert "exact: 201,376 boards; short-deck" in done.output
    assert json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)["ranking"] == "short-deck"


def test_what_short_deck_refuses() -> None:
    with pytest.raises(CardError, match="the card 2c is not in the deck"):
        rb.equity("AsKs", "9h9d", board="2cKdTd", ranking="short-deck")
    with pytest.raises(RangeError, match="player 2 has no hand left"):
        rb.equity("AsKs", "22", ranking="short-deck")
    with pytest.raises(RangeError, match="holds a card that a deck of ranks '6789TJQKA' does not have"):
        rb.equity("AsKs", "2s2c", ranking="short-deck")
    with pytest.raises(RiverboatError, match="'two-card' have 2 cards"):
        rb.equity("AsKs", "9h9d", ranking="leduc")
    with pytest.raises(RiverboatError, match="in hold'em"):
        rb.equity("AsKs", "9h9d", ranking="short-deck", method="table")
    with pytest.raises(CardError, match="are over 36"):
        rb.equity(*["random"] * 10, ranking="short-deck", dead="6s6h6d6c7s7h7d7c8s8h8d8c")
