"""Evaluation: how good is a strategy, and how sure are we?"""

from riverboat.evaluation.aivat.hands import AivatHands, aivat_of
from riverboat.evaluation.all_in import adjusted_payoffs
from riverboat.evaluation.blind.response import BlindResponse, blind_response
from riverboat.evaluation.bucketed.response import BucketResponse, bucket_response
from riverboat.evaluation.duels.duel import Duel, duel
from riverboat.evaluation.evaluate import (
    Evaluation,
    HeadToHead,
    evaluate_strategy,
    exploitability,
    head_to_head,
)
from riverboat.evaluation.fits import PowerLaw, peak, power_law
from riverboat.evaluation.intervals import NORMAL_95, Figure, Share, sequence_errors
from riverboat.evaluation.lbr.measure import exact_local_best_response, local_best_response
from riverboat.evaluation.lbr.menu import LbrMenu, lbr_menu
from riverboat.evaluation.lbr.result import LocalBestResponse
from riverboat.evaluation.learned.finer import finer_tree
from riverboat.evaluation.learned.response import learned_response
from riverboat.evaluation.pieces.menus import fine_menu
from riverboat.evaluation.pieces.piece import Loss, Piece, exact_piece, judged_piece
from riverboat.evaluation.pieces.sample import Pieces, Stratum, sample_pieces
from riverboat.evaluation.sign_test import sign_test
from riverboat.evaluation.translated import TranslatedStrategy

__all__ = [
    "NORMAL_95",
    "AivatHands",
    "BlindResponse",
    "BucketResponse",
    "Duel",
    "Evaluation",
    "Figure",
    "HeadToHead",
    "LbrMenu",
    "LocalBestResponse",
    "Loss",
    "Piece",
    "Pieces",
    "PowerLaw",
    "Share",
    "Stratum",
    "TranslatedStrategy",
    "adjusted_payoffs",
    "aivat_of",
    "blind_response",
    "bucket_response",
    "duel",
    "evaluate_strategy",
    "exact_local_best_response",
    "exact_piece",
    "exploitability",
    "fine_menu",
    "finer_tree",
    "head_to_head",
    "judged_piece",
    "lbr_menu",
    "learned_response",
    "local_best_response",
    "peak",
    "power_law",
    "sample_pieces",
    "sequence_errors",
    "sign_test",
]
