"""Axes and shares in whole places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.views.renderers.scales import Scale, chart_scales, whole_places
from riverboat.views.shapes import Chart, Curve


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9).filter(lambda s: sum(s) > 0.01), st.integers(1, 40))
def test_shares_take_all_places_and_small_ones_none(weights: list[float], places: int) -> None:
    shares = [weight / sum(weights) for weight in weights]
    counts = whole_places(shares, places)
    assert sum(counts) == places
    if max(shares) * places >= 0.5:
        assert all(count == 0 for share, count in zip(shares, counts, strict=True) if share * places < 0.5)
    for one, other in zip(shares, counts, strict=True):
        assert abs(one * places - other) <= 1 + len(shares) / 2


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (-3.2, 17), (1e-9, 3e-9), (5, 5.0001), (-1e7, 1e7), (0, 123_456_789)]
)
def test_ticks_are_round_and_inside(low: float, high: float) -> None:
    scale = Scale(low, high)
    ticks = scale.ticks(5)
    assert 2 <= len(ticks) <= 8
    assert all(-1e-6 <= scale.place(tick) <= 1 + 1e-6 for tick in ticks)
    assert len({scale.text(tick) for tick in ticks}) == len(ticks) or high - low < 1e-3


@given(st.floats(-6, 6), st.floats(0.1, 9))
def test_ticks_of_log_scales(first: float, decades: float) -> None:
    scale = Scale(10**first, 10 ** (first + decades), log=True)
    ticks = scale.ticks(5)
    assert len(ticks) >= 1
    assert all(-1e-6 <= scale.place(tick) <= 1 + 1e-6 for tick in ticks)


def test_a_chart_of_nothing_and_of_one_point_has_axes() -> None:
    for curves in ((), (Curve("", [3], [7]),), (Curve("", [1, 2], [float("nan"), -1]),)):
        for log in (False, True):
            x, y = chart_scales(Chart(curves, log_x=log, log_y=log))
            assert x.high > x.low
            assert y.high > y.low
