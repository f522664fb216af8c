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
from pathlib import Path

from riverboat.evaluation import LocalBestResponse, local_best_response


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "strategy", help="such as 'search:headsup(iterations=100, device=cuda)', or 'headsup'"
    )
    parser.add_argument("--menu", default="fcpa", help="fc, fcpa, 56 or words such as 'f c 50%% a'")
    parser.add_argument("--first", default="turn", help="the street from which on the menu is used")
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=1e9, help="after which it stops")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two lines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--together", type=int, default=16, help="deals that each process plays side by side")
    parser.add_argument("--checkpoint", type=Path)
    options = parser.parse_args()
    begun, stop, told = time.monotonic(), threading.Event(), [0.0]

    def tell(result: LocalBestResponse) -> None:
        seconds = round(time.monotonic() - begun, 1)
        print(json.dumps({"seconds": seconds, **result.to_dict()}), flush=True)

    def watch(result: LocalBestResponse) -> None:
        seconds = time.monotonic() - begun
        if seconds >= options.seconds:
            stop.set()
        elif seconds - told[0] >= options.every:
            told[0] = seconds
            tell(result)

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
        stop=stop,
    )
    tell(result)


if __name__ == "__main__":
    main()
