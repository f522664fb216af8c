"""Evaluation: how good is a strategy, and how sure are we?"""

from riverboat.evaluation.all_in import adjusted_payoffs
from riverboat.evaluation.evaluate import (
    Evaluation,
    HeadToHead,
    evaluate_strategy,
    exploitability,
    head_to_head,
)
from riverboat.evaluation.fits import PowerLaw, peak, power_law
from riverboat.evaluation.intervals import NORMAL_95, Figure, Share
from riverboat.evaluation.lbr.measure import exact_local_best_response, local_best_response
from riverboat.evaluation.lbr.menu import LbrMenu, lbr_menu
from riverboat.evaluation.lbr.result import LocalBestResponse
from riverboat.evaluation.learned.finer import finer_tree
from riverboat.evaluation.learned.response import learned_response
from riverboat.evaluation.sign_test import sign_test

__all__ = [
    "NORMAL_95",
    "Evaluation",
    "Figure",
    "HeadToHead",
    "LbrMenu",
    "LocalBestResponse",
    "PowerLaw",
    "Share",
    "adjusted_payoffs",
    "evaluate_strategy",
    "exact_local_best_response",
    "exploitability",
    "finer_tree",
    "head_to_head",
    "lbr_menu",
    "learned_response",
    "local_best_response",
    "peak",
    "power_law",
    "sign_test",
]
