"""Presets: their definitions, and the published sizes that follow from these alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from math import comb, prod

import pytest

from riverboat.cards.card import FULL_DECK, card_names
from riverboat.errors import GameError
from riverboat.games import (
    PRESETS,
    Game,
    flop_holdem,
    kuhn,
    leduc,
    limit_holdem,
    nolimit_holdem,
    preset,
    rhode_island,
    royal_holdem,
    short_deck,
)

# --- sizes -------------------------------------------------------------------------------------------------


@dataclass
class Betting:
    """One heads-up limit betting round: decision points, ways to fold and ways to go on."""

    decisions: int = 0
    folds: int = 0
    ends: int = 0

    def walk(self, facing: bool, closing: bool, raises: int) -> Betting:
        self.decisions += 1
        self.folds += facing
        if closing:
            self.ends += 1
        else:
            self.walk(facing=False, closing=True, raises=raises)
        if raises:
            self.walk(facing=True, closing=True, raises=raises - 1)
        return self


def betting(game: Game) -> list[Betting]:
    blinds = [game.blinds[0] != game.blinds[1]] + [False] * (game.rounds - 1)
    return [
        Betting().walk(facing=facing, closing=False, raises=cap)
        for facing, cap in zip(blinds, game.max_raises, strict=True)
    ]


def information_sets(game: Game, cards_seen: Callable[[int], int]) -> int:
    """Both players' information sets, when a player has seen cards in `cards_seen(round)` ways."""
    rounds = betting(game)
    lines = [1, *accumulate((part.ends for part in rounds), lambda a, b: a * b)]
    return sum(lines[i] * part.decisions * cards_seen(i) for i, part in enumerate(rounds))


def ordered_cards(game: Game) -> Callable[[int], int]:
    """Ways to see one hole card and a board whose cards come one by one."""
    return lambda i: prod(game.deck.size - k for k in range(1 + sum(game.board_cards[: i + 1])))


def test_kuhn_has_12_information_sets() -> None:
    assert information_sets(kuhn(), ordered_cards(kuhn())) == 12


def test_leduc_sizes() -> None:
    game = leduc()
    assert information_sets(game, ordered_cards(game)) == 936
    assert information_sets(game, lambda i: len(game.deck.ranks) ** (i + 1)) == 288
    first, second = betting(game)
    deals = 6 * 5
    assert deals * first.folds + deals * 4 * first.ends * (second.folds + second.ends) == 5_520


def test_rhode_island_sizes() -> None:
    # The published number counts one player's: both have as many.
    assert information_sets(rhode_island(), ordered_cards(rhode_island())) == 2 * 26_064_064


def test_limit_holdem_size() -> None:
    """3.194 × 10^14 information sets: Johanson 2013, Measuring the size of large no-limit poker games."""

    def cards(i: int) -> int:
        boards = (1, comb(50, 3), comb(50, 3) * 47, comb(50, 3) * 47 * 46)
        return comb(52, 2) * boards[i]

    assert information_sets(limit_holdem(), cards) == pytest.approx(3.194e14, rel=2e-4)


# --- definitions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(2, "JsQsKs"), (3, "TsJsQsKs"), (10, None)])
def test_kuhn(players: int, cards: str | None) -> None:
    game = kuhn(players)
    assert game.deck.size == players + 1
    assert cards is None or card_names(game.deck.cards) == cards
    assert game.antes == (1,) * players
    assert (game.raise_sizes, game.max_raises, game.ranking) == ((1,), (1,), "one-card")


@pytest.mark.parametrize(
    ("game", "most"),
    [(kuhn(), 2), (leduc(), 13), (rhode_island(), 155), (flop_holdem(), 80), (limit_holdem(), 240)],
    ids=lambda value: value.name if isinstance(value, Game) else str(value),
)
def test_stacks_of_limit_games_are_the_most_a_player_can_lose(game: Game, most: int) -> None:
    assert game.stacks == (most,) * 2


def test_royal_and_flop_holdem_differ_in_the_deck_only() -> None:
    royal, flop = royal_holdem(), flop_holdem()
    assert (royal.deck.ranks, flop.deck) == ("TJQKA", FULL_DECK)
    for each in (royal, flop):
        assert (each.blinds, each.first_to_act) == ((10, 5), (1, 0))
        assert (each.raise_sizes, each.max_raises, each.board_cards) == ((10, 10), (3, 4), (0, 3))


