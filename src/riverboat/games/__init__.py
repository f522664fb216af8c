"""Games: one description for all of them."""

from riverboat.games.game import Game

__all__ = ["Game"]
