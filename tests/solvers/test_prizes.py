"""Solvers that play for prizes."""

from itertools import pairwise

import numpy as np
import pytest

from riverboat.abstraction import SequenceTables
from riverboat.errors import PayoutError, SolverError
from riverboat.games import Menu, build_tree, kuhn, leduc, nolimit_holdem
from riverboat.games.payouts.finishes import prizes_after
from riverboat.games.payouts.prizes import Prizes
from riverboat.solvers import FullWidth, RankBuckets, Sampled
from riverboat.solvers.full_width.engine import Rake
from riverboat.tournament import make_hand
from riverboat.tournament.equities.pairs import pair_chances
from riverboat.tournament.jam_fold.two import TwoJam


def test_one_prize_for_two_is_the_chip_game() -> None:
    tree = build_tree(kuhn(), Menu())
    chips, prizes = FullWidth(tree, rule="cfr+"), FullWidth(tree, rule="cfr+", prizes=Prizes((7.0,)))
    for solver in (chips, prizes):
        solver.run(300)
    assert prizes.accuracy().values == pytest.approx(chips.accuracy().values, abs=1e-6)
    assert prizes.quick_exploitability() == pytest.approx(chips.quick_exploitability(), abs=1e-6)


def test_two_of_three_play_for_prizes_as_jam_or_fold_does() -> None:
    """A game without bets and limps is jam or fold; the third player's stack only waits."""
    game = nolimit_holdem(stacks=(800, 800))  # the big blind is seat 0
    found = FullWidth(
        build_tree(game, Menu(limps="none")), rule="cfr+", prizes=Prizes((50, 30, 20), others=(800,))
    )
    found.run(150)
    assert found.accuracy().exploitability < 0.5  # chips
    values = make_hand([8.0, 8.0]).end_values()
    worth = np.zeros_like(values)
    scale = 24 / 100
    for jams in range(4):
        for order in range(3):
            after = np.array([8.0, 8.0]) + values[jams, order]
            worth[jams, order] = scale * (_icm([*after, 8.0])[:2] - 100 / 3)
    exact = TwoJam(pair_chances())
    strategy, gains, _ = exact.solve(
        worth, np.full((3, 169), 0.5), [False, True, False], False, 1500, 1e-5, 50, 0.0
    )
    expected = np.einsum("eo,eos->s", exact.ends(strategy), worth)
    assert max(gains) < 1e-4
    assert [value / 100 for value in found.accuracy().values[::-1]] == pytest.approx(expected, abs=0.005)


def _icm(stacks: list[float]) -> np.ndarray:
    return prizes_after(np.array([8.0, 8.0, 8.0]), np.array(stacks), np.array([50.0, 30.0, 20.0]))


def test_sampled_plays_one_prize_as_chips() -> None:
    tree = build_tree(kuhn(), Menu())
    deals = SequenceTables.of(RankBuckets(kuhn()), kuhn())
    chips, prizes = (
        Sampled(tree, deals, prizes=prizes, seed=1, threads=1) for prizes in (None, Prizes((7.0,)))
    )
    for solver in (chips, prizes):
        solver.run(20_000)
    for row in range(4):
        assert prizes.current(row) == pytest.approx(chips.current(row), abs=0.02)


def test_what_does_not_go_together_is_told() -> None:
    tree = build_tree(leduc(), Menu())
    with pytest.raises(SolverError, match="without rake"):
        FullWidth(tree, prizes=Prizes((1.0,)), rake=Rake(0.05))
    with pytest.raises(PayoutError, match="3 prizes for 2 players"):
        FullWidth(tree, prizes=Prizes((3.0, 2.0, 1.0)))
    with pytest.raises(PayoutError, match="player 1 has -5"):
        FullWidth(tree, prizes=Prizes((1.0,), others=(-5,)))
    assert all(one >= other for one, other in pairwise(Prizes((2.0, 1.0)).of(leduc())[1]))