@pytest.mark.parametrize("players", range(2, 11))
def test_holdem_seats(players: int) -> None:
    for each in (nolimit_holdem(players), limit_holdem(players, small_blind=50, big_blind=100)):
        if players == 2:
            assert (each.blinds, each.first_to_act) == ((100, 50), (1, 0, 0, 0))
        else:
            assert each.blinds == (50, 100) + (0,) * (players - 2)
            assert each.first_to_act == (2, 0, 0, 0)


def test_nolimit_forced_bets() -> None:
    assert nolimit_holdem(big_blind_ante=100).antes == (100, 0)
    assert nolimit_holdem(4, ante=10, big_blind_ante=100).antes == (10, 110, 10, 10)
    double = nolimit_holdem(6, straddles=(200, 400))
    assert (double.blinds, double.first_to_act[0]) == ((50, 100, 200, 400, 0, 0), 4)
    button = nolimit_holdem(6, straddles=(0, 0, 0, 200))
    assert (button.blinds, button.first_to_act[0]) == ((50, 100, 0, 0, 0, 200), 0)


def test_nolimit_stacks() -> None:
    assert nolimit_holdem(3, stack_bb=1.1).stacks == (110,) * 3
    assert nolimit_holdem(3, stacks=[1, 2, 3]).stacks == (1, 2, 3)
    assert nolimit_holdem(3, stacks=500).stacks == (500,) * 3


def test_short_deck() -> None:
    game = short_deck(2, ante=5, button_blind=10, stack_antes=20)
    assert (game.deck.size, game.ranking) == (36, "short-deck")
    assert (game.antes, game.blinds, game.stacks, game.min_bet) == ((5, 5), (0, 10), (100, 100), 10)
    assert short_deck(button_blind=0).min_bet == 100
    assert short_deck(ranking="short-deck-trips").ranking == "short-deck-trips"


# --- by name, and bad input --------------------------------------------------------------------------------


def test_every_preset_by_name() -> None:
    for name, make in PRESETS.items():
        assert preset(name) == make()
        assert preset(name).name == name
    assert preset("Rhode_Island") == rhode_island()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: preset("leduk"), "'leduk' is not a game; there are kuhn, leduc, .*did you mean 'leduc'"),
        (lambda: preset("leduc", players=3), "'players' is not an option of 'leduc', which takes: none"),
        (lambda: preset("limit-holdem", player=3), "did you mean 'players'"),
        (lambda: kuhn(1), "2 to 10 players, not 1"),
        (lambda: nolimit_holdem(11), "2 to 10 players, not 11"),
        (lambda: nolimit_holdem("six"), "2 to 10 players, not 'six'"),
        (lambda: nolimit_holdem(stacks=(100, -100)), "stacks: seat 1 has -100"),
        (lambda: nolimit_holdem(3, stacks=(100, 100)), "tuple of 3 numbers"),
        (lambda: nolimit_holdem(stacks=1.5), "stacks is 1.5"),
        (lambda: nolimit_holdem(stack_bb=-1), "seat 0 has -100"),
        (lambda: nolimit_holdem(stack_bb=0.001), "means 0.1 chips"),
        (lambda: nolimit_holdem(stack_bb=float("nan")), "stack_bb is nan"),
        (lambda: nolimit_holdem(stack_bb="many"), "stack_bb is 'many'"),
        (lambda: nolimit_holdem(small_blind=200), "small_blind 200 is more than big_blind 100"),
        (lambda: nolimit_holdem(big_blind=0, small_blind=0), "big_blind is 0"),
        (lambda: nolimit_holdem(ante=-1), "ante is -1"),
        (lambda: nolimit_holdem(straddles=(200,)), "with 2 players, 0 seats"),
        (lambda: nolimit_holdem(4, straddles=200), "straddles is 200"),
        (lambda: nolimit_holdem(4, straddles=(-200,)), "straddle is -200"),
        (lambda: limit_holdem(small_blind=2.5), "small_blind is 2.5"),
        (lambda: short_deck(ante=0, button_blind=0), "seat 0 has 0"),
    ],
)
def test_bad_input(make: Callable[[], Game], message: str) -> None:
    with pytest.raises(GameError, match=message):
        make()
