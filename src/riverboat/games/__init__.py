"""Games: one description for all of them, presets and files, the table, menus and trees, translation, histories."""

from riverboat.games.histories.acpc import read_acpc, write_acpc
from riverboat.games.histories.formats import (
    FORMATS,
    WRITTEN,
    BadHand,
    HandHistory,
    hands_text,
    read_hands,
    write_hands,
)
from riverboat.games.histories.hand import Hand, Step
from riverboat.games.histories.line import Line, parse_line, write_line
from riverboat.games.histories.ohh import read_ohh
from riverboat.games.histories.ohh_write import write_ohh
from riverboat.games.histories.phh.read import read_phh
from riverboat.games.histories.phh.write import write_phh
from riverboat.games.histories.pokernow import read_pokernow
from riverboat.games.histories.pokerstars import read_pokerstars
from riverboat.games.histories.pokerstars_write import write_pokerstars
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.game_file import game_from_table, read_game, shipped_games, write_game
from riverboat.games.rules.gamedef import read_gamedef, write_gamedef
from riverboat.games.rules.positions import position_names
from riverboat.games.rules.presets import (
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
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import LegalActions, PlayedHands, Table, play_hands
from riverboat.games.trees.config import (
    TreeConfig,
    config_from_table,
    read_config,
    shipped_configs,
    write_config,
)
from riverboat.games.trees.menu import Menu, PlayerMenu, StreetMenu
from riverboat.games.trees.menu_file import menu_from_table, menu_table
from riverboat.games.trees.plan import Plan, plan
from riverboat.games.trees.rows import Rows
from riverboat.games.trees.sizes import Size, parse_sizes, sizes_text
from riverboat.games.trees.translation import (
    menu_weights,
    pot_fraction,
    real_amount,
    to_real,
    translate,
    translation_weights,
)
from riverboat.games.trees.tree import BettingTree, build_tree
from riverboat.games.trees.tree_count import count_tree

__all__ = [
    "CALL",
    "FOLD",
    "FORMATS",
    "PRESETS",
    "WRITTEN",
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
    "read_pokernow",
    "read_pokerstars",
    "real_amount",
    "rhode_island",
    "royal_holdem",
    "shipped_configs",
    "shipped_games",
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
