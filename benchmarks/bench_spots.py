"""Postflop spots and Rhode Island: time of an iteration, seconds to an accuracy, memory, and the bandwidth that takes.

python benchmarks/bench_spots.py [--full] [--threads 2] [--precision 32] [name ...]

Small ones by default; `--full` has the flops and Rhode Island too; the last flop keeps about a gigabyte of tables. An
iteration reads and writes the regrets of who walks and the averages of the other, and reads the regrets of the other:
in its two walks five touches of a regret with its average; what is touched in a second stands beside what a plain copy
moves. Accuracy is looked at as a run does, in the precision of the tables; what comes out at the end is checked in 64
bits, and that is not timed.
"""

from __future__ import annotations

import argparse
import threading
import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from riverboat.games import Menu, build_tree, rhode_island
from riverboat.solvers import FullWidth, spot_setup
from riverboat.solvers.update_rules.rules import SPOT_RULE
from timing import Row

BIG_BLIND: Final = (
    "TT-22,AJs-A2s,AJo-A8o,KTs-K2s,KJo-K9o,Q4s+,Q9o+,J6s+,J9o+,T6s+,T9o,96s+,98o,85s+,75s+,64s+,53s+"
)
BUTTON: Final = "22+,A2s+,A4o+,K4s+,K9o+,Q6s+,Q9o+,J7s+,J9o+,T7s+,T9o,97s+,86s+,76s,65s,54s"
THREE_BET: Final = "TT+,99:0.5,AJs+,A5s-A3s,AQo+,KTs+,KQo:0.5,QJs,JTs,T9s:0.5,98s:0.5"
CALL: Final = "99-22,JJ:0.5,TT,AQs-A6s,A5s-A2s:0.5,AJo+:0.6,KTs+,KQo,QTs+,J9s+,T9s,98s,87s,76s,65s,54s"

CHECK_EVERY: Final = 10  # iterations between two looks at the accuracy, whose time counts
MOST_ITERATIONS: Final = 2_000
TOUCHES: Final = 5
PRECISIONS: Final = (32, 16)


@dataclass(frozen=True)
class Spot:
    name: str
    board: str
    ranges: tuple[str, str]
    pot: int
    stack: int
    sizes: Any
    small: bool = True

    @property
    def goals(self) -> dict[str, float]:
        """Exploitabilities in chips, by what they are called."""
        return {f"{percent} %": percent / 100 * self.pot for percent in (0.5, 0.3, 0.1)}

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
class RhodeIsland:
    """The whole game, by the rule that games are solved by."""

    name: str = "Rhode Island"
    pot: int = 10  # both antes
    small: bool = False

    @property
    def goals(self) -> dict[str, float]:
        """Exploitabilities in chips, by what they are called."""
        return {f"{chips} chips": chips for chips in (0.1, 0.01, 0.001)}

    def solver(self, threads: int, precision: int) -> FullWidth:
        return FullWidth(build_tree(rhode_island(), Menu()), precision=precision, threads=threads)  # type: ignore[arg-type]


GAMES: Final = (*SPOTS, RhodeIsland())


@dataclass(frozen=True)
class Result:
    spot: Spot | RhodeIsland
    ms: float  # of an iteration
    seconds: dict[str, float]  # to the goals
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


def iteration_seconds(solver: FullWidth, at_least: float = 0.3) -> float:
    """The best of several, over `at_least` seconds."""
    solver.run(2)  # touches all memory for the first time
    start, best = time.perf_counter(), float("inf")
    runs = 100 if solver.memory_bytes < 1 << 20 else 3  # a river takes 40 µs, a flop a quarter of a second
    while best == float("inf") or time.perf_counter() - start < at_least:
        before = time.perf_counter()
        solver.run(runs)
        best = min(best, (time.perf_counter() - before) / runs)
    return best


def measure(spot: Spot | RhodeIsland, threads: int, precision: int) -> Result:
    solver = spot.solver(threads, precision)
    one = iteration_seconds(solver)
    cells_bytes = solver.memory_bytes / 2  # of one table
    solver = spot.solver(threads, precision)
    goals, seconds = spot.goals, dict[str, float]()
    start = time.perf_counter()
    while solver.iterations < MOST_ITERATIONS and len(seconds) < len(goals):
        solver.run(CHECK_EVERY)
        exploitability = solver.quick_exploitability()
        for name, goal in goals.items():
            if exploitability <= goal:
                seconds.setdefault(name, time.perf_counter() - start)
    assert len(seconds) == len(goals), f"{spot.name} did not get to {list(goals)[-1]}"
    accuracy, least = solver.accuracy(), min(goals.values())
    assert -1e-5 * spot.pot <= accuracy.exploitability <= 1.05 * least, (
        f"{accuracy.exploitability} is not {least}"
    )
    assert abs(sum(accuracy.values)) < 1e-3 * spot.pot, (
        f"what one wins the other loses, not {accuracy.values}"
    )
    return Result(
        spot,
        1e3 * one,
        seconds,
        solver.iterations,
        solver.memory_bytes / 1e6,
        TOUCHES * cells_bytes / one / 1e9,
    )


def text(result: Result, measured: float) -> str:
    times = ", ".join(f"{goal} in {seconds:.2f} s" for goal, seconds in result.seconds.items())
    return (
        f"{result.ms:.3g} ms an iteration; {times} ({result.iterations} iterations); {result.megabytes:,.0f} MB; "
        f"{result.gigabytes_per_second:.1f} of {measured:.1f} GB/s"
    )


def rows() -> list[Row]:
    """The small ones to their goals, and iterations of all in 32 bits and in 16, for `run.py`: one thread."""
    measured = bandwidth(1)
    results = [measure(spot, 1, 32) for spot in SPOTS if spot.small]
    out = [Row(r.spot.name, "iterations", 1e3 / r.ms, note=text(r, measured)) for r in results]
    for game in GAMES:
        whole, small = (1 / iteration_seconds(game.solver(1, bits)) for bits in PRECISIONS)
        if not game.small:
            out.append(Row(game.name, "iterations", whole, note=f"{1e3 / whole:.3g} ms an iteration"))
        out.append(Row(f"{game.name}, 16 bits", "iterations", small, "32 bits", whole))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", help="only spots whose name begins so")
    parser.add_argument("--full", action="store_true", help="the flops and Rhode Island too")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--precision", type=int, choices=(16, 32, 64), default=32)
    given = parser.parse_args()
    measured = bandwidth(given.threads)
    for game in GAMES:
        if any(map(game.name.startswith, given.names)) if given.names else game.small or given.full:
            print(f"{game.name}: {text(measure(game, given.threads, given.precision), measured)}", flush=True)


if __name__ == "__main__":
    main()
