"""Buckets on a line: nearest means, equal mass, and sampled bins against their law."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.abstraction.methods.method import Street, Work, without_gaps
from riverboat.abstraction.methods.street_strengths import street_strengths
from riverboat.abstraction.methods.strength_buckets import (
    MonteCarloBins,
    Percentiles,
    StrengthKMeans,
    percentiles,
)
from riverboat.errors import AbstractionError

PREFLOP = Street(0)


@pytest.mark.parametrize("of", ["ehs", "ehs2"])
def test_kmeans_cannot_be_improved_by_moving_a_hand(of: str) -> None:
    made = StrengthKMeans(20, of).build(PREFLOP, Work())  # type: ignore[arg-type]
    strengths, mass = street_strengths(0), PREFLOP.weights()
    values = strengths.ehs() if of == "ehs" else strengths.ehs_squared()
    means = np.array([np.average(values[made.table == b], weights=mass[made.table == b]) for b in range(20)])
    assert made.count == 20
    assert (np.diff(means) > 0).all()
    nearest = np.abs(values[:, None] - means).argmin(axis=1)
    assert np.array_equal(nearest, made.table)


def test_percentiles_have_equal_mass() -> None:
    made = Percentiles(10).build(PREFLOP, Work())
    mass = np.bincount(made.table, PREFLOP.weights())
    assert made.count == 10
    assert np.abs(mass - 132.6).max() <= 12  # one class of offsuit hands at most is on the wrong side
    order = np.argsort(street_strengths(0).ehs())
    assert (np.diff(made.table[order].astype(int)) >= 0).all()


def test_percentiles_never_part_equals() -> None:
    assert percentiles(np.array([100.0, 1, 1]), 5).tolist() == [2, 4, 4]


def test_numbers_without_gaps() -> None:
    labels, count = without_gaps(np.array([5, 5, 0, 9]))
    assert (labels.tolist(), count) == ([1, 1, 0, 2], 3)


def test_monte_carlo_follows_the_law() -> None:
    """The sampled strength of many seeds has the mean and the variance of independent deals."""
    strengths, method = street_strengths(0), MonteCarloBins(100, samples=50)
    part = slice(0, 169)
    drawn = np.array([method._drawn(strengths, part, np.random.default_rng(s)) for s in range(2000)]) / 2
    win, tie = strengths.wins / strengths.opponents, strengths.ties / strengths.opponents
    mean, square = win + tie / 2, win + tie / 4
    deviation = np.sqrt(50 * (square - mean**2) / 2000)
    assert (np.abs(drawn.mean(axis=0) - 50 * mean) < 4.5 * deviation).all()
    assert drawn.var(axis=0).mean() == pytest.approx((50 * (square - mean**2)).mean(), rel=0.02)


def test_monte_carlo_with_many_samples_is_the_bin_of_ehs() -> None:
    made = MonteCarloBins(20, samples=10**8).build(PREFLOP, Work(seed=3))
    exact, _ = without_gaps((street_strengths(0).ehs() * 20).astype(int))
    assert np.array_equal(made.table, exact)


def test_the_same_for_any_threads_and_by_seed() -> None:
    method = MonteCarloBins(100, samples=100)
    one, two = (method.build(PREFLOP, Work(seed=1, threads=n)) for n in (1, 2))
    assert np.array_equal(one.table, two.table)
    assert not np.array_equal(one.table, method.build(PREFLOP, Work(seed=2)).table)


def test_unknown_feature() -> None:
    with pytest.raises(AbstractionError, match=r"of is 'ehs3'.*did you mean"):
        StrengthKMeans(5, "ehs3")  # type: ignore[arg-type]
