"""Distribution-aware buckets: the closed form against scipy, and hands with their nearest centre."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import wasserstein_distance
from tests.abstraction.methods.histogram_world import RIVER_BINS, SmallStreet, live_in_it, rivers

from riverboat.abstraction import emd_samples
from riverboat.abstraction.methods.distribution_aware import DistributionAware, cumulative
from riverboat.abstraction.methods.final_equity import bin_equities, counts
from riverboat.abstraction.methods.method import Work
from riverboat.errors import AbstractionError


def test_l1_of_cumulative_histograms_is_the_earth_movers_distance() -> None:
    histograms = np.random.default_rng(1).integers(0, 9, (6, 20))
    points, places = cumulative(histograms), bin_equities(20)
    found = emd_samples(points, points, presorted=True)
    expected = [[wasserstein_distance(places, places, a, b) for b in histograms] for a in histograms]
    np.testing.assert_allclose(found, expected, atol=1e-6)


def test_turn_hands_are_with_their_nearest_median(monkeypatch: pytest.MonkeyPatch) -> None:
    live_in_it(monkeypatch)
    method = DistributionAware(40, bins=25, sample=10_000)
    made = method.build(SmallStreet(2), Work(seed=2, threads=1))
    assert np.array_equal(made.table, method.build(SmallStreet(2), Work(seed=2, threads=2)).table)
    assert made.count == 40
    ends = counts(rivers() * 25 // RIVER_BINS, 25)
    sums = np.cumsum(ends, axis=1) / 46
    medians = np.array([np.median(sums[made.table == bucket], axis=0) for bucket in range(40)])
    chosen = np.random.default_rng(2).choice(len(ends), 60, replace=False)
    places = bin_equities(25)
    far = np.array(
        [
            [wasserstein_distance(places, places, ends[h], np.diff(m, prepend=0)) for m in medians]
            for h in chosen
        ]
    )
    assert (far[np.arange(60), made.table[chosen]] < 1.1 * far.min(axis=1) + 0.002).all()
    equity = (ends @ places) / 46
    means = [equity[made.table == bucket].mean() for bucket in range(40)]
    assert (np.diff(means) > -0.02).all()  # numbered by strength


def test_refusals() -> None:
    with pytest.raises(AbstractionError, match="bins is 0; it must be a whole number from 1 to 255"):
        DistributionAware(5, bins=0)
