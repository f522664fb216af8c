"""The full-width engine on a card, beside the same engine on the processor.

python benchmarks/gpu/bench_gpu_full_width.py [--threads 16] [--no-cpu]

Needs an NVIDIA card and CuPy. Every figure is of a warm process, kernels compiled and kept, set-up included where it
says "solved". An iteration touches each number of the tables five times in its two walks; what that takes at the card's
bandwidth stands beside it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

import riverboat as rb
from riverboat.cards.card import card_names
from riverboat.solvers import spot_setup
from riverboat.solvers.gpu.card import Card, open_card
from riverboat.solvers.gpu.full_width_card import FullWidthCard
from riverboat.solvers.update_rules.rules import Factors

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench_spots import SPOTS

BANDWIDTH: Final = 4.3e12  # bytes a second of an H200, as plain copies reach it
TOUCHES: Final = 5
WIDE: Final = "22+,A2+,K2s+,K7o+,Q4s+,Q8o+,J6s+,J9o+,T6s+,T9o,96s+,98o,85s+,75s+,64s+,54s"


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    found = call()
    return time.perf_counter() - began, found


def words(name: str) -> dict[str, Any]:
    spot = next(spot for spot in SPOTS if spot.name == name)
    oop, ip = spot.ranges
    return {
        "board": spot.board,
        "oop": oop,
        "ip": ip,
        "pot": spot.pot,
        "stack": spot.stack,
        "sizes": spot.sizes,
    }


def iteration(asked: dict[str, Any], device: str, threads: int | None, precision: int, count: int) -> float:
    solver = spot_setup(**asked).game_setup().solver("dcfr", precision, threads, device=device)  # type: ignore[arg-type]
    solver.run(3)
    seconds, _ = timed(lambda: solver.run(count))
    if device != "cpu" and precision == 32:
        limit = TOUCHES * 4 * solver.game.cells(32) / BANDWIDTH
        print(
            f"    tables {2 * 4 * solver.game.cells(32) / 1e9:.2f} GB; bytes over bandwidth {1e3 * limit:.3f} ms"
        )
    return seconds / count


def spot(name: str, asked: dict[str, Any], percent: float, options: argparse.Namespace) -> None:
    print(f"{name}, hands {[len(h) for h in spot_setup(**asked).game_setup().solver().hands]}")
    for precision in (32, 16):
        print(
            f"    card, {precision} bits: {1e3 * iteration(asked, 'cuda', None, precision, 100):.3f} ms an iteration"
        )
    for _ in range(2):
        seconds, found = timed(lambda: rb.solve_spot(**asked, device="cuda", target_pot_percent=percent))
    print(
        f"    solved to {percent} % of the pot in {seconds:.3f} s with set-up, {found.iterations} iterations"
    )
    if options.cpu:
        ms = 1e3 * iteration(asked, "cpu", options.threads, 32, 5)
        seconds, found = timed(
            lambda: rb.solve_spot(**asked, threads=options.threads, target_pot_percent=percent)
        )
        print(
            f"    {options.threads} threads: {ms:.1f} ms an iteration, {seconds:.2f} s, {found.iterations} iterations"
        )


def rivers(count: int) -> None:
    rng = np.random.default_rng(1)
    card = open_card()
    setups = []
    for _ in range(count):
        board = card_names(rng.choice(52, 5, replace=False).tolist())
        setups.append(
            spot_setup(
                board=board, oop="random", ip="random", pot=100, stack=600, sizes="33% 75% 150% | 2.5x a"
            ).game_setup()
        )
    solvers = [setup.solver("dcfr", 32, 1) for setup in setups]
    most = int(np.diff(solvers[0].tree.first_choice).max())
    factors = [solvers[0].rule.factors(t) for t in range(1, 201)]
    for precision in (32, 16):
        seconds, tables = timed(
            partial(
                FullWidthCard,
                card,
                [solver.game for solver in solvers],
                precision=precision,
                predicts=False,
                most_actions=most,
            )
        )
        tables.run(factors[:2], 1, 1.0)
        card.wait()
        walked, _ = timed(partial(run, card, tables, factors))
        print(
            f"rivers: {count} of {solvers[0].tree.nodes} nodes, {len(solvers[0].hands[0])} hands, 200 iterations, "
            f"{precision} bits: {count / walked:,.0f} a second ({walked:.3f} s; arrays made in {seconds:.2f} s)",
            flush=True,
        )


def run(card: Card, tables: FullWidthCard, factors: list[Factors]) -> None:
    tables.run(factors, 1, 1.0)
    card.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=16)
    parser.add_argument("--no-cpu", dest="cpu", action="store_false")
    options = parser.parse_args()
    print(open_card())
    spot("flop, 3-bet pot", words("flop, 3-bet"), 0.1, options)
    wide = {"flop": "50% | none", "turn": "66% | none", "river": "75% | a"}
    spot(
        "flop, wide single-raised pot",
        {"board": "QsJh2h", "oop": WIDE, "ip": WIDE, "pot": 55, "stack": 475, "sizes": wide},
        0.3, options,
    )  # fmt: skip
    spot("turn", words("turn"), 0.1, options)
    rivers(1056)


if __name__ == "__main__":
    main()
