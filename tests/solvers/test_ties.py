"""Tied information sets: the engine against plain CFR on sets keyed by row and bucket, and what ties promise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from riverboat.cards.card import Deck
from riverboat.cards.evaluator import evaluate_batch
from riverboat.errors import SolverError
from riverboat.games import Game, Menu, build_tree, kuhn, leduc, menu_from_table, spot
from riverboat.solvers.checkpoint import load_checkpoint, save_checkpoint
from riverboat.solvers.full_width import FullWidth
from riverboat.solvers.reference import (
    Chance,
    Node,
    Terminal,
    exploitability,
    expected_values,
    regret_matching,
)
from riverboat.solvers.reference.dealt import DealtTree, Place, dealt_tree, strategy_rows
from riverboat.solvers.rules import update_rule
from riverboat.solvers.run import Goal, Run
from riverboat.solvers.setup import game_setup
from riverboat.solvers.ties import RankBuckets

Cards = Sequence[int]
Key = tuple[int, int]  # row and bucket


class By:
    """Buckets from a function of round, board and hand."""

    def __init__(self, counts: Sequence[int], bucket_of: Callable[[int, Cards, Cards], int]) -> None:
        self.counts, self.bucket_of = counts, bucket_of

    def count(self, number: int, /) -> int:
        return self.counts[number]

    def buckets(
        self, number: int, board: Cards, hands: npt.NDArray[np.uint8], /
    ) -> npt.NDArray[np.uint32]:
        return np.array([self.bucket_of(number, board, hand) for hand in hands.tolist()], np.uint32)


def rank(card: int) -> int:
    return card // 4


# --- the oracle: CFR in plain Python whose information sets are rows and buckets ------------------------------


class TiedCFR:
    """Sets are keyed by row and bucket. In a walk the strategy is fixed; regrets add up over all nodes of a set.

    Averages add up over all hands and boards of a set: range weight × chance of the board × own reach × probability.
    """

    def __init__(
        self, solver: FullWidth, tree: DealtTree, ties: By | RankBuckets, rule: str, *, alternating: bool
    ) -> None:
        self.tree, self.rule, self.alternating = tree, update_rule(rule), alternating
        self.keys = [self.key(solver, place, ties) for place in tree.places]
        self.weight = [
            dict(zip(map(tuple, hands.cards.tolist()), hands.weights.tolist(), strict=True))
            for hands in solver.hands
        ]
        self.strategy: dict[Key, list[float]] = {}
        for key, info in zip(self.keys, tree.info_sets, strict=True):
            self.strategy.setdefault(key, [1 / len(info.actions)] * len(info.actions))
            assert len(self.strategy[key]) == len(info.actions)
        self.regrets = {key: [0.0] * len(row) for key, row in self.strategy.items()}
        self.sums = {key: [0.0] * len(row) for key, row in self.strategy.items()}
        self.iterations = 0

    def key(self, solver: FullWidth, place: Place, ties: By | RankBuckets) -> Key:
        number = int(solver.tree.round[place.node])
        board = [card for street in place.board for card in street]
        (bucket,) = ties.buckets(number, board, np.array([place.hand], np.uint8)).tolist()
        return int(solver.tree.row[place.node]), bucket

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterations += 1
            found = []
            for seat in (0, 1):
                found.append(self.walk(seat))
                if self.alternating:
                    self.learn(found.pop())
            for instant in found:
                self.learn(instant)

    def learn(self, instant: dict[Key, list[float]]) -> None:
        t = self.iterations
        for key, row in instant.items():
            self.regrets[key] = self.rule.add(self.regrets[key], row, t)
            self.strategy[key] = regret_matching(self.rule.target(self.regrets[key], row, t))

    def walk(self, seat: int) -> dict[Key, list[float]]:
        instant: dict[Key, list[float]] = defaultdict(list)
        seen = set()

        def value(node: Node, own: float, others: float, board: float) -> float:
            if isinstance(node, Terminal):
                return node.payoffs[seat]
            if isinstance(node, Chance):
                each = zip(node.probabilities, node.children, strict=True)
                return sum(p * value(child, own, others * p, board * p) for p, child in each)
            key = self.keys[node.info]
            strategy = self.strategy[key]
            if node.seat != seat:
                each = zip(strategy, node.children, strict=True)
                return sum(p * value(child, own, others * p, board) for p, child in each)
            if node.info not in seen:
                seen.add(node.info)
                share = (
                    self.rule.weight(self.iterations)
                    * own
                    * board
                    * self.weight[seat][self.tree.places[node.info].hand]
                )
                self.sums[key] = [s + share * p for s, p in zip(self.sums[key], strategy, strict=True)]
            values = [
                value(child, own * p, others, board) for p, child in zip(strategy, node.children, strict=True)
            ]
            mean = sum(p * v for p, v in zip(strategy, values, strict=True))
            before = instant[key] or [0.0] * len(values)
            instant[key] = [r + others * (v - mean) for r, v in zip(before, values, strict=True)]
            return mean

        assert isinstance(self.tree.root, Chance)  # the hands; only boards count in averages
        for p, child in zip(self.tree.root.probabilities, self.tree.root.children, strict=True):
            value(child, 1.0, p, 1.0)
        return instant

    def rows(self, *, current: bool) -> list[list[float]]:
        """By information set of the whole game."""
        rows = (
            self.strategy if current else {key: regret_matching(row) for key, row in self.sums.items()}
        )
        return [rows[key] for key in self.keys]


JACK = rank(Deck("J", "s").cards[0])

COARSE = By((2, 6), lambda number, board, hand: (rank(hand[0]) > JACK + 1) + 2 * sum(map(rank, board)) - 2 * number * JACK)
"""Leduc: J and Q are one before the flop and after it; nothing that was known is forgotten."""

PAIRED = By((3, 2), lambda number, board, hand: rank(hand[0]) == rank(board[0]) if board else rank(hand[0]) - JACK)
"""Leduc: after the flop one knows only whether one has a pair, and has forgotten one's own card."""

