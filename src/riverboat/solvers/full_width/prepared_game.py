"""A game made ready for the full-width engine: the boards that can come, and how large its tables are at least."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from riverboat import _core
from riverboat.games.rules.private_hands import PrivateHands
from riverboat.games.rules.table import native_rules
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.full_width.all_in import ends_before_the_flop, give_all_in_shares


def prepared_game(
    tree: BettingTree,
    board: list[int],
    hands: tuple[PrivateHands, PrivateHands],
    rake: tuple[float, float],
    renamings: Sequence[tuple[int, int, int, int]],
) -> _core.SolverGame:
    """Return a game with its boards dealt; rake: share and cap; renamings: see `FullWidth`."""
    first, second = tree.root.in_hand
    before_flop = ends_before_the_flop(tree)
    game = _core.prepare_game(
        native_rules(tree.game),
        tree.native,
        (first, second),
        board,
        hands[0].cards,
        hands[0].weights,
        hands[1].cards,
        hands[1].weights,
        *rake,
        before_flop,
        renamings,
    )
    if before_flop:
        give_all_in_shares(game, hands)
    return game


def least_cells(
    tree: BettingTree, board: list[int], hands: tuple[PrivateHands, PrivateHands], *, tied: bool
) -> int:
    """Return how many numbers a table has at least: before any board is dealt, as no more than 24 deals are the same.

    Tied, tables do not grow with the boards; then it is how many buckets hands have.
    """
    game = tree.game
    if ends_before_the_flop(tree):
        return 0
    choices = np.diff(tree.first_choice)
    left, pairs, cells = game.deck.size - len(board) - game.hole_cards, 1, 0
    for number in range(tree.root.round, game.rounds):
        if number > tree.root.round:
            dealt = game.board_cards[number]
            pairs, left = pairs * math.comb(left, dealt), left - dealt
        for seat, held in zip(tree.root.in_hand, hands, strict=True):
            here = 1 if tied else int(choices[(tree.round == number) & (tree.actor == seat)].sum())
            cells += here * pairs * len(held)
    return cells // 24
