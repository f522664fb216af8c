from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.base.configs import find_config
from riverboat.base.toml_text import toml_text
from riverboat.errors import GameError, MenuError
from riverboat.games import (
    Rows,
    TreeConfig,
    leduc,
    menu_from_table,
    nolimit_holdem,
    read_config,
    read_game,
    shipped_configs,
    write_config,
    write_game,
)
from riverboat.games.trees.config import config_of, read_game_or_config
from riverboat.games.trees.menu import Menu

SHIPPED = [
    "cfr-features",
    "cfr-features-river",
    "cfr-strength",
    "gs2-small",
    "headsup",
    "headsup-10bb",
    "headsup-200",
    "headsup-20bb",
    "headsup-40bb",
    "headsup-60bb",
    "hu-100bb",
    "hu-200bb",
    "hu-fcpa",
    "limit-holdem",
    "sixmax",
    "sixmax-2",
    "sixmax-20bb",
    "sixmax-3",
    "sixmax-4",
    "sixmax-40bb",
    "sixmax-5",
    "sixmax-60bb",
    "sixmax-ante",
    "sixmax-bb-ante",
    "sixmax-laptop",
    "tartanian",
    "tyche-2",
    "tyche-3",
    "tyche-4",
    "tyche-5",
    "tyche-6",
]
GAME = '[game]\nbase = "nolimit-holdem"\n'


def test_what_ships() -> None:
    assert list(shipped_configs()) == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_configs_round_trip_resolved(name: str) -> None:
    config = read_config(name)
    assert config.name == name
    assert read_config(write_config(config)) == config
    assert "base" not in write_config(config)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_configs_say_why(name: str) -> None:
    text = find_config("trees", name, GameError).text
    assert text.startswith("# ")


@pytest.mark.parametrize(
    ("name", "players", "start", "joined", "per_hand"),
    [
        ("tyche-6", 6, "", "preflop", 4),
        ("tyche-5", 5, "f", "preflop", 5),
        ("tyche-4", 4, "f f", "preflop", 5),
        ("tyche-3", 3, "f f f", "preflop", 5),
        ("tyche-2", 2, "f f f f", "flop", 6),
    ],
)
def test_tyche_tables(name: str, players: int, start: str, joined: str, per_hand: int) -> None:
    config = read_config(name)
    root = config.root()
    assert config.game == nolimit_holdem(players=6)
    assert (config.start, config.joined_from) == (start, joined)
    assert len(root.in_hand) == players
    assert root.actor == (0 if players == 2 else 8 - players)  # blinds and positions stay
    assert config.menu.max_raises_per_hand == per_hand
    assert config.menu.all_in == "always"
    assert config.buckets == (169, 1024, 1024, 2048)


def test_tyche_sizes() -> None:
    # raises by street and cap, as in the tables of the document
    caps = {
        "tyche-6": (2, 1, 1, 0),
        "tyche-5": (2, 1, 1, 1),
        "tyche-4": (2, 2, 2, 1),
        "tyche-3": (2, 2, 2, 1),
        "tyche-2": (3, 2, 2, 1),
    }
    preflop = {"tyche-6": 2, "tyche-5": 5, "tyche-4": 7, "tyche-3": 8, "tyche-2": 8}
    river_bets = {"tyche-6": 4, "tyche-5": 6, "tyche-4": 8, "tyche-3": 9, "tyche-2": 10}
    for name in caps:
        menu = read_config(name).menu
        streets = [menu.street(street) for street in ("preflop", "flop", "turn", "river")]
        assert tuple(street.max_raises for street in streets) == tuple(((2, cap),) for cap in caps[name])
        assert streets[0].raises is not None
        assert streets[3].bets is not None
        assert len(streets[0].raises.at(6)) == preflop[name]
        assert len(streets[3].bets.at(2)) == river_bets[name]
    assert read_config("tyche-6").root().legal_actions.min_raise_to == 200
    assert read_config("tyche-6").menu.choices(read_config("tyche-6").root()) == [-1, 0, 200, 300, 10_000]


def test_text_path_and_name(tmp_path: Path) -> None:
    text = GAME + '[menu.flop]\nbets = "75%"\n'
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert read_config(path).name == "mine"
    assert read_config(str(path)) == read_config(path)
    assert read_config(text).name == "nolimit-holdem"
    assert read_config(text).menu == read_config(path).menu
    assert read_config('name = "x"\n' + text).name == "x"


