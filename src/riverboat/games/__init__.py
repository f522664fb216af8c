"""Games: one description for all of them, presets, and files that define new ones."""

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

__all__ = [
    "PRESETS",
    "Game",
    "dump_game",
    "flop_holdem",
    "game_from_table",
    "kuhn",
    "leduc",
    "limit_holdem",
    "load_game",
    "nolimit_holdem",
    "preset",
    "read_gamedef",
    "rhode_island",
    "royal_holdem",
    "short_deck",
    "write_gamedef",
]
