"""Reading a solution: set-up of small spots, and strategies, EVs and equities of nodes, live and from files.

python benchmarks/bench_reading.py [--flop]

A turn spot by default; `--flop` solves a 3-bet pot on the flop, whose tables take about a gigabyte, for thirty
iterations. Files are opened anew for each line, so that a first look counts; what a small spot takes to set up is
measured after the first of the process, which also waits for the evaluator's tables.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

import riverboat as rb
from bench_spots import CALL, SPOTS, THREE_BET
from riverboat.solvers import Solution, SolvedHands, spot_setup
from timing import Row, race

MOST_MS: Final = 20.0
"""A node that is walked to, with all that is worth knowing of it, must not take longer."""

SMALL: Final = {"oop": "AA,QQ,KQs,76s", "ip": "AQs,KQs,JTs,TT", "pot": 100, "stack": 200}
TURN_LINES: Final = ("", "k", "k b33%", "k b33% c / 7d", "k b33% c / 7d k")
FLOP_LINES: Final = ("", "k", "k b33%", "k b33% c / 7d", "k b33% c / 7d k", "k b33% c / 7d k k / 2c")


def everything(solution: Solution, line: str) -> SolvedHands:
    """Ask for all that a node knows; what it says must add up."""
    node = solution.grid(line)
    evs = [player.mean_ev for player in node.players]
    assert abs(sum(evs) - node.pot) < 2e-3 * node.pot, f"EVs {evs} do not add up to the pot of {node.pot}"
    equities = [player.mean_equity for player in node.players]
    assert abs(sum(equities) - 1) < 1e-6, f"equities {equities} do not add up to 1"
    assert node.action_evs.shape == node.strategy.shape
    return node


def ms_of(function: Callable[[], object]) -> float:
    start = time.perf_counter()
    function()
    return 1e3 * (time.perf_counter() - start)


def set_up(board: str) -> Row:
    def once() -> None:
        spot_setup(board=board, **SMALL).game_setup().solver()  # type: ignore[arg-type]

    (seconds,) = race(once)
    return Row(f"set-up, {len(board) // 2} cards", "spots", 1 / seconds, note=f"{1e3 * seconds:.2g} ms")


def read(what: str, solution: Solution, lines: Sequence[str]) -> Row:
    """Every line three times; the median over lines of the best counts."""
    times = [min(ms_of(lambda line=line: everything(solution, line)) for _ in range(3)) for line in lines]  # type: ignore[misc]
    worst = max(times)
    assert worst < MOST_MS, f"{what}: a node took {worst:.0f} ms"
    note = f"{np.median(times):.2g} ms a node, the slowest {worst:.2g}"
    return Row(what, "nodes", 1e3 / float(np.median(times)), note=note)


def files(solution: Solution, lines: Sequence[str], drop: str | None) -> list[Row]:
    """From a file: the time to open it and to know everything of its first decision, then the other lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solution.rb"
        saved = ms_of(lambda: solution.save(path, drop=drop))
        megabytes = path.stat().st_size / 1e6
        opened = min(ms_of(lambda: everything(rb.open(path), "")) for _ in range(3))
        what = "file" if drop is None else f"file without its {drop}"
        note = f"{opened:.3g} ms; {megabytes:,.1f} MB written in {saved / 1e3:.2g} s"
        first = Row(f"{what}, opened and its root read", "roots", 1e3 / opened, note=note)
        return [first, read(what, rb.open(path), lines)]


def rows(*, flop: bool = False) -> list[Row]:
    """For `run.py`: a turn spot."""
    if flop:
        board, lines, last = "QsJh2h", FLOP_LINES, 2
        sizes = {"flop": "33% 75% | 2.5x", "turn": "50% | 2.5x", "river": "50% | 2.5x"}
        solution = rb.solve_spot(
            board=board, oop=THREE_BET, ip=CALL, pot=200, stack=900, sizes=sizes, iterations=30
        )
    else:
        turn, lines, last = SPOTS[1], TURN_LINES, 1
        solution = rb.solve_spot(
            board=turn.board, oop=turn.ranges[0], ip=turn.ranges[1], pot=turn.pot, stack=turn.stack,
            sizes=turn.sizes, iterations=50, threads=1,
        )  # fmt: skip
    kept = [line for line in lines if line.count("/") < last]
    return [
        *(set_up(board) for board in ("QsJh2h5c9d", "QsJh2h5c")),
        read("live", solution, lines),
        *files(solution, lines, None),
        *files(solution, kept, "river"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--flop", action="store_true", help="a flop instead of a turn")
    for row in rows(flop=parser.parse_args().flop):
        print(f"{row.what}: {row.note}")


if __name__ == "__main__":
    main()
