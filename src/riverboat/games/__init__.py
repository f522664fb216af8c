"""Games: one description for all of them, presets, files that define new ones, the table, translation of bets."""

from riverboat.games.game import Game
from riverboat.games.game_file import dump_game, game_from_table, load_game
from riverboat.games.gamedef import read_gamedef, write_gamedef
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
)
from riverboat.games.table import LegalActions, PlayedHands, Table, play_hands
from riverboat.games.translation import (
    menu_weights,
    pot_fraction,
    real_amount,
    to_real,
    translate,
    translation_weights,
)

__all__ = [
    "PRESETS",
    "Game",
    "LegalActions",
    "PlayedHands",
    "Table",
    "dump_game",
    "flop_holdem",
    "game_from_table",
    "kuhn",
    "leduc",
    "limit_holdem",
    "load_game",
    "menu_weights",
    "nolimit_holdem",
    "play_hands",
    "pot_fraction",
    "preset",
    "read_gamedef",
    "real_amount",
    "rhode_island",
    "royal_holdem",
    "short_deck",
    "to_real",
    "translate",
    "translation_weights",
    "write_gamedef",
]
