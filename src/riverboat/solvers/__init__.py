"""Solvers: equilibria of two-player games at full width, postflop spots, and the plain reference."""

from riverboat.solvers.cursor import Cursor
from riverboat.solvers.decision import AllHands, Decision
from riverboat.solvers.evaluate import (
    Evaluation,
    HeadToHead,
    evaluate_strategy,
    exploitability,
    head_to_head,
)
from riverboat.solvers.full_width import Accuracy, FullWidth, Rake
from riverboat.solvers.locks import Lock
from riverboat.solvers.options import Option
from riverboat.solvers.public_state import PublicState
from riverboat.solvers.report import Report, solve_many
from riverboat.solvers.rules import RULES, UpdateRule, update_rule
from riverboat.solvers.run import Goal, Look, stop_signals
from riverboat.solvers.sampled import Sampled, SampledStrategy, Survey
from riverboat.solvers.sampled_rules import SAMPLED_RULES, SampledRule, sampled_rule
from riverboat.solvers.setup import GameSetup, game_setup
from riverboat.solvers.sizes_text import spot_menu
from riverboat.solvers.solution import Solution
from riverboat.solvers.solve import solve, solve_setup
from riverboat.solvers.solve_options import SolveOptions
from riverboat.solvers.solved_hands import PlayerAt, SolvedHands
from riverboat.solvers.spot import SpotSetup, solve_spot, spot_setup
from riverboat.solvers.strategy import Strategy, StrategyLike, always_call, always_fold, uniform
from riverboat.solvers.ties import Buckets, RankBuckets, Ties
from riverboat.solvers.training import Training
from riverboat.solvers.training_config import (
    TrainingConfig,
    WatchHand,
    read_training_config,
    shipped_training_configs,
)
from riverboat.solvers.training_log import TrainingReport, read_log

__all__ = [
    "RULES",
    "SAMPLED_RULES",
    "Accuracy",
    "AllHands",
    "Buckets",
    "Cursor",
    "Decision",
    "Evaluation",
    "FullWidth",
    "GameSetup",
    "Goal",
    "HeadToHead",
    "Lock",
    "Look",
    "Option",
    "PlayerAt",
    "PublicState",
    "Rake",
    "RankBuckets",
    "Report",
    "Sampled",
    "SampledRule",
    "SampledStrategy",
    "Solution",
    "SolveOptions",
    "SolvedHands",
    "SpotSetup",
    "Strategy",
    "StrategyLike",
    "Survey",
    "Ties",
    "Training",
    "TrainingConfig",
    "TrainingReport",
    "UpdateRule",
    "WatchHand",
    "always_call",
    "always_fold",
    "evaluate_strategy",
    "exploitability",
    "game_setup",
    "head_to_head",
    "read_log",
    "read_training_config",
    "sampled_rule",
    "shipped_training_configs",
    "solve",
    "solve_many",
    "solve_setup",
    "solve_spot",
    "spot_menu",
    "spot_setup",
    "stop_signals",
    "uniform",
    "update_rule",
]
