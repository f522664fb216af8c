"""A contract check for solvers: your own update rule, or a solver of your own, proven on Kuhn and Leduc poker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

from riverboat.base.checks import whole
from riverboat.errors import GameError, SolverError
from riverboat.games import Menu, build_tree, kuhn, leduc
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.reference import ReferenceCFR, Strategy, Tree, expected_values, exploitability
from riverboat.solvers.reference.dealt import DealtTree, dealt_tree, strategy_rows
from riverboat.solvers.update_rules.rules import UpdateRule, update_rule

KUHN_VALUE: Final = -1 / 18
LEDUC_VALUE: Final = -0.085606424078
_GAMES: Final = {"kuhn": (kuhn, KUHN_VALUE), "leduc": (leduc, LEDUC_VALUE)}
_COMPARED: Final = (1, 2, 5, 10)
"""Iterations after which a rule's two forms are compared: before last bits can make a difference."""


class Solver(Protocol):
    """What a solver must be able to do."""

    def run(self, iterations: int) -> None:
        """Do so many iterations more."""
        ...

    def average_strategy(self) -> Strategy:
        """Return a probability for each action of each information set of the tree, in its order."""
        ...


@dataclass(frozen=True)
class SolverReport:
    """What `check_solver` found in a game: exploitability after an eighth, half and all of the iterations, in chips."""

    game: str
    value: float
    exploitability: tuple[float, float, float]


def check_solver(
    solver: str | UpdateRule | Callable[[Tree], Solver], *, iterations: int = 400
) -> tuple[SolverReport, ...]:
    """Raise a `SolverError` if a solver is not sound; return what it reached.

    solver: an update rule or its name, which then runs in the full-width engine; or a function that makes a `Solver`
    for a tree of the reference (`riverboat.solvers.reference`).

    Watched: strategies are probabilities, and the same again when the solver runs again; the exploitability, measured
    by the reference, falls by half at least from an eighth of the iterations to all; the value is that of the game, no
    further away than what can still be gained. For a rule also: its `factors`, which the engine uses, play as its
    `add`, `target` and `keep_average` say, to nine digits.

    >>> kuhn, leduc = check_solver("cfr+")
    >>> kuhn.game, kuhn.exploitability[2] < 0.001, round(leduc.value, 2)
    ('kuhn', True, -0.09)
    """
    whole("iterations", iterations, SolverError, least=16, example=400)
    reports = []
    for name, (_, value) in _GAMES.items():
        if isinstance(solver, str) or not callable(solver):
            rule = update_rule(solver) if isinstance(solver, str) else solver
            make: Callable[[Tree], Solver] = _Native(name, rule)
            if not rule.factors(1).respond:
                _check_forms(name, rule)
        else:
            make = solver
        reports.append(_check_game(name, value, make, iterations))
    return tuple(reports)


@cache
def _tree(name: str) -> DealtTree:
    return dealt_tree(_engine(name, "cfr"))


def _engine(name: str, rule: str | UpdateRule) -> FullWidth:
    return FullWidth(build_tree(_GAMES[name][0](), Menu()), rule=rule, threads=1)


class _Native:
    """Makes solvers that run a rule in the full-width engine."""

    def __init__(self, name: str, rule: UpdateRule) -> None:
        self.name = name
        self.rule = rule

    def __call__(self, tree: Tree) -> Solver:
        return _NativeSolver(self.name, self.rule)


class _NativeSolver:
    def __init__(self, name: str, rule: UpdateRule) -> None:
        self.name = name
        self.engine = _engine(name, rule)

    def run(self, iterations: int) -> None:
        self.engine.run(iterations)

    def average_strategy(self) -> Strategy:
        return strategy_rows(_tree(self.name), self.engine)


def _check_forms(name: str, rule: UpdateRule) -> None:
    """The engine's form of a rule and the plain one lead to the same strategies."""
    tree, engine = _tree(name), _engine(name, rule)
    plain = ReferenceCFR(tree, rule)
    for iterations in _COMPARED:
        engine.run(iterations - plain.iterations)
        plain.run(iterations - plain.iterations)
        both = zip(tree.info_sets, strategy_rows(tree, engine), plain.average_strategy(), strict=True)
        for info, ours, expected in both:
            if any(abs(a - b) > 1e-9 for a, b in zip(ours, expected, strict=True)):
                raise SolverError(
                    f"{name}, iteration {iterations}: `factors` of {rule!r} plays {_row(ours)} in {info.hole} "
                    f"{info.board} after {info.line!r}, and its `add`, `target` and `keep_average` "
                    f"play {_row(expected)}"
                )


def _check_game(name: str, value: float, make: Callable[[Tree], Solver], iterations: int) -> SolverReport:
    tree, found = _tree(name), []
    solver, done = make(tree), 0
    for total in (iterations // 8, iterations // 2, iterations):
        solver.run(total - done)
        done = total
        found.append(_measured(name, tree, solver.average_strategy()))
    first, middle, last = found
    if not last[1] <= first[1] / 2:
        raise SolverError(
            f"{name}: the exploitability is {first[1]:.3g} after {iterations // 8} iterations and {last[1]:.3g} after "
            f"{iterations}; it must fall by half at least"
        )
    if abs(last[0] - value) > 2 * last[1] + 1e-9:
        raise SolverError(
            f"{name}: the value is {last[0]:.6f} and {last[1]:.3g} can be gained; the game is worth {value:.6f}"
        )
    again = make(tree)
    again.run(iterations // 8)
    again.run(iterations // 2 - iterations // 8)
    if _measured(name, tree, again.average_strategy()) != middle:
        raise SolverError(
            f"{name}: another run of {iterations // 2} iterations plays otherwise; give it a seed"
        )
    return SolverReport(name, last[0], (first[1], middle[1], last[1]))


def _measured(name: str, tree: Tree, strategy: Strategy) -> tuple[float, float]:
    try:
        return expected_values(tree, strategy)[0], exploitability(tree, strategy)
    except GameError as problem:
        raise SolverError(f"{name}: {problem}") from None


def _row(row: list[float]) -> list[float]:
    return [round(probability, 10) for probability in row]
