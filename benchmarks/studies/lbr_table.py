"""What a local best response wins from strategies, with every menu: the table of docs/research/local-best-response.md.

python benchmarks/studies/lbr_table.py headsup [mine.strategy ...] [--hands 10000] [--seed 1] [--tables FILE]

Each row is a menu and the street from which on it is used; each strategy has two columns, drawn as trained and as bots
draw by default. Thousandths of a big blind per hand, ± is 95 %. Prints Markdown; hands a second go to the error stream.
"""

from __future__ import annotations

import argparse
import sys
import time

from riverboat.bots import BlueprintBot
from riverboat.evaluation import local_best_response
from riverboat.solvers import Acting

MENUS = (
    ("fc", "preflop"),
    ("fc", "turn"),
    ("fcpa", "preflop"),
    ("fcpa", "flop"),
    ("fcpa", "turn"),
    ("56", "preflop"),
    ("56", "turn"),
)
"""The published ones, and fold, call, pot, all-in from the flop and from the start."""
DEAR = {"56": 4}
"""How many times fewer hands of a menu are played than of the others: it takes as much longer."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("strategies", nargs="+", help="names or files")
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", help="a file of `riverboat abstract tables`, for all of them")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--acting", nargs="+", default=["trained", "bots"], choices=["trained", "bots"])
    parser.add_argument("--menus", nargs="+", default=[f"{menu}@{first}" for menu, first in MENUS])
    options = parser.parse_args()
    actings = {"trained": Acting(), "bots": Acting(BlueprintBot.acting, BlueprintBot.threshold)}
    columns = [(name, actings[acting]) for name in options.strategies for acting in options.acting]
    print("| menu, from | " + " | ".join(f"{name}, {acting}" for name, acting in columns) + " |")
    print("|---" * (1 + len(columns)) + "|")
    for row in options.menus:
        menu, first = row.split("@")
        cells = []
        for name, acting in columns:
            begun = time.perf_counter()
            result = local_best_response(
                name,
                menu,
                first,
                options.hands // DEAR.get(menu, 1),
                acting=acting,
                tables=options.tables,
                seed=options.seed,
                processes=options.processes,
            )
            cells.append(f"{result.won.mean:,.0f} ± {result.won.half_width:,.0f}")
            speed = result.hands / (time.perf_counter() - begun)
            print(f"{result} ({speed:,.0f} hands a second)", file=sys.stderr, flush=True)
        print(f"| {menu}, {first} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
