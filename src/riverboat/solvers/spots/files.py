"""Spots from files: TOML, PioSOLVER trees and TexasSolver commands."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Final

from riverboat.base.sources import read_source
from riverboat.base.toml_text import toml_table
from riverboat.errors import FileFormatError
from riverboat.solvers.spots.pio import LINE, read_pio
from riverboat.solvers.spots.spot_file import SpotFile
from riverboat.solvers.spots.texas import COMMAND, read_texas
from riverboat.solvers.spots.toml import read_toml

_OF_GAMES: Final = frozenset(
    (
        *(
            "game",
            "base",
            "betting",
            "players",
            "blinds",
            "antes",
            "deck",
            "hole_cards",
            "board_cards",
            "ranking",
        ),
        *("menu", "rows", "reentrant_from", "first_to_act", "raise_sizes"),
    )
)
"""Keys that no spot has, so that a game in which one is misspelt is still told from a spot."""


def read_spot(source: str | os.PathLike[str], *, board: str | None = None) -> SpotFile:
    """Return the spot of a file: a path, or the text itself when it has a line break. The format is seen from the text.

    board: instead of the file's, which a TOML file then need not have.

    >>> spot = read_spot("#Range0#AA\\n#Range1#KK\\n#Board#2c 7d 9h Ts Jd\\n#Pot#100\\n#EffectiveStacks#300\\n"
    ...                  "#RiverConfig.BetSize#50")
    >>> spot.board, spot.pot, spot.stack
    ('2c7d9hTsJd', 100, 300)
    """
    text = read_source(source, isinstance(source, str) and "\n" in source, FileFormatError)
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if not first:
        raise FileFormatError(
            'the file is empty; a spot begins such as board = "QsJh2h", #Type#NoLimit or set_pot 50'
        )
    if LINE.fullmatch(first):
        spot = read_pio(text)
    elif COMMAND.match(first):
        spot = read_texas(text)
    else:
        spot = read_toml(text, board=board)
    return spot if board is None else replace(spot, board=board)


def is_game_config(path: str | os.PathLike[str]) -> bool:
    """Whether a file is TOML of a game or of a betting tree, not a spot."""
    try:
        text = read_source(path, False, FileFormatError)
        table = toml_table(text, "the file", FileFormatError, example='base = "leduc"')
    except FileFormatError:
        return False
    return not table.keys().isdisjoint(_OF_GAMES)
