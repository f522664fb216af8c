"""Tyche's card abstraction: the whole river, the pipeline extrapolated from parts of it, buckets from centroids alone.

The river is done in full; its limit is 134,459 boards of about 4 µs and 493 MB written once. Of the turn and the flop a
few boards and hands are done with centroids of full number, and the rows say how long all would take on one core: the
processor time of each step, in proportion to the hands. Buckets from centroids are asked for on boards never seen
before. `riverboat abstract build tyche` does all of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import eval7
import numpy as np

from riverboat import _core
from riverboat.abstraction import assign, kmeans
from riverboat.abstraction.clustering.histogram_clusters import HistogramClusters
from riverboat.abstraction.methods.flop_histograms import FLOP_CLASSES, nexts_of
from riverboat.abstraction.methods.river_pairs import RIVER_CLASSES, all_boards, river_pairs
from riverboat.abstraction.methods.turn_histograms import TURN_CLASSES
from riverboat.abstraction.tyche.build import cluster_river, sample_tyche
from riverboat.abstraction.tyche.config import TycheConfig
from riverboat.abstraction.tyche.tyche_abstraction import Tyche
from riverboat.cards.card import card_name
from riverboat.cards.isomorphism import HandIndexer
from timing import Row

TURN_BOARDS = 60  # with some 1,000 classes each
TURN_PLACED, FLOP_PLACED = 20_000, 300  # hands that are embedded, and so many times more are clustered
CLUSTERED = 50_000
ASKED = 60  # deals of each street that buckets are asked for
SECONDS_ALLOWED = {"river": 0.1e-3, "turn": 1.5e-3, "flop": 20e-3}


def rows() -> list[Row]:
    config = TycheConfig()
    begin = time.process_time()
    river = cluster_river(config, threads=1)
    river_seconds = time.process_time() - begin
    tyche = sample_tyche(config, turns=40, flops=3, river=river)
    found = [river_row()]
    turn, turn_steps = turn_seconds(tyche)
    flop, flop_steps = flop_seconds(tyche)
    pairs = len(river.pairs)
    minutes = (river_seconds + turn + flop) / 60
    assert minutes < 60  # 30 on two cores
    return [
        *found,
        Row("Tyche's river, 2048 buckets", "pairs", pairs / river_seconds, note=f"{river_seconds:.0f} s"),
        Row("Tyche's turn, 1024 buckets", "classes", TURN_CLASSES / turn, note=f"{turn:.0f} s: {turn_steps}"),
        Row("Tyche's flop, 1024 buckets", "classes", FLOP_CLASSES / flop, note=f"{flop:.0f} s: {flop_steps}"),
        Row("Tyche, all streets", "builds", 1 / (60 * minutes), note=f"{minutes:.0f} min on one core"),
        *(asked_row(tyche, *street) for street in ((3, "river", 7), (2, "turn", 6), (1, "flop", 5))),
    ]


# --- the river in full -----------------------------------------------------------------------------------------


def river_row() -> Row:
    """Wins and ties of all classes, some of them held against eval7."""
    begin = time.process_time()
    table = river_pairs(threads=1)
    spent = time.process_time() - begin
    assert spent < 60  # 30 on two cores
    anyone = eval7.HandRange("22+," + ",".join(f"{rank}2s+,{rank}2o+" for rank in "3456789TJQKA"))
    deals = np.argsort(np.random.default_rng(0).random((20, 52)), axis=1)[:, :7].astype(np.uint8)
    cards = [[eval7.Card(card_name(card)) for card in deal] for deal in deals.tolist()]

    def peer() -> list[float]:
        return [eval7.py_hand_vs_range_exact(deal[:2], anyone, deal[2:]) for deal in cards]

    pairs = table[HandIndexer((2, 5)).index_batch(deals)]
    assert np.abs(pairs @ [1.0, 0.5] / 990 - peer()).max() < 1e-6
    theirs = len(cards) / seconds(peer, 5)
    return Row(
        f"win/tie/lose of all river classes, {spent:.1f} s", "classes", RIVER_CLASSES / spent, "eval7", theirs
    )


# --- turn and flop, from a part --------------------------------------------------------------------------------


def turn_seconds(tyche: Tyche) -> tuple[float, str]:
    """Seconds of all classes on the turn, and of the steps; their buckets are those from centroids alone."""
    boards = all_boards(4)[0]
    few = np.ascontiguousarray(boards[:: len(boards) // TURN_BOARDS][:TURN_BOARDS])
    out = np.zeros((TURN_CLASSES, 46), np.uint16)  # takes memory only where it is written
    table = tyche.river.pair_table()
    rivers = seconds(lambda: _core.turn_rivers(few, table, out, 1, None), 3) / TURN_BOARDS
    written = np.flatnonzero(out[:, -1])
    some = np.random.default_rng(0).choice(written, TURN_PLACED)
    deals = HandIndexer((2, 4)).cards_batch(1, some[:20])
    assert (tyche.turn.nearest(out[some[:20]]) == tyche.lookup(2, deals)).all()
    return extrapolated(tyche.config, tyche.turn, out[some], rivers * len(boards), TURN_CLASSES)


def flop_seconds(tyche: Tyche) -> tuple[float, str]:
    """The same for the flop. The table of the turn holds what a few hands need, so that their answer can be checked."""
    table = np.random.default_rng(1).integers(0, len(tyche.turn), TURN_CLASSES).astype(np.uint16)
    hands = HandIndexer((2, 3)).cards_batch(1, np.arange(0, FLOP_CLASSES, FLOP_CLASSES // 4000))
    for hand in hands[:3]:
        longer = np.array([[*hand, card] for card in range(52) if card not in hand], np.uint8)
        table[HandIndexer((2, 4)).index_batch(longer)] = tyche.lookup(2, longer)
        assert (nexts_of(hand[None], table, 1) == tyche.flop_rows(hand[2:], hand[None, :2])).all()
    turns = seconds(lambda: nexts_of(hands, table, 1), 3) / len(hands)
    boards = np.random.default_rng(2).permuted(np.tile(np.arange(52, dtype=np.uint8), (5, 1)), axis=1)
    rows = np.concatenate([tyche.flop_rows(b[:3], b[3:43].reshape(-1, 2)) for b in boards])
    real = rows[np.random.default_rng(3).integers(0, len(rows), FLOP_PLACED)]
    return extrapolated(tyche.config, tyche.flop, real, turns * FLOP_CLASSES, FLOP_CLASSES)


def extrapolated(
    config: TycheConfig, clusters: HistogramClusters, rows: np.ndarray, described: float, classes: int
) -> tuple[float, str]:
    """Add up the steps of one street: `described` to find the rows, then to place, cluster and assign them."""
    placed = seconds(lambda: clusters.embed(rows, threads=1), 2) * classes / len(rows)
    rng = np.random.default_rng(0)
    near = clusters.centroids[rng.integers(0, len(clusters), CLUSTERED)]
    points = (near + rng.normal(0, clusters.error**0.5 / config.dimensions**0.5, near.shape)).astype(
        np.float32
    )
    trained = min(config.training, classes) / len(points)
    clustered = trained * seconds(lambda: kmeans(points, len(clusters), threads=1))
    assigned = seconds(lambda: assign(points, clusters.centroids, threads=1)) * classes / len(points)
    steps = f"rows {described:.0f}, distances {placed:.0f}, k-means {clustered:.0f}, labels {assigned:.0f}"
    return described + placed + clustered + assigned, steps


def seconds(function: Callable[[], object], rounds: int = 1) -> float:
    """Processor time of the best round: a busy machine stretches the other one, and all here runs on one thread."""
    spent = []
    for _ in range(rounds):
        begin = time.process_time()
        function()
        spent.append(time.process_time() - begin)
    return min(spent)


# --- from centroids alone --------------------------------------------------------------------------------------


def asked_row(tyche: Tyche, number: int, name: str, cards: int) -> Row:
    """The median of processor time over boards that are new each time, and over the same ones again."""
    deals = np.argsort(np.random.default_rng(number).random((ASKED + 1, 52)), axis=1).astype(np.uint8)
    tyche.lookup(number, deals[-1:, :cards])  # tables are made at first use
    spent = []
    for _ in range(2):
        for i in range(ASKED):
            begin = time.thread_time()
            tyche.lookup(number, deals[i : i + 1, :cards])
            spent.append(time.thread_time() - begin)
    new, again = float(np.median(spent[:ASKED])), float(np.median(spent[ASKED:]))
    assert new < SECONDS_ALLOWED[name], f"{name}: {1e3 * new:.2f} ms"
    note = f"{1e3 * new:.2g} ms of {1e3 * SECONDS_ALLOWED[name]:.2g} allowed; again {1e3 * again:.2g} ms"
    return Row(f"{name} bucket from centroids", "hands", 1 / new, note=note)
