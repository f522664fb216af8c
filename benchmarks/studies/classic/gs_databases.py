"""GS2's databases: how long they take, how large they are and how fast they are asked: docs/bots/classic.md.

Run with: python benchmarks/studies/classic/gs_databases.py; a minute of processor time and 2 GB.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from riverboat.abstraction.gs.databases import Db5, Db223, Handval
from riverboat.abstraction.gs.deals import HoldemDeals
from riverboat.cards.evaluator import evaluate_batch

LOOKS = 1_000_000

T = TypeVar("T")


def main() -> None:
    dealt = np.random.default_rng(1).random((LOOKS, 52), np.float32).argsort(axis=1).astype(np.uint8)
    seven, hole, flops = dealt[:, :7].copy(), dealt[:, :2].copy(), dealt[:, 2:5].copy()
    handval, built = timed(lambda: Handval.build(threads=1))
    told("handval", built, handval.table, lambda: handval.lookup(seven))
    print(
        f"  the evaluator itself: {1e9 * timed(lambda: evaluate_batch(seven, threads=1))[1] / LOOKS:.0f} ns a hand"
    )
    deals, counted = timed(lambda: HoldemDeals.all(1))
    db5, built = timed(lambda: Db5.of(deals, 1))
    told("db5", counted + built, db5.table, lambda: db5.lookup(hole, flops))
    print(f"  by the classes of flop hands: {4 * len(deals) / 2**20:.1f} MiB")
    flop = (0, 21, 42)
    db223, built = timed(lambda: Db223.of_flop(flop, 1))
    free = ~np.isin(dealt[:, :4], flop).any(axis=1)
    first, second = dealt[free, :2].copy(), dealt[free, 2:4].copy()
    told("db223 of one flop", built, db223.table, lambda: db223.lookup(first, second), len(first))
    print(
        f"  of all 1,755 flops up to suits: {1755 * db223.table.nbytes / 2**30:.1f} GiB, {1755 * built:.0f} s"
    )


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return what work makes, and its processor seconds."""
    began = time.process_time()
    return work(), time.process_time() - began


def told(name: str, built: float, table: np.ndarray, ask: Callable[[], object], looks: int = LOOKS) -> None:
    """Print a row."""
    took = timed(ask)[1]
    size = table.nbytes / 2**20
    print(
        f"{name}: {table.size:,} numbers, {size:.0f} MiB, built in {built:.1f} s of processor time, "
        f"{1e9 * took / looks:.0f} ns a look",
        flush=True,
    )


if __name__ == "__main__":
    main()
