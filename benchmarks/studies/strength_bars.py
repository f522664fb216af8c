"""The bars of a shipped strategy: what the bots that once beat it win from it, in big blinds for 100 hands.

python benchmarks/studies/strength_bars.py [--hands 20000] [--seed 0] [--strategy sixmax] [--against 'shover(0.66)']

One such bot sits at a table of players who all play the strategy, sampled as it was trained and as bots play it by
default; each deal is played once for every way to turn the table. The strategy passes where the 95 % interval of what
the bot wins, all-ins adjusted, lies below zero; if one does not, the study ends with an error.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

from rich.console import Console
from rich.table import Table

import riverboat as rb

AGAINST = (
    "shover(0.6)",
    "shover(0.72)",
    "shover(0.8)",
    "equity-50-70",
    "equity-50-50",
    "equity-20-30",
    "rlcard",
)
ACTINGS = {"sampled": "sampled", "as played": ""}
COLUMNS = ("bot", "strategy", "acting", "wins", "raw", "hands", "hands/s", "bar")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=20_000, help="of each pair, in all seatings together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--strategy", nargs="+", default=["headsup", "sixmax"], help="names or files")
    parser.add_argument("--against", nargs="+", default=AGAINST, help="bots")
    parser.add_argument("--acting", nargs="+", default=list(ACTINGS), choices=list(ACTINGS))
    parser.add_argument("--tables", help="a file of `riverboat abstract tables`, which saves time")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = [
        measured(bot, source, acting, options)
        for source in options.strategy
        for acting in options.acting
        for bot in options.against
    ]
    if options.json:
        print(json.dumps(rows, indent=1))
    else:
        Console(width=120).print(drawn(rows))
    missed = [
        f"{row['bot']} against {row['strategy']} {row['acting']}" for row in rows if row["bar"] != "passed"
    ]
    if missed:
        raise SystemExit(f"{len(missed)} of {len(rows)} bars are not passed: " + "; ".join(missed))


def measured(bot: str, source: str, acting: str, options: argparse.Namespace) -> dict[str, object]:
    """Play one bot against a table of the strategy."""
    game = rb.strategy.open_strategy(source).game
    given = [ACTINGS[acting], f"tables={options.tables}" if options.tables else ""]
    own = f"blueprint:{source}({','.join(filter(None, given))})"
    start = time.perf_counter()
    result = rb.play_match(
        [bot, *[own] * (game.players - 1)],
        hands=max(2, options.hands // game.players),
        game=game,
        duplicate=True,
        trust=True,  # rlcard, ten times as fast in this process
        seed=options.seed,
    )
    seconds = time.perf_counter() - start
    if any(one.faults for one in result.bots):
        raise SystemExit(f"{bot} against {own}: {[one.faults for one in result.bots]}")
    won = result.bots[0].adjusted
    bar = "passed" if won.high < 0 else "missed" if won.low > 0 else "open"
    row = (
        bot,
        source,
        acting,
        str(won),
        str(result.bots[0].won),
        result.hands,
        round(result.hands / seconds),
        bar,
    )
    print(*row, sep="  ", file=sys.stderr, flush=True)
    return dict(zip(COLUMNS, row, strict=True)) | {"mean": won.mean, "low": won.low, "high": won.high}


def drawn(rows: list[dict[str, object]]) -> Table:
    """The table, for the terminal."""
    table = Table(
        title="what bots win, bb/100, all-ins adjusted, ± is 95 %; a bar is passed below zero",
        box=None,
        pad_edge=False,
    )
    for column in COLUMNS:
        table.add_column(column, justify="right" if column in COLUMNS[3:7] else "left")
    for row in rows:
        table.add_row(
            *(f"{row[name]:,}" if isinstance(row[name], int) else str(row[name]) for name in COLUMNS)
        )
    return table


if __name__ == "__main__":
    main()
