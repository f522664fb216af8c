"""Showdowns of hands that are all in before the flop: exact, from the table of match-ups."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.preflop import BOARDS, preflop_table
from riverboat.games.rules.private_hands import PrivateHands, classes_on
from riverboat.games.trees.tree import BettingTree

Matrix = npt.NDArray[np.float64]


def ends_before_the_flop(tree: BettingTree) -> bool:
    """Whether a hold'em tree has no decision after its first round, which is before the flop.

    >>> from riverboat.games import Menu, build_tree, leduc, nolimit_holdem
    >>> push_fold = Menu(all_in="always", limps="none")
    >>> ends_before_the_flop(build_tree(nolimit_holdem(), push_fold)), ends_before_the_flop(build_tree(leduc(), Menu()))
    (True, False)
    """
    game = tree.game
    holdem = (
        game.hole_cards == 2
        and game.ranking == "holdem"
        and game.deck.size == 52
        and sum(game.board_cards) == 5
    )
    return holdem and not game.board_cards[0] and int(tree.round.max()) == 0


def give_all_in_shares(game: _core.SolverGame, hands: tuple[PrivateHands, PrivateHands]) -> None:
    """Tell a prepared game what all-in hands win, so that no board has to be dealt."""
    root = (game.first_round, 0)
    for player in (0, 1):
        own, other = hands[player], hands[1 - player]
        first = game.board_hands(*root, player)[0].astype(np.intp)
        one_of_each = PrivateHands(own.cards[first], own.weights[first])
        wins, ties, met = _pairs(one_of_each, other)
        classes = classes_on(game, *root, 1 - player, other.cards)
        member = np.zeros((len(other), int(classes.max()) + 1))
        member[np.arange(len(member)), classes] = 1.0
        game.set_all_in(player, *(np.ascontiguousarray(m @ member) for m in (wins, ties, met - wins - ties)))


def _pairs(first: PrivateHands, second: PrivateHands) -> tuple[Matrix, Matrix, Matrix]:
    """Return shares of boards that the first player wins and ties, and whether two hands can meet, [hands, hands]."""
    shape = (len(first), len(second))
    pairs = np.concatenate(
        [np.repeat(first.cards, len(second), axis=0), np.tile(second.cards, (len(first), 1))], axis=1
    )
    apart = (pairs[:, :2, None] != pairs[:, None, 2:]).all(axis=(1, 2))
    index = HandIndexer((2, 2)).index_batch(np.ascontiguousarray(pairs[apart]))
    table, out = preflop_table(), []
    for counts in (table.wins, table.ties):
        shares = np.zeros(len(pairs))
        shares[apart] = np.asarray(counts)[index] / BOARDS
        out.append(shares.reshape(shape))
    return out[0], out[1], apart.reshape(shape).astype(np.float64)
