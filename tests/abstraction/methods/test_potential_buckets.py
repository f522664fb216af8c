"""Potential-aware buckets in a small world: scipy's distances, and a pair that other methods take for the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import wasserstein_distance
from tests.abstraction.methods.histogram_world import (
    FIVES,
    QUEENS,
    RIVER_BINS,
    SmallStreet,
    flop_ehs,
    flop_number,
    live_in_it,
    river_buckets,
    rivers,
    turns,
)

from riverboat.abstraction import kmeans_1d
from riverboat.abstraction.methods.distribution_aware import DistributionAware
from riverboat.abstraction.methods.final_equity import bin_equities
from riverboat.abstraction.methods.method import Buckets, Work
from riverboat.abstraction.methods.potential_buckets import PotentialAware, turn_ground
from riverboat.errors import AbstractionError

METHOD = PotentialAware(60, landmarks=30, dimensions=10, sample=10_000, iterations=20)


@pytest.fixture(scope="module")
def turn() -> Buckets:
    with pytest.MonkeyPatch.context() as patch:
        live_in_it(patch)
        return METHOD.build(SmallStreet(2), Work(later=river_buckets()))


def test_turn_hands_are_with_their_nearest_median(turn: Buckets) -> None:
    """The river's buckets have no order of their own; the turn must find it by their equity."""
    equity = bin_equities(RIVER_BINS)[rivers()]
    centres = np.array([np.median(equity[turn.table == bucket], axis=0) for bucket in range(turn.count)])
    assert turn.count == 60
    assert (np.diff(centres.mean(axis=1)) > -0.02).all()  # numbered by strength
    chosen = np.random.default_rng(2).choice(len(equity), 60, replace=False)
    far = np.array([[wasserstein_distance(equity[hand], centre) for centre in centres] for hand in chosen])
    assert (far[np.arange(60), turn.table[chosen]] < 1.1 * far.min(axis=1) + 0.002).all()


def test_ground_of_the_flop_is_the_distance_of_mean_histograms() -> None:
    rng = np.random.default_rng(3)
    means = rng.dirichlet(np.ones(50), 5)
    places = bin_equities(50)
    expected = [[wasserstein_distance(places, places, a, b) for b in means] for a in means]
    np.testing.assert_allclose(turn_ground(means), expected, atol=1e-12)


@pytest.mark.parametrize("transport", ["exact", "greedy", "sinkhorn"])
def test_a_pair_that_only_potential_tells_apart(
    transport: str, turn: Buckets, monkeypatch: pytest.MonkeyPatch
) -> None:
    live_in_it(monkeypatch)
    method = replace(METHOD, transport=transport)  # type: ignore[arg-type]
    aware = method.build(SmallStreet(1), Work(later=turn))
    pair = [flop_number(QUEENS), flop_number(FIVES)]
    ehs = flop_ehs()
    assert ehs[pair] == pytest.approx([0.683, 0.679], abs=0.006)
    by_strength = kmeans_1d(ehs, 60).labels[pair]
    final = DistributionAware(60, sample=5_000).build(SmallStreet(1), Work()).table[pair]
    assert by_strength[0] == by_strength[1]
    assert final[0] == final[1]
    assert aware.table[pair[0]] != aware.table[pair[1]]
    assert aware.count == 60
    means = [ehs[aware.table == bucket].mean() for bucket in range(60)]
    assert (np.diff(means) > -0.02).all()
    assert aware.table.shape == (len(turns()),)


def test_the_same_for_any_threads(turn: Buckets, monkeypatch: pytest.MonkeyPatch) -> None:
    live_in_it(monkeypatch)
    one, two = (METHOD.build(SmallStreet(1), Work(3, threads, later=turn)).table for threads in (1, 2))
    assert np.array_equal(one, two)


def test_refusals() -> None:
    with pytest.raises(
        AbstractionError, match=r"out of order: the turn is built from the buckets of the river"
    ):
        METHOD.build(SmallStreet(2), Work())
    with pytest.raises(AbstractionError, match=r"river has 70,000 buckets.*at most 65,535"):
        METHOD.build(SmallStreet(2), Work(later=Buckets(np.arange(70_000), 70_000)))
    with pytest.raises(AbstractionError, match=r"transport is 'exakt'.*did you mean 'exact'"):
        PotentialAware(5, transport="exakt")  # type: ignore[arg-type]
    with pytest.raises(AbstractionError, match=r"dimensions with 8 landmarks is 8.*from 1 to 7"):
        PotentialAware(5, landmarks=8, dimensions=8)
