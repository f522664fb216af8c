"""Tyche's card abstraction made: at full size with its tables, or from sampled boards for its centroids alone.

The full build goes through three stages, river, turn and flop. Each ends in a file of its own, written whole or not at
all, so a build that was stopped goes on where it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np

from riverboat.abstraction.clustering.histogram_clusters import (
    Distance,
    HistogramClusters,
    cluster_histograms,
)
from riverboat.abstraction.methods.flop_histograms import flop_turns
from riverboat.abstraction.methods.river_pairs import RIVER_CLASSES, river_pair_counts, river_pairs
from riverboat.abstraction.methods.turn_histograms import NO_BUCKET, hand_rivers, turn_rivers
from riverboat.abstraction.storage import Arrays
from riverboat.abstraction.tables.build_folder import BuildFolder
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.abstraction.tyche.config import TycheConfig
from riverboat.abstraction.tyche.river_clusters import RiverClusters, win_tie_kmeans
from riverboat.abstraction.tyche.tyche_abstraction import Tyche, flop_distance, turn_distance
from riverboat.base.progress import Progress
from riverboat.cards.card import HAND_CARDS, NUM_CARDS
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.strength import RIVER_OPPONENTS

StageProgress: TypeAlias = Callable[[str, int, int], object]
"""Hears which stage is at work, how much of it is done and how much there is."""

_KIND = "tyche stage"
_BLOCK = 1 << 20  # river classes whose buckets are looked up at once


def build_tyche(
    config: TycheConfig,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int | None = None,
    progress: StageProgress | None = None,
) -> tuple[Tyche, TableAbstraction]:
    """Build the whole abstraction: its centroids, and its tables over all classes.

    Stages lie in `folder` as `river.tyche`, `turn.tyche` and `flop.tyche`; one that is there, of the same config, is
    read instead of made. Without a folder nothing is kept. At full size the turn takes the most memory, 2.6 GB.
    """
    stages = stage_folder(folder, config)

    def tell(stage: str) -> Progress | None:
        return None if progress is None else partial(progress, stage)

    def river_stage() -> Mapping[str, np.ndarray]:
        return cluster_river(config, threads=threads, progress=tell("river")).arrays()

    river = RiverClusters.from_arrays(_stage(stages, "river", river_stage))

    def street(
        rows: np.ndarray, board_cards: int, distance: Distance, buckets: int, name: str
    ) -> dict[str, np.ndarray]:
        weights = HandIndexer((2, board_cards)).weight_batch(1, np.arange(len(rows)), threads)
        settings = _settings(config)
        clusters, table = cluster_histograms(
            rows, weights, distance, buckets, **settings, threads=threads, progress=tell(name)
        )
        return {**clusters.arrays(), "table": table}

    def turn_stage() -> dict[str, np.ndarray]:
        rows = turn_rivers(river.pair_table(), threads=threads, progress=tell("turn rivers"))
        return street(rows, 4, turn_distance(config, river), config.turn, "turn")

    made = _stage(stages, "turn", turn_stage)
    turn, turn_table = HistogramClusters.from_arrays(turn_distance(config, river), made), made["table"]

    def flop_stage() -> dict[str, np.ndarray]:
        rows = flop_turns(turn_table, threads=threads, progress=tell("flop turns"))
        return street(rows, 3, flop_distance(config, turn), config.flop, "flop")

    made = _stage(stages, "flop", flop_stage)
    tyche = Tyche(config, river, turn, HistogramClusters.from_arrays(flop_distance(config, turn), made))
    return tyche, _tables(tyche, made["table"], turn_table, threads)


def tyche_tables(
    tyche: Tyche,
    *,
    flop: np.ndarray | None = None,
    threads: int | None = None,
    progress: StageProgress | None = None,
) -> TableAbstraction:
    """Return the tables over all classes that centroids imply, as training and long matches need them.

    flop: its table, if it is at hand; to find it again takes most of the time.
    """

    def tell(stage: str) -> Progress | None:
        return None if progress is None else partial(progress, stage)

    rows = turn_rivers(tyche.river.pair_table(), threads=threads, progress=tell("turn rivers"))
    turn = tyche.turn.nearest(rows, threads=threads, progress=tell("turn"))
    if flop is None:
        rows = flop_turns(turn, threads=threads, progress=tell("flop turns"))
        flop = tyche.flop.nearest(rows, threads=threads, progress=tell("flop"))
    return _tables(tyche, flop, turn, threads)


def _tables(tyche: Tyche, flop: np.ndarray, turn: np.ndarray, threads: int | None) -> TableAbstraction:
    tables = (np.arange(169, dtype=np.uint16), flop, turn, river_table(tyche.river, threads=threads))
    counts = tuple(tyche.count(number) for number in range(4))
    return TableAbstraction(tables, counts, name=tyche.name, config=tyche.config.to_toml())


def sample_tyche(
    config: TycheConfig, *, turns: int = 100, flops: int = 5, river: RiverClusters | None = None
) -> Tyche:
    """Build the centroids alone, from all hands on some random turn boards and flops: seconds, no tables.

    The river is clustered in full, unless it is given.
    """
    rng = np.random.default_rng(config.seed)
    river = cluster_river(config) if river is None else river
    boards = np.array([rng.permutation(NUM_CARDS)[:4] for _ in range(turns)], np.uint8)
    rows = hand_rivers(boards, HAND_CARDS.astype(np.uint8), river.pair_table()).reshape(-1, 46)
    rows = rows[rows[:, 0] != NO_BUCKET]
    distance = turn_distance(config, river)
    turn, _ = cluster_histograms(
        rows, np.ones(len(rows)), distance, config.turn, **_settings(config), threads=None, progress=None
    )
    half = Tyche(config, river, turn, turn)
    found = []
    for _ in range(flops):
        board = rng.permutation(NUM_CARDS)[:3].astype(np.uint8)
        hands = HAND_CARDS[~np.isin(HAND_CARDS, board).any(axis=1)].astype(np.uint8)
        found.append(half.flop_rows(board, hands))
    rows = np.concatenate(found)
    distance = flop_distance(config, turn)
    flop, _ = cluster_histograms(
        rows, np.ones(len(rows)), distance, config.flop, **_settings(config), threads=None, progress=None
    )
    return Tyche(config, river, turn, flop)


# --- the streets ---------------------------------------------------------------------------------------------------


def cluster_river(
    config: TycheConfig, *, threads: int | None = None, progress: Progress | None = None
) -> RiverClusters:
    """Cluster all pairs of wins and ties."""
    return win_tie_kmeans(
        *river_pair_counts(threads=threads), config.river, seed=config.seed, progress=progress
    )


def _settings(config: TycheConfig) -> dict[str, int]:
    return {name: getattr(config, name) for name in ("landmarks", "dimensions", "training", "seed")}


def river_table(river: RiverClusters, *, threads: int | None = None) -> np.ndarray:
    """Return the bucket of every class of river hands: uint16[123156254] by `HandIndexer((2, 5))`."""
    pairs, bucket_of_pair = river_pairs(threads=threads), river.pair_table()
    table = np.empty(RIVER_CLASSES, np.uint16)
    for begin in range(0, RIVER_CLASSES, _BLOCK):
        part = pairs[begin : begin + _BLOCK].astype(np.intp)
        table[begin : begin + _BLOCK] = bucket_of_pair[(RIVER_OPPONENTS + 1) * part[:, 0] + part[:, 1]]
    return table


# --- files ---------------------------------------------------------------------------------------------------------


def stage_folder(folder: str | os.PathLike[str] | None, config: TycheConfig) -> BuildFolder | None:
    """Return the folder of a build's finished stages; None if none are to be kept."""
    return None if folder is None else BuildFolder(Path(folder), config.to_toml(), _KIND)


def _stage(folder: BuildFolder | None, street: str, make: Callable[[], Mapping[str, np.ndarray]]) -> Arrays:
    """Read a stage that is whole in the folder, or make and write it."""
    if folder is None:
        return make()
    return folder.open(f"{street}.tyche") or folder.write(f"{street}.tyche", make())
