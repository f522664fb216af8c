"""Leaves of the full-width engine against plain sums over pairs of hands."""

import numpy as np
import numpy.typing as npt
import pytest

from riverboat.errors import SolverError
from riverboat.games import Menu, build_tree, leduc, menu_from_table, nolimit_holdem
from riverboat.games.trees.config import TreeConfig
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.full_width.engine import FullWidth, Precision, Rake
from riverboat.solvers.full_width.rest_of_hand import RestOfHand
from riverboat.solvers.full_width.value_leaves import ValueLeaves, leaf_nodes

Floats = npt.NDArray[np.float64]
BOARD = "Ks7h2d"
RANGES = ("AA,K7s,76s,A2s,QJs:0.5", "KK,AKs,77,QJs,54s:0.25")


def flop_tree(flop: dict[str, str], all_in: str = "never") -> BettingTree:
    menu = menu_from_table({"preflop": {"raises": ["3bb"]}, "flop": flop, "all_in": all_in})
    return build_tree(TreeConfig("flop", nolimit_holdem(players=2), menu, start="r3 c"))


def drawn_leaves(solver: FullWidth, k: tuple[int, int], *, groups: int = 5) -> ValueLeaves:
    """Leaves of any values, hands in any groups."""
    random = np.random.default_rng(7)
    of = tuple(random.integers(0, groups, len(hands)) for hands in solver.hands)
    values = random.normal(0, 300, (len(leaf_nodes(solver.tree)), *k, groups, groups))
    return ValueLeaves((of[0], of[1]), values, random.random((groups, groups)))


def made(tree: BettingTree, k: tuple[int, int] = (1, 1), precision: Precision = 64) -> FullWidth:
    hands = FullWidth(tree, board=BOARD, ranges=RANGES, precision=32)
    leaves = drawn_leaves(hands, k)
    return FullWidth(tree, board=BOARD, ranges=RANGES, rule="cfr+", precision=precision, leaves=leaves)


def apart(solver: FullWidth) -> npt.NDArray[np.bool_]:
    first, second = (hands.cards for hands in solver.hands)
    return np.asarray((first[:, None, :, None] != second[None, :, None, :]).all(axis=(2, 3)))


@pytest.mark.parametrize("precision", [64, 32, 16])
@pytest.mark.parametrize("k", [(1, 1), (1, 4), (3, 1), (2, 3)])
def test_a_leaf_is_the_sum_over_hands_without_a_common_card(k: tuple[int, int], precision: Precision) -> None:
    solver = made(flop_tree({}), k, precision)  # all check, then there is one leaf
    leaves = solver.leaves
    assert leaves is not None
    assert len(leaf_nodes(solver.tree)) == 1
    pairs = leaves.values[0].mean(axis=(0, 1))[leaves.groups[0]][:, leaves.groups[1]] * apart(solver)
    weights = [hands.weights for hands in solver.hands]
    expected = (pairs @ weights[1] / solver.met[0], -(pairs.T @ weights[0]) / solver.met[1])
    for player in (0, 1):  # nothing was learnt yet: all choose alike
        np.testing.assert_allclose(solver.hand_values(player), expected[player], rtol=1e-4)


def test_the_best_answer_chooses_the_best_continuation_by_hand() -> None:
    solver = made(flop_tree({}), (1, 4))
    leaves = solver.leaves
    assert leaves is not None
    pairs = leaves.values[0, 0][:, leaves.groups[0]][:, :, leaves.groups[1]] * apart(solver)
    best = -(pairs.transpose(0, 2, 1) @ solver.hands[0].weights).min(axis=0) / solver.met[1]
    np.testing.assert_allclose(solver.hand_values(1, kind="best"), best, rtol=1e-5)


