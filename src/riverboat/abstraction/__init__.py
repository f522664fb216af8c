"""Card abstraction: which hands count as the same."""

from riverboat.abstraction.embedding import LandmarkMDS, choose_landmarks
from riverboat.abstraction.gameshrink import GameShrinkAbstraction, gameshrink
from riverboat.abstraction.histograms import Histograms
from riverboat.abstraction.potential_aware import (
    final_distance,
    next_histograms,
    potential_aware_distance,
)
from riverboat.abstraction.transport import emd, emd_1d, emd_many, emd_samples, l2

__all__ = [
    "GameShrinkAbstraction",
    "Histograms",
    "LandmarkMDS",
    "choose_landmarks",
    "emd",
    "emd_1d",
    "emd_many",
    "emd_samples",
    "final_distance",
    "gameshrink",
    "l2",
    "next_histograms",
    "potential_aware_distance",
]
