"""A contract check for solvers: your own update rule, or a solver of your own, proven on Kuhn and Leduc poker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol, TypeAlias, cast

from riverboat.base.checks import whole
from riverboat.errors import GameError, SolverError
from riverboat.games import Menu, build_tree, kuhn, leduc
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.reference import Strategy, Tree, expected_values, exploitability
from riverboat.solvers.reference.dealt import DealtTree, dealt_tree, strategy_rows
from riverboat.solvers.update_rules.rules import UpdateRule
from riverboat.testing.rule_check import check_rule

KUHN_VALUE: Final = -1 / 18
LEDUC_VALUE: Final = -0.085606424078
_GAMES: Final = {"kuhn": (kuhn, KUHN_VALUE), "leduc": (leduc, LEDUC_VALUE)}


class Solver(Protocol):
    """What a solver must be able to do."""

    def run(self, iterations: int) -> None:
        """Do so many iterations more."""
        ...

    def average_strategy(self) -> Strategy:
        """Return a probability for each action of each information set of the tree, in its order."""
        ...


MakeSolver: TypeAlias = Callable[[Tree], Solver]


@dataclass(frozen=True)
class SolverReport:
    """What `check_solver` found in a game: exploitability after an eighth, half and all of the iterations, in chips."""

    game: str
    value: float
    exploitability: tuple[float, float, float]


def check_solver(solver: str | UpdateRule | MakeSolver, *, iterations: int = 400) -> tuple[SolverReport, ...]:
    """Raise a `SolverError` if a solver is not sound; return what it reached.

    solver: an update rule or its name, which then runs in the full-width engine; or a function that makes a `Solver`
    for a tree of the reference (`riverboat.solvers.reference`).

    Watched: strategies are probabilities, and the same again when the solver runs again; the exploitability, measured
    by the reference, falls by half at least from an eighth of the iterations to all; the value is that of the game, no
    further away than what can still be gained. For a rule also what `check_rule` looks at.

    >>> kuhn, leduc = check_solver("cfr+")
    >>> kuhn.game, kuhn.exploitability[2] < 0.001, round(leduc.value, 2)
    ('kuhn', True, -0.09)
    """
    whole("iterations", iterations, SolverError, least=16, example=400)
    make = _solvers_of(solver)
    return tuple(_check_game(name, value, make(name), iterations) for name, (_, value) in _GAMES.items())


def _solvers_of(solver: str | UpdateRule | MakeSolver) -> Callable[[str], MakeSolver]:
    """Return what makes the solvers of a game, by its name."""
    if callable(solver) and not (isinstance(solver, type) and hasattr(solver, "factors")):
        return lambda name: solver
    rule = cast("str | UpdateRule", solver)
    check_rule(rule)
    return lambda name: lambda tree: _NativeSolver(name, rule)


@cache
def _tree(name: str) -> DealtTree:
    return dealt_tree(_engine(name, "cfr"))


def _engine(name: str, rule: str | UpdateRule) -> FullWidth:
    return FullWidth(build_tree(_GAMES[name][0](), Menu()), rule=rule, threads=1)


class _NativeSolver:
    """Runs a rule in the full-width engine."""

    def __init__(self, name: str, rule: str | UpdateRule) -> None:
        self.name = name
        self.engine = _engine(name, rule)

    def run(self, iterations: int) -> None:
        self.engine.run(iterations)

    def average_strategy(self) -> Strategy:
        return strategy_rows(_tree(self.name), self.engine)


def _check_game(name: str, value: float, make: MakeSolver, iterations: int) -> SolverReport:
    tree, found = _tree(name), []
    solver, done = make(tree), 0
    for method in ("run", "average_strategy"):
        if not callable(getattr(solver, method, None)):
            raise SolverError(
                f"{solver!r} is not a solver: it has no `{method}`; give run(iterations) and average_strategy()"
            )
    for total in (iterations // 8, iterations // 2, iterations):
        solver.run(total - done)
        done = total
        found.append(_measured(name, tree, solver.average_strategy()))
    first, middle, last = found
    if not last[1] <= first[1] / 2:
        raise SolverError(
            f"{name}: the exploitability is {first[1]:.3g} after {iterations // 8} iterations and {last[1]:.3g} after "
            f"{iterations}; it must fall by half at least, or the solver has stopped getting better"
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
    if not hasattr(strategy, "__len__"):
        raise SolverError(
            f"{name}: `average_strategy` returns {strategy!r}; it must return a row for each information set"
        )
    try:
        return expected_values(tree, strategy)[0], exploitability(tree, strategy)
    except GameError as problem:
        raise SolverError(f"{name}: {problem}") from None
