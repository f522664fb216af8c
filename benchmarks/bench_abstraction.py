"""Tyche's card abstraction: tables of the river and the turn, and buckets from centroids alone. No peer does these.

The limit of the river: 134,459 boards of about 4 µs, and 493 MB written once. The rows extrapolate from a part of the
boards; the whole river, on one core, takes about two seconds.
"""

from __future__ import annotations

import mmap

import numpy as np

from riverboat import _core
from riverboat.abstraction.river_steps import RIVER_CLASSES, all_boards
from riverboat.abstraction.turn_histograms import TURN_CLASSES
from riverboat.abstraction.tyche import TycheConfig
from riverboat.abstraction.tyche_build import sample_tyche
from timing import Row, race

RIVER_BOARDS, TURN_BOARDS = 4000, 100


def rows() -> list[Row]:
    boards = all_boards(5)[0]
    table = np.frombuffer(mmap.mmap(-1, RIVER_CLASSES * 4), np.uint16).reshape(RIVER_CLASSES, 2)
    some = np.ascontiguousarray(boards[60_000 : 60_000 + RIVER_BOARDS])
    seconds = race(lambda: _core.river_pairs(some, table, 1, None))[0]
    river_seconds = seconds * len(boards) / RIVER_BOARDS
    assert river_seconds < 60  # 30 on two cores

    tyche = sample_tyche(
        TycheConfig(river=200, turn=100, flop=50, landmarks=50, dimensions=8), turns=10, flops=1
    )
    turns = all_boards(4)[0]
    few = np.ascontiguousarray(turns[8_000 : 8_000 + TURN_BOARDS])
    rivers = np.frombuffer(mmap.mmap(-1, TURN_CLASSES * 92), np.uint16).reshape(TURN_CLASSES, 46)
    seconds = race(lambda: _core.turn_rivers(few, tyche.river.pair_table(), rivers, 1, None))[0]
    turn_seconds = seconds * len(turns) / TURN_BOARDS

    found = [
        Row(
            "wins and ties of river classes",
            "classes",
            RIVER_CLASSES / river_seconds,
            note=f"all in {river_seconds:.1f} s",
        ),
        Row(
            "rivers of turn classes",
            "classes",
            TURN_CLASSES / turn_seconds,
            note=f"all in {turn_seconds:.1f} s",
        ),
    ]
    deal = np.random.default_rng(0).permutation(52).astype(np.uint8)
    for number, name, cards in ((3, "river", 7), (2, "turn", 6), (1, "flop", 5)):
        one = deal[None, :cards]
        seconds = race(lambda number=number, one=one: tyche.lookup(number, one))[0]
        found.append(
            Row(f"{name} bucket from centroids", "hands", 1 / seconds, note=f"{1e3 * seconds:.2g} ms")
        )
    return found
