"""A game made ready for the full-width engine: the boards that can come, and how large its tables are at least."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from riverboat import _core
from riverboat.games.rules.game import Game
from riverboat.games.rules.private_hands import PrivateHands
from riverboat.games.rules.table import native_rules
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.full_width.all_in import ends_before_the_flop, give_all_in_shares

_SAME: Final = 24  # deals that are the same up to a renaming of suits, at most


def prepared_game(
    tree: BettingTree,
    board: list[int],
    hands: tuple[PrivateHands, PrivateHands],
    rake: tuple[float, float],
    renamings: Sequence[tuple[int, int, int, int]],
    *,
    only_first: bool = False,
) -> _core.SolverGame:
    """Return a game with its boards dealt; rake: share and cap; renamings: see `FullWidth`.

    only_first: no board after the first street.
    """
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
        before_flop or only_first,
        renamings,
    )
    if before_flop and not only_first:
        give_all_in_shares(game, hands)
    return game


def least_cells(
    tree: BettingTree, board: list[int], hands: tuple[PrivateHands, PrivateHands], *, tied: bool
) -> int:
    """Return how many numbers a table has at least: before any board is dealt, as no more than 24 deals are the same.

    Tied, tables do not grow with the boards; then it is how many buckets hands have.
    """
    if ends_before_the_flop(tree):
        return 0
    choices, cells = np.diff(tree.first_choice), 0
    for number, boards in _boards(tree.game, tree.root.round, len(board)).items():
        for seat, held in zip(tree.root.in_hand, hands, strict=True):
            here = 1 if tied else int(choices[(tree.round == number) & (tree.actor == seat)].sum())
            cells += here * boards * len(held)
    return cells // _SAME


def most_cells_a_hand(tree: BettingTree, shown: int) -> tuple[int, int]:
    """Return by player how many numbers a table has for each of his hands, if no two deals are the same.

    shown: cards on the board where the tree begins.
    """
    choices, boards = np.diff(tree.first_choice), _boards(tree.game, tree.root.round, shown, held=0)
    first, second = (
        sum(
            int(choices[(tree.round == number) & (tree.actor == seat)].sum()) * boards[number]
            for number in boards
        )
        for seat in tree.root.in_hand
    )
    return first, second


def least_cells_an_action(game: Game, first: int, board: list[int], hands: int) -> tuple[float, ...]:
    """Return by round how many numbers a table has at least for every action of the tree, before there is one.

    first: the round in which it begins. hands: that the player with the fewest has.
    """
    boards = _boards(game, first, len(board))
    return tuple(boards.get(number, 0) * hands / _SAME for number in range(game.rounds))


def _boards(game: Game, first: int, shown: int, held: int | None = None) -> dict[int, int]:
    """By round, the boards that can come, as one who holds a hand sees them, or so many cards."""
    left = game.deck.size - shown - (game.hole_cards if held is None else held)
    boards, found = 1, {first: 1}
    for number in range(first + 1, game.rounds):
        dealt = game.board_cards[number]
        boards, left = boards * math.comb(left, dealt), left - dealt
        found[number] = boards
    return found