SMALL = Game(
    "small", 2, (14, 14), (0, 0), (4, 4), "no-limit", (0, 0), min_bet=1, deck=Deck("9TJQKA", "dhs"),
    hole_cards=2, board_cards=(3, 1), ranking="holdem",
)  # fmt: skip
SMALL_MENU = menu_from_table({"every": {"bets": "50%", "raises": "a"}, "all_in": "never"})
SMALL_RANGES = ("AA:0.5,KQs", "KK:0.25,AJs,QQ")
HIGH = By((3, 4), lambda number, board, hand: rank(hand[0]) % 3 + (number and rank(board[-1]) >= JACK))
"""By the highest card and, roughly, the last card of the board; the boards before it are one."""

CASES = {
    "J and Q are one": (leduc(), Menu(), "own", COARSE, {}),
    "forgets its card": (leduc(), Menu(), "own", PAIRED, {}),
    "shared rows": (leduc(), Menu(), "round-actions", RankBuckets(leduc()), {}),
    "all of it": (leduc(), Menu(), "round-actions", PAIRED, {}),
    "suits and ranges": (SMALL, SMALL_MENU, "pot-stack", HIGH, {"board": "9sTsJs", "ranges": SMALL_RANGES}),
}


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize("rule", ["cfr", "dcfr", "pdcfr+"])
@pytest.mark.parametrize("case", CASES)
def test_ties_are_the_reference_to_ten_digits(case: str, rule: str, alternating: bool) -> None:
    game, menu, rows, ties, options = CASES[case]
    tree = build_tree(game, menu, rows=rows)
    solver = FullWidth(tree, rule=rule, ties=ties, alternating=alternating, threads=1, **options)  # type: ignore[arg-type]
    dealt = dealt_tree(solver)
    plain = TiedCFR(solver, dealt, ties, rule, alternating=alternating)
    for iterations in (1, 2, 5):
        solver.run(iterations)
        plain.run(iterations)
        for current in (False, True):
            for info, ours, expected in zip(
                dealt.info_sets,
                strategy_rows(dealt, solver, current=current),
                plain.rows(current=current),
                strict=True,
            ):
                assert ours == pytest.approx(expected, abs=1e-10), (iterations, current, info)
    average = plain.rows(current=False)
    accuracy = solver.accuracy()  # in the whole game: who answers best tells all hands apart
    assert accuracy.values == pytest.approx(expected_values(dealt, average), abs=1e-10)
    assert accuracy.exploitability == pytest.approx(exploitability(dealt, average), abs=1e-10)
