"""All programs of limit hold'em that are built, each against each; the table of docs/bots/whole-games.md.

Run with: python benchmarks/studies/classic/league.py [--deals 1000] [--bots gs3 sparbot ...] [--processes 2]. Pairs of
bots that do not learn play the same deals in both seats; one that learns plays hands one after the other. What is not
built is left out, and said.
"""

from __future__ import annotations

import argparse
import time
from itertools import combinations

import riverboat as rb
from riverboat.bots import bot_kind, make_bot
from riverboat.errors import BotError

PROGRAMS = ("limit-blueprint", "gs4", "gs3", "gs2", "gs1", "sparbot", "vexbot", "honest", "fish")
"""CFR bots of seeds 001 and 002 are not among them: one plays no-limit bets, the other hold'em without a river."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--bots", nargs="+", default=list(PROGRAMS))
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    there = [name for name in asked.bots if _is_built(name)]
    total = dict.fromkeys(there, 0.0)
    for one, other in combinations(there, 2):
        began = time.perf_counter()
        learn = any(kind is not None and kind.learns for kind in map(bot_kind, (one, other)))
        hands = 2 * asked.deals if learn else asked.deals
        match = rb.play_match([one, other], hands, duplicate=not learn, seed=1, processes=asked.processes)
        won = match.bots[0].won
        total[one] += won.mean
        total[other] -= won.mean
        spent = time.perf_counter() - began
        print(f"{one} against {other}: {won} bb/100, {match.hands:,} hands, {spent:.0f} s", flush=True)
    print("mean over all pairs, big blinds per 100 hands")
    for name, sum_ in sorted(total.items(), key=lambda item: -item[1]):
        print(f"  {name}: {sum_ / max(len(there) - 1, 1):+.1f}")


def _is_built(name: str) -> bool:
    try:
        make_bot(name)
    except BotError as problem:
        print(f"without {name}: {problem}")
        return False
    return True


if __name__ == "__main__":
    main()
