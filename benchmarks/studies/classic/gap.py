"""How far a trained bot is from an equilibrium of its own game of buckets; see docs/bots/whole-games.md.

Run with: python benchmarks/studies/classic/gap.py gs3 [--seconds 300] [--deals 20000] [--sampling external]. Answers of
both seats are learnt against the strategy as it plays, with its own buckets, and then played out over deals of their
own: what they win together is a lower bound on the gap, with its interval. Seconds are of the processor.
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np

from riverboat.bots.classic.limit import GAME
from riverboat.bots.classic.shelf import built_file
from riverboat.evaluation.learned.rows import LearnedRows
from riverboat.evaluation.learned.setup import answered
from riverboat.games.trees.config import read_config
from riverboat.solvers.asking.acting import AS_TRAINED
from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.sampled.fixed_play import FixedPlay
from riverboat.solvers.update_rules.sampled_rules import sampled_rule
from riverboat.strategy import open_blueprint

STEP = {"external": 51_200, "public": 128}
EPOCH = {"external": 1_000_000, "public": 128}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", help="gs3, gs4 or limit-blueprint")
    parser.add_argument("--file", default="", help="a build of your own")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--sampling", choices=tuple(STEP), default="external")
    asked = parser.parse_args()
    strategy = open_blueprint(built_file(asked.bot, asked.file))
    other = answered(strategy, read_config("limit-holdem"), None, AS_TRAINED, threads=1).fixed
    began = time.process_time()
    rule = sampled_rule("linear", sampling=asked.sampling, epoch=EPOCH[asked.sampling])
    solver = Sampled(other.tree, other.deals, rule=rule, against=other, threads=1, seed=1)
    while time.process_time() - began < asked.seconds:
        solver.run(STEP[asked.sampling])
    spent = time.process_time() - began
    print(f"{solver.iterations:,} iterations of answers in {spent:.0f} s", flush=True)
    rows = LearnedRows(solver)
    found = [_value(solver, other, _answer(rows, other, seat), asked.deals)[:, seat] for seat in (0, 1)]
    even = solver.values(other, deals=asked.deals, seed=2) / GAME.big_blind
    together = (found[0] + found[1]) / GAME.big_blind
    error = 1.96 * together.std() / math.sqrt(asked.deals)
    print(f"gap at least {together.mean():.4f} ± {error:.4f} small bets a hand, over {asked.deals:,} deals")
    for seat, name in enumerate(("big blind", "button")):
        gained = found[seat] / GAME.big_blind - even[:, seat]
        half = 1.96 * gained.std() / math.sqrt(asked.deals)
        print(f"  the {name} gains {gained.mean():.4f} ± {half:.4f}")


def _answer(rows: LearnedRows, other: FixedPlay, seat: int) -> FixedPlay:
    """What was learnt for a seat, as a strategy that stays; of the other seat a row of nothing, which nobody asks."""
    tree, parts, size = other.tree, [], 0
    first = np.zeros(tree.nodes, np.uint64)
    for node in range(tree.nodes):
        if int(tree.actor[node]) != seat:
            continue
        first[node] = size
        parts.append(rows.probabilities(int(tree.row[node])).ravel())
        size += parts[-1].size
    return FixedPlay(tree, other.deals, (seat,), first, np.concatenate(parts))


def _value(solver: Sampled, other: FixedPlay, answer: FixedPlay, deals: int) -> np.ndarray:
    return np.asarray(solver.values(other, answer, deals=deals, seed=2), np.float64)


if __name__ == "__main__":
    main()
