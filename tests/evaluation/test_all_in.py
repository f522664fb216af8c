"""Adjusted results against all boards, one by one, at tables of their own."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from riverboat.cards.card import card_names, parse_cards
from riverboat.cards.equity import equity
from riverboat.evaluation.all_in import adjusted_payoffs
from riverboat.games import Game, Table, act, nolimit_holdem

THREE = nolimit_holdem(3, stacks=(1000, 2500, 4000))


@pytest.mark.parametrize(
    ("game", "cards", "board", "actions"),
    [
        (nolimit_holdem(), ["AsAh", "KdKc"], "2c7d9hJcQd", (300, 0, 0, 0, 0, 9700, 0)),  # on the turn
        (nolimit_holdem(), ["QsJs", "8d8c"], "Ts9h2cJcQd", (300, 0, 9700, 0)),  # on the flop
        (THREE, ["AsKs", "QdQc", "JhTh"], "9h8h2cJcKd", (300, 0, 0, 700, 2200, 0)),  # a side pot
        (THREE, ["AsKs", "QdQc", "AhAd"], "9h8h2cJcKd", (300, 0, 0, 700, 2200, -1)),  # dead aces
        (nolimit_holdem(), ["AsAh", "AdAc"], "2c7d9hJcQd", (300, 0, 9700, 0)),  # ties
    ],
)
def test_against_all_boards(game: Game, cards: list[str], board: str, actions: tuple[int, ...]) -> None:
    table = Table(game, hole_cards=cards, board=board)
    last = 0
    for action in actions:
        last = table.round
        act(table, action)
    assert table.is_showdown
    known = parse_cards(board)[: (0, 3, 4)[last]]
    seen = {*known, *(card for held in cards for card in parse_cards(held))}
    results = []
    for rest in combinations([card for card in range(52) if card not in seen], 5 - len(known)):
        other = Table(game, hole_cards=cards, board=card_names([*known, *rest]))
        for action in actions:
            act(other, action)
        results.append(other.payoffs)
    assert adjusted_payoffs(table, last) == pytest.approx(np.mean(results, axis=0), abs=0.51)  # odd chips


def test_dead_money_heads_up() -> None:
    """The big blind pays an ante alone: who wins gets it, and a call does not match it."""
    game = nolimit_holdem(stacks=(1000, 1000), big_blind_ante=60)
    table = Table(game, hole_cards=["AsAh", "KsKh"], board="2c7d9hJcQd")
    table.raise_to(1000)
    table.check_or_call()
    won, lost = np.array([940, -940]), np.array([-1000, 1000])  # the difference comes back to the button
    share = equity("AsAh", "KsKh").equities[0]
    assert adjusted_payoffs(table, 0) == pytest.approx(share * won + (1 - share) * lost)


def test_without_cards_to_come_results_stay() -> None:
    table = Table(nolimit_holdem(), hole_cards=["AsAh", "KdKc"], board="2c7d9hJcQd")
    for _ in range(8):
        last = table.round
        table.check_or_call()
    assert adjusted_payoffs(table, last) == (100, -100)
    table = Table(nolimit_holdem(), seed=1)
    table.fold()
    assert adjusted_payoffs(table, 0) == (50, -50)


@pytest.mark.parametrize("last", [0, -1])
def test_before_the_flop_among_three_boards_are_drawn(last: int) -> None:
    """Drawn by the hole cards: unbiased over many deals, the same for the same cards, whatever board comes."""
    errors = []
    for seed in range(25):
        table = Table(THREE, seed)
        for action in (4000, 0, last):
            act(table, action)
        assert table.is_showdown
        found = np.array(adjusted_payoffs(table, 0))
        assert found.sum() == pytest.approx(0, abs=1e-6)
        cards = [card_names(held) for held in table.hole_cards]
        exact = -np.array(table.put_in, float)
        exact[table.put_in.index(max(table.put_in))] += sum(table.put_in) - sum(
            chips for chips, _ in table.pots
        )
        for chips, seats in table.pots:
            dead = "".join(cards[seat] for seat in range(3) if seat not in seats)
            hands = [cards[seat] for seat in seats]
            exact[list(seats)] += chips * np.array(equity(*hands, dead=dead, threads=1).equities)
        errors.append((found - exact) / sum(table.put_in))
        again = Table(THREE, seed + 1000, hole_cards=cards)  # another board
        for action in (4000, 0, last):
            act(again, action)
        assert adjusted_payoffs(again, 0) == tuple(found)
    assert np.abs(errors).max() > 0
    assert np.abs(errors).max() < 4.5 * 0.5 / 256**0.5
    assert np.abs(np.mean(errors, axis=0)).max() < 4.5 * 0.5 / (256 * len(errors)) ** 0.5
