"""The strength gate: what the shipped strategies win from every heuristic bot, in big blinds for 100 hands.

python benchmarks/studies/blueprint_strength.py [--deals 2000] [--seed 0] [--strategy sixmax] [--against shark honest]

The strategy sits at a table of players who are all alike, and each deal is played once for every way to turn the table.
It is ahead where the 95 % interval, all-ins adjusted, lies above zero; otherwise the gate ends with an error.
"""

from __future__ import annotations

import argparse
import time

from rich.console import Console
from rich.table import Table

import riverboat as rb

OPPONENTS = {
    "fish": 1,
    "fold": 0.1,
    "all-in": 1,
    "random": 1,
    "angry-fish": 1,
    "honest": 4,
    "shark": 1,
    "matt": 1,
    "mike": 1,
    "killbot": 1,
    "killer": 1,
}
"""Heuristic bots, and how many of the deals asked for: pots with Honest are small, those against who folds alike."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=2000, help="each is played in every seating")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--strategy", nargs="+", default=["sixmax", "headsup"], help="names or files")
    parser.add_argument("--against", nargs="+", default=list(OPPONENTS), help="bots")
    parser.add_argument("--tables", help="a file of `riverboat abstract tables`, which saves time")
    options = parser.parse_args()
    behind = []
    for source in options.strategy:
        game = rb.strategy.open_strategy(source).game
        own = f"blueprint:{source}" + (f"(tables={options.tables})" if options.tables else "")
        table = Table(title=f"{source}, bb/100, ± is 95 %", box=None, pad_edge=False)
        for column in (
            "against",
            "adjusted",
            "won",
            "hands",
            "hands/s",
            *rb.games.position_names(game.players),
        ):
            table.add_column(column, justify="left" if column == "against" else "right")
        for name in options.against:
            start = time.perf_counter()
            result = rb.play_match(
                [own, *[name] * (game.players - 1)],
                hands=max(2, int(options.deals * OPPONENTS.get(name, 1))),
                game=game,
                duplicate=True,
                seed=options.seed,
            )
            speed = result.hands / (time.perf_counter() - start)
            bot = result.bots[0]
            seats = [str(adjusted) for _, _, adjusted in bot.by_position.values()]
            table.add_row(name, str(bot.adjusted), str(bot.won), f"{result.hands:,}", f"{speed:,.0f}", *seats)
            if bot.adjusted.low <= 0:
                behind.append(f"{source} against {name}: {bot.adjusted}")
        Console(width=200).print(table)
    if behind:
        raise SystemExit("not ahead beyond the interval: " + "; ".join(behind))


if __name__ == "__main__":
    main()
