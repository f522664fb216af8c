"""What flops lose by the blueprint and by leaves: `python benchmarks/studies/flop_leaves.py Qh8h5c 9s6d6c [--line "r2.5 r10 c /"]`.

A player's flop is fixed, the rest solved at full width with one size on later streets by some iterations; what he is
then sure of is compared with the value of the game. In percent of the pot, for both players.
"""  # noqa: E501  # a command is one line

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

import riverboat as rb
from riverboat.evaluation.filled import asked_rows
from riverboat.games.trees.config import TreeConfig
from riverboat.search import Budget, Search, SearchStrategy
from riverboat.search.subgames.menus import LEAF_LADDER, Rung, rung_menu
from riverboat.solvers.full_width.engine import PLAYERS, FullWidth
from riverboat.solvers.full_width.setup import GameSetup

Rows = Iterable[tuple[int, npt.NDArray[np.float64]]]


def asked(
    solver: FullWidth, strategy: rb.Strategy, player: int, end: int
) -> Iterator[tuple[int, np.ndarray]]:
    """Yield what a strategy plays at the flop's nodes, which come first."""
    for node, _, rows in asked_rows(solver, strategy, players=(player,)):
        if node >= end:
            return
        yield node, rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="+")
    parser.add_argument("--line", default="r2.5 r10 c /")
    parser.add_argument("--iterations", type=int, default=60, help="of the judge")
    given = parser.parse_args()
    blueprint = rb.open("headsup")
    for board in given.boards:
        search = Search(blueprint, Budget(2.0, iterations=100), streets={"flop": "leaves"})
        cursor = SearchStrategy(search).at(given.line, board)
        spots = [cursor.spot(seat) for seat in cursor.table.in_hand]
        cut = spots[0].thinking.subgame.setup
        menu = rung_menu(Rung(LEAF_LADDER[0].now, "75%"), cursor.table)
        setup = GameSetup(TreeConfig("judge", cut.game, menu, start=cut.config.start), board, cut.ranges)
        end = int(setup.tree.first_node[setup.root.round + 1])

        def sure(player: int, rows: Rows, solver: FullWidth) -> float:
            for node, played in rows:
                solver.lock(node, 0, np.ascontiguousarray(played))
            solver.run(given.iterations)
            return -solver.accuracy().best[1 - player]

        whole = setup.solver()
        whole.run(given.iterations)
        value, losses = whole.accuracy().values, {"blueprint": [], "leaves": []}
        print(f"{board}: the judge is {100 * whole.accuracy().exploitability / setup.pot:.2f} % from exact")
        for player in PLAYERS:
            found = spots[player].thinking.solution.solver
            own = [(node, found.rows(node, 0)) for node in range(end) if found.player_at(node) == player]
            judges = [setup.solver() for _ in losses]
            for name, solver, rows in zip(
                losses, judges, (asked(judges[0], blueprint, player, end), own), strict=True
            ):
                losses[name].append(100 * (value[player] - sure(player, rows, solver)) / setup.pot)
        for name, lost in losses.items():
            print(f"  {name}: {lost[0]:.1f} and {lost[1]:.1f} %", flush=True)


if __name__ == "__main__":
    main()
