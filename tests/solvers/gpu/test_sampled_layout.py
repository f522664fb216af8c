"""What the kernels read is what the C++ engine has: places of cells, values of ends, boards up to suits."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from riverboat.abstraction import SequenceTables
from riverboat.games import Menu, build_tree, kuhn, read_config
from riverboat.solvers import RankBuckets, Sampled
from riverboat.solvers.gpu.sampled_deals import board_places
from riverboat.solvers.gpu.sampled_layout import sampled_layout

SMALL = 'base = "hu-fcpa"\n[game]\nstack_bb = 12'


def test_cells_lie_where_the_native_engine_has_them() -> None:
    game = kuhn()
    tree = build_tree(game, Menu())
    solver = Sampled(tree, SequenceTables.of(RankBuckets(game), game), threads=1)
    layout = sampled_layout(tree, (3,))
    first = solver.engine.row(0).ctypes.data
    for number, row in enumerate(layout.rows):
        cells = solver.engine.row(number)
        assert (cells.ctypes.data - first) // 64 == row["line"]
        assert cells.shape == (row["cells"], 2 * row["half"])
    assert solver.engine.cells.ctypes.data == first


def test_nodes_say_who_acts_and_what_a_fold_costs() -> None:
    tree = build_tree(read_config(SMALL))
    layout = sampled_layout(tree, (169, 10, 10, 10))
    meta = layout.nodes[:, 1]
    np.testing.assert_array_equal(meta & 15, tree.actor)
    np.testing.assert_array_equal(meta >> 4 & 7, tree.round)
    np.testing.assert_array_equal(meta >> 8 & 255, np.diff(tree.first_choice))
    fold_value = layout.nodes[:, 2].copy().view(np.float32)
    assert fold_value[0] == -50  # the small blind
    raised = tree.walk((300, 900))
    assert fold_value[raised] == -300
    begin, end = tree.first_choice[raised : raised + 2].tolist()
    children = layout.nodes[raised, 4 : 4 + end - begin].copy().view(np.int32)
    np.testing.assert_array_equal(children, tree.child[begin:end])


def test_the_stack_has_room_for_the_longest_line_of_a_seat() -> None:
    """Two words a choice and three more for each decision of who learns."""
    tree = build_tree(read_config(SMALL))
    layout = sampled_layout(tree, (169, 10, 10, 10))
    most = [0, 0]

    def walk(node: int, used: tuple[int, int]) -> None:
        choices = tree.choices(node)
        mine = list(used)
        mine[tree.actor[node]] += 2 * len(choices) + 3
        for seat in (0, 1):
            most[seat] = max(most[seat], mine[seat])
        first = int(tree.first_choice[node])
        for child in tree.child[first : first + len(choices)].tolist():
            if child >= 0:
                walk(child, (mine[0], mine[1]))

    walk(0, (0, 0))
    assert layout.stack == max(most)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_boards_are_those_of_their_class_with_other_suits(cards: int) -> None:
    from riverboat.cards.isomorphism import HandIndexer

    places, indexer, rng = board_places(cards), HandIndexer((cards,)), np.random.default_rng(cards)
    for _ in range(200):
        board = np.sort(rng.choice(52, cards, replace=False))
        found = int(places[sum(comb(int(card), i + 1) for i, card in enumerate(board))])
        renamed = sorted(int(card) // 4 * 4 + (found >> 2 * (int(card) % 4) & 3) for card in board)
        assert renamed == sorted(indexer.cards(0, found >> 8))
