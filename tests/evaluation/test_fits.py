"""Tops of curves and power laws, compared with scipy and with what they were made from."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import curve_fit

from riverboat.arena import Point, SweepResult
from riverboat.errors import MatchError
from riverboat.evaluation import Figure, power_law

NORMAL_95 = 1.959964


def swept(xs: np.ndarray, ys: np.ndarray, errors: np.ndarray) -> SweepResult:
    points = [
        Point((float(x),), Figure(float(y), float(error) * NORMAL_95), 1)
        for x, y, error in zip(xs, ys, errors, strict=True)
    ]
    return SweepResult("b", ("a",), ("x",), tuple(points), "games won")


def test_the_top_of_a_curve_is_that_of_scipy() -> None:
    """scipy fits the same cubic with its top as a parameter, whose error it then tells."""
    random = np.random.default_rng(1)
    xs, errors = np.linspace(0, 1, 21), random.uniform(0.005, 0.01, 21)
    ys = 0.8 - (xs - 0.43) ** 2 + (xs - 0.43) ** 3 + errors * random.standard_normal(21)
    best = xs[ys.argmax()]
    near = np.abs(xs - best) <= 0.3 + 1e-9
    (_, top, _, _), cov = curve_fit(
        lambda x, high, top, bend, lean: high - bend * (x - top) ** 2 + lean * (x - top) ** 3,
        xs[near],
        ys[near],
        p0=(0.8, best, 1.0, 0.0),
        sigma=errors[near],
        absolute_sigma=True,
    )
    found = swept(xs, ys, errors).peak(reach=0.3)
    assert found.mean == pytest.approx(top, abs=1e-5)
    assert found.half_width == pytest.approx(NORMAL_95 * np.sqrt(cov[1, 1]), rel=1e-3)


def test_intervals_of_tops_and_powers_hold_what_is_true() -> None:
    """Of 200 noisy power laws through 200 · 6 noisy tops, some 95 % of the intervals hold the truth."""
    random = np.random.default_rng(2)
    xs, errors = np.arange(0.0, 1.01, 0.05), np.full(21, 0.004)
    held_tops = held_powers = 0
    for _ in range(200):
        tops = []
        for count in range(1, 7):
            top = 0.6 * count**-0.3
            tops.append(swept(xs, 1 - (xs - top) ** 2 + errors * random.standard_normal(21), errors).peak())
            held_tops += tops[-1].low <= top <= tops[-1].high
        law = power_law(range(1, 7), tops)
        held_powers += law.power.low <= -0.3 <= law.power.high
    assert 0.88 < held_tops / 1200 < 0.98
    assert 0.9 < held_powers / 200 <= 1.0


def test_a_place_without_luck_does_not_rule_the_curve() -> None:
    """Angry Fish at 1 is Fish: exactly one half. A cubic forced through it would have its top elsewhere."""
    xs = np.linspace(0.5, 1, 11)
    ys, errors = 0.8 - 2 * (xs - 0.75) ** 2, np.full(11, 0.01)
    ys[-1], errors[-1] = 0.5, 0.0
    assert swept(xs, ys, errors).peak().mean == pytest.approx(0.75, abs=0.05)
    errors[0] = np.inf  # one game has no interval, and no weight
    assert swept(xs, ys, errors).peak().mean == pytest.approx(0.75, abs=0.05)


def test_a_power_law_is_that_of_scipy() -> None:
    xs = np.arange(1, 9)
    ys = 0.7 * xs**-0.3 * np.exp([0.02, -0.01, 0.03, -0.04, 0.01, 0.02, -0.03, 0.0])
    errors = np.linspace(0.01, 0.02, 8)
    figures = [Figure(float(y), float(error) * NORMAL_95) for y, error in zip(ys, errors, strict=True)]
    for scale in (1.0, 0.1):  # points as near as their errors say; points ten times farther
        law = power_law(xs.tolist(), [Figure(one.mean, one.half_width * scale) for one in figures])
        (start, power), cov = curve_fit(
            lambda x, start, power: start + power * x,
            np.log(xs),
            np.log(ys),
            sigma=errors * scale / ys,
            absolute_sigma=scale == 1.0,
        )
        assert law.power.mean == pytest.approx(power, rel=1e-5)
        assert law.factor.mean == pytest.approx(np.exp(start), rel=1e-5)
        assert law.power.half_width == pytest.approx(NORMAL_95 * np.sqrt(cov[1, 1]), rel=1e-4)
        assert np.allclose(law.at(xs), np.exp(start) * xs**power)


def test_what_has_no_top_or_law() -> None:
    xs = np.linspace(0, 1, 5)
    with pytest.raises(MatchError, match="no top in the 5 points around 0;"):
        swept(xs, (xs - 0.6) ** 2, np.full(5, 0.1)).peak(reach=1.0)
    with pytest.raises(MatchError, match=r"no top in the 3 points around 0\.5;"):
        swept(xs, -((xs - 0.6) ** 2), np.full(5, 0.1)).peak()
    with pytest.raises(MatchError, match="not of 2"):
        SweepResult("b", ("a",), ("x", "y"), (), "games won").peak()
    for bad in ([1.0, 2.0], [0.0, 1.0, 2.0]):
        with pytest.raises(MatchError, match="3 points or more, all over 0"):
            power_law(bad, [Figure(1.0, 0.1)] * len(bad))
