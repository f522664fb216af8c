"""Rules whose two forms are one pass, however they forget; rules that play otherwise than they read are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

import riverboat as rb
from riverboat.errors import SolverError
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.reference import ReferenceCFR, build_tree
from riverboat.solvers.update_rules.averaging import LINEAR, Averaging, Delayed, Power, Restart
from riverboat.solvers.update_rules.rules import (
    CFR,
    RULES,
    CFRPlus,
    DiscountedCFR,
    DiscountedCFRPlus,
    Factors,
    PredictiveCFRPlus,
    PredictiveDiscountedCFRPlus,
    Row,
    UpdateRule,
    update_rule,
)
from riverboat.solvers.update_rules.schedule import Schedule
from riverboat.testing import check_rule, check_solver


@dataclass(frozen=True)
class Fading(CFRPlus):
    """R ← [R·keep + r]⁺."""

    keep: float = 0.95

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        return [max(R * self.keep + r, 0.0) for R, r in zip(regret, instant, strict=True)]

    def factors(self, t: int) -> Factors:
        return Factors(self.keep, floor=True, keep_average=self.keep_average(t))


@dataclass(frozen=True)
class Sour(CFR):
    """Good memories fade: R ← R·0.98 + r where R is positive, else R + r."""

    averaging: Averaging = field(default=LINEAR, kw_only=True)

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        return [R * (0.98 if R > 0 else 1.0) + r for R, r in zip(regret, instant, strict=True)]

    def factors(self, t: int) -> Factors:
        return Factors(keep_positive=0.98, keep_average=self.keep_average(t))


@dataclass(frozen=True)
class Tripled(CFRPlus):
    """Regrets three times as large are the same strategies."""

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        return [max(R + 3 * r, 0.0) for R, r in zip(regret, instant, strict=True)]


@dataclass(frozen=True)
class FadingForesight(Fading):
    """Fading, and the next regret is thought to be this one."""

    def target(self, regret: Row, instant: Row, t: int) -> Row:
        return [R * self.keep + r for R, r in zip(regret, instant, strict=True)]

    def factors(self, t: int) -> Factors:
        return super().factors(t)._replace(predict=True, keep_predicted=self.keep)


HONEST: tuple[UpdateRule, ...] = (
    Fading(),
    Fading(0.5),
    Fading(0.999),
    Sour(),
    Tripled(),
    FadingForesight(),
    DiscountedCFR(1.0, -2.0, averaging=Power(1)),
    DiscountedCFRPlus(Schedule(1.0, 3.0, 40), averaging=Restart()),
    PredictiveDiscountedCFRPlus(1.1, 20.0),
    CFRPlus(averaging=Delayed(3)),
)


@pytest.mark.parametrize("rule", [*HONEST, *RULES], ids=repr)
def test_honest_rules_pass(rule: str | UpdateRule) -> None:
    for seed in range(3):
        check_rule(rule, seed=seed)


# --- mutants -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant(PredictiveDiscountedCFRPlus):
    """A rule that uses all factors, and one of them not as it reads."""

    change: Callable[[Factors], Factors] = field(default=lambda factors: factors)

    def factors(self, t: int) -> Factors:
        return self.change(super().factors(t))


MUTANTS: dict[str, Callable[[Factors], Factors]] = {
    "forgets more": lambda factors: factors._replace(keep_positive=factors.keep_positive * 0.999),
    "has no floor": lambda factors: factors._replace(floor=False),
    "does not predict": lambda factors: factors._replace(predict=False),
    "predicts otherwise": lambda factors: factors._replace(keep_predicted=1.0),
    "averages otherwise": lambda factors: factors._replace(keep_average=factors.keep_average * 1.0001),
    "is no number": lambda factors: factors._replace(keep_positive=float("nan")),
}


def test_the_rule_of_the_mutants_is_honest() -> None:
    check_rule(Mutant())


@pytest.mark.parametrize("mutant", MUTANTS)
def test_mutants_are_found(mutant: str) -> None:
    with pytest.raises(SolverError, match=r"iteration \d+: (`add` and `target` play|`keep_average` is)"):
        check_rule(Mutant(change=MUTANTS[mutant]))


def test_a_floor_that_is_not_played_is_found() -> None:
    """Regrets that may fall below nothing: seen only when an action comes back."""

    @dataclass(frozen=True)
    class Sunken(CFR):
        def factors(self, t: int) -> Factors:
            return super().factors(t)._replace(floor=True)

    with pytest.raises(SolverError, match=r"Sunken\(.*\), iteration \d+: `add` and `target` play"):
        check_rule(Sunken())


# --- the rule that was accused ---------------------------------------------------------------------------------


def test_a_rule_that_forgets_is_judged_by_what_it_reaches() -> None:
    """R·0.95 + r with a floor reads as it plays, and learns; but it never gets better than some level.

    In Kuhn a queen's two regrets are exactly nothing in its second iteration, in which last bits decide between one
    action and both; forms that were compared there differed by that alone.
    """
    assert check_solver(Fading(), iterations=100)[0].exploitability[2] < 0.004
    with pytest.raises(
        SolverError, match="it must fall by half at least, or the solver has stopped getting better"
    ):
        check_solver(Fading(), iterations=800)
    assert check_solver(Fading(0.999))[0].exploitability[2] < 0.0005


# --- what a rule needs -----------------------------------------------------------------------------------------


class Bare:
    """A rule of somebody's own, without a native form."""

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        return [max(R + r, 0.0) for R, r in zip(regret, instant, strict=True)]

    def target(self, regret: Row, instant: Row, t: int) -> Row:
        return regret

    def keep_average(self, t: int) -> float:
        return (t - 1) / t

    def __repr__(self) -> str:
        return "Bare()"


