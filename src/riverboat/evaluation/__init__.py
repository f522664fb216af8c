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
from riverboat.evaluation.intervals import NORMAL_95, Figure
from riverboat.evaluation.pieces.menus import fine_menu
from riverboat.evaluation.pieces.piece import Loss, Piece, exact_piece, judged_piece
from riverboat.evaluation.pieces.sample import Pieces, Stratum, sample_pieces
from riverboat.evaluation.sign_test import sign_test
from riverboat.evaluation.translated import Translated

__all__ = [
    "NORMAL_95",
    "Evaluation",
    "Figure",
    "HeadToHead",
    "Loss",
    "Piece",
    "Pieces",
    "PowerLaw",
    "Stratum",
    "Translated",
    "adjusted_payoffs",
    "evaluate_strategy",
    "exact_piece",
    "exploitability",
    "fine_menu",
    "head_to_head",
    "judged_piece",
    "peak",
    "power_law",
    "sample_pieces",
    "sign_test",
]
