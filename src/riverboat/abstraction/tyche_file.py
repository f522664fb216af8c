"""Tyche's centroids in a file: all that `Tyche` needs to answer, some 17 MB and no tables."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

import numpy as np

from riverboat.abstraction.histogram_clusters import Arrays, HistogramClusters
from riverboat.abstraction.river_steps import StepMeans
from riverboat.abstraction.tyche import Tyche, TycheConfig, flop_distance, turn_distance
from riverboat.files import ArrayFile, write_arrays

KIND: Final = "tyche centroids"
VERSION: Final = 1


def save_tyche(tyche: Tyche, path: str | os.PathLike[str]) -> None:
    """Write the centroids of all streets; an old file stays as it was if that fails."""
    streets = {"river": river_arrays(tyche.river), "turn": tyche.turn.arrays(), "flop": tyche.flop.arrays()}
    arrays = {f"{street}:{name}": array for street, parts in streets.items() for name, array in parts.items()}
    write_arrays(path, arrays, kind=KIND, version=VERSION, metadata={"config": config_text(tyche.config)})


def open_tyche(path: str | os.PathLike[str]) -> Tyche:
    """Open a file that `save_tyche` wrote, after comparing its checksums."""
    file = ArrayFile(path, kind=KIND, max_version=VERSION)
    file.verify()
    config = TycheConfig(**json.loads(file.metadata["config"]))
    river = river_from(_Street(file, "river"))
    turn = HistogramClusters.from_arrays(turn_distance(config, river), _Street(file, "turn"))
    flop = HistogramClusters.from_arrays(flop_distance(config, turn), _Street(file, "flop"))
    return Tyche(config, river, turn, flop)


def config_text(config: TycheConfig) -> str:
    """Return a config as JSON, as files carry it."""
    return json.dumps(asdict(config))


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
    """The arrays of one street of a file."""

    def __init__(self, file: ArrayFile, street: str) -> None:
        self._file, self._street = file, street

    def __getitem__(self, name: str, /) -> np.ndarray:
        return self._file[f"{self._street}:{name}"]
