"""Evaluation: how good is a strategy, and how sure are we?"""

from riverboat.evaluation.aivat.hands import AivatHands, aivat_of
from riverboat.evaluation.all_in import adjusted_payoffs
from riverboat.evaluation.evaluate import (
    Evaluation,
    HeadToHead,
    evaluate_strategy,
    exploitability,
    head_to_head,
)
from riverboat.evaluation.fits import PowerLaw, peak, power_law
from riverboat.evaluation.intervals import NORMAL_95, Figure, sequence_errors
from riverboat.evaluation.sign_test import sign_test

__all__ = [
    "NORMAL_95",
    "AivatHands",
    "Evaluation",
    "Figure",
    "HeadToHead",
    "PowerLaw",
    "adjusted_payoffs",
    "aivat_of",
    "evaluate_strategy",
    "exploitability",
    "head_to_head",
    "peak",
    "power_law",
    "sequence_errors",
    "sign_test",
]
