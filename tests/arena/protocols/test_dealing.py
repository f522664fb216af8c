"""Cards of servers: fair, different every time, not to be computed, and the same again only for who was told a seed."""

from __future__ import annotations

from collections import Counter

import pytest

from riverboat.arena.protocols import AcpcDealer, run_pokerbots
from riverboat.arena.protocols.dealing import Dealing
from riverboat.bots import mix
from riverboat.cards.card import card_names
from riverboat.errors import MatchError
from riverboat.games import Table, kuhn, leduc, nolimit_holdem
from riverboat.games.histories.acpc import standard_game


def test_every_order_of_a_small_deck_comes_as_often() -> None:
    dealing, orders = Dealing(3), Counter[tuple[int, ...]]()
    for number in range(24_000):
        (first, second, third), _ = dealing.cards(kuhn(3), "hand", number)
        orders[(*first, *second, *third)] += 1
    assert len(orders) == 24
    assert (
        sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 50
    )  # chi-squared, 23 degrees: p = 0.001


def test_a_deal_is_whole() -> None:
    for game in (nolimit_holdem(6), leduc(), kuhn(5)):
        hole_cards, board = Dealing().cards(game, "hand", 1)
        dealt = [*(card for held in hole_cards for card in held), *board]
        assert len(set(dealt)) == len(dealt) == game.players * game.hole_cards + sum(game.board_cards)
        assert set(dealt) <= set(game.deck.cards)


def test_names_are_streams_of_their_own() -> None:
    dealing = Dealing(1)
    numbers = {dealing.number(*name) for name in (("a", 1), ("a", 11), ("a", "1"), ("a1",), ("b", 1), ())}
    assert len(numbers) == 6
    assert Dealing(1).number("a", 1) == dealing.number("a", 1) != Dealing(2).number("a", 1)
    for seed in (-1, "x", 1.5):
        with pytest.raises(MatchError):
            Dealing(seed)  # type: ignore[arg-type]


def cards_of(log: list[str]) -> list[str]:
    return [line.split(":")[3].split("/")[0] for line in log if line.startswith("STATE")]


def test_a_dealer_that_was_told_nothing_deals_other_cards_each_time() -> None:
    """The attack: compute the cards of seed 0 and compare. It named 100 of 100 hands."""
    game, logs = standard_game(2, limit=False), [list[str](), list[str]()]
    for log in logs:
        with AcpcDealer(game, ["fold", "fold"], log=log.append) as dealer:
            dealer.play(100)
    assert logs[0][0] == "# name/game/hands/seed riverboat nolimit-holdem 100 secret"
    assert not set(cards_of(logs[0])) & set(cards_of(logs[1]))
    guessed = Table(game)
    for number, cards in enumerate(cards_of(logs[0])):
        guessed.restart(mix(0, number, 1))
        assert cards != "|".join(map(card_names, guessed.hole_cards))


def test_the_engine_of_pokerbots_too() -> None:
    logs: list[list[str]] = [[], []]
    for log in logs:
        run_pokerbots(["fold", "fold"], 50, log=log.append)
    dealt = [{line for line in log if "dealt" in line} for log in logs]
    assert len(dealt[0] & dealt[1]) < 5
