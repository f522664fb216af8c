"""How long spots of self-play take, to an accuracy or some iterations: `python benchmarks/studies/search_times.py`.

Starts are drawn by playing a blueprint against itself. Processor time of all threads is halved: it is what two idle
cores take, also where others work on the machine.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import riverboat as rb
from riverboat.evaluation.pieces.self_play import play_to
from riverboat.search import Budget, Search, SearchStrategy

CASES = {"river": (3, 0.2, 0.5), "turn": (2, 2.0, 1.0), "flop": (1, 2.0, 1.0)}
"""The round, seconds of the budget, percent of the pot."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("street", choices=CASES)
    parser.add_argument("--starts", type=int, default=40)
    parser.add_argument("--seconds", type=float, help="of the budget, which chooses the menu")
    parser.add_argument("--kind", default="unsafe", help="of solving; on flops leaves")
    parser.add_argument("--iterations", type=int, help="instead of an accuracy")
    parser.add_argument("--strategy", default="headsup")
    parser.add_argument("--most", type=float, default=600, help="seconds of this study")
    asked = parser.parse_args()
    number, seconds, percent = CASES[asked.street]
    blueprint = rb.open(asked.strategy)
    found = play_to(blueprint, number, 4000, seed=7).found
    pool = [start for starts in found.values() for start in starts]
    order = np.random.default_rng(1).permutation(len(pool))[: asked.starts]
    exact = None if asked.iterations else percent
    budget = Budget(asked.seconds or seconds, iterations=asked.iterations or 600, accuracy=exact)
    search = Search(blueprint, budget, streets={asked.street: asked.kind})
    times, rungs, began = [], {}, time.monotonic()
    for place in order:
        if time.monotonic() - began > asked.most:
            break
        start = pool[place]
        clock = time.process_time()
        thought = SearchStrategy(search).at(start.taken, start.board).thought
        took = (time.process_time() - clock) / 2
        search.forget()
        if thought is None:
            print(f"{start.pot:14s} not carried", flush=True)
            continue
        times.append(took)
        told = thought.notes[0].partition("bets of ")[2].partition(":")[0]
        rungs[told] = rungs.get(told, 0) + 1
        solution = thought.solution
        print(
            f"{start.pot:14s} {took:6.2f} s {solution.iterations:4d} iterations {solution.pot_percent:.2f} %  {told}",
            flush=True,
        )
    shares = [f"{100 * np.mean(np.array(times) <= limit):.0f} % within {limit} s" for limit in (0.2, 2, 5)]
    print(
        f"{asked.street}s: {len(times)}; median {np.median(times):.3f} s; {'; '.join(shares)}; menus {rungs}"
    )


if __name__ == "__main__":
    main()
