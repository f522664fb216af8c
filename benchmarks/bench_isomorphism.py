"""Hand indexing. No peer is on the package index; the C reference everyone uses does about 8.4 million (2,3,1,1)
indices per second on this class of machine.

The limit: 7 bytes in and 8 out per hand. On the AVX-512 path sixteen hands share about 400 vector instructions; on the
baseline path a hand takes about 100 cycles of arithmetic without branches.
"""

from __future__ import annotations

import numpy as np

import riverboat as rb
from bench_evaluator import random_hands
from timing import Row, race


def rows() -> list[Row]:
    hands = random_hands(1_000_000)
    found = []
    for rounds in ((2, 3, 1, 1), (2, 5)):
        indexer = rb.HandIndexer(rounds)
        last = len(rounds) - 1
        indices = indexer.index_batch(hands, threads=1)
        assert (indexer.index_batch(indexer.cards_batch(last, indices[:50_000])) == indices[:50_000]).all()
        seconds = race(lambda indexer=indexer: indexer.index_batch(hands, threads=1))[0]
        back = race(
            lambda indexer=indexer, last=last, indices=indices: indexer.cards_batch(last, indices, threads=1)
        )[0]
        found.append(Row(f"index of {rounds}", "hands", len(hands) / seconds))
        found.append(Row(f"cards from index, {rounds}", "hands", len(np.asarray(indices)) / back))
    return found
