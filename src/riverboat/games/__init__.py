"""Games: one description for all of them, and the table that plays them by the exact rules."""

from riverboat.games.game import Game
from riverboat.games.table import LegalActions, PlayedHands, Table, play_hands

__all__ = ["Game", "LegalActions", "PlayedHands", "Table", "play_hands"]
