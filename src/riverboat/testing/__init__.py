"""Checks that ship with the package: for your own games, and the behaviour signature."""

from riverboat.testing.game_check import check_game

__all__ = ["check_game"]
