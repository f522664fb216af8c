"""What best answers win from players of limit hold'em who do not look at their cards: the table of evaluating.md.

python benchmarks/studies/blind_players.py [threads]

Nothing is sampled. Prints a Markdown table in thousandths of a big blind; some minutes on two cores, 3 GB.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from riverboat.evaluation import blind_response

PLAYERS: dict[str, Any] = {
    "folds to every bet": "fold",
    "always calls": "call",
    "always raises": "raise",
    "calls or raises, a coin": {"c": 0.5, "r": 0.5},
    "folds, calls or raises, a third each": {"f": 1 / 3, "c": 1 / 3, "r": 1 / 3},
}


def main() -> None:
    threads = int(sys.argv[1]) if len(sys.argv) > 1 else None
    print("| who | as the big blind | on the button | on average | processor time |\n|---|---|---|---|---|")
    for name, play in PLAYERS.items():
        began = time.process_time()
        found = blind_response("limit-holdem", play, threads=threads)
        big_blind, button = (1000 * value / found.game.big_blind for value in found.values)
        seconds = time.process_time() - began
        print(
            f"| {name} | {big_blind:,.2f} | {button:,.2f} | {found.mbb:,.2f} | {seconds:.0f} s |", flush=True
        )
    assert found.by_hand.shape == (2, 1326)


if __name__ == "__main__":
    main()
