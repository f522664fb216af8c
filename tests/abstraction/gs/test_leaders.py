"""GameShrink for hold'em up to a threshold: who joins whom, and what it costs."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.abstraction.gs.deals import HoldemDeals
from riverboat.abstraction.gs.leaders import join_leaders, shrink_holdem
from riverboat.abstraction.small_games.matching import matching_costs
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError


def test_everybody_is_near_his_leader_and_leaders_are_far_from_each_other() -> None:
    children = np.sort(np.random.default_rng(1).random((80, 7)), axis=1)
    classes = join_leaders(children, 0.15)
    leaders = [int(np.argmax(classes == one)) for one in range(classes.max() + 1)]
    cost = np.abs(children[:, None] - children).mean(axis=2)
    assert (cost[np.arange(80), np.array(leaders)[classes]] <= 0.15).all()
    for place, leader in enumerate(leaders):
        assert (cost[leader, leaders[:place]] > 0.15).all()
    assert join_leaders(children, 0).tolist() == list(range(80))
    assert join_leaders(children, 1).tolist() == [0] * 80


def test_children_in_order_are_the_cheapest_matching() -> None:
    """What is taken for the cost of two signals is what `matching_costs` finds by search."""
    strengths = np.linspace(0, 1, 9) ** 2
    children = np.sort(np.random.default_rng(2).integers(0, 9, (12, 6)), axis=1)
    searched = matching_costs(children, np.abs(strengths[:, None] - strengths))
    in_order = np.abs(strengths[children][:, None] - strengths[children]).mean(axis=2)
    assert searched == pytest.approx(in_order)


def test_flop_classes_lie_inside_those_of_hole_cards() -> None:
    rng = np.random.default_rng(3)
    flops = HandIndexer((2, 3))
    deals = HoldemDeals.of(flops.cards_batch(1, rng.choice(flops.size(1), 60, replace=False)), threads=1)
    preflop, flop = shrink_holdem(deals, (0.1, 0.05))
    for one in range(int(flop.max()) + 1):
        members = flop == one
        assert len(set(preflop[deals.hole[members]])) == 1
        assert np.ptp(deals.flop_strengths[members]) <= 2 * 0.05 * 47 * 46 * 1980
    finer = shrink_holdem(deals, (0.1, 0.01))
    assert finer[0].tolist() == preflop.tolist()
    assert finer[1].max() > flop.max()
    with pytest.raises(AbstractionError, match="give two, such as"):
        shrink_holdem(deals, (0.1,))
    with pytest.raises(AbstractionError, match="a threshold is 2"):
        shrink_holdem(deals, (0.1, 2))
