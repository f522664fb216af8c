"""Rhode Island hold'em by expectation-based and potential-aware buckets: who beats whom, and how exploitable each is.

python benchmarks/studies/rhode_island_abstractions.py [iterations] [13-25-125 13-50-250 ...]

Each abstract game is solved by the full-width engine with DCFR+. The strategies then play each other in the whole game,
exactly: every class of hands on every board, both in both seats. Prints a Markdown table; all numbers are thousandths
of a small bet per hand.
"""

from __future__ import annotations

import sys
import time
from itertools import combinations

import numpy as np

from riverboat.abstraction import small_game_buckets
from riverboat.games import BettingTree, Menu, build_tree, rhode_island
from riverboat.solvers import FullWidth

SIZES = ("13-25-125", "13-50-250", "13-75-500", "13-100-750", "13-205-1774")
FEATURES = ("eb", "eb2", "pa")
NAMES = {"eb": "EB", "eb2": "EB²", "pa": "PA"}
PER_CHIP = 100  # a small bet is 10 chips, and the unit a thousandth of it


class Whole:
    """The game without buckets, as a place where strategies of different buckets meet."""

    def __init__(self, tree: BettingTree) -> None:
        self.solver = FullWidth(tree, rule="dcfr+", precision=32)
        self.averages = self.solver.engine.tables()["averages"]
        self.places = [
            (node, board)
            for number in range(tree.game.rounds)
            for board in range(len(self.solver.boards(number)))
            for node in range(int(tree.first_node[number]), int(tree.first_node[number + 1]))
        ]
        self.of_first = np.zeros(len(self.averages), np.bool_)
        for node, board in self.places:
            at, _, actions, width = self.solver.engine.place(board, node)
            self.of_first[at : at + actions * width] = self.solver.player_at(node) == 0

    def strategy(self, solver: FullWidth) -> np.ndarray:
        """Return what a solver by buckets plays with each class of hands, as averages of this game."""
        for node, board in self.places:
            self.solver.set_rows(node, board, solver.rows(node, board))
        return self.averages.copy()

    def seat_value(self, first: np.ndarray, second: np.ndarray) -> float:
        """Return what one strategy as player 0 wins from another, in chips."""
        np.copyto(self.averages, np.where(self.of_first, first, second))
        return self.solver.accuracy().values[0]

    def head_to_head(self, one: np.ndarray, other: np.ndarray) -> float:
        """Return what one strategy wins from another over both seats, in chips."""
        return (self.seat_value(one, other) - self.seat_value(other, one)) / 2


def compare(whole: Whole, tree: BettingTree, size: str, iterations: int) -> list[str]:
    """Return the cells of a table's row."""
    counts = tuple(map(int, size.split("-")))
    strategies, exploitability = {}, {}
    for features in FEATURES:
        start = time.perf_counter()
        buckets = small_game_buckets(tree.game, counts, features=features)
        solver = FullWidth(tree, rule="dcfr+", precision=32, ties=buckets)
        solver.run(iterations)
        accuracy = solver.accuracy()
        exploitability[features] = accuracy.exploitability
        strategies[features] = whole.strategy(solver)
        itself = whole.seat_value(strategies[features], strategies[features])
        assert abs(itself - accuracy.values[0]) < 1e-5, (itself, accuracy.values)
        print(f"{buckets}: {features}, {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
    won = {
        pair: whole.head_to_head(strategies[pair[0]], strategies[pair[1]])
        for pair in combinations(reversed(FEATURES), 2)
    }
    cells = [-won["eb2", "eb"], won["pa", "eb"], won["pa", "eb2"]]
    return [
        size,
        *(f"{chips * PER_CHIP:+.1f}" for chips in cells),
        *(f"{exploitability[features] * PER_CHIP:.1f}" for features in FEATURES),
    ]


def line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    tree = build_tree(rhode_island(), Menu())
    whole = Whole(tree)
    exploitable = [f"{NAMES[features]} exploitable" for features in FEATURES]
    print(f"{iterations} iterations of DCFR+, thousandths of a small bet per hand\n")
    print(line(["buckets", "EB v EB²", "PA v EB", "PA v EB²", *exploitable]))
    print(line(["---"] * 7), flush=True)
    for size in sys.argv[2:] or SIZES:
        print(line(compare(whole, tree, size, iterations)), flush=True)
    whole = Whole(tree)
    whole.solver.run(iterations)
    print(f"\nWithout buckets: exploitable by {whole.solver.accuracy().exploitability * PER_CHIP:.1f}")


if __name__ == "__main__":
    main()
