"""Matches that are looked at while they run: how often their intervals miss, by the rule that stops them.

python benchmarks/studies/sequential_tests.py [--matches 4000] [--deals 100000] [--seed 0]

Matches are drawn from payoffs like those of poker, a few bets most of the time and a whole stack now and then, less
their mean: nobody is better. Each is looked at after every 1,000 deals. A rule misses where its interval does not hold
0 when it stops, or at the end. Sums of 1,000 deals are exact: they follow from how often each payoff comes.
"""

from __future__ import annotations

import argparse

import numpy as np
from rich.console import Console
from rich.table import Table

from riverboat.evaluation import NORMAL_95, sequence_errors

PAYOFFS = np.array([-100, -40, -15, -6, -2.5, -1, -0.5, 0.5, 1, 2.5, 6, 15, 40, 100.0])
"""Big blinds."""
KINDS = {
    "even": np.array([6, 8, 20, 60, 120, 150, 136, 136, 150, 120, 60, 20, 8, 6]) / 1000,
    "wins often, loses much": np.array([12, 12, 24, 50, 80, 100, 90, 160, 200, 170, 70, 22, 8, 2]) / 1000,
    "loses often, wins much": np.array([2, 8, 22, 70, 170, 200, 160, 90, 100, 80, 50, 24, 12, 12]) / 1000,
}
LOOK = 1000  # deals between two looks, and before the first
WIDTHS = (40.0, 20.0, 10.0)  # bb/100


def simulate(kind: str, matches: int, deals: int, seed: int) -> dict[str, float]:
    """Return by rule the part of matches whose interval misses when they stop."""
    random, chances = np.random.default_rng(seed), KINDS[kind]
    payoffs = PAYOFFS - chances @ PAYOFFS
    looks = np.arange(1, deals // LOOK + 1) * LOOK
    counts = random.multinomial(LOOK, chances, (matches, len(looks)))
    total, squares = (np.cumsum(counts @ payoffs**power, axis=1) for power in (1, 2))
    means = total / looks
    errors = np.sqrt((squares - looks * means**2) / (looks - 1) / looks)
    sequence = np.array([sequence_errors(float(count)) for count in looks]) * errors
    plain = NORMAL_95 * errors
    found = {"one look at the end": float((np.abs(means[:, -1]) > plain[:, -1]).mean())}
    for name, wide in (("plain interval", plain), ("sequence", sequence)):
        misses = np.abs(means) > wide
        found[f"{name}, until sure"] = float(misses.any(axis=1).mean())
        for width in WIDTHS:
            narrow = 100 * wide <= width
            stop = np.where(narrow.any(axis=1), narrow.argmax(axis=1), len(looks) - 1)
            found[f"{name}, until ± {width:g} bb/100"] = float(misses[np.arange(matches), stop].mean())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=4000)
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found = {kind: simulate(kind, options.matches, options.deals, options.seed) for kind in KINDS}
    table = Table(title=f"misses in {options.matches:,} matches; 5 % is promised", box=None, pad_edge=False)
    for column in ("rule", *KINDS):
        table.add_column(column, justify="left" if column == "rule" else "right")
    for rule in next(iter(found.values())):
        table.add_row(rule, *(f"{found[kind][rule]:.1%}" for kind in KINDS))
    Console().print(table)
    worst = max(found[kind]["sequence, until sure"] for kind in KINDS)
    assert worst <= 0.05, f"the sequence misses in {worst:.1%} of matches"


if __name__ == "__main__":
    main()
