"""The programs of limit hold'em against the zoo and each other: the tables of docs/bots/classic.md.

Run with: python benchmarks/studies/classic/limit_bots.py [--deals 4000] [--hands 10000] [--runs 4]; `riverboat bots
build sparbot` comes first. Ends with an error unless sparbot beats the simple bots and vexbot beats honest beyond
intervals.
"""

from __future__ import annotations

import argparse
import math

import numpy as np

import riverboat as rb
from riverboat.evaluation import Figure
from riverboat.games.histories.hand import Hand

SIMPLE = ("fish", "all-in", "random", "honest")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--deals", type=int, default=4000, help="played in both seats by bots that do not learn"
    )
    parser.add_argument("--hands", type=int, default=10_000, help="of a run of a bot that learns")
    parser.add_argument("--runs", type=int, default=4)
    asked = parser.parse_args()
    print("sparbot, big blinds per 100 hands")
    for other in SIMPLE:
        won = rb.play_match(["sparbot", other], asked.deals, duplicate=True, seed=1).bots[0].won
        print(f"  against {other}: {won}", flush=True)
        assert won.low > 0, other
    for other in ("honest", "sparbot"):
        halves = [learned(other, asked.hands, seed) for seed in range(1, asked.runs + 1)]
        first, last = (figure(np.concatenate([one[half] for one in halves])) for half in (0, 1))
        print(f"vexbot against {other}: first half {first}, last half {last}", flush=True)
        if other == "honest":
            assert last.low > 0


def learned(other: str, hands: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return what vexbot won hand by hand, in big blinds, in the first and in the last half of a match."""
    match = rb.play_match(["vexbot", other], hands, seed=seed, keep_every=1)
    won = np.array([_won(hand) for hand in match.records])
    return won[: hands // 2], won[hands // 2 :]


def _won(hand: Hand) -> float:
    """Vexbot's chips of a hand in big blinds."""
    return float(hand.payoffs[hand.names.index("vexbot")]) / hand.game.big_blind


def figure(won: np.ndarray) -> Figure:
    """Big blinds per 100 hands."""
    return Figure(100 * float(won.mean()), 196 * float(won.std()) / math.sqrt(len(won)))


if __name__ == "__main__":
    main()
