"""Plays every bot of `bad_bots.py`: the match must finish, the bot be named, and the machine stay as it was.

python hostile/bots.py [--hands 6] [--limit 0.2] [--players 2] [names…]
"""

from __future__ import annotations

import argparse
import inspect
import os
import sys
import time
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import bad_bots
from riverboat.arena import play_match
from riverboat.bots import Bot
from riverboat.errors import BotError

FILE = Path(bad_bots.__file__)


def names() -> list[str]:
    """Return the names of all bad bots."""
    return [
        name
        for name, kind in vars(bad_bots).items()
        if inspect.isclass(kind) and issubclass(kind, Bot) and kind.__module__ == bad_bots.__name__
    ]


def left_over() -> int:
    """Return how many guests of this process there are."""
    parents = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            parents[int(entry.name)] = int(parent) if state != "Z" else 0
        except OSError:
            continue
    return sum(parents.get(parent) == os.getpid() for parent in parents.values())


def play(name: str, hands: int, limit: float, players: int) -> tuple[bool, str]:
    """Play one bot; return whether all is well, and what was told."""
    bots = [f"{FILE}:{name}", *["fish"] * (players - 1)]
    try:
        with redirect_stderr(StringIO()):  # what they print
            result = play_match(bots, hands, time_limit=limit)
    except BotError as problem:  # a bot that cannot be made is named before the match
        return name in str(problem), f"refused: {problem}"
    deadline = time.monotonic() + 5
    while left_over() and time.monotonic() < deadline:
        time.sleep(0.05)
    guilty, *others = result.bots
    told = "; ".join(f"{count} × {kind} ({first})" for kind, (count, first) in guilty.faults.items())
    well = (
        result.hands == hands
        and bool(guilty.faults)
        and name in guilty.name
        and not any(other.faults for other in others)
        and not left_over()
    )
    return well, told


def main(words: list[str] | None = None) -> int:
    """Play all, or those that are named; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=names(), metavar="BOT")
    parser.add_argument("--hands", type=int, default=6)
    parser.add_argument("--limit", type=float, default=0.2, help="seconds for a decision")
    parser.add_argument("--players", type=int, default=2)
    asked = parser.parse_args(words)
    wrong = 0
    for name in asked.bots:
        start = time.monotonic()
        well, told = play(name, asked.hands, asked.limit, asked.players)
        wrong += not well
        print(
            f"{'ok   ' if well else 'WRONG'} {name:18} {time.monotonic() - start:5.1f} s  {told[:150]}",
            flush=True,
        )
    print(f"{len(asked.bots)} bots, {wrong} wrong; process {os.getpid()} is alive")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
