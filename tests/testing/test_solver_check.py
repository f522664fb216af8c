from __future__ import annotations

from dataclasses import dataclass

import pytest

from riverboat.errors import SolverError
from riverboat.solvers.reference import ReferenceCFR, Strategy, Tree
from riverboat.solvers.update_rules.averaging import Power
from riverboat.solvers.update_rules.rules import RULES, CFRPlus, DiscountedCFR, Factors
from riverboat.testing import check_solver


@pytest.mark.parametrize("rule", [name for name in RULES if name not in ("fp", "rbp")])
def test_the_rules_are_sound(rule: str) -> None:
    reports = check_solver(rule)
    assert [report.game for report in reports] == ["kuhn", "leduc"]
    for report in reports:
        assert (
            report.exploitability[0] > report.exploitability[2] > -1e-15
        )  # HS-PCFR+ solves Kuhn to the last bit


def test_own_constants_and_own_solvers() -> None:
    assert check_solver(DiscountedCFR(1.5, 0.5, averaging=Power(3)))[1].exploitability[2] < 0.01

    def plain(tree: Tree) -> ReferenceCFR:
        return ReferenceCFR(tree, "cfr+")

    ours, native = check_solver(plain, iterations=64), check_solver("cfr+", iterations=64)
    for mine, other in zip(ours, native, strict=True):
        assert mine.exploitability == pytest.approx(other.exploitability, rel=1e-6)


@dataclass(frozen=True)
class Forgetful(CFRPlus):
    """Plain and native form differ: the engine forgets a tenth of its regrets each time."""

    def factors(self, t: int) -> Factors:
        return super().factors(t)._replace(keep_positive=0.9)


@dataclass(frozen=True)
class Upside(CFRPlus):
    """Both forms learn the wrong way."""

    def add(self, regret: list[float], instant: list[float], t: int) -> list[float]:
        return [max(R - r, 0.0) for R, r in zip(regret, instant, strict=True)]


class Uniform:
    """Never learns."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def run(self, iterations: int) -> None:
        pass

    def average_strategy(self) -> Strategy:
        return [[1 / len(info.actions)] * len(info.actions) for info in self.tree.info_sets]


class Careless(ReferenceCFR):
    """Hands out sums, not probabilities."""

    def average_strategy(self) -> list[list[float]]:
        return self.sums


class Moody(ReferenceCFR):
    """Remembers another run."""

    runs = 0

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree, "cfr+")
        Moody.runs += 1
        self.run(Moody.runs)


@pytest.mark.parametrize(
    ("solver", "says"),
    [
        (Forgetful(), r"Forgetful\(.*\), iteration 3: `add` and `target` play"),
        (Upside(), r"Upside\(.*\), iteration 1: `add` and `target` play"),
        (CFRPlus, r"CFRPlus is the class of a rule; give a rule, such as CFRPlus\(\)"),
        (
            object(),
            r"is not an update rule: it has no `add` and no `target` and no `keep_average` and no `factors`",
        ),
        (
            Uniform,
            r"kuhn: the exploitability is 0.458 after 8 iterations and 0.458 after 64; it must fall by half",
        ),
        (Careless, r"kuhn: .* must be probabilities that add up to 1"),
        (Moody, r"kuhn: another run of 32 iterations plays otherwise; give it a seed"),
    ],
)
def test_unsound_solvers_are_found(solver: object, says: str) -> None:
    with pytest.raises(SolverError, match=says):
        check_solver(solver, iterations=64)  # type: ignore[arg-type]


def test_iterations_must_be_enough() -> None:
    with pytest.raises(
        SolverError, match="iterations is 3; it must be a whole number from 16 up, such as 400"
    ):
        check_solver("cfr", iterations=3)


def test_what_is_not_a_solver_is_told_what_it_lacks() -> None:
    class Silent:
        def __init__(self, tree: Tree) -> None:
            pass

        def run(self, iterations: int) -> None:
            pass

        def average_strategy(self) -> None:
            return None

    with pytest.raises(SolverError, match="kuhn: `average_strategy` returns None; it must return a row"):
        check_solver(Silent)  # type: ignore[arg-type]
    with pytest.raises(SolverError, match="is not a solver: it has no `run`"):
        check_solver(lambda tree: object())  # type: ignore[arg-type,return-value]
