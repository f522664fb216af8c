"""Card abstraction: which hands count as the same."""

from riverboat.abstraction.abstraction_file import open_abstraction
from riverboat.abstraction.card_abstraction import HOLDEM, HOLDEM_IN_ORDER, CardAbstraction
from riverboat.abstraction.embedding import LandmarkMDS, choose_landmarks
from riverboat.abstraction.histograms import Histograms
from riverboat.abstraction.lossless import Lossless
from riverboat.abstraction.table_abstraction import TableAbstraction
from riverboat.abstraction.transport import emd, emd_1d, emd_many, emd_samples, l2

__all__ = [
    "HOLDEM",
    "HOLDEM_IN_ORDER",
    "CardAbstraction",
    "Histograms",
    "LandmarkMDS",
    "Lossless",
    "TableAbstraction",
    "choose_landmarks",
    "emd",
    "emd_1d",
    "emd_many",
    "emd_samples",
    "l2",
    "open_abstraction",
]
