"""How much luck AIVAT takes out of matches, by value function: standard deviations, and hands saved.

python benchmarks/studies/aivat_factors.py [--hands 1000] [--seed 0]

The factor is the quotient of the variances of the first bot's raw and estimated results: how many times fewer hands
give the same interval. Beside it, how far the means of both lie apart, in standard errors of their difference.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from rich.console import Console
from rich.table import Table

import riverboat as rb
from riverboat.bots import BlueprintBot, make_bot
from riverboat.evaluation import aivat_of

MATCHES = (
    (["blueprint:headsup", "blueprint:headsup(sampled)"], 1.0),
    (["blueprint:headsup", "cfr-strength"], 1.0),
    (["blueprint:headsup", "shark"], 1.0),
    (["blueprint:sixmax"] * 6, 0.5),
    (["blueprint:sixmax", *["shark"] * 5], 0.5),
)
"""Who plays, and how many of the hands asked for."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    table = Table(box=None, pad_edge=False)
    for column in ("against", "hands", "values", "deviation, bb", "factor", "apart", "ms a hand"):
        table.add_column(column, justify="left" if column in ("against", "values") else "right")
    for bots, part in MATCHES:
        hands = round(options.hands * part)
        match = rb.play_match(bots, hands, seed=options.seed, keep_every=1)
        made = zip(match.setting.names, map(make_bot, bots), strict=True)
        known = {name: bot for name, bot in made if isinstance(bot, BlueprintBot)}
        first, scale = match.bots[0], np.sqrt(hands) / 1.96 / 100
        against = f"{bots[0]}, {len(bots) - 1} x {bots[1]}"
        table.add_row(against, f"{hands:,}", "raw", f"{first.won.half_width * scale:.2f}")
        times = (first.won.half_width / first.adjusted.half_width) ** 2
        table.add_row("", "", "all-in adjusted", f"{first.adjusted.half_width * scale:.2f}", f"{times:.1f}")
        for values in ("zero", "equity", "ahead"):
            start = time.perf_counter()
            found = aivat_of(match.records, known, values)
            took = 1000 * (time.perf_counter() - start) / hands
            samples = found.aivat[:, found.names.index(first.name)]
            apart = samples - found.won[:, found.names.index(first.name)]
            table.add_row(
                "",
                "",
                values,
                f"{samples.std():.2f}",
                f"{found.factor(first.name):.1f}",
                f"{apart.mean() / apart.std() * np.sqrt(hands):+.1f}",
                f"{took:.0f}",
            )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
