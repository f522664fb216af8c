"""A game in words becomes a config, and bad words are named with a valid example."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.errors import RiverboatError
from riverboat.games import Table, build_tree
from riverboat.training import RakeBB, read_training_config
from riverboat.training.charts_config import BIG_BLIND, ChartsGame


def test_words_are_the_game() -> None:
    config = ChartsGame(
        players=5,
        stack=60,
        ante=0.125,
        bb_ante=1,
        small_blind=0.4,
        rake="4.5%:2.5",
        opens="2.2bb 3bb",
        three_bets="3x",
    ).config("mine")
    game = config.tree.game
    assert game.stacks == (60 * BIG_BLIND,) * 5
    assert (game.blinds, game.antes) == ((400, 1000, 0, 0, 0), (125, 1125, 125, 125, 125))
    assert config.rake == RakeBB(0.045, 2.5)
    table = Table(game)
    assert config.tree.menu.choices(table) == [-1, 2200, 3000]  # first in: nobody but the small blind limps
    table.raise_to(2200)
    assert config.tree.menu.choices(table) == [-1, 0, 6600]
    assert read_training_config(config.to_toml()) == config


@pytest.mark.parametrize(
    ("stack", "first", "over_an_open"),
    [
        (15, [-1, 2000, 15000], [-1, 0, 15000]),
        (40, [-1, 2200], [-1, 0, 6600, 40000]),
        (100, [-1, 2500], [-1, 0, 8750]),
    ],
)
def test_the_shorter_the_stack_the_sooner_all_in(
    stack: float, first: list[int], over_an_open: list[int]
) -> None:
    tree = ChartsGame(stack=stack).tree()
    table = Table(tree.game)
    assert tree.menu.choices(table) == first
    table.raise_to(first[1])
    assert tree.menu.choices(table) == over_an_open


def test_limps_and_players_to_the_flop() -> None:
    assert ChartsGame(limps="all").tree().menu.choices(Table(ChartsGame().tree().game))[:2] == [-1, 0]
    assert [ChartsGame(players=n).tree().menu.max_players_to_flop for n in (6, 7)] == [3, 2]
    few, more = (build_tree(ChartsGame(players=4, to_flop=n).tree()).nodes for n in (2, 3))
    assert few < more


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"rake": "5:3"}, "rake is '5:3'; .* such as 5%:3"),
        ({"rake": "100%"}, "rake is '100%'; .*below 100"),
        ({"players": 1}, "players is 1; it must be a whole number from 2 to 10, such as 6"),
        ({"players": 11}, "players is 11"),
        ({"stack": 0}, "stack is 0; .* such as 100"),
        ({"stack": float("nan")}, "stack is nan"),
        ({"opens": "0.5bb"}, "an open is '0.5bb'; .* such as 2.2bb"),
        ({"opens": "big"}, "'big'"),
        ({"three_bets": "1x"}, "raise 2: '1x'.*such as 2.5x"),
        ({"ante": 200}, "ante is 200; .*stack of 100 big blinds, such as 0.125"),
        ({"bb_ante": 100}, "bb_ante is 100; "),
        ({"ante": -1}, "ante is -1; "),
        ({"ante": 0.0001}, "ante is 0.0001; .*three digits"),
        ({"small_blind": 2}, "small_blind is 2; .* such as 0.5"),
        ({"limps": "some"}, "limps is 'some'"),
        ({"to_flop": 1}, "to_flop is 1; .* such as 3"),
        ({"buckets": "ehs-20"}, "did you mean 'ehs-200'"),
        ({"iterations": 0}, "iterations is 0; "),
    ],
)
def test_mistakes_are_named(words: dict[str, Any], message: str) -> None:
    with pytest.raises(RiverboatError, match=message):
        ChartsGame(**words).config()


def test_more_iterations_are_the_same_run() -> None:
    short, long = (ChartsGame(iterations=count).config() for count in (1_000_000, 100_000_000))
    assert short.difference(long) is None
    assert short.difference(ChartsGame(rake="5%").config()) == "rake"
