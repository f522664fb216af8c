"""Solvers: two-player games at full width and in sequence form, postflop spots, and the plain reference."""

from riverboat.solvers.asking.acting import Acting
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.decision import AllHands, Decision
from riverboat.solvers.asking.options import Option
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Strategy, StrategyLike, always_call, always_fold, uniform
from riverboat.solvers.full_width.engine import Accuracy, FullWidth, Rake
from riverboat.solvers.full_width.gates import Gate, Maxmargin, Resolve
from riverboat.solvers.full_width.locks import Lock
from riverboat.solvers.full_width.setup import GameSetup, game_setup
from riverboat.solvers.full_width.ties import Buckets, RankBuckets, Ties
from riverboat.solvers.runs.run import Goal, Look, stop_signals
from riverboat.solvers.sampled.engine import Sampled, SampledStrategy, Survey
from riverboat.solvers.sequence import (
    METHODS,
    FormSolution,
    SequenceForm,
    form_of_efg,
    form_of_game,
    form_of_matrix,
    form_of_openspiel,
    form_of_rules,
    read_efg,
    solve_form,
)
from riverboat.solvers.solutions.ex_post import ExPost, ex_post
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.solutions.solve_options import SolveOptions
from riverboat.solvers.solutions.solved_hands import PlayerAt, SolvedHands
from riverboat.solvers.solve import solve, solve_setup
from riverboat.solvers.spots.batch import solve_spots
from riverboat.solvers.spots.report import Report, solve_many
from riverboat.solvers.spots.sizes_text import spot_menu
from riverboat.solvers.spots.solved_spots import RootStrategy, SolvedSpots
from riverboat.solvers.spots.spot import SpotSetup, solve_spot, spot_setup
from riverboat.solvers.update_rules.rules import RULES, UpdateRule, update_rule
from riverboat.solvers.update_rules.sampled_rules import SAMPLED_RULES, SampledRule, sampled_rule

__all__ = [
    "METHODS",
    "RULES",
    "SAMPLED_RULES",
    "Accuracy",
    "Acting",
    "AllHands",
    "Buckets",
    "Cursor",
    "Decision",
    "ExPost",
    "FormSolution",
    "FullWidth",
    "GameSetup",
    "Gate",
    "Goal",
    "Lock",
    "Look",
    "Maxmargin",
    "Option",
    "PlayerAt",
    "PublicState",
    "Rake",
    "RankBuckets",
    "Report",
    "Resolve",
    "RootStrategy",
    "Sampled",
    "SampledRule",
    "SampledStrategy",
    "SequenceForm",
    "Solution",
    "SolveOptions",
    "SolvedHands",
    "SolvedSpots",
    "SpotSetup",
    "Strategy",
    "StrategyLike",
    "Survey",
    "Ties",
    "UpdateRule",
    "always_call",
    "always_fold",
    "ex_post",
    "form_of_efg",
    "form_of_game",
    "form_of_matrix",
    "form_of_openspiel",
    "form_of_rules",
    "game_setup",
    "read_efg",
    "sampled_rule",
    "solve",
    "solve_form",
    "solve_many",
    "solve_setup",
    "solve_spot",
    "solve_spots",
    "spot_menu",
    "spot_setup",
    "stop_signals",
    "uniform",
    "update_rule",
]