@pytest.mark.parametrize("precision", [64, 32])
@pytest.mark.parametrize("threads", [1, 2])
def test_games_with_leaves_are_solved(precision: Precision, threads: int) -> None:
    tree = flop_tree({"bets": "50%", "raises": "100%"}, all_in="always")
    hands = FullWidth(tree, board=BOARD, ranges=RANGES, precision=32)
    leaves = drawn_leaves(hands, (2, 3))
    solver = FullWidth(
        tree,
        board=BOARD,
        ranges=RANGES,
        rule="cfr+",
        precision=precision,
        leaves=leaves,
        threads=threads,
    )
    before = solver.accuracy().exploitability
    solver.run(500)
    after = solver.accuracy()
    assert sum(after.values) == pytest.approx(0, abs=1e-3)
    assert after.exploitability < before / 100
    assert solver.quick_exploitability() == pytest.approx(after.exploitability, abs=0.05)
    chosen = solver.leaf_choices(1, 0)
    assert chosen.shape == (len(solver.hands[1]), 3)
    np.testing.assert_allclose(chosen.sum(axis=1), 1, rtol=1e-6)


def test_no_board_after_the_first_street_is_dealt() -> None:
    solver = made(flop_tree({"bets": "50%"}))
    assert [len(solver.boards(number)) for number in (1, 2)] == [1, 0]


def test_a_function_is_asked_for_all_leaves_at_once() -> None:
    tree = build_tree(leduc(), Menu())
    asked: list[tuple[int, int]] = []

    def nothing(player: int, leaves: npt.NDArray[np.uint32], own: Floats, opponent: Floats, /) -> Floats:
        assert own.shape == opponent.shape == (len(leaves), 6)
        asked.append((player, len(leaves)))
        return np.zeros(own.shape)

    hands = np.arange(6)
    solver = FullWidth(tree, rule="cfr+", leaves=ValueLeaves((hands, hands), function=nothing))
    solver.run(3)
    assert asked == [(0, 5), (1, 5)] * 3
    with pytest.raises(ValueError, match="asks for both reaches"):  # who asks there knows one
        solver.values_at(0, 0, 0, np.ones(3))


def test_the_rest_of_a_hand_is_worth_what_the_whole_is() -> None:
    """The values at the leaves as a function give the whole game's values back."""
    whole = FullWidth(build_tree(leduc(), Menu()), rule="cfr+", precision=64)
    whole.run(200)
    rest = RestOfHand(whole)

    def linear(player: int, leaves: npt.NDArray[np.uint32], own: Floats, opponent: Floats, /) -> Floats:
        reaches = (own, opponent) if player == 0 else (opponent, own)
        return rest.values(player, reaches)

    hands = np.arange(6)
    cut = FullWidth(
        whole.tree, rule="cfr+", precision=64, leaves=ValueLeaves((hands, hands), function=linear)
    )
    for node in range(int(whole.tree.first_node[1])):
        cut.set_rows(node, 0, whole.rows(node, 0))
    for player in (0, 1):
        np.testing.assert_allclose(cut.hand_values(player), whole.hand_values(player), atol=1e-12)


def test_leaves_that_do_not_fit_are_refused() -> None:
    tree = flop_tree({"bets": "50%"}, all_in="always")
    hands = FullWidth(tree, board=BOARD, ranges=RANGES, precision=32)
    good = drawn_leaves(hands, (1, 1))

    def engine(leaves: ValueLeaves, rake: Rake | None = None) -> FullWidth:
        return FullWidth(tree, board=BOARD, ranges=RANGES, leaves=leaves, rake=rake)

    with pytest.raises(SolverError, match="give a group from 0 on for each"):
        engine(ValueLeaves((good.groups[0][:-1], good.groups[1]), good.values, good.equity))
    with pytest.raises(SolverError, match="values of leaves have the shape"):
        engine(ValueLeaves(good.groups, good.values[1:], good.equity))
    with pytest.raises(SolverError, match="all-in before the leaves; give equity"):
        engine(ValueLeaves(good.groups, good.values))
    with pytest.raises(SolverError, match="not finite"):
        engine(ValueLeaves(good.groups, good.values * np.nan, good.equity))
    for k in (0, 65):
        with pytest.raises(SolverError, match="give each from 1 to 64"):
            engine(ValueLeaves(good.groups, np.repeat(good.values, k, axis=2), good.equity))
    with pytest.raises(SolverError, match="leave the rake out"):
        engine(good, Rake(0.05, 3))
