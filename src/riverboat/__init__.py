"""Riverboat: near-equilibrium strategies for Texas Hold'em.

>>> import riverboat as rb
>>> rb.describe("AsKsQsJsTs2c3d")
'royal flush'
>>> rb.Range("TT+,AQs+").combos
38.0
>>> round(rb.equity("AsKs", "QhQd").equities[0], 4)
0.4621
"""

from riverboat import arena, bots, cards, errors, games, solvers, strategy
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
    ranking,
    standard_rank,
    strength_histogram,
    win_tie_lose,
)
from riverboat.errors import RiverboatError
from riverboat.solvers import (
    AllHands,
    Decision,
    Solution,
    Strategy,
    exploitability,
    head_to_head,
    solve,
    solve_spot,
)
from riverboat.strategy import Blueprint
from riverboat.strategy import open_strategy as open

__version__ = "0.1.0"

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
    "exploitability",
    "games",
    "head_to_head",
    "open",
    "play_match",
    "ranking",
    "solve",
    "solve_spot",
    "solvers",
    "standard_rank",
    "strategy",
    "strength_histogram",
    "win_tie_lose",
]
