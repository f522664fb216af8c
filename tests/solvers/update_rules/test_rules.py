"""Averaging schemes, schedules, and rules made of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from riverboat.errors import SolverError
from riverboat.games import Menu, build_tree, kuhn, leduc
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.reference import Decision, Node, ReferenceCFR, Terminal, regret_matching
from riverboat.solvers.reference.dealt import DealtTree, dealt_tree, strategy_rows
from riverboat.solvers.update_rules.averaging import LINEAR, UNIFORM, Averaging, Delayed, Power, Restart
from riverboat.solvers.update_rules.rules import (
    CFR,
    RULES,
    CFRPlus,
    DiscountedCFR,
    DiscountedCFRPlus,
    FictitiousPlay,
    PredictiveCFRPlus,
    hs_dcfr,
    hs_pcfr_plus,
)
from riverboat.solvers.update_rules.schedule import Schedule
from riverboat.testing import check_solver

GAMES = {"kuhn": kuhn, "leduc": leduc}

# Weights of the iterations after 9 of them, up to a common factor, written down by hand.
WEIGHTS: dict[Averaging, list[float]] = {
    UNIFORM: [1, 1, 1, 1, 1, 1, 1, 1, 1],
    LINEAR: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    Power(2): [1, 4, 9, 16, 25, 36, 49, 64, 81],
    Delayed(3): [0, 0, 0, 1, 2, 3, 4, 5, 6],
    Delayed(0, UNIFORM): [1, 1, 1, 1, 1, 1, 1, 1, 1],
    Delayed(9, Power(2)): [0, 0, 0, 0, 0, 0, 0, 0, 1],
    Restart(): [0, 0, 0, 0, 1, 8, 27, 64, 125],
    Restart(UNIFORM, base=2): [0, 0, 0, 0, 0, 0, 0, 0, 1],
    Restart(LINEAR, base=3): [0, 0, 0, 1, 2, 3, 4, 5, 6],
    Restart(Delayed(2, UNIFORM)): [0, 0, 0, 0, 0, 0, 1, 1, 1],
}
CHANGING = Power(Schedule(30, 25, 20))


def weights(averaging: Averaging, iterations: int) -> list[float]:
    """What each iteration counts after all of them."""
    found = [1.0]
    for t in range(iterations, 1, -1):
        found.append(found[-1] * averaging.keep(t))
    return found[::-1]


def engine(name: str, rule: CFR) -> FullWidth:
    return FullWidth(build_tree(GAMES[name](), Menu()), rule=rule, threads=1)


@cache
def enumerated(name: str) -> DealtTree:
    return dealt_tree(engine(name, CFR()))


# --- averaging ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("averaging", WEIGHTS, ids=repr)
def test_weights(averaging: Averaging) -> None:
    expected = WEIGHTS[averaging]
    assert averaging.keep(1) == 0
    assert weights(averaging, 9) == pytest.approx([weight / expected[-1] for weight in expected])


def test_restarts_are_after_powers_of_the_base() -> None:
    assert [t for t in range(1, 300) if Restart().keep(t) == 0] == [1, 2, 5, 17, 65, 257]
    assert [t for t in range(1, 30) if Restart(base=3).keep(t) == 0] == [1, 2, 4, 10, 28]


def test_a_changing_exponent() -> None:
    """γ is 29.5 in iteration 2 of 20, 25.25 in iteration 19, and 25 from 20 on."""
    expected = {1: 0.0, 2: 0.5**29.5, 19: (18 / 19) ** 25.25, 20: 0.95**25, 40: 0.975**25}
    assert {t: CHANGING.keep(t) for t in expected} == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("averaging", [*WEIGHTS, CHANGING], ids=repr)
def test_averages_are_weighted_sums_of_what_was_played(averaging: Averaging) -> None:
    """Each played strategy is noted and added up at the end, by weights and by the reach it gives its player."""
    tree = enumerated("kuhn")
    solver = ReferenceCFR(tree, CFRPlus(averaging=averaging))
    sums = [np.zeros(len(row)) for row in solver.strategy]
    for weight in WEIGHTS.get(averaging) or weights(averaging, 9):
        for seat in (0, 1):
            add_plan(tree, solver.strategy, seat, weight, sums)
        solver.run(1)
    # Seat 1 plays against seat 0's new strategy, but its own is still that of before.
    for ours, expected in zip(solver.average_strategy(), sums, strict=True):
        assert ours == pytest.approx(regret_matching(list(expected)), abs=1e-12)


def add_plan(
    tree: DealtTree, strategy: list[list[float]], seat: int, weight: float, sums: list[np.ndarray]
) -> None:
    seen = set()

    def walk(node: Node, own: float) -> None:
        if isinstance(node, Terminal):
            return
        row = [1.0] * len(node.children)
        if isinstance(node, Decision) and node.seat == seat:
            row = strategy[node.info]
            if node.info not in seen:
                sums[node.info] += weight * own * np.array(row)
            seen.add(node.info)
        for probability, child in zip(row, node.children, strict=True):
            walk(child, own * probability)

    walk(tree.root, 1.0)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        *(("kuhn", PredictiveCFRPlus(averaging=averaging)) for averaging in (*WEIGHTS, CHANGING)),
        ("leduc", DiscountedCFR(averaging=Restart())),
        ("leduc", CFRPlus(averaging=Delayed(6))),
        # With 30 for 6, what was reached once counts so little after four iterations that a last bit outweighs it.
        ("leduc", DiscountedCFRPlus(Schedule(1, 2, 30), averaging=Power(Schedule(6, 3, 20)))),
        ("leduc", hs_dcfr(20)),
    ],
    ids=repr,
)
def test_every_averaging_is_the_reference_to_ten_digits(name: str, rule: CFR) -> None:
    tree, solver = enumerated(name), engine(name, rule)
    plain = ReferenceCFR(tree, rule)
    for iterations in (1, 1, 3, 4, 8, 13):
        solver.run(iterations)
        plain.run(iterations)
        for ours, expected in (
            (strategy_rows(tree, solver), plain.average_strategy()),
            (strategy_rows(tree, solver, current=True), plain.strategy),
        ):
            np.testing.assert_allclose(np.concatenate(ours), np.concatenate(expected), atol=1e-10)
    assert solver.iterations == 30


def test_averaging_goes_with_every_rule() -> None:
    for rule in (rule for name, rule in RULES.items() if name != "rbp"):
        assert isinstance(rule, CFR)
        changed = replace(rule, averaging=Restart(LINEAR))
        for t in (1, 2, 3, 64, 65, 66):
            ours = changed.factors(t)
            assert ours.keep_average == Restart(LINEAR).keep(t)
            assert ours._replace(keep_average=0) == rule.factors(t)._replace(keep_average=0)


def test_restarts_solve() -> None:
    reports = check_solver(DiscountedCFR(averaging=Restart()), iterations=256)
    assert all(report.exploitability[2] < 0.01 for report in reports)


def test_fictitious_play_averages_otherwise_too() -> None:
    solver = engine("leduc", FictitiousPlay(averaging=LINEAR))
    solver.run(300)
    assert solver.accuracy().exploitability < 0.2


# --- schedules ---------------------------------------------------------------------------------------------


def test_the_schedules_of_the_paper() -> None:
    """HS-DCFR(30): α = 1 + 3t/N, β = −1 − 2t/N, γ = 30 − 5t/N, N = 1,000; (15) begins at 15. Eq. 4 of the work."""
    rule = RULES["hs-dcfr"]
    assert rule == hs_dcfr()
    for t in (1, 250, 999):
        alpha, beta, gamma = 1 + 3 * t / 1000, -1 - 2 * t / 1000, 30 - 5 * t / 1000
        positive, negative = t**alpha / (t**alpha + 1), t**beta / (t**beta + 1)
        assert rule.add([3.0, -3.0], [1.0, 1.0], t) == pytest.approx([4 * positive, -2 * negative])
        assert rule.factors(t + 1)[:2] == pytest.approx((positive, negative))
        assert rule.keep_average(t) == pytest.approx(((t - 1) / t) ** gamma)
        assert hs_dcfr(gamma=15).keep_average(t) == pytest.approx(((t - 1) / t) ** (gamma - 15))
        assert RULES["hs-pcfr+"].factors(t) == RULES["pcfr+"].factors(t)._replace(
            keep_average=pytest.approx(((t - 1) / t) ** gamma)
        )


def test_schedules_end() -> None:
    assert hs_dcfr(100).factors(102) == pytest.approx(DiscountedCFR(4, -3, averaging=Power(25)).factors(102))
    assert hs_pcfr_plus(100).keep_average(200) == pytest.approx(0.995**25)


def test_scheduled_prediction_wins_in_kuhn() -> None:
    """What the work shows: orders of magnitude."""
    found = []
    for name in ("pcfr+", "hs-pcfr+"):
        solver = engine("kuhn", RULES[name])  # type: ignore[arg-type]
        solver.run(300)
        found.append(solver.accuracy().exploitability)
    assert found[1] < found[0] / 100


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (
            lambda: Delayed(-1),
            r"first is -1; it must be a whole number of iterations from 0 up, such as Delayed\(100\)",
        ),
        (lambda: Restart(base=1), "base is 1; it must be a whole number from 2 up, such as 4"),
        (lambda: hs_dcfr(0), "iterations is 0; it must be a whole number from 1 up, such as 1000"),
    ],
)
def test_bad_constants(make: object, says: str) -> None:
    with pytest.raises(SolverError, match=says):
        make()  # type: ignore[operator]
