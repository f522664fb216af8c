from riverboat import abstraction as abstraction
from riverboat import arena as arena
from riverboat import bots as bots
from riverboat import cards as cards
from riverboat import errors as errors
from riverboat import evaluation as evaluation
from riverboat import games as games
from riverboat import search as search
from riverboat import solvers as solvers
from riverboat import strategy as strategy
from riverboat import tournament as tournament
from riverboat import training as training
from riverboat._core import cpu_path
from riverboat.arena import play_match
from riverboat.cards import (
    EquityResult,
    HandIndexer,
    Range,
    best_cards,
    category,
    describe,
    ehs,
    ehs_squared,
    equity,
    evaluate,
    evaluate_batch,
    hand_rank,
    hand_ranks,
    ranking,
    standard_rank,
    strength_histogram,
    win_tie_lose,
)
from riverboat.errors import RiverboatError
from riverboat.evaluation import exploitability, head_to_head
from riverboat.solvers import AllHands, Decision, Solution, Strategy, solve, solve_spot
from riverboat.strategy import Blueprint
from riverboat.strategy import open_strategy as open

__version__: str

__all__ = [
    "AllHands",
    "Blueprint",
    "Decision",
    "EquityResult",
    "HandIndexer",
    "Range",
    "RiverboatError",
    "Solution",
    "Strategy",
    "__version__",
    "abstraction",
    "arena",
    "best_cards",
    "bots",
    "cards",
    "category",
    "cpu_path",
    "describe",
    "ehs",
    "ehs_squared",
    "equity",
    "errors",
    "evaluate",
    "evaluate_batch",
    "evaluation",
    "exploitability",
    "games",
    "hand_rank",
    "hand_ranks",
    "head_to_head",
    "open",
    "play_match",
    "ranking",
    "search",
    "solve",
    "solve_spot",
    "solvers",
    "standard_rank",
    "strategy",
    "strength_histogram",
    "tournament",
    "training",
    "win_tie_lose",
]
