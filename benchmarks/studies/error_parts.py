"""Where the error of a trained strategy comes from, on games small enough to be judged whole.

python benchmarks/studies/error_parts.py [leduc mini-holdem rhode-island ...] [--iterations 1000] [--rows]

Each game is solved with everything, then with coarse cards, with few sizes (no-limit only), with histories joined
from the second round on, and with all of it; then trained by the sampled engine with all of it. Exploitability is
always that of the game itself: who answers sees his cards, bets any size and remembers the whole line. In thousandths
of the big blind (of the ante in Leduc). "one side": the same limits for one player only, trained against an opponent
who has none, and for the other seat alike.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from riverboat.abstraction import SequenceTables, small_game_buckets
from riverboat.cards.ranking import ranking
from riverboat.evaluation import TranslatedStrategy, evaluate_strategy
from riverboat.games import Menu, build_tree, menu_from_table
from riverboat.games.rules.game import Game
from riverboat.games.rules.game_file import read_game
from riverboat.games.rules.streets import street_names
from riverboat.games.trees.config import TreeConfig, config_of
from riverboat.games.trees.joined_rows import with_joined_rows
from riverboat.games.trees.rows import ROW_KEYS, Rows
from riverboat.solvers import FullWidth, Sampled, StrategyLike, solve

FINE = menu_from_table({"every": {"bets": "50% 100%", "raises": "100%"}, "all_in": "always"})
FEW = menu_from_table({"every": {"bets": "100%", "raises": "100%"}, "all_in": "never"})
FEWER_BETS = replace(FEW, all_in="always")
TRAINED = (10_000, 100_000, 1_000_000)  # iterations of the sampled engine


class EquityBuckets:
    """Hands by their chance to win a showdown on the last board, in equal steps; before it by the mean of that.

    What is lost: suits, draws and which hands they block. counts: buckets by round.
    """

    def __init__(self, game: Game, counts: Sequence[int]) -> None:
        self.game, self.counts = game, tuple(counts)
        self._ranking = ranking(game.ranking)
        self._on: dict[tuple[int, ...], dict[tuple[int, ...], float]] = {}

    def count(self, number: int, /) -> int:
        return self.counts[number]

    def buckets(self, number: int, board: Sequence[int], hands: np.ndarray, /) -> np.ndarray:
        last = number + 1 == self.game.rounds
        equities = self._equities(tuple(sorted(board))) if last else self._means
        found = np.array([equities[tuple(sorted(hand))] for hand in hands.tolist()])
        if last:
            return np.minimum((found * self.counts[number]).astype(np.uint32), self.counts[number] - 1)
        edges = np.quantile(sorted(self._means.values()), np.linspace(0, 1, self.counts[number] + 1)[1:-1])
        return np.searchsorted(edges, found, side="right").astype(np.uint32)

    def _equities(self, board: tuple[int, ...]) -> dict[tuple[int, ...], float]:
        """What each hand wins from a random one on a full board, up to rounding the same in all suits."""
        known = self._on.get(board)
        if known is None:
            left = [card for card in sorted(self.game.deck.cards) if card not in board]
            hands = list(combinations(left, self.game.hole_cards))
            cards = np.array(hands)
            strength = self._ranking.evaluate_batch(
                np.hstack([cards, np.tile(np.array(board, int), (len(hands), 1))]).astype(np.uint8)
            ).astype(np.int64)
            apart = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
            wins = np.where(apart, np.sign(strength[:, None] - strength[None, :]) + 1, 0).sum(axis=1)
            known = self._on[board] = dict(
                zip(hands, (wins / 2 / apart.sum(axis=1)).round(9).tolist(), strict=True)
            )
        return known

    @cached_property
    def _means(self) -> dict[tuple[int, ...], float]:
        sums: dict[tuple[int, ...], list[float]] = {}
        for board in combinations(sorted(self.game.deck.cards), sum(self.game.board_cards)):
            for hand, equity in self._equities(board).items():
                sums.setdefault(hand, []).append(equity)
        return {hand: round(float(np.mean(equities)), 9) for hand, equities in sums.items()}


@dataclass(frozen=True)
class Judged:
    """A game, and how everything in it is measured. buckets: of the coarse cards."""

    config: TreeConfig
    buckets: tuple[int, ...]
    iterations: int

    @property
    def game(self) -> Game:
        return self.config.game

    @cached_property
    def cards(self) -> Any:  # an EquityBuckets or a SmallGameBuckets
        if self.game.rounds > 2:  # by the cards to come after each round, and with perfect recall
            return small_game_buckets(self.game, self.buckets, features="eb")
        return EquityBuckets(self.game, self.buckets)

    @cached_property
    def value(self) -> float:
        """What the first seat wins in equilibrium."""
        return float(solve(self.config, iterations=3 * self.iterations, threads=1).value)

    def mbb(self, chips: float) -> float:
        return 1000 * chips / self.game.big_blind

    def solved(self, *, cards: bool, few: Menu | None, joined: bool) -> tuple[float, float]:
        """Return the exploitability with these limits, and the share of decisions where translation found no way."""
        config = replace(self.config, menu=few or self.config.menu)
        if joined:
            config = replace(config, joined_from=street_names(self.game)[1])
        ties = self.cards if cards else "lossless" if joined else None
        solution = solve(config, ties=ties, iterations=self.iterations, threads=1)
        if few is None:
            return self.mbb(solution.exploitability), 0.0
        return self._translated(solution, few)

    def _translated(self, strategy: StrategyLike, few: Menu) -> tuple[float, float]:
        played = TranslatedStrategy(strategy, few)
        result = evaluate_strategy(self.config, played, trust_suits=True, threads=1)
        return self.mbb(result.exploitability), played.lost / played.asked

    def one_side(self, *, cards: bool, joined: bool) -> float:
        """Return what strategies with these limits lose that were trained against an opponent without any."""
        plain, lost = build_tree(self.config), []
        for seat in range(2):
            config = replace(self.config, joined_from=street_names(self.game)[1]) if joined else self.config
            tree = with_joined_rows(plain, config, seat) if joined else plain
            limits = [self.cards if cards and player == seat else "lossless" for player in range(2)]
            solver = FullWidth(tree, ties=(limits[0], limits[1]), threads=1)
            solver.run(self.iterations)
            lost.append(solver.accuracy().best[1 - seat] + (self.value if seat == 0 else -self.value))
        return self.mbb(sum(lost) / 2)

    def trained(self, few: Menu | None) -> list[float]:
        """Return the exploitability after each number of iterations of the sampled engine, all limits on."""
        config = replace(self.config, menu=few or self.config.menu, joined_from=street_names(self.game)[1])
        tables = SequenceTables.of(self.cards, self.game)
        solver = Sampled(build_tree(config), tables, rule="linear", seed=1, threads=1)
        found = []
        for iterations in TRAINED:
            solver.run(iterations - solver.iterations)
            strategy = solver.strategy(self.cards)
            if few is not None:
                found.append(self._translated(strategy, few)[0])
            else:
                result = evaluate_strategy(self.config, strategy, trust_suits=True, threads=1)
                found.append(self.mbb(result.exploitability))
        return found


GAMES = {
    "leduc": ((2, 3), None),
    "big-leduc": ((4, 4), None),
    "mini-holdem": ((8, 10), None),
    "rhode-island": ((13, 25, 125), None),
    "royal-no-limit": ((8, 10), FINE),
}
"""Coarse buckets by round, and the sizes of no-limit games."""


def parts(judged: Judged) -> None:
    """Print the table of a game."""
    few = FEW if judged.game.betting == "no-limit" else None
    limits: list[tuple[str, dict[str, Any]]] = [
        ("nothing", {}),
        ("cards", {"cards": True}),
        ("joined histories", {"joined": True}),
        ("cards, joined histories", {"cards": True, "joined": True}),
    ]
    if few is not None:
        limits += [
            ("sizes", {"few": few}),
            ("sizes, all-in kept", {"few": FEWER_BETS}),
            ("cards, sizes", {"cards": True, "few": few}),
            ("cards, sizes, joined histories", {"cards": True, "few": few, "joined": True}),
            (
                "cards, sizes, joined histories, all-in kept",
                {"cards": True, "few": FEWER_BETS, "joined": True},
            ),
        ]
    for name, limit in limits:
        start = time.perf_counter()
        loses, lost = judged.solved(**({"cards": False, "few": None, "joined": False} | limit))
        needs = limit and "few" not in limit
        alone = f"{judged.one_side(cards='cards' in limit, joined='joined' in limit):,.1f}" if needs else ""
        note = f"; {lost:.1%} of decisions without a way" if lost else ""
        seconds = time.perf_counter() - start
        print(f"| {judged.game.name} | {name} | {loses:,.1f} | {alone} | {seconds:.0f}{note} |", flush=True)
    start = time.perf_counter()
    for iterations, loses in zip(TRAINED, judged.trained(few), strict=True):
        print(f"| {judged.game.name} | all, sampled {iterations:,} times | {loses:,.1f} | | |", flush=True)
    print(f"| | | | | {time.perf_counter() - start:.0f} |", flush=True)


def row_keys(judged: Judged) -> None:
    """Print what strategies lose whose rows are shared by each key, with all cards and sizes."""
    second = street_names(judged.game)[1]
    for name, config in [
        ("joined", replace(judged.config, joined_from=second)),
        *((key, replace(judged.config, rows=Rows(key))) for key in ROW_KEYS if key != "own"),
    ]:
        solution = solve(config, ties="lossless", iterations=judged.iterations, threads=1)
        rows = solution.solver.tree.rows
        print(
            f"| {judged.game.name} | {name} | {rows} | {judged.mbb(solution.exploitability):,.1f} |",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help=", ".join(GAMES))
    parser.add_argument("--iterations", type=int, default=1000, help="of the full-width engine")
    parser.add_argument(
        "--rows", action="store_true", help="compare the keys by which nodes share rows instead"
    )
    options = parser.parse_args()
    show, head = (
        (row_keys, ("game", "rows by", "rows", "exploitable"))
        if options.rows
        else (parts, ("game", "limited", "exploitable", "one side", "seconds"))
    )
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}", flush=True)
    for name in options.games or GAMES:
        buckets, menu = GAMES[name]
        show(Judged(config_of(read_game(name), menu), buckets, options.iterations))


if __name__ == "__main__":
    main()
