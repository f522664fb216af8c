"""`Search`: solves the subgames of a hand within a budget, and remembers them while the hand lasts."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final, Literal, TypeAlias

from riverboat.base.checks import check_threads, instance, one_of
from riverboat.base.memory import available_memory
from riverboat.errors import SolverError, StrategyError
from riverboat.games.rules.action import Action
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.search.budget import Budget
from riverboat.search.methods import METHODS, STREETS, Method, Task
from riverboat.search.subgames.ranges import Ranges
from riverboat.search.subgames.subgame import Subgame, cut_subgame
from riverboat.solvers.asking.strategy import Strategy
from riverboat.solvers.solutions.solution import Solution

Cut: TypeAlias = Literal["street", "decision"]
CUTS: Final = ("street", "decision")

BOTH: Final = -1
"""The seat that thinks, where both sides are found at once."""

_KEPT_SHARE: Final = 0.25  # of free memory, for solutions that are remembered
_MOST_KEPT: Final = 64
_LEAST_ITERATIONS: Final = 10  # of a subgame that a decision still needs after it was interrupted


class Thinking:
    """A subgame and, from when it is first asked for, what was found of it."""

    def __init__(self, subgame: Subgame, solve: Callable[[Subgame], Solution | None]) -> None:
        self.subgame, self._solve = subgame, solve

    @cached_property
    def solution(self) -> Solution | None:
        """The solution; None if the search was interrupted before there was one, or memory does not hold it."""
        return self._solve(self.subgame)

    @property
    def nbytes(self) -> int:
        """What is remembered."""
        found = self.__dict__.get("solution")
        return 0 if found is None else found.solver.memory_bytes


class Search:
    """How subgames are found and solved, and those of the last hands.

    blueprint: who plays where nothing is solved, and says what both bring. streets: the method on each street by name,
    `STREETS` if nothing is said. cut: a subgame begins where its street does, or at the decision itself. A bet that its
    tree does not have begins another one at the decision where it was made, with the ranges found so far, so that what
    was played before stays as it was (nested: Brown and Sandholm 2017, *Safe and nested subgame solving*).

    >>> import riverboat as rb
    >>> Search(rb.open("headsup"), Budget(iterations=100)).streets
    {'turn': 'unsafe', 'river': 'unsafe'}
    """

    def __init__(
        self,
        blueprint: Strategy,
        budget: Budget | None = None,
        *,
        streets: Mapping[str, str] | None = None,
        cut: Cut = "street",
        threads: int | None = None,
    ) -> None:
        instance("blueprint", blueprint, Strategy, StrategyError, example="rb.open('headsup')")
        self.blueprint = blueprint
        self.budget = (
            Budget()
            if budget is None
            else instance("budget", budget, Budget, StrategyError, example="Budget(seconds=2)")
        )
        self.streets = dict(STREETS if streets is None else streets)
        for street, name in self.streets.items():
            one_of(f"the method of the {street}", name, tuple(METHODS), StrategyError)
        self.cut = one_of("cut", cut, CUTS, StrategyError)
        self.threads = check_threads(threads, StrategyError) or None
        self._known: OrderedDict[object, Thinking | None] = OrderedDict()
        self._stop = threading.Event()

    def method_at(self, table: Table) -> Method | None:
        """Return how decisions at a table are found; None where the blueprint plays."""
        if self.budget.is_empty or table.is_over or len(table.in_hand) != 2 or table.game.hole_cards != 2:
            return None
        name = self.streets.get(street_names(table.game)[table.round])
        return None if name is None else METHODS[name]

    def thinking(
        self,
        table: Table,
        board: tuple[int, ...],
        ranges: Callable[[], Ranges],
        *,
        seat: int = BOTH,
        extra: Action | None = None,
    ) -> Thinking | None:
        """Return the subgame that begins at a table, cut when it is first asked for; None if the budget does not reach.

        ranges: finds what both bring, if nobody has asked here before. seat: who thinks. extra: see `cut_subgame`.
        """
        method = self.method_at(table)
        if method is None:
            return None
        key = (table.game, tuple(table.taken), board, seat, extra)
        if key not in self._known:
            seconds = self.budget.seconds
            subgame = cut_subgame(table.copy(), board, ranges(), seconds=seconds, extra=extra)
            self._keep(key, None if subgame is None else self._made(subgame, method, seat))
        self._known.move_to_end(key)
        return self._known[key]

    def _made(self, subgame: Subgame, method: Method, seat: int) -> Thinking:
        def solve(subgame: Subgame) -> Solution | None:
            budget = self.budget if not self._stop.is_set() else Budget(iterations=_LEAST_ITERATIONS)
            stop = None if self._stop.is_set() else self._stop
            task = Task(subgame, self.blueprint, seat, budget, self.threads, stop)
            try:
                found = method.solve(task)
            except SolverError:  # memory, or numbers that left all bounds: who plays must act
                return None
            return found if found.iterations else None

        return Thinking(subgame, solve)

    def begin(self) -> None:
        """Begin a decision: what interrupted the last one is over."""
        self._stop.clear()

    def interrupt(self) -> None:
        """End the thinking about the decision that is under way, from another thread; the best so far is played."""
        self._stop.set()

    def forget(self) -> None:
        """Forget all that was solved, as when a hand is over."""
        self._known.clear()

    def _keep(self, key: object, found: Thinking | None) -> None:
        """Remember a subgame; the oldest are forgotten where they would take a quarter of the memory that is left."""
        most = _KEPT_SHARE * available_memory()
        while len(self._known) >= _MOST_KEPT or (len(self._known) > 1 and self._nbytes > most):
            self._known.popitem(last=False)
        self._known[key] = found

    @property
    def _nbytes(self) -> int:
        return sum(one.nbytes for one in self._known.values() if one is not None)
