"""Trained strategies: the file, and the questions one can ask it."""

from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.branches import Translated
from riverboat.strategy.card_file import WithFlopTable
from riverboat.strategy.card_tables import full_tables
from riverboat.strategy.decision import AllHands, Batch, Decision
from riverboat.strategy.first_in import FirstIn, first_in
from riverboat.strategy.opening import is_strategy, open_any, open_strategy, shipped_strategies
from riverboat.strategy.review import Reviewed, review
from riverboat.strategy.situation import Situation
from riverboat.strategy.strategy_file import FoundRow, StrategyFile
from riverboat.strategy.strategy_writer import write_strategy
from riverboat.strategy.trained_rows import TrainedRows

__all__ = [
    "AllHands",
    "Batch",
    "Blueprint",
    "Decision",
    "FirstIn",
    "FoundRow",
    "Reviewed",
    "Situation",
    "StrategyFile",
    "TrainedRows",
    "Translated",
    "WithFlopTable",
    "first_in",
    "full_tables",
    "is_strategy",
    "open_any",
    "open_strategy",
    "review",
    "shipped_strategies",
    "write_strategy",
]
