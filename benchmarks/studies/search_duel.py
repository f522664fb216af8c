"""What a player who thinks wins from a blueprint, as many deals as a time allows, in JSON lines.

python benchmarks/studies/search_duel.py "search:headsup(iterations=100, device=cuda)" headsup --seconds 240 \
    --processes 4 --together 16 --seed 1

Each deal is played in both seats; bb/100 raw and by AIVAT. A line says how far it is every minute, the last one at the
end. `--begin` goes on with later deals; results of runs that do not overlap are averaged by their hands.
"""

from __future__ import annotations

import argparse
import json
import threading
import time

from riverboat.evaluation import Duel, duel


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("first", help="such as 'search:headsup(iterations=100, device=cuda)'")
    parser.add_argument("second", help="such as 'headsup'")
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--begin", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--seconds", type=float, default=1e9, help="after which it stops")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two lines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--together", type=int, default=16, help="deals that each process plays side by side")
    options = parser.parse_args()
    begun, stop, told = time.monotonic(), threading.Event(), [0.0]

    def tell(result: Duel) -> None:
        seconds, next_deal = round(time.monotonic() - begun, 1), options.begin + result.deals
        print(json.dumps({"seconds": seconds, "next_deal": next_deal, **result.to_dict()}), flush=True)

    def watch(result: Duel) -> None:
        seconds = time.monotonic() - begun
        if seconds >= options.seconds:
            stop.set()
        elif seconds - told[0] >= options.every:
            told[0] = seconds
            tell(result)

    result = duel(
        options.first,
        options.second,
        options.deals,
        begin=options.begin,
        seed=options.seed,
        processes=options.processes,
        together=options.together,
        watch=watch,
        stop=stop,
    )
    tell(result)


if __name__ == "__main__":
    main()
