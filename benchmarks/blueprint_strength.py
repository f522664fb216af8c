"""What the shipped strategies win from players that any strategy must beat, in big blinds for 100 hands.

python benchmarks/blueprint_strength.py [--deals 2000] [--seed 0] [--strategy sixmax]

The strategy sits at a table of players who are all alike, and each deal is played once for every way to turn the table.
"""

from __future__ import annotations

import argparse
import time

from rich.console import Console
from rich.table import Table

import riverboat as rb

OPPONENTS = {"fish": 1, "fold": 0.1, "all-in": 1, "random": 1}
"""Simple bots, and how many deals of those asked for: against who folds they are all alike."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=2000, help="each is played in every seating")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--strategy", nargs="+", default=["sixmax", "headsup"], help="names or files")
    options = parser.parse_args()
    table = Table(box=None, pad_edge=False)
    for column in ("strategy", "against", "bb/100, all-in adjusted", "hands", "hands/s"):
        table.add_column(column, justify="left" if column in ("strategy", "against") else "right")
    for source in options.strategy:
        game = rb.strategy.open_strategy(source).game
        for name, share in OPPONENTS.items():
            bots = [f"blueprint:{source}", *[name] * (game.players - 1)]
            start = time.perf_counter()
            result = rb.play_match(
                bots, hands=max(2, int(options.deals * share)), game=game, duplicate=True, seed=options.seed
            )
            speed = result.hands / (time.perf_counter() - start)
            table.add_row(source, name, str(result.bots[0].adjusted), f"{result.hands:,}", f"{speed:,.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
