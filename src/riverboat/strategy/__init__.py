"""Trained strategies: the file, the questions one can ask it, and the one way to open whatever plays."""

from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.branches import Translated
from riverboat.strategy.card_file import WithFlopTable
from riverboat.strategy.card_tables import full_tables
from riverboat.strategy.first_in import FirstIn, first_in
from riverboat.strategy.opening import open_blueprint, open_strategy, shipped_strategies
from riverboat.strategy.review import Reviewed, review
from riverboat.strategy.strategy_file import FoundRow, StrategyFile
from riverboat.strategy.strategy_writer import write_strategy
from riverboat.strategy.trained_answers import Batch, TrainedDecision, TrainedHands
from riverboat.strategy.trained_rows import TrainedRows

__all__ = [
    "Batch",
    "Blueprint",
    "FirstIn",
    "FoundRow",
    "Reviewed",
    "StrategyFile",
    "TrainedDecision",
    "TrainedHands",
    "TrainedRows",
    "Translated",
    "WithFlopTable",
    "first_in",
    "full_tables",
    "open_blueprint",
    "open_strategy",
    "review",
    "shipped_strategies",
    "write_strategy",
]
