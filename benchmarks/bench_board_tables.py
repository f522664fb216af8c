"""Buckets of whole deals: all streets of every player, from full-size tables of hold'em laid out by board.

The limit: the rows of flop, turn and river, 405 MB, lie beyond the nearest caches. So a player costs three misses of
some 80 ns if nothing hides them, and a deal the numbers of its three boards, some 20 ns, however many share them.
"""

from __future__ import annotations

import time

import numpy as np

from riverboat.abstraction import HOLDEM, BoardTables, Lossless, TableAbstraction
from timing import Row, race

DEALS = 200_000
MOST_NANOSECONDS = 400


def rows() -> list[Row]:
    classes = Lossless()
    sizes = [classes.count(number) for number in range(4)]
    counts = (169, 1024, 1024, 2048)
    by_class = TableAbstraction(
        tuple(np.resize(np.arange(n, dtype=np.uint16), size) for n, size in zip(counts, sizes, strict=True)),
        counts,
        HOLDEM,
    )
    start = time.perf_counter()
    tables = BoardTables.of(by_class, threads=1)
    seconds = time.perf_counter() - start
    entries = sum(table.size for table in tables.tables)
    found = [Row("tables by board from tables by class", "hands", entries / seconds, note=f"{seconds:.1f} s")]
    deck = np.tile(np.arange(52, dtype=np.uint8), (DEALS, 1))
    shuffled = np.random.default_rng(0).permuted(deck, axis=1)
    for players in (1, 2, 6):
        cards = np.ascontiguousarray(shuffled[:, : 2 * players + 5])
        seconds = race(lambda cards=cards: tables.lookup(cards, threads=1))[0]
        nanoseconds = 1e9 * seconds / (DEALS * players)
        assert nanoseconds < MOST_NANOSECONDS, f"{nanoseconds:.0f} ns a player"
        found.append(
            Row(
                f"buckets of {players} players, all streets",
                "players",
                DEALS * players / seconds,
                note=f"{nanoseconds:.0f} ns each",
            )
        )
    return found
