"""Games: one description for all of them, presets, files that define new ones, and the table with its rules."""

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
    "nolimit_holdem",
    "play_hands",
    "preset",
    "read_gamedef",
    "rhode_island",
    "royal_holdem",
    "short_deck",
    "write_gamedef",
]
