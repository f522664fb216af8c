"""Linear programs and first-order methods: values that are known, bounds that hold, and each other."""

import sys

import numpy as np
import pytest

import riverboat as rb
from riverboat.abstraction import gameshrink
from riverboat.errors import SolverError
from riverboat.games import leduc
from riverboat.solvers import METHODS, ex_post, form_of_game, form_of_matrix, solve_form
from riverboat.solvers.reference import ReferenceCFR, build_tree, exploitability
from riverboat.solvers.sequence.egt import ExcessiveGap
from riverboat.solvers.sequence.form import SequenceForm, SparsePayoffs
from riverboat.solvers.sequence.regret import Regret
from riverboat.solvers.sequence.smoothing import IteratedSmoothing
from riverboat.views.strategies.solutions import _facts

KUHN, LEDUC = form_of_game("kuhn"), form_of_game("leduc")
VALUES = {"kuhn": -1 / 18, "leduc": -0.085606424078}
FIRST_ORDER = [
    f"{name}:{distance}"
    for name in ("egt", "smoothing", "omd", "pdhg")
    for distance in ("entropy", "euclidean")
]


@pytest.mark.parametrize("form", [KUHN, LEDUC], ids=["kuhn", "leduc"])
@pytest.mark.parametrize("method", ["lp", "lp:dual", "lp:ipm", "lp:dual:ipm", "lp:pdlp"])
def test_linear_programs_are_exact(form: SequenceForm, method: str) -> None:
    solution = solve_form(form, method)
    near = 1e-6 if "pdlp" in method else 1e-9
    assert solution.value == pytest.approx(VALUES[form.name], abs=near)
    assert 0 <= solution.gap + 1e-12 < 2 * near + 1e-8 * ("ipm" in method)
    assert solution.stopped == "optimal"


def test_a_program_that_is_stopped_still_has_bounds() -> None:
    solution = solve_form(LEDUC, "lp", max_seconds=1e-9)
    assert solution.stopped == "time"
    assert solution.bounds[0] <= VALUES["leduc"] <= solution.bounds[1]
    assert solution.gap > 0.1


@pytest.mark.parametrize(
    "method", [*FIRST_ORDER, "egt:aggressive", "egt:balanced", "cfr", "cfr+", "dcfr", "pcfr+"]
)
def test_every_method_comes_to_the_same_value(method: str) -> None:
    """Intervals of all methods hold the value that the linear program finds, so they overlap."""
    solution = solve_form(LEDUC, method, iterations=300)
    low, high = solution.bounds
    assert low <= VALUES["leduc"] <= high
    assert high - low < 0.2
    assert solution.iterations == 300


@pytest.mark.parametrize("method", ["smoothing", "omd", "pdhg"])
def test_restarts_make_the_gap_fall_by_a_factor(method: str) -> None:
    """O(log 1/ε): on Kuhn eight more digits take a few times as long as the first two."""
    few = solve_form(KUHN, method, target=1e-2, looks_every=1).iterations
    many = solve_form(KUHN, method, target=1e-10, looks_every=10).iterations
    assert many < 1500
    assert many < 60 * max(few, 12)


@pytest.mark.parametrize("rule", ["cfr", "cfr+", "dcfr", "pcfr+"])
def test_regrets_are_those_of_the_reference(rule: str) -> None:
    solver = Regret(LEDUC, rule=rule)
    solver.run(20)
    reference = ReferenceCFR(build_tree(leduc(), by_rank=True), rule)
    reference.run(20)
    low, high = solver.bounds
    assert (high - low) / 2 == pytest.approx(
        exploitability(reference.tree, reference.average_strategy()), abs=1e-10
    )


@pytest.mark.parametrize("distance", ["entropy", "euclidean"])
@pytest.mark.parametrize("aggressive", [False, True])
def test_the_gap_of_egt_is_within_its_smoothing(distance: str, aggressive: bool) -> None:
    solver = ExcessiveGap(LEDUC, distance=distance, aggressive=aggressive)
    most = [solver.distance.most(one) for one in LEDUC.players]
    for _ in range(10):
        solver.run(20)
        low, high = solver.bounds
        assert high - low <= sum(mu * far for mu, far in zip(solver.mu, most, strict=True)) + 1e-12
        gradients = [solver.gradient(player, solver.plans[1 - player]) for player in (0, 1)]
        assert solver._holds(gradients, solver.mu)


def test_products_of_a_step() -> None:
    """EGT takes three, as published; OMD and PDHG two; smoothing four, and two more where a step is taken back."""
    for solver, products in ((ExcessiveGap(KUHN), 3), (Regret(KUHN), 2)):
        before = solver.products
        solver.run(10)
        assert solver.products - before == 10 * products  # EGT looks at its condition after 64
    solver = IteratedSmoothing(KUHN)
    solver.run(200)
    assert solver.products < 4.5 * 200


def test_what_stops_a_run() -> None:
    assert solve_form(LEDUC, "pdhg", target=0.1).stopped == "target"
    assert solve_form(LEDUC, "pdhg", target=1e-30, max_seconds=0.01).stopped == "time"
    looks = solve_form(KUHN, "omd", iterations=30, looks_every=10).looks
    assert [look.iterations for look in looks] == [10, 20, 30]


def test_strategies_by_name() -> None:
    first = solve_form(KUHN, "lp").strategy(0)
    assert len(first) == 6
    assert first["Ks after 'k b'"] == pytest.approx({"f": 0, "c": 1})
    assert first["Js after ''"]["b"] <= 1 / 3 + 1e-9


