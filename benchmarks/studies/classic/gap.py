"""How far a trained bot is from an equilibrium of its own game of buckets; see docs/bots/whole-games.md.

Run with: python benchmarks/studies/classic/gap.py gs3 [--seconds 300] [--deals 20000] [--sampling external]. Answers of
both seats are learnt against what the run has learnt, with its own buckets, and then played out over deals of their
own: what they win together is a lower bound on the gap, with its interval. Seconds are of the processor. The run, what
stays of it and the answers take 6 GB at the size of GS3, never all at once.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.bots.classic.limit import GAME
from riverboat.bots.classic.shelf import shelf_file
from riverboat.bots.classic.trained_recipe import RUN
from riverboat.evaluation.learned.rows import LearnedRows
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.sampled.fixed_play import FixedPlay
from riverboat.solvers.update_rules.sampled_rules import sampled_rule
from riverboat.training.training import open_run

STEP = {"external": 51_200, "public": 128}
EPOCH = {"external": 1_000_000, "public": 128}
Rows = Callable[[int], np.ndarray]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", help="gs3, gs3-small, gs4 or limit-blueprint")
    parser.add_argument("--run", default="", help="the folder of a run of your own")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--sampling", choices=tuple(STEP), default="external")
    asked = parser.parse_args()
    other = _stays(Path(asked.run) if asked.run else shelf_file(asked.bot).with_suffix(RUN))
    began = time.process_time()
    rule = sampled_rule("linear", sampling=asked.sampling, epoch=EPOCH[asked.sampling])
    solver = Sampled(other.tree, other.deals, rule=rule, against=other, threads=1, seed=1)
    while time.process_time() - began < asked.seconds:
        solver.run(STEP[asked.sampling])
    spent = time.process_time() - began
    print(f"{solver.iterations:,} iterations of answers in {spent:.0f} s", flush=True)
    learnt = LearnedRows(solver)
    won = [
        _won(solver, other, _play(other.tree, other.deals, learnt.probabilities, (seat,)), asked.deals)[
            :, seat
        ]
        for seat in (0, 1)
    ]
    even = _won(solver, other, None, asked.deals)
    _tell(f"{asked.bot}: gap at least", won[0] + won[1])
    for seat, name in enumerate(("big blind", "button")):
        _tell(f"  the {name} gains", won[seat] - even[:, seat])


def _stays(folder: Path) -> FixedPlay:
    """What a run has learnt, as a strategy that stays; the run itself is let go."""
    run = open_run(folder, threads=1)
    print(f"{folder}: {run.solver.iterations:,} iterations", flush=True)
    return _play(run.tree, run.solver.deals, run.solver.probabilities, (0, 1))


def _play(tree: BettingTree, deals: DealTables, rows: Rows, seats: tuple[int, ...]) -> FixedPlay:
    """Rows of some seats as a strategy that stays; those of others are nothing, which nobody asks."""
    acts = np.isin(tree.actor, seats)
    sizes = np.diff(tree.first_choice) * np.asarray(deals.counts)[tree.round] * acts
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint64)
    numbers = np.empty(int(first[-1]), np.float32)
    for node in np.flatnonzero(acts):
        numbers[int(first[node]) : int(first[node + 1])] = rows(int(tree.row[node])).ravel()
    return FixedPlay(tree, deals, seats, first[:-1], numbers)


def _won(solver: Sampled, other: FixedPlay, answer: FixedPlay | None, deals: int) -> np.ndarray:
    """What both seats win with each deal, in small bets."""
    return np.asarray(solver.values(other, answer, deals=deals, seed=2), np.float64) / GAME.big_blind


def _tell(what: str, won: np.ndarray) -> None:
    half = 1.96 * won.std() / math.sqrt(len(won))
    print(f"{what} {won.mean():.4f} ± {half:.4f} small bets a hand, over {len(won):,} deals", flush=True)


if __name__ == "__main__":
    main()
