"""Games in TOML: presets with changes, whole definitions, round trips and errors that name the key."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.cards.card import FULL_DECK, SHORT_DECK, Deck
from riverboat.errors import GameError
from riverboat.games import (
    PRESETS,
    Game,
    game_from_table,
    kuhn,
    leduc,
    nolimit_holdem,
    read_game,
    shipped_games,
    short_deck,
    write_game,
)

BIG_LEDUC = """
name = "big leduc"
players = 3
stacks = 37
antes = 1
betting = "limit"
raise_sizes = [2, 4]
max_raises = 6
deck = { ranks = "9TJQK", suits = "hs" }
hole_cards = 1
board_cards = [0, 1]
ranking = "two-card"
"""


def test_a_new_game_in_ten_lines() -> None:
    game = read_game(BIG_LEDUC)
    assert game == Game(
        name="big leduc",
        players=3,
        stacks=(37, 37, 37),
        blinds=(0, 0, 0),
        antes=(1, 1, 1),
        betting="limit",
        first_to_act=(0, 0),
        raise_sizes=(2, 4),
        max_raises=(6, 6),
        deck=Deck("9TJQK", "hs"),
        hole_cards=1,
        board_cards=(0, 1),
        ranking="two-card",
    )


def test_whole_definitions_default_to_holdem() -> None:
    text = 'name = "x"\nplayers = 2\nstacks = 500\nblinds = [2, 1]\nbetting = "no-limit"\nmin_bet = 2'
    assert read_game(text) == replace(nolimit_holdem(stacks=500, small_blind=1, big_blind=2), name="x")


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ('base = "leduc"', leduc()),
        ('base = "kuhn"\nplayers = 3', kuhn(3)),
        ('base = "leduc"\nname = "mine"\nmax_raises = [1, 2]', replace(leduc(), name="mine", max_raises=(1, 2))),
        (
            'base = "nolimit-holdem"\nplayers = 6\nstack_bb = 12.5\nante = 10\nstraddles = [200]',
            nolimit_holdem(6, stack_bb=12.5, ante=10, straddles=(200,)),
        ),
        ('base = "nolimit-holdem"\nstacks = [500, 700]', nolimit_holdem(stacks=(500, 700))),
        ('base = "nolimit-holdem"\nmin_bet = 50', replace(nolimit_holdem(), min_bet=50)),
        ('base = "nolimit-holdem"\nfirst_to_act = 0', replace(nolimit_holdem(), first_to_act=(0,) * 4)),
        ('base = "nolimit-holdem"\nblinds = [50, 100]',
         replace(nolimit_holdem(), blinds=(50, 100), first_to_act=(0,) * 4)),
        ('base = "short-deck"\nranking = "short-deck-trips"', short_deck(ranking="short-deck-trips")),
        ('base = "leduc"\ndeck = { suits = "cdhs" }', replace(leduc(), deck=FULL_DECK)),
    ],
)  # fmt: skip
def test_base(text: str, game: Game) -> None:
    assert read_game(text) == game


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "big.toml"
    path.write_text(BIG_LEDUC, encoding="utf-8")
    assert read_game(path) == read_game(str(path)) == read_game(BIG_LEDUC)
    with pytest.raises(FileNotFoundError):
        read_game("none.toml")
    with pytest.raises(GameError, match=r"'leduk' is not a game; .*and a file ends in .toml"):
        read_game("leduk")


def test_games_by_name() -> None:
    assert shipped_games() == ("big-leduc", "kuhn-4", "mini-holdem", "royal-no-limit")
    for name in shipped_games():
        assert read_game(name).name == name
        assert read_game(write_game(read_game(name))) == read_game(name)
    assert read_game("leduc") == leduc()


@st.composite
def games(draw: st.DrawFn) -> Game:
    players = draw(st.integers(2, 10))
    hole, board, ranking, deck = draw(
        st.sampled_from(
            [
                (1, (0,), "one-card", Deck("23456789TJQK", "s")),
                (1, (1,), "two-card", FULL_DECK),
                (1, (0, 1, 1), "three-card", FULL_DECK),
                (2, (0, 3), "holdem", FULL_DECK),
                (2, (0, 3, 1, 1), "short-deck", SHORT_DECK),
            ]
        )
    )
    limit = draw(st.booleans())

    def numbers(least: int, most: int, count: int) -> tuple[int, ...]:
        return tuple(draw(st.lists(st.integers(least, most), min_size=count, max_size=count)))

    return Game(
        name=draw(st.text()),
        players=players,
        stacks=numbers(1, 10**8, players),
        blinds=numbers(0, 500, players),
        antes=(1, *numbers(0, 500, players - 1)),
        betting="limit" if limit else "no-limit",
        first_to_act=numbers(0, players - 1, len(board)),
        raise_sizes=numbers(1, 1000, len(board)) if limit else (),
        max_raises=numbers(0, 1000, len(board)) if limit else (),
        min_bet=0 if limit else draw(st.integers(1, 500)),
        deck=deck,
        hole_cards=hole,
        board_cards=board,
        ranking=ranking,
    )


@given(games())
def test_round_trip(game: Game) -> None:
    assert read_game(write_game(game)) == game


@pytest.mark.parametrize("name", PRESETS)
def test_presets_round_trip(name: str) -> None:
    assert read_game(write_game(PRESETS[name]())) == PRESETS[name]()


def test_awkward_names() -> None:
    for name in ('a "b" \\ c', "line\nbreak\r\t", "\x00\x1f\x7f\x85", "♠ 😀", ""):
        game = replace(leduc(), name=name)
        assert read_game(write_game(game)) == game


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a game; those that ship are big-leduc"),
        ("\n", "the game has no 'name'; add a line such as name = "),
        ('name = "x"', "the game has no 'players'.*players = 2"),
        ("players = \nname = 5", "not valid TOML: .*line 1"),
        ('base = "leduc"\nstack = 5', "'stack' is not a key of a game.*did you mean 'stacks'"),
        ('base = "nolimit-holdem"\nstack_bbs = 5', "did you mean 'stack_bb'"),
        ('base = "leduc"\nstack_bb = 5', "'stack_bb' is not a key of a game"),
        ('base = "leduk"', "did you mean 'leduc'"),
        ("base = 5", "base is 5; it must be text"),
        ('base = "leduc"\nplayers = 3', "tuple of 3 numbers"),
        ('base = "leduc"\nplayers = "two"', "players is 'two'"),
        ('base = "leduc"\nplayers = true', "players is True"),
        ('base = "kuhn"\nplayers = 1', "2 to 10 players, not 1"),
        ('base = "nolimit-holdem"\nplayers = 11', "2 to 10 players, not 11"),
        ('base = "nolimit-holdem"\nstacks = -5', "stacks: seat 0 has -5"),
        ('base = "nolimit-holdem"\nstacks = [5, 5, 5]', "tuple of 2 numbers"),
        ('base = "nolimit-holdem"\nstack_bb = nan', "stack_bb is nan"),
        ('base = "nolimit-holdem"\nstraddles = 5', "straddles is 5"),
        ('base = "leduc"\nantes = 0.5', "antes is 0.5; it must be a whole number"),
        ('base = "leduc"\nantes = [1, "1"]', "antes is '1'"),
        ('base = "leduc"\nbetting = "pot-limit"', "betting is 'pot-limit'"),
        ('base = "leduc"\nbetting = ["limit"]', "betting is .* must be text"),
        ('base = "leduc"\nranking = "two-crad"', "did you mean 'two-card'"),
        ('base = "short-deck"\nranking = ["short-deck"]', "ranking is .* must be text"),
        ('base = "short-deck"\nranking = "short"', "'short' is not a ranking"),
        ('base = "leduc"\ndeck = "JQK"', "deck is 'JQK'; it must be a table such as"),
        (
            'base = "leduc"\ndeck = { rank = "JQK" }',
            "'rank' is not a key of a deck; keys are ranks, suits; did you mean 'ranks'",
        ),
        ('base = "leduc"\ndeck = { ranks = "KQJ" }', "deck ranks 'KQJ' must be"),
        ('base = "leduc"\ndeck = { ranks = 3 }', "deck.ranks is 3"),
        ('base = "leduc"\nboard_cards = []', "1 to 4 numbers"),
        (BIG_LEDUC.replace("players = 3", "players = 1000000000000"), "2 to 10 players"),
        (BIG_LEDUC.replace("players = 3", "players = -3"), "2 to 10 players, not -3"),
    ],
)
def test_bad_input(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        read_game(text)


_KEYS = st.sampled_from(
    ["base", "players", "stacks", "deck", "straddles", "stack_bb", "ante", "board_cards", "x"]
)
_VALUES = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.sampled_from(["leduc", "nolimit-holdem", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["ranks", "suits"]), inner),
)


@given(st.dictionaries(_KEYS, _VALUES), st.sampled_from(list(PRESETS)))
def test_any_table_is_a_game_or_an_error(table: dict[str, object], base: str) -> None:
    for given_table in (table, {**table, "base": base}):
        with contextlib.suppress(GameError):
            assert isinstance(game_from_table(given_table), Game)
