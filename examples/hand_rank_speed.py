"""How fast are hands ranked, by the number of their cards? The scaling figure of the CPJC poker bot (2024).

python examples/hand_rank_speed.py [--hands 1000000] [--file speed.svg]

Its ranking, with main cards and kickers apart, makes some 200,000 hands a second, linear in the cards. Ours is asked
one hand at a time, and for all hands in one array.
"""

import time
from collections.abc import Callable

import numpy as np
import typer

import riverboat as rb
from riverboat.views.page import Page
from riverboat.views.shapes import Chart, Curve, Panels

CARDS = range(2, 8)


def seconds(work: Callable[..., object], *given: object) -> float:
    start = time.perf_counter()
    work(*given)
    return time.perf_counter() - start


def one_by_one(hands: list[list[int]]) -> None:
    for hand in hands:
        rb.hand_rank(hand)


def main(hands: int = 20_000, file: str = "hand-rank-speed.svg") -> None:
    dealt = np.random.default_rng(0).random((hands, 52)).argsort(axis=1)[:, :7].astype(np.uint8)
    speeds: dict[str, list[float]] = {"one by one": [], "in an array": []}
    rb.hand_ranks(dealt)  # makes its tables once
    for cards in CARDS:
        rows = np.ascontiguousarray(dealt[:, :cards])
        few = rows[: max(1, hands // 20)].tolist()
        speeds["one by one"].append(len(few) / seconds(one_by_one, few))
        speeds["in an array"].append(hands / seconds(rb.hand_ranks, rows, "holdem", 1))
        print(
            f"{cards} cards:",
            ", ".join(f"{speed[-1]:,.0f} hands a second {how}" for how, speed in speeds.items()),
        )
    charts = [
        Chart((Curve(how, list(CARDS), speed, marks=True),), x="cards", y="hands a second", title=how)
        for how, speed in speeds.items()
    ]
    Page(Panels(charts, across=2)).save(file)


if __name__ == "__main__":
    typer.run(main)
