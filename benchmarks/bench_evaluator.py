"""The evaluator beside phevaluator, treys and eval7.

The limit: a seven-card hand is 7 bytes in and 2 out, so memory bandwidth (printed) bounds a batch. Below that, a hand
costs two dependent table loads (shift and strength; 16 kB and 103 kB of tables, so about half of the second loads
come from the second-level cache) and, on the AVX-512 path, 17 shuffle-port instructions per eight hands: 2.1 cycles a
hand. Sixteen-lane gathers issue about one load a cycle, so 2 more: about 4 cycles a hand, 750 million hands per second
at 3 GHz. On the baseline path it is about 45 instructions a hand, some 9 cycles.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import eval7
import numpy as np
import treys
from phevaluator import evaluate_cards

import riverboat as rb
from timing import Row, race

HANDS = 10_000_000
SEVEN_CARD_HANDS = 133_784_560
SEVEN_CARD_STRAIGHT_FLUSHES = 41_584


def random_hands(count: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    parts = [
        np.argpartition(rng.random((n, 52), np.float32), 7, axis=1)[:, :7]
        for n in [250_000] * (count // 250_000)
    ]
    return np.concatenate(parts).astype(np.uint8)


def peers(hands: list[list[int]]) -> dict[str, object]:
    """Return a function per peer that evaluates the same hands with its public call."""
    names = [[rb.cards.card_name(card) for card in hand] for hand in hands]
    treys_hands = [[treys.Card.new(name) for name in hand] for hand in names]
    eval7_hands = [[eval7.Card(name) for name in hand] for hand in names]
    evaluator = treys.Evaluator()
    return {
        "phevaluator": lambda: [evaluate_cards(*hand) for hand in hands],
        "eval7": lambda: [eval7.evaluate(hand) for hand in eval7_hands],
        "treys": lambda: [evaluator.evaluate(hand[:2], hand[2:]) for hand in treys_hands],
    }


def bandwidth(size: int) -> float:
    """Return bytes per second read and written by a plain copy of that many bytes."""
    source = np.ones(size, np.uint8)
    target = np.empty_like(source)
    return 2 * size / race(lambda: np.copyto(target, source), rounds=3)[0]


def batch_rows(path: str, hands: np.ndarray) -> list[Row]:
    sample = hands[:20_000].tolist()
    phe = peers(sample)["phevaluator"]
    expected = np.array([evaluate_cards(*hand) for hand in sample])
    assert (7463 - rb.evaluate_batch(hands[:20_000]).astype(int) == expected).all()
    ours, theirs = race(lambda: rb.evaluate_batch(hands, threads=1), phe)
    return [Row(f"7 cards, batch of {len(hands) // 10**6} million ({path} path)", "hands", len(hands) / ours,
                "phevaluator", len(sample) / theirs)]  # fmt: skip


def rows() -> list[Row]:
    hands = random_hands(HANDS)
    path = rb.cpu_path()
    found = batch_rows(path, hands)
    if path != "baseline":
        environment = {**os.environ, "RIVERBOAT_CPU": "baseline"}
        answer = subprocess.run([sys.executable, __file__], env=environment, check=True, capture_output=True)
        found += [Row(**row) for row in json.loads(answer.stdout)]
    sample = hands[:20_000].tolist()
    functions = peers(sample)
    holdem = rb.ranking("holdem")
    assert holdem.category_counts(7, threads=1)["straight flush"] == SEVEN_CARD_STRAIGHT_FLUSHES
    times = race(lambda: holdem.counts(7, threads=1), *functions.values())
    phe = len(sample) / times[1]
    found.append(
        Row(
            "all 133,784,560 7-card hands, enumerated",
            "hands",
            SEVEN_CARD_HANDS / times[0],
            "phevaluator",
            phe,
        )
    )
    one = sample[0]
    single = race(lambda: [rb.evaluate(hand) for hand in sample], *functions.values())
    for name, seconds in zip(functions, single[1:], strict=True):
        found.append(
            Row(
                "7 cards, one call from Python", "hands", len(sample) / single[0], name, len(sample) / seconds
            )
        )
    assert rb.evaluate(one) == 7463 - evaluate_cards(*one)
    bytes_per_second = bandwidth(90_000_000)
    note = f"9 bytes a hand: at most {bytes_per_second / 9e6:,.0f} M hands/s by memory"
    found.append(Row("memory bandwidth, plain copy", "bytes", bytes_per_second, note=note))
    return found


if __name__ == "__main__":  # the baseline path, in a process of its own
    print(json.dumps([row.__dict__ for row in batch_rows(rb.cpu_path(), random_hands(HANDS))]))
