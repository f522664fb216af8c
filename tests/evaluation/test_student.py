"""Student's t against scipy."""

from __future__ import annotations

import math

import pytest
from scipy.stats import t

from riverboat.evaluation.student import student_95


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 9, 19, 49, 1000])
def test_against_scipy(freedom: int) -> None:
    assert student_95(freedom) == pytest.approx(t.ppf(0.975, freedom), abs=0.004)


def test_one_sample_tells_nothing() -> None:
    assert student_95(0) == math.inf
