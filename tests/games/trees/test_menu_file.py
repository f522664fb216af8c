from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.trees.trees import streets, tables

from riverboat.base.toml_text import toml_text
from riverboat.errors import MenuError
from riverboat.games import Game, Menu, Table, limit_holdem, menu_from_table, menu_table, nolimit_holdem
from riverboat.games.rules.presets import spot

BAD: dict[str, tuple[str, str]] = {
    "[flop]\nbet = '33%'": ("'bet' is not a key of flop", "did you mean 'bets'"),
    "[flop.oop]\nsizes = '33%'": ("'sizes' is not a key of flop.oop", "bets"),
    "[flop]\noop = '33%'": ("flop.oop is '33%'", "table"),
    "all_inn = 2": ("'all_inn' is 2", "did you mean 'all_in'"),
    "flop = '33%'": ("'flop' is '33%'", "[menu.flop]"),
    "[flop]\nbets = ''": ("flop.bets", "holds no size"),
    "[flop]\nbets = '0'": ("flop.bets", "over 0"),
    "[flop]\nbets = 'nan'": ("flop.bets", "not a size"),
    "[flop]\nbets = nan": ("flop.bets is nan", "text"),
    "[flop]\nbets = 33": ("flop.bets is 33", "text"),
    "[flop]\nbets = '2.5x'": ("flop.bets", "nothing to raise"),
    "[flop]\nbets = ['33%', '75%']": ("flop.bets", "only raises"),
    "[flop]\ndonks = '+1x'": ("flop.donks", "nothing to raise"),
    "[flop]\nraises = []": ("flop.raises", "empty list"),
    "[flop]\nraises = ['2x', '']": ("flop.raises, raise 2", "holds no size"),
    "[flop]\nbets = { 3 = '33%' }": ("flop.bets", "no entry for 2 players"),
    "[flop]\nbets = {}": ("flop.bets", "no entry for 2 players"),
    "[flop]\nbets = { 2 = '33%', x = '50%' }": ("flop.bets", "'x'"),
    "[flop]\nbets = { 2 = '33%', 11 = '50%' }": ("flop.bets", "11"),
    "[flop]\nbets = { 2 = '33%', 3 = { 2 = '50%' } }": ("flop.bets for 3 players", "text"),
    "[flop]\nmax_raises = -1": ("flop.max_raises is -1", "from 0 to 126"),
    "[flop]\nmax_raises = 127": ("flop.max_raises is 127", "from 0 to 126"),
    "[flop]\nmax_raises = 1.5": ("flop.max_raises is 1.5", "whole"),
    "all_in = 'sometimes'": ("all_in is 'sometimes'", '"always", "never" or a number'),
    "all_in = -1": ("all_in is -1", "from 0 up"),
    "all_in = nan": ("all_in is nan", "from 0 up"),
    "force_all_in = inf": ("force_all_in is inf", "from 0 up"),
    "merge = true": ("merge is True", "number"),
    "limps = 'blind'": ("limps is 'blind'", "did you mean 'blinds'"),
    "max_raises_per_hand = 200": ("max_raises_per_hand is 200", "whole number"),
    "max_players_to_flop = 0": ("max_players_to_flop is 0", "from 1 to 10"),
}


@pytest.mark.parametrize("text", BAD)
def test_bad_menus_name_the_value_and_the_rule(text: str) -> None:
    with pytest.raises(MenuError) as error:
        menu_from_table(tomllib.loads(text))
    for part in BAD[text]:
        assert part in str(error.value)


FITS: list[tuple[str, Game, str]] = [
    ("[turm]\nbets = '33%'", nolimit_holdem(), "did you mean 'turn'"),
    ("[preflop]\nraises = '3x'", spot(), "it has flop, turn, river"),
    ("[flop]\nbets = '33%'", limit_holdem(), "limit game"),
    ("[flop.ip]\nraises = '2x'", limit_holdem(), "limit game"),
    ("[flop.ip]\nraises = '2x'", nolimit_holdem(3), "positions are for two"),
    ("all_in = 'never'", nolimit_holdem(), "the menu is empty"),
    ("all_in = 'never'\n[flop]\nbets = 'none'", nolimit_holdem(), "the menu is empty"),
    ("max_players_to_flop = 2", spot(), "before the flop"),
]


@pytest.mark.parametrize(("text", "game", "message"), FITS)
def test_menus_that_do_not_fit_a_game_are_refused(text: str, game: Game, message: str) -> None:
    menu = menu_from_table(tomllib.loads(text))
    with pytest.raises(MenuError, match=message):
        menu.verify(game)


def test_too_many_sizes() -> None:
    many = " ".join(f"{n}%" for n in range(1, 63))
    with pytest.raises(MenuError, match="has 62 sizes; at most 61"):
        menu_from_table({"flop": {"bets": many}})
    most = menu_from_table({"flop": {"bets": many.removesuffix(" 62%")}})
    table = Table(spot(pot=10_000, stacks=100_000))
    assert len(most.choices(table)) == 63


def test_a_menu_is_a_table() -> None:
    with pytest.raises(MenuError, match="the menu is 'x'"):
        menu_from_table("x")  # type: ignore[arg-type]


def test_menus_are_equal_by_what_they_say() -> None:
    one = menu_from_table({"flop": {"bets": "33,75"}})
    assert one == menu_from_table({"flop": {"bets": "33% 75%"}})
    assert hash(one) == hash(menu_from_table({"flop": {"bets": "33% 75%"}}))
    assert one.native(nolimit_holdem()) is one.native(nolimit_holdem())
    assert menu_from_table({}) == Menu()


@given(tables, st.dictionaries(st.sampled_from(["flop", "turn"]), streets, max_size=2), streets)
def test_menus_round_trip_through_toml(
    table: dict[str, object], more: dict[str, dict[str, object]], player: dict[str, object]
) -> None:
    own = {key: value for key, value in player.items() if key != "max_raises"}
    menu = menu_from_table({**table, **more, "river": {"oop": own}})
    assert menu_from_table(menu_table(menu)) == menu
    assert menu_from_table(tomllib.loads(toml_text(menu_table(menu)))) == menu
