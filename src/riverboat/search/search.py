"""`Search`: solves the subgames of a hand within a budget, and remembers them while the hand lasts."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Final, Literal, TypeAlias

from riverboat.base.checks import check_threads, instance, one_of, shown
from riverboat.base.memory import available_memory
from riverboat.errors import RiverboatError, StrategyError
from riverboat.games.rules.action import Action
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.search.budget import Budget
from riverboat.search.methods import METHODS, STREETS, Method, Task
from riverboat.search.several import RingThought, think_ring
from riverboat.search.subgames.ranges import Ranges
from riverboat.search.subgames.subgame import Subgame, cut_subgame
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.strategy import Strategy, StrategyLike
from riverboat.solvers.gpu.card import Card, chosen_device, is_device, open_card
from riverboat.solvers.solutions.cursor import SolutionCursor
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.spots.solved_spots import AloneSpot, FoundSpot

Cut: TypeAlias = Literal["street", "decision"]
CUTS: Final = ("street", "decision")
Several: TypeAlias = Literal["blueprint", "ring"]
SEVERAL: Final = ("blueprint", "ring")
RING_STREETS: Final = ("turn", "river")
"""Where three and more players can be thought about."""

BLUEPRINT_PLAYS: Final = "the blueprint plays here, as nothing was solved: {why}"

BOTH: Final = -1
"""The seat that thinks, where both sides are found at once."""

_KEPT_SHARE: Final = 0.25  # of free memory, for solutions that are remembered
MOST_KEPT: Final = 64
"""Subgames that are remembered, unless many hands are played at once."""
_LEAST_ITERATIONS: Final = 10  # of a subgame that a decision still needs after it was interrupted


class UnsolvedError(Exception):
    """Says which subgame is to be solved first, while what many decisions need is gathered."""

    def __init__(self, thinking: Thinking) -> None:
        super().__init__(thinking)
        self.thinking = thinking


class Thinking:
    """A subgame and, from when it is first asked for, what was found of it.

    method: how. problem: why nothing was found, in words.
    """

    def __init__(self, subgame: Subgame, method: Method, solve: Callable[[Subgame], Solution]) -> None:
        self.subgame, self.method, self._solve, self.problem = subgame, method, solve, ""

    @cached_property
    def solution(self) -> Solution | None:
        """The solution; None if the search was interrupted before there was one, or cannot be made."""
        try:
            found = self._solve(self.subgame)
        except RiverboatError as problem:  # memory, or numbers that left all bounds: who plays must act
            self.problem = BLUEPRINT_PLAYS.format(why=problem)
            return None
        if not found.iterations:
            self.problem = BLUEPRINT_PLAYS.format(why="the search was interrupted at once")
            return None
        return found

    @cached_property
    def played(self) -> FoundSpot | None:
        """How hands are played on the street where it begins; None as with `solution`, which it is unless given."""
        return None if self.solution is None else AloneSpot(self.solution)

    @property
    def is_found(self) -> bool:
        """Whether it is known how hands are played, or that it cannot be."""
        return "played" in self.__dict__

    def give(self, found: FoundSpot) -> None:
        """Take what was found beside others; who asks for more than its first street has it solved by itself."""
        self.__dict__["played"] = found

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
    was played before stays as it was (nested: Brown and Sandholm 2017, *Safe and nested subgame solving*). several: who
    plays turns and rivers of three and more players, the blueprint or what `solve_ring` finds. device: where subgames
    of many decisions are solved at once (`solve_together`); one by itself is solved by the processor.

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
        several: Several = "blueprint",
        device: str = "cpu",
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
            usable = tuple(known for known, method in METHODS.items() if street in method.streets)
            one_of(f"the method of the {street}", name, usable or tuple(METHODS), StrategyError)
        self.cut = one_of("cut", cut, CUTS, StrategyError)
        self.several = one_of("several", several, SEVERAL, StrategyError)
        self.threads = check_threads(threads, StrategyError) or None
        if not is_device(device):
            raise StrategyError(f"device is {shown(device)}; it is 'cpu', 'cuda', 'cuda:1' or 'auto'")
        self.device = device
        self.most_kept = MOST_KEPT
        self._known: OrderedDict[object, Thinking | RingThought | None] = OrderedDict()
        self._stop = threading.Event()
        self._gathers = False

    @cached_property
    def card(self) -> Card | None:
        """The card on which many subgames are solved; None for the processor."""
        device = chosen_device(self.device)
        return None if device == "cpu" else open_card(device)

    def method_at(self, table: Table) -> Method | None:
        """Return how decisions of two players at a table are found; None where the blueprint plays."""
        if not self._may_think(table) or len(table.in_hand) != 2:
            return None
        name = self.streets.get(street_names(table.game)[table.round])
        method = None if name is None else METHODS[name]
        return None if method is None or self.budget.seconds < method.least_seconds else method

    def is_ring(self, table: Table) -> bool:
        """Whether a decision of three or more players is thought about."""
        several = self.several == "ring" and len(table.in_hand) > 2 and self._may_think(table)
        return several and street_names(table.game)[table.round] in RING_STREETS

    def thinks_at(self, table: Table) -> bool:
        """Whether anything is solved for decisions at a table."""
        return self.method_at(table) is not None or self.is_ring(table)

    def _may_think(self, table: Table) -> bool:
        return not self.budget.is_empty and not table.is_over and table.game.hole_cards == 2

    def thinking(
        self,
        table: Table,
        board: tuple[int, ...],
        ranges: Callable[[], Ranges],
        *,
        seat: int = BOTH,
        extra: Action | None = None,
        earlier: Callable[[], SolutionCursor | None] = lambda: None,
    ) -> Thinking | None:
        """Return the subgame that begins at a table, cut when it is first asked for; None if the budget does not reach.

        ranges: finds what both bring, if nobody has asked here before. seat: who thinks. extra: see `cut_subgame`.
        earlier: see `Task`.
        """
        method = self.method_at(table)
        if method is None:
            return None
        key = (table.game, tuple(table.taken), board, seat, extra)
        if key not in self._known:
            subgame = cut_subgame(
                table.copy(),
                board,
                ranges(),
                seconds=self.budget.seconds,
                extra=extra,
                ladder=method.ladder,
            )
            self._keep(key, None if subgame is None else self._made(subgame, method, seat, earlier))
        self._known.move_to_end(key)
        found = self._known[key]
        assert not isinstance(found, RingThought)
        return found

    def _made(
        self, subgame: Subgame, method: Method, seat: int, earlier: Callable[[], SolutionCursor | None]
    ) -> Thinking:
        def solve(subgame: Subgame) -> Solution:
            if self._gathers and method.is_plain:
                raise UnsolvedError(made)
            before = earlier()  # may have to be solved itself
            budget, stop = self._now()
            return method.solve(Task(subgame, self.blueprint, seat, budget, self.threads, stop, before))

        made = Thinking(subgame, method, solve)
        return made

    def ring(self, base: Cursor, played: StrategyLike | None) -> RingThought:
        """Return what is solved for a decision of three or more players; an error if it cannot be.

        base: the decision in the blueprint. played: what who acts has played on this street, if he has acted on it.
        """
        key = (base.table.game, tuple(base.table.taken), base.board, "ring")
        if key not in self._known:
            budget, stop = self._now()
            self._keep(key, think_ring(self.blueprint, base, budget, played, self.threads, stop))
        self._known.move_to_end(key)
        found = self._known[key]
        assert isinstance(found, RingThought)
        return found

    def _now(self) -> tuple[Budget, threading.Event | None]:
        """The budget, and what ends it; the least there is if the decision was interrupted already."""
        if self._stop.is_set():
            return Budget(iterations=_LEAST_ITERATIONS), None
        return self.budget, self._stop

    def begin(self) -> None:
        """Begin a decision: what interrupted the last one is over."""
        self._stop.clear()

    def interrupt(self) -> None:
        """End the thinking about the decision that is under way, from another thread; the best so far is played."""
        self._stop.set()

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Raise `UnsolvedError` where a subgame would be solved that can be solved beside others."""
        self._gathers = True
        try:
            yield
        finally:
            self._gathers = False

    def forget(self) -> None:
        """Forget all that was solved, as when a hand is over."""
        self._known.clear()

    def _keep(self, key: object, found: Thinking | RingThought | None) -> None:
        """Remember a subgame; the oldest are forgotten where they would take a quarter of the memory that is left."""
        while len(self._known) >= self.most_kept:
            self._known.popitem(last=False)
        if self.most_kept == MOST_KEPT:  # else only the first streets are kept, which take little
            most = _KEPT_SHARE * available_memory()
            while len(self._known) > 1 and self._nbytes > most:
                self._known.popitem(last=False)
        self._known[key] = found

    @property
    def _nbytes(self) -> int:
        return sum(one.nbytes for one in self._known.values() if one is not None)
