"""L2 between histograms: hands with their nearest mean, over final equity and over the next street's buckets."""

from __future__ import annotations

import numpy as np
import pytest
from tests.abstraction.methods.histogram_world import (
    RIVER_BINS,
    SmallStreet,
    live_in_it,
    river_buckets,
    rivers,
)

from riverboat.abstraction.methods.final_equity import bin_equities
from riverboat.abstraction.methods.histogram_l2 import HistogramL2
from riverboat.abstraction.methods.method import Work
from riverboat.errors import AbstractionError


@pytest.mark.parametrize("over", ["equity", "next"])
def test_turn_hands_are_with_their_nearest_mean(over: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Buckets of the river in another order change nothing in L2, so one histogram over bins checks both."""
    live_in_it(monkeypatch)
    method = HistogramL2(30, over=over, bins=RIVER_BINS, sample=10_000)  # type: ignore[arg-type]
    made = method.build(SmallStreet(2), Work(seed=2, threads=1, later=river_buckets()))
    rows = rivers()
    histograms = np.zeros((len(rows), RIVER_BINS))
    np.add.at(histograms, (np.arange(len(rows))[:, None], rows), 1 / 46)
    means = np.array([histograms[made.table == bucket].mean(axis=0) for bucket in range(30)])
    assert made.count == 30
    assert (np.diff(means @ bin_equities(RIVER_BINS)) > -0.02).all()  # numbered by strength
    chosen = np.random.default_rng(3).choice(len(rows), 300, replace=False)
    far = np.linalg.norm(histograms[chosen, None] - means, axis=2)
    assert (far[np.arange(300), made.table[chosen]] < 1.02 * far.min(axis=1) + 0.002).mean() > 0.97


def test_refusals() -> None:
    with pytest.raises(AbstractionError, match=r"over is 'later'; it must be 'equity'.*or 'next'"):
        HistogramL2(5, over="later")  # type: ignore[arg-type]
    with pytest.raises(
        AbstractionError, match="out of order: the flop is built from the buckets of the turn"
    ):
        HistogramL2(5, over="next").build(SmallStreet(1), Work())
