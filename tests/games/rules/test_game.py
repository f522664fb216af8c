"""What a `Game` accepts, and what it says to the rest."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from riverboat.cards.card import Deck
from riverboat.errors import GameError
from riverboat.games import Game, kuhn, leduc, limit_holdem, nolimit_holdem


def test_a_game_is_a_value() -> None:
    game = leduc()
    assert game == leduc()
    assert hash(game) == hash(leduc())
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(FrozenInstanceError):
        game.players = 3  # type: ignore[misc]


def test_unit_and_rounds() -> None:
    assert (kuhn().big_blind, kuhn().rounds) == (1, 1)
    assert (limit_holdem().big_blind, limit_holdem().rounds) == (10, 4)
    assert nolimit_holdem(players=3, straddles=(200,)).big_blind == 100


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 1}, "2 to 10 players, not 1"),
        ({"players": 11}, "2 to 10 players, not 11"),
        ({"players": 3}, "tuple of 3 numbers, as there are 3 players"),
        ({"stacks": (100, -5)}, "stacks: seat 1 has -5"),
        ({"stacks": (0, 100)}, "stacks: seat 0 has 0"),
        ({"stacks": (1.5, 100)}, "stacks: seat 0 has 1.5"),
        ({"stacks": (2**29, 2**29)}, "must stay below"),
        ({"blinds": (100,)}, "tuple of 2 numbers"),
        ({"blinds": (-1, 50)}, "blinds: seat 0 has -1"),
        ({"antes": (0, 0, 0)}, "tuple of 2 numbers"),
        ({"blinds": (0, 0)}, "nobody posts"),
        ({"board_cards": ()}, "1 to 4 numbers"),
        ({"board_cards": (0, 3, 1, 1, 0)}, "1 to 4 numbers"),
        ({"board_cards": (0, 6, -1, 0)}, "whole number"),
        ({"hole_cards": 0}, "whole number"),
        ({"board_cards": (0, 3, 1, 2)}, "ends with 8 cards"),
        ({"deck": Deck("TJ", "hs")}, "need 9 cards; the deck has 4"),
        ({"first_to_act": (1, 0, 0)}, "first_to_act"),
        ({"first_to_act": (1, 0, 0, 2)}, "first_to_act"),
        ({"min_bet": 0}, "min_bet is 0"),
        ({"raise_sizes": (1, 1, 1, 1)}, "belong to limit games"),
        ({"betting": "pot-limit"}, "'pot-limit'; it must be"),
        ({"betting": "limit"}, "min_bet belongs to no-limit"),
        ({"betting": "limit", "min_bet": 0, "raise_sizes": (1, 1, 1)}, "raise_sizes .* 4 rounds"),
    ],
)
def test_unsound_games(changes: dict[str, object], message: str) -> None:
    with pytest.raises(GameError, match=message):
        replace(nolimit_holdem(), **changes)  # type: ignore[arg-type]


def test_unknown_ranking() -> None:
    with pytest.raises(GameError, match="did you mean 'holdem'"):
        replace(nolimit_holdem(), ranking="holdme")


def test_a_new_game_in_python() -> None:
    game = Game(
        name="big leduc",
        players=3,
        stacks=(50, 50, 50),
        blinds=(0, 0, 0),
        antes=(1, 1, 1),
        betting="limit",
        first_to_act=(0, 0),
        raise_sizes=(2, 4),
        max_raises=(3, 3),
        deck=Deck("TJQK"),
        hole_cards=1,
        board_cards=(0, 1),
        ranking="leduc",
    )
    assert game.deck.size == 16
