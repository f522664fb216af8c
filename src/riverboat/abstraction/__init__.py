"""Card abstraction: which hands count as the same."""

from riverboat.abstraction.abstraction_file import open_abstraction
from riverboat.abstraction.card_abstraction import HOLDEM, HOLDEM_IN_ORDER, CardAbstraction
from riverboat.abstraction.embedding import LandmarkMDS, choose_landmarks
from riverboat.abstraction.histograms import Histograms
from riverboat.abstraction.kmeans import KMeansResult, assign, kmeans
from riverboat.abstraction.kmeans_1d import kmeans_1d
from riverboat.abstraction.lossless import Lossless
from riverboat.abstraction.river_steps import StepMeans, river_pair_counts, river_pairs, step_kmeans
from riverboat.abstraction.table_abstraction import TableAbstraction
from riverboat.abstraction.transport import emd, emd_1d, emd_many, emd_samples, l2
from riverboat.abstraction.tyche import Tyche, TycheConfig
from riverboat.abstraction.tyche_build import build_tyche, sample_tyche

__all__ = [
    "HOLDEM",
    "HOLDEM_IN_ORDER",
    "CardAbstraction",
    "Histograms",
    "KMeansResult",
    "LandmarkMDS",
    "Lossless",
    "StepMeans",
    "TableAbstraction",
    "Tyche",
    "TycheConfig",
    "assign",
    "build_tyche",
    "choose_landmarks",
    "emd",
    "emd_1d",
    "emd_many",
    "emd_samples",
    "kmeans",
    "kmeans_1d",
    "l2",
    "open_abstraction",
    "river_pair_counts",
    "river_pairs",
    "sample_tyche",
    "step_kmeans",
]
