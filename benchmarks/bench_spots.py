"""Postflop spots: time of an iteration, seconds to an accuracy, memory, and the memory bandwidth that takes.

python benchmarks/bench_spots.py [--full] [--threads 2] [--precision 32] [name ...]

Small ones by default; `--full` has the flops too, of which the last keeps about a gigabyte of tables. An iteration
reads and writes the regrets of who walks and the averages of the other, and reads the regrets of the other: in its two
walks five touches of a regret with its average; what is touched in a second stands beside what a plain copy moves.
"""

from __future__ import annotations

import argparse
import threading
import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from riverboat.solvers import FullWidth, spot_setup
from riverboat.solvers.update_rules.rules import SPOT_RULE
from timing import Row

BIG_BLIND: Final = (
    "TT-22,AJs-A2s,AJo-A8o,KTs-K2s,KJo-K9o,Q4s+,Q9o+,J6s+,J9o+,T6s+,T9o,96s+,98o,85s+,75s+,64s+,53s+"
)
BUTTON: Final = "22+,A2s+,A4o+,K4s+,K9o+,Q6s+,Q9o+,J7s+,J9o+,T7s+,T9o,97s+,86s+,76s,65s,54s"
THREE_BET: Final = "TT+,99:0.5,AJs+,A5s-A3s,AQo+,KTs+,KQo:0.5,QJs,JTs,T9s:0.5,98s:0.5"
CALL: Final = "99-22,JJ:0.5,TT,AQs-A6s,A5s-A2s:0.5,AJo+:0.6,KTs+,KQo,QTs+,J9s+,T9s,98s,87s,76s,65s,54s"

PERCENTS: Final = (0.5, 0.3, 0.1)
CHECK_EVERY: Final = 10  # iterations between two looks at the accuracy, whose time counts
MOST_ITERATIONS: Final = 2_000
TOUCHES: Final = 5


@dataclass(frozen=True)
class Spot:
    name: str
    board: str
    ranges: tuple[str, str]
    pot: int
    stack: int
    sizes: Any
    small: bool = True

    def solver(self, threads: int, precision: int) -> FullWidth:
        oop, ip = self.ranges
        setup = spot_setup(board=self.board, oop=oop, ip=ip, pot=self.pot, stack=self.stack, sizes=self.sizes)
        return setup.game_setup().solver(SPOT_RULE, precision, threads)  # type: ignore[arg-type]


SPOTS: Final = (
    Spot("river", "QsJh2h5c9d", (BIG_BLIND, BUTTON), 100, 300, "33% 75% 150% | 2.5x a"),
    Spot("turn", "QsJh2h5c", (BIG_BLIND, BUTTON), 100, 300, "33% 75% | 2.5x"),
    Spot(
        "flop, single raised", "QsJh2h", (BIG_BLIND, BUTTON), 55, 970,
        {"flop": "33% | none", "turn": "66% | none", "river": "66% | a"}, small=False,
    ),
    Spot(
        "flop, 3-bet", "QsJh2h", (THREE_BET, CALL), 200, 900,
        {"flop": "33% 75% | 2.5x", "turn": "66% | 2.5x", "river": "33% 75% | 2.5x"}, small=False,
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Result:
    spot: Spot
    ms: float  # of an iteration
    seconds: dict[float, float]  # to percents of the pot
    iterations: int
    megabytes: float
    gigabytes_per_second: float


def bandwidth(threads: int, megabytes: int = 256) -> float:
    """GB/s that plain copies move, read and written bytes counted."""
    parts = [(np.ones(megabytes << 17), np.empty(megabytes << 17)) for _ in range(threads)]
    best = 0.0
    for _ in range(5):
        workers = [threading.Thread(target=np.copyto, args=(to, of)) for of, to in parts]
        start = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        best = max(best, 2 * threads * (megabytes << 20) / (time.perf_counter() - start) / 1e9)
    return best


def measure(spot: Spot, threads: int, precision: int) -> Result:
    solver = spot.solver(threads, precision)
    solver.run(2)  # touches all memory for the first time
    start, runs = time.perf_counter(), 0
    while runs == 0 or (
        runs < 1000 and time.perf_counter() - start < 0.3
    ):  # a river takes 40 µs, a flop half a second
        solver.run(3)
        runs += 3
    one = (time.perf_counter() - start) / runs
    cells_bytes = solver.memory_bytes / 2  # of one table
    solver = spot.solver(threads, precision)
    seconds: dict[float, float] = {}
    start = time.perf_counter()
    while solver.iterations < MOST_ITERATIONS and len(seconds) < len(PERCENTS):
        solver.run(CHECK_EVERY)
        percent = 100 * solver.accuracy().exploitability / spot.pot
        assert percent >= -1e-3, f"nobody can be exploited by {percent} percent of the pot"
        for goal in PERCENTS:
            if percent <= goal:
                seconds.setdefault(goal, time.perf_counter() - start)
    values = solver.accuracy().values
    assert abs(sum(values)) < 1e-3 * spot.pot, f"what one wins the other loses, not {values}"
    assert len(seconds) == len(PERCENTS), f"{spot.name} did not get to {PERCENTS[-1]} % of the pot"
    return Result(
        spot,
        1e3 * one,
        seconds,
        solver.iterations,
        solver.memory_bytes / 1e6,
        TOUCHES * cells_bytes / one / 1e9,
    )


def text(result: Result, measured: float) -> str:
    times = ", ".join(f"{goal} % in {result.seconds[goal]:.2f} s" for goal in PERCENTS)
    return (
        f"{result.ms:.3g} ms an iteration; {times} ({result.iterations} iterations); {result.megabytes:,.0f} MB; "
        f"{result.gigabytes_per_second:.1f} of {measured:.1f} GB/s"
    )


def rows() -> list[Row]:
    """The small ones on one thread, for `run.py`."""
    measured = bandwidth(1)
    results = [measure(spot, 1, 32) for spot in SPOTS if spot.small]
    return [Row(r.spot.name, "iterations", 1e3 / r.ms, note=text(r, measured)) for r in results]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", help="only spots whose name begins so")
    parser.add_argument("--full", action="store_true", help="the flops too")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--precision", type=int, choices=(16, 32, 64), default=32)
    given = parser.parse_args()
    measured = bandwidth(given.threads)
    for spot in SPOTS:
        if any(map(spot.name.startswith, given.names)) if given.names else spot.small or given.full:
            print(f"{spot.name}: {text(measure(spot, given.threads, given.precision), measured)}", flush=True)


if __name__ == "__main__":
    main()
