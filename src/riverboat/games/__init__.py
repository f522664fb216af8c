"""Games: one description for all of them, presets and files, the table, menus and trees, translation, histories."""

from riverboat.games.acpc import read_acpc, write_acpc
from riverboat.games.action import CALL, FOLD, Action, act
from riverboat.games.config import TreeConfig, config_from_table, read_config, shipped_configs, write_config
from riverboat.games.game import Game
from riverboat.games.game_file import game_from_table, read_game, write_game
from riverboat.games.gamedef import read_gamedef, write_gamedef
from riverboat.games.hand import Hand, Step
from riverboat.games.histories import (
    FORMATS,
    BadHand,
    HandHistory,
    hands_text,
    read_hands,
    write_hands,
)
from riverboat.games.line import Line, parse_line, write_line
from riverboat.games.menu import Menu, PlayerMenu, StreetMenu
from riverboat.games.menu_file import menu_from_table, menu_table
from riverboat.games.ohh import read_ohh
from riverboat.games.ohh_write import write_ohh
from riverboat.games.phh import read_phh
from riverboat.games.phh_write import write_phh
from riverboat.games.plan import Plan, plan
from riverboat.games.pokerstars import read_pokerstars
from riverboat.games.pokerstars_write import write_pokerstars
from riverboat.games.positions import position_names
from riverboat.games.presets import (
    PRESETS,
    flop_holdem,
    kuhn,
    leduc,
    limit_holdem,
    nolimit_holdem,
    preset,
    rhode_island,
    royal_holdem,
    short_deck,
    spot,
)
from riverboat.games.rows import Rows
from riverboat.games.sizes import Size, parse_sizes, sizes_text
from riverboat.games.streets import street_names
from riverboat.games.table import LegalActions, PlayedHands, Table, play_hands
from riverboat.games.translation import (
    menu_weights,
    pot_fraction,
    real_amount,
    to_real,
    translate,
    translation_weights,
)
from riverboat.games.tree import BettingTree, build_tree
from riverboat.games.tree_count import count_tree

__all__ = [
    "CALL",
    "FOLD",
    "FORMATS",
    "PRESETS",
    "Action",
    "BadHand",
    "BettingTree",
    "Game",
    "Hand",
    "HandHistory",
    "LegalActions",
    "Line",
    "Menu",
    "Plan",
    "PlayedHands",
    "PlayerMenu",
    "Rows",
    "Size",
    "Step",
    "StreetMenu",
    "Table",
    "TreeConfig",
    "act",
    "build_tree",
    "config_from_table",
    "count_tree",
    "flop_holdem",
    "game_from_table",
    "hands_text",
    "kuhn",
    "leduc",
    "limit_holdem",
    "menu_from_table",
    "menu_table",
    "menu_weights",
    "nolimit_holdem",
    "parse_line",
    "parse_sizes",
    "plan",
    "play_hands",
    "position_names",
    "pot_fraction",
    "preset",
    "read_acpc",
    "read_config",
    "read_game",
    "read_gamedef",
    "read_hands",
    "read_ohh",
    "read_phh",
    "read_pokerstars",
    "real_amount",
    "rhode_island",
    "royal_holdem",
    "shipped_configs",
    "short_deck",
    "sizes_text",
    "spot",
    "street_names",
    "to_real",
    "translate",
    "translation_weights",
    "write_acpc",
    "write_config",
    "write_game",
    "write_gamedef",
    "write_hands",
    "write_line",
    "write_ohh",
    "write_phh",
    "write_pokerstars",
]
