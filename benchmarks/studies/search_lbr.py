"""What a local best response wins from a player who thinks, as many hands as a time allows, in JSON lines.

python benchmarks/studies/search_lbr.py "search:headsup(iterations=100, device=cuda)" --menu fcpa --first turn \
    --seconds 240 --processes 4 --together 16 --checkpoint lbr-turn.json

A line says how far it is every minute, the last one at the end; with a checkpoint the next call goes on. On a card many
hands are played side by side (`--together` deals in each process); without one the same code takes longer.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from riverboat.evaluation import local_best_response


class Result(Protocol):
    """What was found until now."""

    def to_dict(self) -> dict[str, Any]: ...


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add how long and how wide is played; `search_duel.py` takes the same."""
    parser.add_argument("--seconds", type=float, default=1e9, help="after which it stops")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two lines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--together", type=int, default=16, help="deals that each process plays side by side")


class Watch:
    """Prints a JSON line every so often, and sets `stop` when the time is over.

    more: what a line tells beside the result.
    """

    def __init__(
        self, options: argparse.Namespace, more: Callable[[Any], dict[str, Any]] = lambda result: {}
    ) -> None:
        self.stop = threading.Event()
        self._seconds, self._every, self._more = options.seconds, options.every, more
        self._begun, self._told = time.monotonic(), 0.0

    def __call__(self, result: Result) -> None:
        """Hear of a result while it is played."""
        seconds = time.monotonic() - self._begun
        if seconds >= self._seconds:
            self.stop.set()
        elif seconds - self._told >= self._every:
            self._told = seconds
            self.tell(result)

    def tell(self, result: Result) -> None:
        """Print the line of a result."""
        seconds = round(time.monotonic() - self._begun, 1)
        print(json.dumps({"seconds": seconds, **self._more(result), **result.to_dict()}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "strategy", help="such as 'search:headsup(iterations=100, device=cuda)', or 'headsup'"
    )
    parser.add_argument("--menu", default="fcpa", help="fc, fcpa, 56 or words such as 'f c 50%% a'")
    parser.add_argument("--first", default="turn", help="the street from which on the menu is used")
    parser.add_argument("--hands", type=int, default=1_000_000)
    add_options(parser)
    parser.add_argument("--checkpoint", type=Path)
    options = parser.parse_args()
    watch = Watch(options)
    result = local_best_response(
        options.strategy,
        options.menu,
        options.first,
        options.hands,
        seed=options.seed,
        processes=options.processes,
        together=options.together,
        watch=watch,
        checkpoint=options.checkpoint,
        resume=options.checkpoint is not None,
        stop=watch.stop,
    )
    watch.tell(result)


if __name__ == "__main__":
    main()