def test_a_rule_without_factors_is_told_what_it_needs() -> None:
    says = (
        r"Bare\(\) is not an update rule: it has no `factors`; a rule has add\(regret, instant, t\), .* which returns "
        r"for example Factors\(keep_positive=0.95, .*; `class Mine\(CFRPlus\)` begins with all four"
    )
    for use in (
        lambda rule: rb.solve("kuhn", rule, iterations=10),
        lambda rule: rb.solve_spot(board="QsJh2h5c9d", oop="AA", ip="KK", pot=10, stack=10, rule=rule),
        check_rule,
        check_solver,
    ):
        with pytest.raises(SolverError, match=says):
            use(Bare())


def test_the_reference_needs_no_factors() -> None:
    solver = ReferenceCFR(build_tree(rb.games.kuhn()), Bare())  # type: ignore[arg-type]
    solver.run(5)
    assert check_solver(lambda tree: ReferenceCFR(tree, Bare()), iterations=16)  # type: ignore[arg-type]
    with pytest.raises(
        SolverError, match="it has no `add` and no `target` and no `keep_average`; a rule has"
    ):
        ReferenceCFR(build_tree(rb.games.kuhn()), 7)  # type: ignore[arg-type]


def test_factors_are_factors_and_numbers() -> None:
    @dataclass(frozen=True)
    class Plain(CFRPlus):
        def factors(self, t: int) -> Factors:
            return (1.0, 1.0)  # type: ignore[return-value]

    with pytest.raises(SolverError, match=r"returns \(1.0, 1.0\); it must return `Factors`, as in Factors\("):
        update_rule(Plain())

    @dataclass(frozen=True)
    class Late(CFRPlus):
        def factors(self, t: int) -> Factors:
            return super().factors(t)._replace(keep_positive=1.0 if t < 3 else float("inf"))

    tree = rb.games.build_tree(rb.games.kuhn(), rb.games.Menu())
    solver = FullWidth(tree, rule=Late())
    with pytest.raises(
        SolverError, match=r"iteration 3 of .*Late\(.*\): Factors\(.*inf.*\) are not all finite numbers"
    ):
        solver.run(5)
    with pytest.raises(SolverError, match=r"PredictiveCFRPlus is the class of a rule; give a rule, such as"):
        rb.solve("kuhn", PredictiveCFRPlus)  # type: ignore[arg-type]


def test_answers_must_be_a_number_for_each_action() -> None:
    class Silent(CFRPlus):
        def add(self, regret: list[float], instant: list[float], t: int) -> list[float]:
            return None  # type: ignore[return-value]

    class Short(CFRPlus):
        def target(self, regret: list[float], instant: list[float], t: int) -> list[float]:
            return regret[:1]

    with pytest.raises(
        SolverError, match=r"`add` returns None; it must return \d numbers, one for each action"
    ):
        check_rule(Silent())
    with pytest.raises(SolverError, match=r"`target` returns \[.*\]; it must return \d numbers"):
        check_rule(Short())


def test_factors_that_take_no_iteration() -> None:
    class Forgetful(CFRPlus):
        def factors(self) -> Factors:  # type: ignore[override]
            return Factors()

    with pytest.raises(SolverError, match=r"cannot be asked for iteration 1: .*; a rule has .*factors\(t\)"):
        rb.solve("kuhn", Forgetful(), iterations=1)
