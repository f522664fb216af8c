"""Intervals that may be looked at while a match runs keep their 95 %; plain ones do not."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

import riverboat as rb
from riverboat.errors import MatchError
from riverboat.evaluation import NORMAL_95, sequence_errors

STUDY = Path(__file__).parents[2] / "benchmarks" / "studies" / "sequential_tests.py"


@pytest.fixture(scope="module")
def study():
    spec = importlib.util.spec_from_file_location("sequential_tests", STUDY)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("kind", ["even", "wins often, loses much", "loses often, wins much"])
def test_matches_that_stop_keep_their_promise(study, kind):
    found = study.simulate(kind, 1500, 50_000, seed=7)
    assert found["plain interval, until sure"] > 0.2
    assert all(missed <= 0.05 for rule, missed in found.items() if rule.startswith("sequence"))
    assert 0.03 < found["one look at the end"] < 0.07


def test_errors_are_more_than_those_of_one_look_and_least_at_a_usual_match():
    near = [sequence_errors(samples) for samples in (100, 1_000, 10_000, 100_000, 10**7)]
    assert all(error > NORMAL_95 for error in near)
    assert min(near) == near[2]
    assert sequence_errors(0) == float("inf")
    assert sequence_errors(1000, 0.01) > sequence_errors(1000)


def test_a_match_goes_on_until_it_is_sure():
    result = rb.play_match(["fold", "all-in"], 5000, until="sure", series=1000)
    assert result.hands == 1000
    assert result.at_every_look
    assert result.is_sure
    assert result.to_dict()["intervals"] == "at every look"
    even = rb.play_match(["fish", "fish"], 3000, until="sure", series=1000)
    assert not even.is_sure
    assert even.hands == 3000


def test_its_intervals_are_those_of_the_sequence():
    looked, plain = (rb.play_match(["shark", "fish"], 1000, until=until, seed=1) for until in (1, None))
    ratio = looked.bots[0].adjusted.half_width / plain.bots[0].adjusted.half_width
    assert ratio == pytest.approx(sequence_errors(1000) / NORMAL_95)


@pytest.mark.parametrize("until", ["certain", 0, -5, float("nan"), True])
def test_until_is_a_width_or_sure(until):
    with pytest.raises(MatchError, match="it must be bb/100 over 0, such as 5, or 'sure'"):
        rb.play_match(["fish", "fish"], 10, until=until)


@pytest.mark.parametrize(
    "wrong", [{"samples": []}, {"samples": float("nan")}, {"alpha": 0}, {"alpha": -1}, {"alpha": 2}]
)
def test_numbers_that_are_none(wrong: dict[str, Any]) -> None:
    with pytest.raises(MatchError):
        sequence_errors(**{"samples": 100, **wrong})
