"""Games and solvers for the tests of the sampled engine on a card."""

from __future__ import annotations

from typing import Any

import numpy as np

from riverboat.abstraction import BoardTables, SequenceTables
from riverboat.cards.card import Deck
from riverboat.evaluation import exploitability
from riverboat.games import Game, Menu, build_tree, menu_from_table
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers import RankBuckets, Sampled, SampledRule
from riverboat.solvers.sampled.fixed_play import FixedPlay

NO_LIMIT = Game(
    "small", 2, (5, 5), (0, 0), (1, 1), "no-limit", (0, 0), min_bet=1, deck=Deck("JQKA", "hs"),
    hole_cards=1, board_cards=(0, 1), ranking="two-card",
)  # fmt: skip
POT = menu_from_table({"every": {"bets": "100%", "raises": "100%"}, "all_in": "never"})
MANY = menu_from_table({"every": {"bets": "25% 50% 75% 100% 150%", "raises": "50% 100%"}})
JAM = menu_from_table({"every": {"bets": "a", "raises": "a"}})


def menu_of(game: Game) -> Menu:
    return Menu() if game.betting == "limit" else POT


def sampled(
    game: Game, rule: str | SampledRule = "mccfr", *, menu: Menu | None = None, **options: Any
) -> Sampled:
    """A solver that tells hands apart by rank, on one thread."""
    tree = build_tree(game, menu_of(game) if menu is None else menu)
    deals = SequenceTables.of(RankBuckets(game), game)
    return Sampled(tree, deals, rule=rule, **({"threads": 1, "seed": 1} | options))


def error_of(solver: Sampled, iterations: int, menu: Menu | None = None) -> float:
    """The exact exploitability after so many iterations."""
    solver.run(iterations - solver.iterations)
    game = solver.game
    menu = menu_of(game) if menu is None else menu
    return exploitability(game, solver.strategy(RankBuckets(game)), menu=menu)


def flop_game(players: int = 3, stacks: tuple[int, ...] = (1000, 2000, 3000)) -> Game:
    """Hold'em that ends with the flop."""
    blinds = (50, 100) + (0,) * (players - 2)
    first = (2 % players, 0)
    return Game(
        "jam", players, stacks, blinds, (0,) * players, "no-limit", first, min_bet=100, board_cards=(0, 3)
    )


def flop_tables(seed: int = 1, counts: tuple[int, int] = (20, 300)) -> BoardTables:
    """Buckets at random, one byte and two."""
    rng = np.random.default_rng(seed)
    tables = (
        rng.integers(0, counts[0], 1326).astype(np.uint8),
        rng.integers(0, counts[1], 1755 * 1326).astype(np.uint16),
    )
    return BoardTables(tables, counts, (0, 3), name="random")


def pure_play(tree: BettingTree, deals: Any, seats: tuple[int, ...]) -> FixedPlay:
    """Everybody plays one choice, by bucket and node."""
    rows, first = [], np.zeros(tree.nodes, np.uint64)
    for node in range(tree.nodes):
        choices, buckets = len(tree.choices(node)), deals.counts[int(tree.round[node])]
        first[node] = sum(row.size for row in rows)
        rows.append(np.eye(choices, dtype=np.float32)[(np.arange(buckets) + node) % choices].reshape(-1))
    return FixedPlay(tree, deals, seats, first, np.concatenate(rows))


def numbers(solver: Sampled) -> list[np.ndarray]:
    """All regrets and averages, without padding."""
    return [
        np.concatenate([solver.regrets(row), solver.averages(row)], axis=1) for row in range(solver.tree.rows)
    ]