def test_a_base_is_merged_key_by_key(tmp_path: Path) -> None:
    (tmp_path / "below.toml").write_text(
        'rows = "pot-stack"\nstart = "r3"\n[game]\nbase = "nolimit-holdem"\nstack_bb = 50\n'
        '[menu]\nmerge = 0.1\n[menu.flop]\nbets = { 2 = "33%", 3 = "50%" }\nraises = "3x"\n'
    )
    above = tmp_path / "above.toml"
    above.write_text('base = "below.toml"\n[game]\nstack_bb = 40\n[menu.flop]\nbets = { 2 = "75%" }\n')
    config = read_config(above)
    street = config.menu.street("flop")
    assert config.name == "above"
    assert config.game.stacks == (4000, 4000)
    assert (config.rows, config.start, config.menu.merge) == (Rows("pot-stack"), "r3", 0.1)
    assert street.bets is not None
    assert street.bets.to_table() == "75%"  # tables by players are replaced as a whole
    assert street.raises is not None


def test_a_game_with_a_base_replaces_the_game() -> None:
    config = read_config('base = "hu-fcpa"\n[game]\nbase = "nolimit-holdem"\nplayers = 3\n')
    assert config.game == nolimit_holdem(players=3)


def test_cycles_are_refused_with_their_chain(tmp_path: Path) -> None:
    for name, base in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.toml").write_text(f'base = "{base}.toml"\n')
    with pytest.raises(MenuError, match="a → b → c → a"):
        read_config(tmp_path / "a.toml")
    (tmp_path / "self.toml").write_text('base = "self.toml"\n')
    with pytest.raises(MenuError, match="self → self"):
        read_config(tmp_path / "self.toml")


BAD = {
    "startt = 'f'\n" + GAME: "did you mean 'start'",
    "reentrant_from = 'trun'\n" + GAME: "did you mean 'turn'",
    "rows = 'pot'\n" + GAME: "'pot' is not a row key",
    "rows = { key = 'own', check = 'call' }\n" + GAME: "keeps no letters",
    "rows = { key = 'last-action', check = 'bet' }\n" + GAME: "counts as a 'fold' or as a 'call'",
    "rows = { check = 'call' }\n" + GAME: "rows is",
    "rows = 3\n" + GAME: "rows is 3",
    "start = 'r3 k'\n" + GAME: "start: 'k'",
    "start = 'f'\n" + GAME: "ends the hand",
    "start = 5\n" + GAME: "start is 5",
    "buckets = [169, 10]\n" + GAME: "2 numbers; 'nolimit-holdem' has 4 streets",
    "buckets = [169, 10, 10, 0]\n" + GAME: "a number of buckets is 0",
    "buckets = 169\n" + GAME: "buckets is 169",
    "menu = 3\n" + GAME: "menu is 3",
    "[menu]\nall_in = 'never'\n" + GAME: "the menu is empty",
    "rows = 'own'\n": "the config has no game",
    "rows =": "not valid TOML",
    "base = 'hu-fcpaa'\n": "did you mean 'hu-fcpa'",
    "base = 3\n": "base is 3",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_configs_say_what_is_wrong(text: str) -> None:
    with pytest.raises(GameError, match=BAD[text].replace("(", r"\(")):
        read_config(text)


def test_unknown_names_list_those_that_ship(tmp_path: Path) -> None:
    with pytest.raises(MenuError, match=r"those that ship are .*headsup, .* did you mean 'tyche-6'"):
        read_config("tyche6")
    with pytest.raises(FileNotFoundError):
        read_config(tmp_path / "missing.toml")


def test_configs_made_by_hand_are_checked() -> None:
    with pytest.raises(MenuError, match="not a street"):
        TreeConfig("x", nolimit_holdem(), Menu(), joined_from="fifth street")


def test_toml_text_quotes_what_must_be() -> None:
    assert (
        toml_text({"a b": 'say "x"\n', "t": {"ok": True}}) == '"a b" = "say \\"x\\"\\n"\n\n[t]\nok = true\n'
    )


def test_rules_alone_are_the_config_of_a_limit_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "leduc"\nmax_raises = 3\nstacks = 19', "utf-8")
    for source in ("kuhn-4", "mini-holdem", "leduc", str(path), write_game(leduc())):
        game, config = read_game_or_config(source), read_config(source)
        assert (config.name, config.game, config.menu) == (game.name, game, Menu())
    assert isinstance(read_game_or_config("limit-holdem"), TreeConfig)  # where both have a name, the config
    with pytest.raises(MenuError, match="'royal-no-limit' is a no-limit game, which needs sizes"):
        read_config("royal-no-limit")
    menu = menu_from_table({"every": {"bets": "100%", "raises": "100%"}})
    assert config_of(read_game("royal-no-limit"), menu).menu == menu


def test_a_base_is_a_name_or_a_path() -> None:
    with pytest.raises(MenuError, match="base is 'a = 1'; it must be the name of a config or a path"):
        read_config('base = "a = 1"\n[menu]\nall_in = "never"')
