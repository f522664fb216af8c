"""Update rules side by side: iterations and seconds to an accuracy, in spots and in Leduc.

python benchmarks/bench_rules.py [--spot turn ...] [--rule dcfr ...] [--most 2000]

One thread. Iterations do not depend on how busy the machine is; the time of an iteration is the least over all of them.
The accuracy is looked at whenever iterations have grown by a 25th, so numbers are exact to 4 percent. The last column
has the iterations as a multiple of those of `dcfr`: the geometric mean over the spots, if all got there.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bench_spots import BIG_BLIND, BUTTON, CALL, SPOTS, THREE_BET, Spot
from riverboat.games import Menu, build_tree, leduc
from riverboat.solvers import FullWidth, UpdateRule, spot_setup
from riverboat.solvers.update_rules.averaging import LINEAR, Delayed, Power, Restart
from riverboat.solvers.update_rules.rules import RULES, CFRPlus, DiscountedCFR

FOUR_BET: Final = "QQ+,AKs,AKo,A5s,KQs:0.5,JTs"
FLAT: Final = "JJ:0.5,TT-99,AKo,AQs-AJs,KQs,JTs,98s"

PERCENTS: Final = (1.0, 0.5, 0.3, 0.1)  # of the pot
LOOKS: Final = 25  # one whenever iterations have grown by so small a part

CANDIDATES: Final[dict[str, UpdateRule]] = {
    **{name: rule for name, rule in RULES.items() if name != "fp"},  # which needs thousands
    "cfr+, delay 50": CFRPlus(averaging=Delayed(50, LINEAR)),
    "dcfr, t⁴": DiscountedCFR(averaging=Power(4)),
    "dcfr, t³, restarts": DiscountedCFR(averaging=Restart(Power(3))),
}


@dataclass(frozen=True)
class Case:
    name: str
    pot: float
    solver: Callable[[UpdateRule], FullWidth]


def _spot(spot: Spot) -> Case:
    oop, ip = spot.ranges
    setup = spot_setup(board=spot.board, oop=oop, ip=ip, pot=spot.pot, stack=spot.stack, sizes=spot.sizes)
    return Case(spot.name, spot.pot, lambda rule: setup.game_setup().solver(rule, 32, 1))


def _leduc(rule: UpdateRule) -> FullWidth:
    return FullWidth(build_tree(leduc(), Menu()), rule=rule, threads=1)


CASES: Final = (
    *(_spot(spot) for spot in SPOTS if spot.small),
    _spot(Spot("turn, 3-bet", "Kd7s4d9c", (THREE_BET, CALL), 200, 900, "50% 100% | 2.5x")),
    _spot(Spot("river, deep", "As8d4c4hJs", (BIG_BLIND, BUTTON), 1000, 19500, "50% 100% 300% a | 100% a")),
    _spot(Spot("flop, 4-bet", "Th9h3c", (FOUR_BET, FLAT), 300, 600, "50% | a")),
    Case("leduc", 2.0, _leduc),
)


@dataclass(frozen=True)
class Result:
    iterations: dict[float, int]  # to percents of the pot, where it got there
    seconds: float  # of an iteration


def measure(case: Case, rule: UpdateRule, most: int) -> Result:
    solver = case.solver(rule)
    reached: dict[float, int] = {}
    fastest = math.inf
    while solver.iterations < most and len(reached) < len(PERCENTS):
        steps = max(1, solver.iterations // LOOKS)
        for _ in range(steps):
            start = time.perf_counter()
            solver.run(1)
            fastest = min(fastest, time.perf_counter() - start)
        percent = 100 * solver.quick_exploitability() / case.pot
        assert percent >= -1e-3, f"nobody can be exploited by {percent} percent of the pot"
        for goal in PERCENTS:
            if percent <= goal:
                reached.setdefault(goal, solver.iterations)
    return Result(reached, fastest)


def cell(result: Result, percent: float) -> str:
    iterations = result.iterations.get(percent)
    return "–" if iterations is None else f"{iterations} ({iterations * result.seconds:.2g} s)"


def factor(results: list[Result], base: list[Result], percent: float) -> str:
    """The geometric mean of iterations over those of the base; needs all."""
    both = [
        (ours.iterations.get(percent), theirs.iterations.get(percent))
        for ours, theirs in zip(results, base, strict=True)
    ]
    logs = [math.log(ours / theirs) for ours, theirs in both if ours and theirs]
    return f"{math.exp(sum(logs) / len(logs)):.2f}" if len(logs) == len(both) else "–"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--spot", nargs="*", default=[], help="only these")
    parser.add_argument("--rule", nargs="*", default=[], help="only these, and dcfr")
    parser.add_argument("--most", type=int, default=2000, help="iterations")
    given = parser.parse_args()
    cases = [case for case in CASES if not given.spot or case.name in given.spot]
    names = [name for name in CANDIDATES if not given.rule or name in {*given.rule, "dcfr"}]
    found: dict[str, list[Result]] = {}
    for name in names:
        found[name] = [measure(case, CANDIDATES[name], given.most) for case in cases]
    for percent in PERCENTS:
        print(f"\nTo {percent} % of the pot: iterations (seconds)\n")
        print("| rule | " + " | ".join(case.name for case in cases) + " | × dcfr |")
        print("|---" * (len(cases) + 2) + "|")
        for name, results in found.items():
            cells = [cell(result, percent) for result in results]
            print(f"| {name} | " + " | ".join(cells) + f" | {factor(results, found['dcfr'], percent)} |")


if __name__ == "__main__":
    main()
