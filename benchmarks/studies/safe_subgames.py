"""How exploitable is a coarse strategy whose subgames are solved, by each way of solving them?

python benchmarks/studies/safe_subgames.py [leduc small-island rhode-island royal-no-limit nested] [--iterations 300]

The trunk is solved with coarse buckets. From the second round on every subgame is solved at full width for each seat by
itself, and the whole strategy is judged exactly: who answers sees his cards. In thousandths of the big blind (of the
ante where there is none). "fixed" answers an opponent who plays the trunk. "nested" holds a size out: what wins who
bets it, if it is translated and if its answer is solved when it comes. The small island is Rhode Island with six ranks.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from error_parts import EquityBuckets

from riverboat.abstraction import small_game_buckets
from riverboat.evaluation import TranslatedStrategy, evaluate_strategy
from riverboat.evaluation.filled import filled_engine
from riverboat.games import menu_from_table
from riverboat.games.rules.game import Game
from riverboat.games.rules.game_file import read_game
from riverboat.search.safe import (
    SAFE_KINDS,
    Assembled,
    Trunk,
    first_off_menu,
    solve_nested,
    solve_safely,
    street_start,
)
from riverboat.solvers import GameSetup, Solution, SolveOptions, StrategyLike, game_setup, solve
from riverboat.solvers.solutions.solving import run_setup, run_solver

KNOWN = menu_from_table({"every": {"bets": "100%", "raises": "100%"}, "all_in": "never"})
HELD_OUT = menu_from_table({"every": {"bets": "50% 100%", "raises": "100%"}, "all_in": "never"})
BUCKETS = {"leduc": (2, 3), "small-island": (3, 8, 20), "rhode-island": (5, 20, 60), "royal-no-limit": (4, 8)}
SMALL_ISLAND = """
name = "small-island"
base = "rhode-island"
deck = { ranks = "9TJQKA", suits = "cdhs" }
"""


@dataclass(frozen=True, eq=False)
class Study:
    """A game, its trunk, and how far subgames are solved."""

    name: str
    options: SolveOptions

    @cached_property
    def setup(self) -> GameSetup:
        named = read_game(SMALL_ISLAND) if self.name == "small-island" else self.name
        return game_setup(named, KNOWN if self.name == "royal-no-limit" else None)

    @property
    def game(self) -> Game:
        return self.setup.game

    @cached_property
    def trunk(self) -> Trunk:
        counts = BUCKETS[self.name]
        two_cards = self.game.hole_cards == 2
        cards = (
            EquityBuckets(self.game, counts)
            if two_cards
            else small_game_buckets(self.game, counts, features="eb")
        )
        coarse = solve(self.setup.config, ties=cards, iterations=500, threads=1)
        return Trunk(self.setup, coarse, rounds=2)

    def mbb(self, chips: float) -> float:
        return 1000 * chips / (self.game.big_blind if self.game.big_blind > 1 else max(self.game.antes))

    def subgame(
        self, kind: str, taken: tuple[int, ...], board: tuple[int, ...], seat: int
    ) -> Solution | None:
        point = self.trunk.at(taken, board)
        if not point.reach(seat).any():
            return None
        setup = self.trunk.subgame(point)
        if kind == "unsafe":
            return Solution.of(run_setup(setup, self.options))
        player = 1 - setup.root.in_hand.index(seat)
        if kind == "fixed":
            return Solution.of(run_solver(setup, locked(setup, self.trunk.strategy, player), self.options))
        known = self.trunk.alternatives(point, player)
        return solve_safely(setup, self.trunk.strategy, seat, kind, options=self.options, known=known)

    def exploitable(self, kind: str) -> float:
        played = Assembled(self.trunk.strategy, street_start(1), lambda *where: self.subgame(kind, *where))
        return evaluate_strategy(self.setup, played, trust_suits=True, threads=1).exploitability


def locked(setup: GameSetup, strategy: StrategyLike, player: int):  # type: ignore[no-untyped-def]
    """Return a solver of a subgame in which a player is fixed to a strategy."""
    filled, solver = filled_engine(setup, [strategy, strategy], trust_suits=True), setup.solver(threads=1)
    for node in range(solver.tree.nodes):
        if solver.player_at(node) == player:
            for board in range(len(solver.boards(int(solver.tree.round[node])))):
                solver.lock(node, board, filled.rows(node, board))
    return solver


def nested(iterations: int) -> None:
    """Print what bets of a size that was held out win, translated and nested."""
    setup = game_setup("royal-no-limit", KNOWN)
    more = replace(setup, config=replace(setup.config, menu=HELD_OUT))
    solution = solve(setup.config, iterations=500, threads=1)
    trunk, translated = Trunk(setup, solution), TranslatedStrategy(solution, KNOWN)
    options = SolveOptions(iterations=iterations, threads=1)
    print(
        "\nroyal-no-limit, half a pot held out\n\n| way | exploitable | subgames | seconds |\n|---|---|---|---|"
    )
    ways: dict[str, StrategyLike] = {"translation": translated}
    for kind in ("resolve", "maxmargin", "estimate"):
        ways[f"nested, {kind}"] = Assembled(
            translated,
            first_off_menu(KNOWN),
            lambda taken, board, seat, kind=kind: solve_nested(
                trunk, taken, board, HELD_OUT, kind, options=options
            ),
        )
    for name, played in ways.items():
        began = time.perf_counter()
        found = evaluate_strategy(more, played, trust_suits=True, threads=1).exploitability
        solved = len(played.solved) if isinstance(played, Assembled) else 0
        print(
            f"| {name} | {1000 * found / 2:.1f} | {solved:,} | {time.perf_counter() - began:.0f} |",
            flush=True,
        )
    print(f"\nthe trunk in its own game: {1000 * trunk.exploitability / 2:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["leduc", "small-island", "royal-no-limit", "nested"])
    parser.add_argument("--iterations", type=int, default=300)
    asked = parser.parse_args()
    for name in asked.games:
        if name == "nested":
            nested(asked.iterations)
            continue
        study = Study(name, SolveOptions(iterations=asked.iterations, threads=1))
        print(f"\n{name}, buckets {BUCKETS[name]}\n\n| way | exploitable | seconds |\n|---|---|---|")
        began = time.perf_counter()
        found = {"trunk": study.trunk.exploitability}
        print(f"| trunk | {study.mbb(found['trunk']):.1f} | {time.perf_counter() - began:.0f} |", flush=True)
        for kind in ("unsafe", "fixed", *SAFE_KINDS):
            began = time.perf_counter()
            found[kind] = study.exploitable(kind)
            print(
                f"| {kind} | {study.mbb(found[kind]):.1f} | {time.perf_counter() - began:.0f} |", flush=True
            )
            if kind in SAFE_KINDS and SAFE_KINDS[kind].values == "best":
                assert found[kind] <= found["trunk"] * 1.01, f"{kind} is worse than the trunk"


if __name__ == "__main__":
    main()
