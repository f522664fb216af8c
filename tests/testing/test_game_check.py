from __future__ import annotations

import pytest

from riverboat.errors import GameError
from riverboat.games import PRESETS, Game, Table, nolimit_holdem, read_game
from riverboat.testing import check_game


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_presets_are_sound(name: str) -> None:
    assert check_game(PRESETS[name](), hands=200, seed=1) >= 200


def test_odd_games_are_sound() -> None:
    short = nolimit_holdem(
        players=9, stacks=(1, 60, 99, 100, 101, 250, 5_000, 20_000, 3), ante=10, straddles=(200, 400)
    )
    assert check_game(short, hands=200) > 0
    own = read_game(
        'name = "own"\nplayers = 3\nstacks = 19\nantes = 1\nbetting = "limit"\nraise_sizes = [2, 4]\nmax_raises = 3\n'
        'deck = { ranks = "TJQK", suits = "hs" }\nhole_cards = 1\nboard_cards = [0, 1]\nranking = "two-card"'
    )
    assert check_game(own, hands=200) > 0


class Leaky(Table):
    """Somebody's own table that pays too much."""

    @property
    def payoffs(self) -> list[int]:
        return [result + 1 for result in super().payoffs]


class Loose(Table):
    """One that takes any raise."""

    def can_raise_to(self, amount: int) -> bool:
        return True


@pytest.mark.parametrize(("table", "says"), [(Leaky, "add up to zero"), (Loose, "over the maximum")])
def test_an_unsound_table_is_found(table: type[Table], says: str) -> None:
    def make(game: Game) -> Table:
        return table(game)

    with pytest.raises(GameError, match=says):
        check_game(nolimit_holdem(players=3), hands=20, make_table=make)
