"""Toy trainers: rows that are random, or copied from a solution, in place of a trained table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from riverboat.abstraction import CardAbstraction, Lossless, TableAbstraction
from riverboat.games import BettingTree, Game, TreeConfig, menu_from_table, nolimit_holdem
from riverboat.solvers import PublicState, Solution
from riverboat.solvers.asking.options import options_at


@dataclass
class RandomRows:
    """Strategies drawn from a seed; visits fall with the depth of the street."""

    tree: BettingTree
    cards: CardAbstraction
    seed: int = 0
    average: str = "snapshots"

    def _shape(self, row: int) -> tuple[int, int]:
        node = int(np.argmax(self.tree.row == row)) if self.tree.rows < self.tree.nodes else row
        return self.cards.count(int(self.tree.round[node])), int(self.tree.row_choices[row])

    def probabilities(self, row: int, /) -> np.ndarray:
        buckets, choices = self._shape(row)
        rng = np.random.default_rng((self.seed, row))
        return rng.dirichlet(np.full(choices, 0.5), buckets).astype(np.float32)

    def visits(self, row: int, /) -> np.ndarray:
        buckets, _ = self._shape(row)
        rng = np.random.default_rng((self.seed, row, 1))
        return (rng.exponential(1e6 / (1 + row), buckets)).astype(np.uint32)


@dataclass
class SolvedRows:
    """The exact strategies of a solution of a small game whose hands are one card; a bucket is a class of hands."""

    solution: Solution
    cards: Lossless
    average: str = "every iteration"

    def probabilities(self, row: int, /) -> np.ndarray:
        tree = self.solution.tree
        number = int(tree.round[row])
        played = np.zeros((self.cards.count(number), int(tree.row_choices[row])))
        table = tree.table_at(row)
        deck = tree.game.deck.cards
        boards = [(card,) for card in deck] if number else [()]
        for board in boards:
            hands = np.array([[card] for card in deck if card not in board], np.uint8)
            state = PublicState(table, board, hands, options_at(table, tree.choices(row)))
            played[self.cards.buckets(number, board, hands)] = self.solution(state)
        return played

    def visits(self, row: int, /) -> np.ndarray:
        return np.full(self.cards.count(int(self.solution.tree.round[row])), 1000)


def flop_game(players: int = 6, stack_bb: float = 100) -> Game:
    """No-limit hold'em that ends on the flop, so that tables of its abstraction stay small."""
    game = nolimit_holdem(players, stack_bb=stack_bb)
    return replace(game, name="nolimit-flop", board_cards=(0, 3), first_to_act=game.first_to_act[:2])


def flop_config(
    name: str = "toy", start: str = "", raises: str = "2.5bb", stack_bb: float = 100
) -> TreeConfig:
    """A small six-player game without limps, two players on the flop."""
    table = {
        "limps": "none",
        "max_players_to_flop": 2,
        "all_in": "never",
        "preflop": {"raises": [raises, "3x", "a"], "max_raises": 3},
        "flop": {"bets": "50% 100%", "raises": "a", "max_raises": 1},
    }
    return TreeConfig(name, flop_game(stack_bb=stack_bb), menu_from_table(table), start, "preflop")


@cache
def flop_cards(flops: int = 30) -> TableAbstraction:
    """All 169 hands before the flop; on it a class is in the bucket of its index modulo a number."""
    classes = Lossless()
    counts = (169, flops)
    tables = tuple((np.arange(classes.count(n)) % count).astype(np.uint16) for n, count in enumerate(counts))
    return TableAbstraction(tables, counts, classes.groups[:2])
