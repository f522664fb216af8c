"""Checks that ship with the package: of your own games, bots, update rules and solvers; the behaviour signature."""

from riverboat.testing.bot_check import check_bot
from riverboat.testing.game_check import check_game
from riverboat.testing.rule_check import check_rule
from riverboat.testing.solver_check import SolverReport, check_solver

__all__ = ["SolverReport", "check_bot", "check_game", "check_rule", "check_solver"]
