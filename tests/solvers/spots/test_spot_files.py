"""Spots from TOML, Pio trees and TexasSolver commands: what they mean, and errors that say where."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.errors import FileFormatError
from riverboat.games import leduc, menu_table, write_game
from riverboat.solvers.spots.files import is_game_config, read_spot
from riverboat.solvers.spots.spot_file import SpotFile, force_from_stack_share

PIO = """\
#Type#NoLimit
#Range0#AA,KK,AQs:0.5,JTs
#Range1#QQ-99,AKo,KQs
#Board#Ah Kd 9c
#Pot#550
#EffectiveStacks#2100
#AllinThreshold#60
#AddAllinOnlyIfLessThanThisTimesThePot#250
#MergeSimilarBets#True
#MergeSimilarBetsThreshold#12
#CapEnabled#True
#CapMode#NoLimit
#FlopConfig.BetSize#25
#FlopConfig.RaiseSize#33
#FlopConfig.AddAllin#True
#TurnConfig.BetSize#50
#TurnConfig.RaiseSize#3x
#TurnConfig.AddAllin#True
#RiverConfig.BetSize#30 66
#RiverConfig.RaiseSize#2.5x
#RiverConfig.DonkBetSize#30
#RiverConfig.AddAllin#True
#FlopConfigIP.BetSize#33, 75
#FlopConfigIP.RaiseSize#50
#FlopConfigIP.AddAllin#True
#TurnConfigIP.BetSize#75
#TurnConfigIP.AddAllin#True
#RiverConfigIP.BetSize#2e
#RiverConfigIP.AddAllin#True
#Window.Title#my tree
"""

TEXAS = """\
set_pot 50
set_effective_stack 200
set_board Qs,Jh,2h
set_range_ip AA,KK,QQ,AKs,76s:0.25
set_range_oop JJ,TT,AQs,KQs:0.5
set_bet_sizes oop,flop,bet,50
set_bet_sizes oop,flop,raise,60
set_bet_sizes oop,turn,bet,50,100
set_bet_sizes oop,turn,donk,33
set_bet_sizes oop,river,bet,50
set_bet_sizes oop,river,allin
set_bet_sizes ip,flop,bet,50
set_bet_sizes ip,river,raise,60
set_bet_sizes ip,river,allin
set_allin_threshold 0.67
build_tree
set_thread_num 8
set_accuracy 0.5
set_max_iteration 200
set_print_interval 10
set_use_isomorphism 1
start_solve
set_dump_rounds 2
dump_result out.json
"""

TOML = """\
board = "QsJh2h"
oop = "22+,A2s+"
ip = "TT+,AQs+:0.5"
pot = 180
stack = [910, 850]
all_in = "always"
rake = 0.05
rake_cap = 3
accuracy_percent = 0.2
iterations = 500
threads = 2

