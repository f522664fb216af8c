"""Trained strategies: the file, and the questions one can ask it."""

from riverboat.strategy.card_file import WithFlopTable
from riverboat.strategy.strategy_file import FoundRow, StrategyFile
from riverboat.strategy.strategy_writer import write_strategy
from riverboat.strategy.trained_rows import TrainedRows

__all__ = ["FoundRow", "StrategyFile", "TrainedRows", "WithFlopTable", "write_strategy"]
