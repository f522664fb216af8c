"""Tyche's centroids as the arrays of a file: all that `Tyche` needs to answer, some 17 MB and no tables."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from riverboat.abstraction.clustering.histogram_clusters import Arrays, HistogramClusters
from riverboat.abstraction.tyche.config import TycheConfig
from riverboat.abstraction.tyche.river_steps import StepMeans
from riverboat.abstraction.tyche.tyche import Tyche, flop_distance, turn_distance


def tyche_arrays(tyche: Tyche) -> dict[str, np.ndarray]:
    """Return what a file holds of all streets."""
    streets = {"river": river_arrays(tyche.river), "turn": tyche.turn.arrays(), "flop": tyche.flop.arrays()}
    return {f"{street}:{name}": array for street, parts in streets.items() for name, array in parts.items()}


def tyche_from(config: TycheConfig, arrays: Arrays) -> Tyche:
    """Return the abstraction from what `tyche_arrays` gave."""
    river = river_from(_Street(arrays, "river"))
    turn = HistogramClusters.from_arrays(turn_distance(config, river), _Street(arrays, "turn"))
    flop = HistogramClusters.from_arrays(flop_distance(config, turn), _Street(arrays, "flop"))
    return Tyche(config, river, turn, flop)


def river_arrays(river: StepMeans) -> Mapping[str, np.ndarray]:
    """Return what a file holds of the river."""
    return {
        "means": river.means,
        "pairs": river.pairs,
        "labels": river.labels,
        "error": np.array(river.error),
        "iterations": np.array(river.iterations),
    }


def river_from(arrays: Arrays) -> StepMeans:
    """Return the river from what `river_arrays` gave."""
    error, iterations = float(arrays["error"]), int(arrays["iterations"])
    return StepMeans(arrays["means"], arrays["pairs"], arrays["labels"], error, iterations)


class _Street:
    """The arrays of one street."""

    def __init__(self, arrays: Arrays, street: str) -> None:
        self._arrays, self._street = arrays, street

    def __getitem__(self, name: str, /) -> np.ndarray:
        return self._arrays[f"{self._street}:{name}"]
