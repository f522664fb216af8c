"""What the shipped strategies win from players that any strategy must beat, in big blinds for 100 hands.

python benchmarks/blueprint_strength.py [--deals 2000] [--seed 0] [--strategy sixmax]

The strategy sits in one seat, and each deal is played once in each seat; all others play alike. The interval is 95 %.
"""

from __future__ import annotations

import argparse
import time

from rich.console import Console
from rich.table import Table

import riverboat as rb
from riverboat.testing.simple_players import SIMPLE_PLAYERS, as_player, winnings

MORE = {"all-in": 20, "folding": 0.2}  # deals against them are quick and wild, or all alike


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=2000, help="each is played once in every seat")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--strategy", nargs="+", default=["sixmax", "headsup"], help="names or files")
    options = parser.parse_args()
    table = Table(box=None, pad_edge=False)
    for column in ("strategy", "against", "bb/100", "± 95 %", "hands", "hands/s"):
        table.add_column(column, justify="left" if column in ("strategy", "against") else "right")
    for source in options.strategy:
        strategy = rb.strategy.open_strategy(source)
        for name, others in SIMPLE_PLAYERS.items():
            deals = max(2, int(options.deals * MORE.get(name, 1)))
            start = time.perf_counter()
            won = winnings(as_player(strategy), others, strategy.game, deals, options.seed)
            speed = won.hands / (time.perf_counter() - start)
            cells = (f"{won.bb_per_100:+,.0f}", f"{won.margin:,.0f}", f"{won.hands:,}", f"{speed:,.0f}")
            table.add_row(strategy.name, name, *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
