"""Cards: evaluator, isomorphism, ranges, equity and strength."""

from riverboat.cards.card import (
    FULL_DECK,
    SHORT_DECK,
    Deck,
    card_id,
    card_name,
    card_names,
    hand_cards,
    hand_index,
    hand_name,
    parse_cards,
)
from riverboat.cards.equity import equity
from riverboat.cards.equity_result import EquityResult, PlayerEquity
from riverboat.cards.evaluator import (
    best_cards,
    category,
    describe,
    evaluate,
    evaluate_batch,
    standard_rank,
    strength_of_standard_rank,
)
from riverboat.cards.hand_rank import HandRank, HandRanks, hand_rank, hand_ranks
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.range import Range
from riverboat.cards.ranking import Ranking, ranking
from riverboat.cards.strength import ehs, ehs_squared, strength_histogram, win_tie_batch, win_tie_lose

__all__ = [
    "FULL_DECK",
    "SHORT_DECK",
    "Deck",
    "EquityResult",
    "HandIndexer",
    "HandRank",
    "HandRanks",
    "PlayerEquity",
    "Range",
    "Ranking",
    "best_cards",
    "card_id",
    "card_name",
    "card_names",
    "category",
    "describe",
    "ehs",
    "ehs_squared",
    "equity",
    "evaluate",
    "evaluate_batch",
    "hand_cards",
    "hand_index",
    "hand_name",
    "hand_rank",
    "hand_ranks",
    "parse_cards",
    "ranking",
    "standard_rank",
    "strength_histogram",
    "strength_of_standard_rank",
    "win_tie_batch",
    "win_tie_lose",
]
