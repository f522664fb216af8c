"""Two endgames of Libratus: seconds, iterations, memory, exploitability and values, to 0.1 % of the pot.

python benchmarks/bench_endgames.py [FOLDER] [--threads 2] [--precision 32] [--max-seconds 600] [name ...]

FOLDER, or the environment variable RIVERBOAT_ENDGAMES, has one text file for each endgame, whose name begins with
"river" or "turn". It has one `-key value` on a line: `-round`, `-board`, `-pot` and `-reach`, 1,326 numbers for the
player out of position and 1,326 for the button, in the order 2s2h, 2s2d, 2s2c, 2s3s and so on. The files are public
research data and are not part of the project. Blinds were 50 and 100 and stacks 20,000.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from riverboat.base.memory import bytes_text
from riverboat.cards.card import NUM_HANDS, hand_index, parse_cards
from riverboat.cards.range import Range
from riverboat.solvers import Look, SolveOptions, SpotSetup, spot_setup
from riverboat.solvers.solutions.solving import run_solver
from timing import Row

SIZES: Final = "25% 50% 75% 100% 150% a | 50% 100% a"
STACK: Final = 20_000
BIG_BLIND: Final = 100
POT_PERCENT: Final = 0.1
THEIR_CARDS: Final = [parse_cards(rank + suit)[0] for rank in "23456789TJQKA" for suit in "shdc"]


@dataclass(frozen=True)
class Endgame:
    name: str
    board: str
    pot: int
    ranges: tuple[Range, Range]

    def setup(self, sizes: str = SIZES) -> SpotSetup:
        return spot_setup(
            board=self.board,
            oop=self.ranges[0],
            ip=self.ranges[1],
            pot=self.pot,
            stack=STACK - self.pot // 2,
            sizes=sizes,
            min_bet=BIG_BLIND,
        )


def read(path: Path) -> Endgame:
    lines = (line.split(maxsplit=1) for line in path.read_text().splitlines() if line.strip())
    values = {key.removeprefix("-"): value.strip() for key, value in lines}
    reach = np.array(values["reach"].replace(",", " ").split(), np.float64)
    if len(reach) != 2 * NUM_HANDS:
        raise ValueError(f"'{path.name}' has {len(reach)} reach probabilities; there must be {2 * NUM_HANDS}")
    board = values["board"].replace(",", "").replace(" ", "")
    oop, ip = _range(reach[:NUM_HANDS]), _range(reach[NUM_HANDS:])
    assert (oop.without(board), ip.without(board)) == (oop, ip), "a card of the board is held: another order"
    return Endgame(path.stem, board, int(values["pot"]), (oop, ip))


def _range(reach: np.ndarray) -> Range:
    """The largest reach becomes 1: only ratios count."""
    weights = np.zeros(NUM_HANDS)
    for (first, second), weight in zip(combinations(THEIR_CARDS, 2), reach, strict=True):
        weights[hand_index(max(first, second), min(first, second))] = weight
    return Range.from_weights(weights / weights.max())


def folder(given: str | None) -> Path | None:
    """The folder of the endgames, or one line that says how to name it."""
    named = given or os.environ.get("RIVERBOAT_ENDGAMES")
    if not named:
        print("endgames: skipped; name their folder, or set RIVERBOAT_ENDGAMES", file=sys.stderr)
        return None
    return Path(named)


def measure(endgame: Endgame, threads: int, precision: int, seconds: float | None) -> tuple[float, str]:
    """Iterations a second, and all there is to say."""
    setup = endgame.setup().game_setup()
    solver = setup.solver("dcfr", precision, threads)  # type: ignore[arg-type]
    size = f"{setup.tree.nodes:,} nodes, tables of {bytes_text(solver.memory_bytes)}"
    print(f"{endgame.name}: {size}", file=sys.stderr, flush=True)
    options = SolveOptions(target_pot_percent=POT_PERCENT, max_seconds=seconds, watch=teller(endgame.pot))
    solution = run_solver(setup, solver, options)
    reached = solution.pot_percent <= POT_PERCENT
    assert reached or solution.stopped == "time", "a solution is as good as was asked for"
    assert abs(sum(solution.evs) - endgame.pot) < 1e-3 * endgame.pot, "the two share the pot"
    peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    oop, ip = solution.evs
    return solution.iterations / solution.seconds, (
        f"{solution.pot_percent:.3f} % of the pot in {solution.seconds:.1f} s, {solution.iterations} iterations"
        f"{'' if reached else ', stopped before the goal'}; {size}, {bytes_text(peak)} at most; of the pot of "
        f"{endgame.pot} the first player wins {oop:.2f}, the button {ip:.2f}"
    )


def teller(pot: int) -> Callable[[Look], None]:
    """Prints each look at the accuracy."""

    def tell(look: Look) -> None:
        percent = 100 * look.exploitability / pot
        print(
            f"  {look.iterations} iterations, {look.seconds:.1f} s: {percent:.3f} %",
            file=sys.stderr,
            flush=True,
        )

    return tell


def run(where: Path, names: Sequence[str], threads: int, precision: int, seconds: float | None) -> list[Row]:
    rows = []
    for path in sorted(where.glob("*.txt")):
        if path.name.startswith(("river", "turn")) and (not names or path.name.startswith(tuple(names))):
            endgame = read(path)
            rate, note = measure(endgame, threads, precision, seconds)
            rows.append(Row(f"Libratus endgame, {endgame.name}", "iterations", rate, note=note))
    return rows


def rows() -> list[Row]:
    """The river on one thread, for `run.py`."""
    where = folder(None)
    return [] if where is None else run(where, ["river"], 1, 32, None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", help="where the endgames are")
    parser.add_argument("names", nargs="*", help="only those whose names begin so: river, turn")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--precision", type=int, choices=(16, 32, 64), default=32)
    parser.add_argument("--max-seconds", type=float, help="stop each after so many")
    given = parser.parse_args()
    where = folder(given.folder)
    if where is not None:
        for row in run(where, given.names, given.threads, given.precision, given.max_seconds):
            print(f"{row.what}: {row.note}", flush=True)


if __name__ == "__main__":
    main()
