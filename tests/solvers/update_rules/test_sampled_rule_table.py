"""Sampled rules in configs: what is written reads back, and what earlier releases wrote means what it meant."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from riverboat.errors import SolverError
from riverboat.solvers.update_rules.averaging import UNIFORM, Delayed, Power, Restart
from riverboat.solvers.update_rules.rules import CFR, CFRPlus, DiscountedCFR, LinearCFR, hs_dcfr
from riverboat.solvers.update_rules.sampled_rule_table import read_rule, rule_table
from riverboat.solvers.update_rules.sampled_rules import SAMPLED_RULES, SampledRule, sampled_rule


@pytest.mark.parametrize(
    "rule",
    [
        *SAMPLED_RULES.values(),
        SampledRule(DiscountedCFR(2, -1.0, averaging=Power(3)), epoch=7, floor=-3.5, average="snapshots"),
        SampledRule(CFRPlus(), epoch=7),
        SampledRule(CFR(averaging=Power(2)), epoch=7),
    ],
)
def test_what_is_written_reads_back(rule: SampledRule) -> None:
    assert read_rule(rule_table(rule)) == rule


def old_factors(epoch: int, alpha: float, beta: float, gamma: float) -> tuple[float, float, float]:
    """As earlier releases had them."""
    up, down = epoch**alpha, epoch**beta
    return up / (up + 1), down / (down + 1), (epoch / (epoch + 1)) ** gamma


@pytest.mark.parametrize(
    ("table", "powers", "epoch", "last"),
    [
        ({"name": "mccfr", "discount_every": 50}, (1, 1, 1), 50, 100),  # as checkpoints of `linear` have it
        ({"name": "linear", "discount_every": 250_000}, (1, 1, 1), 250_000, 100),
        ({"name": "linear", "discount_until": 7}, (1, 1, 1), 1_000_000, 7),
        ({"name": "discounted", "discount_every": 9}, (1.5, 0.5, 2), 9, 100),
        ({"name": "discounted", "gamma": 3.0}, (1.5, 0.5, 3), 1_000_000, 100),
        (
            {"name": "mccfr", "discount_every": 8, "alpha": 1.5, "beta": 0.5, "gamma": 2.0},
            (1.5, 0.5, 2),
            8,
            100,
        ),
        ({"name": "linear", "beta": -1}, (1, -1, 1), 1_000_000, 100),
        ({"name": "pluribus", "discount_every": 6}, (1, 1, 1), 6, 40),
    ],
)
def test_old_discounts_are_the_same_to_the_bit(
    table: dict[str, Any], powers: tuple[float, float, float], epoch: int, last: int
) -> None:
    rule = read_rule(table)
    assert (rule.epoch, rule.last_epoch) == (epoch, last)
    for k in range(1, last + 1):  # the engine has 32 bits
        np.testing.assert_array_equal(np.float32(rule.factors(k)), np.float32(old_factors(k, *powers)))
    assert rule.factors(last + 1) is None
    assert read_rule(rule_table(rule)) == rule


def test_old_floors_of_0_are_cfr_plus() -> None:
    assert read_rule({"name": "mccfr", "floor": 0.0}) == sampled_rule("mccfr+")
    assert read_rule({"name": "mccfr+", "discount_every": 0}) == sampled_rule("mccfr+")
    both = read_rule({"name": "mccfr", "floor": 0, "discount_every": 5, "gamma": 2.0})
    assert both.lowest_regret == 0
    for k in range(1, 101):
        positive, _, averages = old_factors(k, 1, 1, 2)
        np.testing.assert_array_equal(np.float32(both.factors(k))[[0, 2]], np.float32((positive, averages)))
    deep = read_rule({"name": "linear", "floor": -5.0, "discount_every": 5})
    assert (deep.floor, deep.update) == (-5.0, LinearCFR())
    plain = read_rule({"name": "mccfr", "discount_until": 3, "alpha": 2.0})
    assert (plain.update, plain.epoch) == (CFR(), 0)  # no epochs, no discounts


def test_a_floor_is_in_place_of_that_of_the_rule() -> None:
    assert read_rule({"name": "mccfr+", "floor": -5}) == SampledRule(floor=-5)  # as old configs mean it
    assert read_rule({"name": "pluribus", "floor": -9e4}) == sampled_rule("pluribus", floor=-9e4)
    assert read_rule({"name": "discounted", "floor": -9.0}) == sampled_rule("discounted", floor=-9.0)
    assert read_rule({"name": "mccfr", "floor": 0, "epoch": 5000}) == sampled_rule("mccfr+", epoch=5000)
    new, old = (read_rule({"name": "linear", "floor": 0, key: 100}) for key in ("epoch", "discount_every"))
    assert new == old
    assert new.lowest_regret == 0
    with pytest.raises(SolverError, match=r"floor is -5 and the update CFRPlus\(.*leave the floor out"):
        SampledRule(CFRPlus(averaging=UNIFORM), floor=-5)
    with pytest.raises(SolverError, match="floor is 0; it is a number of big blinds below 0"):
        read_rule({"name": "mccfr", "floor": 0, "epoch": 5000, "update": "linear"})


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"name": "mccfr", "update": "lineer"}, "update is 'lineer'; it is one of cfr, cfr"),
        (
            {"name": "mccfr", "update": {"name": "linear", "alpha": 1}},
            "'alpha' is not a key of the update 'linear'",
        ),
        ({"name": "linear", "update": {"name": "dcfr", "beta": "x"}}, "beta is 'x'; it must be a number"),
        ({"name": "linear", "alpha": float("nan")}, "alpha is nan"),
        ({"name": "linear", "gamma": True}, "gamma is True"),
        ({"name": "linear", "discount_every": 5, "epoch": 5}, "'epoch' is not a key"),
        ({"name": "linear", "discount_every": -5}, "epoch is -5"),
        ({"epoch": 5}, "it is a name such as"),
    ],
)
def test_bad_tables(table: dict[str, Any], says: str) -> None:
    with pytest.raises(SolverError, match=says):
        read_rule(table)


@pytest.mark.parametrize(
    "update", [hs_dcfr(), CFRPlus(averaging=Delayed(5, Restart())), CFR(averaging=Restart())]
)
def test_rules_that_no_config_can_hold(update: CFR) -> None:
    with pytest.raises(SolverError, match="a config cannot hold the update"):
        rule_table(SampledRule(update, epoch=5))


@pytest.mark.parametrize("averaging", [Delayed(5), Delayed(2, UNIFORM), Delayed(7, Power(3.0))])
def test_averages_that_begin_late(averaging: Delayed) -> None:
    rule = SampledRule(LinearCFR(averaging=averaging), epoch=5, tremble=0.02)
    assert read_rule(rule_table(rule)) == rule
    kept = [rule.factors(k)[2] for k in range(1, 12)]  # type: ignore[index]
    assert kept[: averaging.first] == [0.0] * averaging.first
    assert all(kept[averaging.first :])


def test_trembles_by_street() -> None:
    rule = read_rule({"name": "linear", "tremble": [0.05, 0.1]})
    assert rule.trembles(2) == [0.05, 0.1]
    assert read_rule(rule_table(rule)) == rule
    with pytest.raises(SolverError, match="2 numbers for 4 rounds"):
        rule.trembles(4)
    with pytest.raises(SolverError, match=r"tremble is 0\.7"):
        read_rule({"name": "linear", "tremble": [0.05, 0.7]})
