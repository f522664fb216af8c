"""One seat that searches turns and rivers of three and more: docs/research/search/several_players.md.

Hands are played by six blueprints until three or more see a turn. From there each is played again for every seat, with
the same cards and the same draws: that seat searches. What it wins more than before is what searching is worth.

    python benchmarks/studies/ring_search.py [minutes] [iterations] [seed]
"""

from __future__ import annotations

import sys
import time

import numpy as np

import riverboat as rb
from riverboat.cards.card import hand_index
from riverboat.games.rules.action import Action, act
from riverboat.games.rules.table import Table
from riverboat.search.ring.solve import RingOptions, solve_ring

TURN = 2


class Hand:
    """A deal and its draws: one number for every decision, whoever plays it."""

    def __init__(self, strategy: rb.Blueprint, seed: int, iterations: int) -> None:
        self.strategy, self.seed, self.iterations = strategy, seed, iterations
        rng = np.random.default_rng([seed, 0])
        cards = rng.permutation(52)[:17].tolist()
        self.holes = [tuple(sorted(cards[2 * seat : 2 * seat + 2], reverse=True)) for seat in range(6)]
        self.board, self.draws, self.seconds = tuple(cards[12:]), rng.random(200), list[float]()

    def play(self, table: Table, searcher: int | None, until: int = 9) -> Table:
        """Play on, to the end or to a street; the searcher searches where three are in on turn and river."""
        solved = None  # on this street
        while not table.is_over and table.round < until:
            seat, shown = table.actor, sum(table.game.board_cards[: table.round + 1])
            assert seat is not None
            board = self.board[:shown]
            actions, chances = self.strategy.play(self.holes[seat], tuple(table.taken), board, table.game)
            if seat == searcher and table.round >= TURN and len(table.in_hand) > 2:
                at = self.strategy.at(tuple(table.taken), board, game=table.game)
                options = RingOptions(iterations=self.iterations, seed=self.seed)
                same = solved if solved is not None and solved.subgame.board == board else None
                solved = solve_ring(self.strategy, at, options=options, fixed=same)
                self.seconds.append(solved.seconds)
                node = solved.subgame.node_after(table.taken)
                actions = tuple(solved.subgame.tree.choices(node))
                chances = solved.rows(node, board)[hand_index(*self.holes[seat])].tolist()
            left, chosen = self.draws[len(table.taken)] * sum(chances), actions[-1]
            for action, chance in zip(actions, chances, strict=True):
                left -= chance
                if left < 0:
                    chosen = action
                    break
            table = after(table, chosen)
        return table

    def begin(self) -> Table:
        """The table before the first action, its cards dealt."""
        return Table(self.strategy.game, hole_cards=self.holes, board=self.board)


def after(table: Table, action: Action) -> Table:
    """The table after an action."""
    table = table.copy()
    act(table, action)
    return table


def main(minutes: float = 4, iterations: int = 100_000, seed: int = 0) -> None:
    """Play, and print what searching is worth."""
    strategy, end = rb.open("sixmax"), time.time() + 60 * minutes
    differences, seconds, dealt = list[float](), list[float](), 0
    while time.time() < end:
        dealt += 1
        hand = Hand(strategy, seed * 10_000_000 + dealt, iterations)
        start = hand.play(hand.begin(), None, until=TURN)
        if start.is_over or len(start.in_hand) < 3:
            continue
        for seat in start.in_hand:
            plain, searched = (hand.play(start, who).payoffs[seat] for who in (None, seat))
            differences.append((searched - plain) / strategy.game.big_blind)
        seconds += hand.seconds
    found = np.array(differences)
    half = 196 * found.std() / len(found) ** 0.5
    print(f"{dealt:,} hands dealt, {len(found):,} seats of three and more on a turn")
    print(f"searching wins {100 * found.mean():+.1f} ± {half:.1f} bb/100 of those")
    print(
        f"{len(seconds):,} searches, median {np.median(seconds):.2f} s, 95 % within {np.quantile(seconds, 0.95):.2f} s"
    )


if __name__ == "__main__":
    given = sys.argv[1:]
    main(*(kind(value) for kind, value in zip((float, int, int), given, strict=False)))
