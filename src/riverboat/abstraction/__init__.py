"""Card abstraction: which hands count as the same."""

from riverboat.abstraction.gameshrink import GameShrinkAbstraction, gameshrink

__all__ = ["GameShrinkAbstraction", "gameshrink"]