# --- the open question on GameShrink ------------------------------------------------------------------------------


def test_counted_classes_lose_and_told_apart_classes_do_not() -> None:
    """No strategy on the published classes is an equilibrium, whichever of many the solver takes."""
    value = VALUES["leduc"]
    for opponents, least, most in (("counted", 0.04, 0.05), ("told-apart", -1e-9, 1e-9)):
        classes = gameshrink(leduc(), opponents=opponents)
        first = solve_form(form_of_game("leduc", ties=(classes, "lossless")), "lp").value
        second = solve_form(form_of_game("leduc", ties=("lossless", classes)), "lp").value
        assert least < value - first < most
        assert least < second - value < most


@pytest.mark.parametrize(("raises", "is_lossless"), [((0, 1), True), ((1, 0), True), ((1, 1), False)])
def test_classes_lose_only_between_two_rounds_of_betting(raises: tuple[int, int], is_lossless: bool) -> None:
    """Six cards and one bet in each round are enough: what was bet before tells hands apart that classes join."""
    from dataclasses import replace

    game = replace(leduc(), max_raises=raises)
    ties = (gameshrink(game), "lossless")
    lost = solve_form(form_of_game(game), "lp").value - solve_form(form_of_game(game, ties=ties), "lp").value
    assert lost == pytest.approx(0 if is_lossless else 0.012426, abs=1e-6)


# --- as solutions of the house ------------------------------------------------------------------------------------


def test_a_solution_by_a_method_is_like_any_other(tmp_path) -> None:
    solution = rb.solve("leduc", method="lp")
    assert solution.rule == "lp"
    assert solution.value_bounds == pytest.approx((VALUES["leduc"],) * 2, abs=1e-9)
    assert rb.exploitability("leduc", solution) < 1e-9
    assert solution.query("Ks", "k b").probability("f") < 1e-9
    solution.save(tmp_path / "leduc.rb", bits=16)
    assert rb.open(tmp_path / "leduc.rb").rule == "lp"
    assert dict(_facts(solution))["gap"].endswith("chips between what the two can prove")


def test_ties_are_judged_in_the_whole_game() -> None:
    """The figure of the open question, by a linear program that shares nothing with CFR."""
    solution = rb.solve("leduc", method="lp", ties=gameshrink(leduc()))
    assert solution.value == pytest.approx(-0.068701176, abs=1e-8)
    assert 0.3 < solution.exploitability < 0.5


def test_what_an_abstraction_costs_is_proven_afterwards() -> None:
    """Intervals hold each other, and those of a method that stops early hold those of the program."""
    exact = ex_post("leduc", gameshrink(leduc()))
    assert exact.whole == pytest.approx((VALUES["leduc"],) * 2, abs=1e-9)
    assert exact.first_loses == pytest.approx((0.040423,) * 2, abs=1e-6)
    assert exact.second_loses == pytest.approx((0.042869,) * 2, abs=1e-6)
    assert exact.proven[0] < exact.first[1] < exact.whole[0] < exact.second[0] < exact.proven[1]
    rough = ex_post("leduc", gameshrink(leduc()), method="dcfr", iterations=100)
    for name in ("smaller", "whole", "first", "second"):
        low, high = getattr(rough, name)
        assert low <= getattr(exact, name)[0] + 1e-9 <= high + 2e-9
    apart = ex_post("leduc", gameshrink(leduc(), opponents="told-apart"))
    assert apart.exploitability < 1e-9
    with pytest.raises(SolverError, match="give one with buckets"):
        ex_post("leduc", "gameshrink")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: rb.solve("kuhn", "cfr+", method="lp"), "rule='cfr+' is for update rules"),
        (lambda: rb.solve("kuhn", method="lp", checkpoint="x.rb"), "checkpoint="),
        (lambda: rb.solve("kuhn", method="simplex"), "'simplex' is not a method; there are lp"),
        (lambda: solve_form(KUHN, "lp:entropy"), "'entropy' is not a variant of 'lp'; there are primal"),
        (lambda: solve_form(KUHN, "cfr+:entropy"), "it has none"),
        (lambda: solve_form("kuhn"), "form_of_game"),
        (lambda: solve_form(KUHN, "egt", iterations=0), "iterations is 0"),
        (lambda: Regret(KUHN, rule="fp"), "for the full-width engine"),
        (lambda: form_of_matrix([1, 2]), "shape"),
        (lambda: form_of_matrix([[np.nan]]), "finite|row of numbers"),
    ],
)
def test_what_is_refused(ask, says: str) -> None:
    with pytest.raises(SolverError, match=says.replace("+", r"\+")):
        ask()


@pytest.mark.parametrize("payoff", [np.inf, np.nan])
def test_payoffs_that_are_no_numbers(payoff: float) -> None:
    with pytest.raises(SolverError, match="payoffs are finite numbers"):
        SparsePayoffs((2, 2), [1], [1], [payoff])


def test_a_program_that_has_no_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game cannot make one, so the constraints of its plans are broken on purpose."""
    from riverboat.solvers.sequence import lp

    whole = lp._constraints
    monkeypatch.setattr(lp, "_constraints", lambda of: tuple(part[1:] for part in whole(of)))
    with pytest.raises(SolverError, match=r"'kuhn' is .*(infeasible|unbounded)"):
        lp.LinearProgram().solve(KUHN)


def test_without_highs_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(SolverError, match=r"pip install 'riverboat\[lp\]'"):
        solve_form(KUHN, "lp")
    assert set(METHODS) >= {"lp", "egt", "smoothing", "omd", "pdhg", "cfr+"}
