"""What the sampled engine's kernels read, as plain arrays: nodes, ends, rows of the table, boards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import SolverError
from riverboat.games.trees.tree import BettingTree

FLOATS_IN_LINE: Final = 16
NODE: Final = np.dtype(
    [("cache_line", np.uint32), ("first_choice", np.uint32), ("meta", np.uint32), ("fold_value", np.float32)]
)
END: Final = np.dtype([("pot", np.float32), ("in_hand", np.uint32)])
ROW: Final = np.dtype([(name, np.uint32) for name in ("cache_line", "cells", "choices", "floats")])
FRAME_WORDS: Final = 3  # of a frame of the stack, beside two for each choice


@dataclass(frozen=True, eq=False)
class SampledLayout:
    """A betting tree and the table over it for the kernels of `sampled.cu`.

    floats: of the whole table. stack: words that a walk needs.
    """

    nodes: npt.NDArray[np.void]
    children: npt.NDArray[np.int32]
    ends: npt.NDArray[np.void]
    put_in: npt.NDArray[np.float32]
    rows: npt.NDArray[np.void]
    floats: int
    stack: int


def sampled_layout(tree: BettingTree, buckets: tuple[int, ...]) -> SampledLayout:
    """Return the arrays of a tree with so many buckets by round; the table has the places of the C++ engine's."""
    choices = np.diff(tree.first_choice).astype(np.int64)
    rows, floats = _rows(tree, buckets)
    folds = tree.action[tree.first_choice[:-1]] == -1
    put_in = tree.end_put_in.reshape(-1, tree.game.players).astype(np.float32)
    nodes = np.zeros(tree.nodes, NODE)
    nodes["cache_line"] = rows["cache_line"][tree.row]
    nodes["first_choice"] = tree.first_choice[:-1]
    cell = rows["floats"][tree.row]
    nodes["meta"] = (
        tree.actor.astype(np.uint32)
        | tree.round.astype(np.uint32) << 4
        | folds.astype(np.uint32) << 7
        | choices.astype(np.uint32) << 8
        | cell << 16
    )
    nodes["fold_value"] = _fold_values(tree, put_in)
    return SampledLayout(
        nodes, tree.child.astype(np.int32), _ends(tree, put_in), put_in, rows, floats, _stack(tree, choices)
    )


def _rows(tree: BettingTree, buckets: tuple[int, ...]) -> tuple[npt.NDArray[np.void], int]:
    rows = np.zeros(tree.rows, ROW)
    rows["choices"] = tree.row_choices
    of_row = np.zeros(tree.rows, np.int64)
    of_row[tree.row] = np.array(buckets, np.int64)[tree.round]
    rows["cells"] = of_row
    numbers = 2 * tree.row_choices.astype(np.int64)
    padded = np.where(
        numbers <= FLOATS_IN_LINE,
        2 ** np.ceil(np.log2(numbers)).astype(np.int64),
        -(-numbers // FLOATS_IN_LINE) * FLOATS_IN_LINE,
    )
    rows["floats"] = padded
    lines = -(-(of_row * padded) // FLOATS_IN_LINE)
    rows["cache_line"] = np.concatenate([[0], np.cumsum(lines)[:-1]])
    return rows, int(lines.sum()) * FLOATS_IN_LINE


def _fold_values(tree: BettingTree, put_in: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """What a seat has lost that folds at a node: it has the same in the pot at every end that can follow."""
    first = tree.child[tree.first_choice[:-1]].astype(np.int64)
    at = first.copy()
    while (at >= 0).any():
        at = np.where(at >= 0, first[np.maximum(at, 0)], at)
    return -put_in[~at, tree.actor.astype(np.int64)]


def _ends(tree: BettingTree, put_in: npt.NDArray[np.float32]) -> npt.NDArray[np.void]:
    ends = np.zeros(len(put_in), END)
    ends["in_hand"] = tree.end_in_hand
    ends["pot"] = put_in.sum(axis=1)
    shown = (ends["in_hand"][:, None] >> np.arange(put_in.shape[1]) & 1).astype(bool)
    most = np.where(shown, put_in, -np.inf).max(axis=1)
    least = np.where(shown, put_in, np.inf).min(axis=1)
    if (most != least).any():
        raise SolverError(
            f"stacks of {tree.game.stacks} make side pots, which the card does not share yet; use device='cpu'"
        )
    return ends


def _stack(tree: BettingTree, choices: npt.NDArray[np.int64]) -> int:
    """The most words of frames that a walk has on its stack, for any learner, and room for one more decision."""
    players = tree.game.players
    need = np.zeros((tree.nodes, players), np.int64)
    first, child = tree.first_choice.tolist(), tree.child.tolist()
    actor = tree.actor.tolist()
    for node in range(tree.nodes - 1, -1, -1):  # children come after their parents
        below = [to for to in child[first[node] : first[node + 1]] if to >= 0]
        if below:
            need[node] = need[below].max(axis=0)
        need[node, actor[node]] += 2 * choices[node] + FRAME_WORDS
    return int(need[0].max() + choices.max())


def board_places(cards: int) -> npt.NDArray[np.uint32]:
    """Return for every board of so many cards the number of its class << 8 | what its suits become, two bits each.

    By the place of the board among all of so many cards: the sum of C(card, i + 1) over its cards in order.

    >>> len(board_places(3)), int(board_places(0)[0]) & 255 == 0b11100100
    (22100, True)
    """
    same = 0b11100100
    if cards == 0:
        return np.array([same], np.uint32)
    boards = np.array(list(combinations(range(52), cards)), np.uint8)
    ways = np.array([[comb(card, i + 1) for card in range(52)] for i in range(cards)], np.int64)
    place = np.sum([ways[i, boards[:, i]] for i in range(cards)], axis=0)
    indexer = HandIndexer((cards,))
    number = indexer.index_batch(boards).astype(np.int64)
    classes = np.sort(np.array([indexer.cards(0, i) for i in range(indexer.size())], np.uint8), axis=1)
    out = np.zeros(len(boards), np.uint32)
    left = np.arange(len(boards))
    for suits in permutations(range(4)):
        to = np.array(suits, np.uint8)
        renamed = np.sort(boards[left] // 4 * 4 + to[boards[left] % 4], axis=1)
        fits = (renamed == classes[number[left]]).all(axis=1)
        code = sum(suit << 2 * i for i, suit in enumerate(suits))
        out[place[left[fits]]] = number[left[fits]] << 8 | code
        left = left[~fits]
        if not len(left):
            break
    assert not len(left), "every board is one of its class with other suits"
    return out
