"""What a player who thinks wins from a blueprint, as many deals as a time allows, in JSON lines.

python benchmarks/studies/search_duel.py "search:headsup(iterations=100, device=cuda)" headsup --seconds 240 \
    --processes 4 --together 16 --seed 1

Each deal is played in both seats; bb/100 raw and by AIVAT. A line says how far it is every minute, the last one at the
end. `--begin` goes on with later deals; results of runs that do not overlap are averaged by their hands.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from search_lbr import Watch, add_options

from riverboat.evaluation import duel


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("first", help="such as 'search:headsup(iterations=100, device=cuda)'")
    parser.add_argument("second", help="such as 'headsup'")
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--begin", type=int, default=0, help="the number of the first deal")
    add_options(parser)
    options = parser.parse_args()
    watch = Watch(options, lambda result: {"next_deal": options.begin + result.deals})
    result = duel(
        options.first,
        options.second,
        options.deals,
        begin=options.begin,
        seed=options.seed,
        processes=options.processes,
        together=options.together,
        watch=watch,
        stop=watch.stop,
    )
    watch.tell(result)


if __name__ == "__main__":
    main()
