"""Tournaments: prizes instead of chips. Jam or fold for two to ten players, and whole tournaments of it."""

from riverboat.games.payouts.icm import Icm, icm
from riverboat.games.payouts.prizes import Prizes
from riverboat.tournament.equities.three_way import build_table, three_way_orders
from riverboat.tournament.jam_fold.hand import JamFoldHand, make_hand
from riverboat.tournament.jam_fold.result import JamFold
from riverboat.tournament.jam_fold.solve import pushfold
from riverboat.tournament.jam_fold.thresholds import JamThresholds, jam_thresholds
from riverboat.tournament.whole.algorithms import ALGORITHMS, Inner
from riverboat.tournament.whole.bound import JamFoldBound, jam_fold_bound
from riverboat.tournament.whole.run import TournamentReport, check_afterwards, solve_tournament
from riverboat.tournament.whole.setting import Tournament

__all__ = [
    "ALGORITHMS",
    "Icm",
    "Inner",
    "JamFold",
    "JamFoldBound",
    "JamFoldHand",
    "JamThresholds",
    "Prizes",
    "Tournament",
    "TournamentReport",
    "build_table",
    "check_afterwards",
    "icm",
    "jam_fold_bound",
    "jam_thresholds",
    "make_hand",
    "pushfold",
    "solve_tournament",
    "three_way_orders",
]
