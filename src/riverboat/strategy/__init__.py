"""Trained strategies: the file, the questions one can ask it, and the one way to open whatever plays."""

from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.file.card_tables import full_tables
from riverboat.strategy.file.live_table import LiveTable
from riverboat.strategy.file.strategy_file import StrategyFile
from riverboat.strategy.file.strategy_table import FoundRow, StrategyTable
from riverboat.strategy.file.strategy_writer import write_strategy
from riverboat.strategy.file.trained_rows import TrainedRows
from riverboat.strategy.first_in import FirstIn, first_in
from riverboat.strategy.lines.branches import Translated
from riverboat.strategy.lines.states import State
from riverboat.strategy.lines.trained_answers import Batch, TrainedDecision, TrainedHands
from riverboat.strategy.live import strategy_of
from riverboat.strategy.opening import open_blueprint, open_strategy, shipped_strategies
from riverboat.strategy.review import Reviewed, review

__all__ = [
    "Batch",
    "Blueprint",
    "FirstIn",
    "FoundRow",
    "LiveTable",
    "Reviewed",
    "State",
    "StrategyFile",
    "StrategyTable",
    "TrainedDecision",
    "TrainedHands",
    "TrainedRows",
    "Translated",
    "first_in",
    "full_tables",
    "open_blueprint",
    "open_strategy",
    "review",
    "shipped_strategies",
    "strategy_of",
    "write_strategy",
]