[sizes]
flop = "33% | 3x"
turn.oop.bets = "75%"
river = { oop = "50% | a", ip = "75% 150% | a" }
"""


# --- what they mean ----------------------------------------------------------------------------------------


def test_pio() -> None:
    spot = read_spot(PIO)
    assert (spot.board, spot.pot, spot.stack) == ("AhKd9c", 550, 2100)
    assert (spot.oop, spot.ip) == ("AA,KK,AQs:0.5,JTs", "QQ-99,AKo,KQs")
    assert spot.sizes == {
        "flop": {"oop": {"bets": "25", "raises": "33"}, "ip": {"bets": "33 75", "raises": "50"}},
        "turn": {
            "oop": {"bets": "50", "raises": "3x", "donks": "none"},
            "ip": {"bets": "75", "raises": "none"},
        },
        "river": {
            "oop": {"bets": "30 66", "raises": "2.5x", "donks": "30"},
            "ip": {"bets": "2e", "raises": "none"},
        },
    }
    assert (spot.all_in, spot.merge, spot.rake) == (2.5, 0.12, 0.0)
    assert spot.force_all_in == pytest.approx(2100 * 0.4 / (550 + 2 * 2100 * 0.6))
    assert spot.notes == ("line 30, Window.Title: not used",)


def test_pio_plays_as_it_says() -> None:
    """A flop of check, bet, call; then 1,687 are behind and the pot is 1,376, so that all-in is always offered."""
    tree = read_spot(PIO).setup().game_setup().tree
    assert tree.choices(0) == [0, 138]  # a quarter of 550; 2,100 are more than 2.5 pots
    assert tree.choices(tree.walk([0])) == [0, 182, 413]
    turn = tree.walk([0, 413, 0])
    assert tree.choices(turn) == [0, 1687]  # no donk bet of its own
    assert tree.choices(tree.walk([0, 413, 0, 0])) == [0, 1687]  # 75 % is over 60 % of the stack
    assert tree.choices(tree.walk([0, 413, 0, 0, 1687])) == [-1, 0]
    assert tree.choices(tree.walk([0, 413, 0, 0, 0])) == [
        0,
        413,
        1687,
    ]  # 30 %; 66 % is over 60 % of the stack


def test_all_in_on_some_streets_is_a_size_there() -> None:
    text = PIO.replace("#TurnConfig.AddAllin#True\n", "").replace("#TurnConfigIP.AddAllin#True\n", "")
    spot = read_spot(text)
    assert spot.all_in == "never"
    assert isinstance(spot.sizes, dict)
    assert spot.sizes["flop"]["oop"] == {"bets": "25 a", "raises": "33 a"}
    assert spot.sizes["turn"]["ip"] == {"bets": "75", "raises": "none"}
    assert spot.notes[-1].startswith("line 8, AddAllinOnlyIfLessThanThisTimesThePot: not used")


def test_texas() -> None:
    spot = read_spot(TEXAS)
    assert (spot.board, spot.pot, spot.stack) == ("QsJh2h", 50, 200)
    assert (spot.oop, spot.ip) == ("JJ,TT,AQs,KQs:0.5", "AA,KK,QQ,AKs,76s:0.25")
    assert spot.sizes == {
        "flop": {"oop": {"bets": "50", "raises": "60"}, "ip": {"bets": "50", "raises": "none"}},
        "turn": {
            "oop": {"bets": "50 100", "raises": "none", "donks": "33"},
            "ip": {"bets": "none", "raises": "none"},
        },
        "river": {
            "oop": {"bets": "50 a", "raises": "a", "donks": "a"},
            "ip": {"bets": "a", "raises": "60 a"},
        },
    }
    assert (spot.all_in, spot.accuracy_percent, spot.iterations, spot.threads) == ("never", 0.5, 200, 8)
    assert spot.force_all_in == pytest.approx(200 * 0.33 / (50 + 400 * 0.67))
    tree = spot.setup().game_setup().tree
    assert tree.choices(0) == [0, 25]


def test_toml() -> None:
    spot = read_spot(TOML)
    assert (spot.board, spot.pot, spot.stack) == ("QsJh2h", 180, (910, 850))
    assert (spot.all_in, spot.rake, spot.rake_cap) == ("always", 0.05, 3)
    assert (spot.accuracy_percent, spot.iterations, spot.threads) == (0.2, 500, 2)
    setup = spot.setup()
    assert menu_table(setup.menu)["river"]["ip"] == {"bets": "75% 150%", "raises": "a"}
    assert setup.rake == 0.05


def test_later_streets_only() -> None:
    """A board of five cards has a river to be played, and sizes of other streets do not matter."""
    spot = read_spot(PIO.replace("Ah Kd 9c", "Ah Kd 9c 2s 3s"))
    assert isinstance(spot.sizes, dict)
    assert list(spot.sizes) == ["river"]
    assert "donks" not in spot.sizes["river"]["oop"]
    spot.setup().game_setup()


def test_from_a_file(tmp_path: Path) -> None:
    for name, text in (("spot.toml", TOML), ("tree.txt", PIO), ("commands.txt", TEXAS)):
        path = tmp_path / name
        path.write_text("\n" + text)
        assert read_spot(path) == read_spot(text) == read_spot(str(path))
    with pytest.raises(FileNotFoundError):
        read_spot(tmp_path / "missing.txt")


def test_a_share_of_the_stack() -> None:
    """Once 67 % of 200 is in, 66 are left and the pot is 50 + 268."""
    assert force_from_stack_share(0.67, 50, 200) == pytest.approx(66 / 318)
    assert force_from_stack_share(1.0, 50, 200) == 0


def test_defaults_are_those_of_solve_spot() -> None:
    spot = SpotFile("QsJh2h", "AA", "KK", 100, 200)
    assert spot.setup() == read_spot('board="QsJh2h"\noop="AA"\nip="KK"\npot=100\nstack=200').setup()


# --- errors ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("#Pot#550", "#Pot#lots", r"line 5, Pot: 'lots' is not a number; a valid line is #Pot#550"),
        ("#Pot#550", "#Pot#5.5", r"line 5, Pot: 5.5 must be a whole number.*a valid line is #Pot#550"),
        ("#Pot#550", "#Pot#0", r"line 5, Pot: 0 must be a number from 1 up"),
        ("#Pot#550\n", "", r"the file has no Pot; add a line such as #Pot#550"),
        ("#Board#Ah Kd 9c", "#Board#Ah Kd", r"line 4, Board: the board has 2 cards; a spot has 3, 4 or 5"),
        ("#Board#Ah Kd 9c", "#Board#Ah Kd Xc", r"line 4, Board: .*a valid line is #Board#Ah Kd 9c"),
        (
            "#Range0#AA",
            "#Range0#AAA",
            r"line 2, Range0: 'AAA' is not a group of hands(?s:.*)\na valid line is #Range0#AA,KK,AKs",
        ),
        ("#Type#NoLimit", "#Type#PLO", r"line 1, Type: 'PLO' is another game; only no-limit hold'em"),
        ("BetSize#25", "BetSize#25q", r"line 13, FlopConfig.BetSize: '25q': not a size"),
        ("BetSize#25", "BetSize#3x", r"line 13, FlopConfig.BetSize: '3x': a size of raises"),
        ("FlopConfig.AddAllin#True", "FlopConfig.AddAllin#yes", r"line 15, .*'yes' must be True or False"),
        ("#CapEnabled#True", "#Pot#550", r"line 11, Pot: it stands in line 5 already"),
        (
            "#CapEnabled#True",
            "CapEnabled True",
            r"line 11, CapEnabled True: it is not of the form #Key#Value",
        ),
        (
            "#CapEnabled#True",
            "#ICM.Enabled#True",
            r"line 11, ICM.Enabled: it is True, and there is no ICM.Payouts",
        ),
    ],
)
def test_pio_errors(old: str, new: str, message: str) -> None:
    assert old in PIO
    with pytest.raises(FileFormatError, match=message):
        read_spot(PIO.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("set_pot 50", "set_pot", r"line 1, set_pot: '' is not a number; a valid line is set_pot 50"),
        ("set_pot 50", "set_pott 50", r"line 1, set_pott: it is not a command; did you mean 'set_pot'"),
        ("set_board Qs,Jh,2h", "set_board Qs,Jh,Jh", r"line 3, set_board: "),
        ("oop,flop,bet,50", "oop,flop,bet", r"line 6, set_bet_sizes: .*holds no size"),
        (
            "oop,flop,bet,50",
            "hero,flop,bet,50",
            r"line 6, set_bet_sizes: 'hero,flop,bet,50' must be a player",
        ),
        ("oop,flop,bet,50", "oop,flop,bet,5O", r"line 6, set_bet_sizes: '5o': not a size"),
        ("set_range_oop JJ", "set_range_oop J", r"line 5, set_range_oop: "),
        ("set_accuracy 0.5", "set_accuracy 0", r"line 18, set_accuracy: 0 must be a number from 1e-09 up"),
        ("set_effective_stack 200\n", "", r"the file has no set_effective_stack; add a line such as set_eff"),
    ],
)
def test_texas_errors(old: str, new: str, message: str) -> None:
    assert old in TEXAS
    with pytest.raises(FileFormatError, match=message):
        read_spot(TEXAS.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("pot = 180", "pot = 18.555", r"line 4, pot: pot is 18.555 big blinds; give no more than hundredths"),
        ("pot = 180", 'pot = "180"', r"line 4, pot: '180' must be a number; a valid line is pot = 180"),
        ("pot = 180", 'pot = 180\nunit = "b"', r"line 5, unit: unit is 'b'; it must be one of chips, bb"),
        ("pot = 180", "pott = 180", r"line 4, pott: .*did you mean 'pot'"),
        ("rake = 0.05", "rakes = 0.05", r"line 7, rakes: it is not a key of a spot; .*did you mean 'rake'"),
        (
            "rake = 0.05",
            "rake = 5",
            r"line 7, rake: rake is 5; it must be a share of the pot from 0 to below 1",
        ),
        ('oop = "22+,A2s+"', 'oop = "22++"', r"line 2, oop: the range of oop: "),
        ('oop = "22+,A2s+"', "oop = 22", r"line 2, oop: 22 must be text in quotes"),
        ('flop = "33% | 3x"', 'flop = "33% | 3y"', r"line 13, sizes: .*'3y'"),
        ('board = "QsJh2h"', "board = QsJh2h", r"the spot is not valid TOML: .*line 1"),
        ("threads = 2", "threads = true", r"line 11, threads: True must be a whole number"),
    ],
)
def test_toml_errors(old: str, new: str, message: str) -> None:
    assert old in TOML
    with pytest.raises(FileFormatError, match=message):
        read_spot(TOML.replace(old, new, 1))


def test_toml_in_big_blinds() -> None:
    fraction = read_spot(TOML.replace("pot = 180", "pot = 18.5"))
    assert (fraction.pot, fraction.setup().pot) == (18.5, 1850)
    assert read_spot(TOML.replace("pot = 180", 'pot = 180\nunit = "bb"')).setup().pot == 18000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TOML, False),
        ("#Pot#550", False),
        ('base = "leduc"', True),
        (write_game(leduc()), True),
        ('[game]\nbase = "leduc"', True),
    ],
)
def test_games_are_told_from_spots(tmp_path: Path, text: str, expected: bool) -> None:
    path = tmp_path / "what.toml"
    path.write_text(text, "utf-8")
    assert is_game_config(path) == expected


def test_an_empty_file() -> None:
    with pytest.raises(FileFormatError, match="the file is empty; a spot begins such as board"):
        read_spot("\n\n")
