"""What was found of many spots: numbers of all in arrays, strategies and solutions of each when asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.cards.range import Range
from riverboat.errors import SolverError
from riverboat.games.rules.private_hands import CardWeights
from riverboat.solvers.full_width.checked import check_board, two_seats
from riverboat.solvers.full_width.engine import Accuracy, Precision
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.full_width.side_by_side import GameKind, GameToDeal, KeptTables
from riverboat.solvers.gpu.card import Card
from riverboat.solvers.runs.run import Stop
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.solutions.solve_options import SolveOptions
from riverboat.solvers.solutions.solving import rule_name
from riverboat.solvers.spots.spot import SpotSetup
from riverboat.solvers.update_rules.rules import UpdateRule

Floats = npt.NDArray[np.float64]
AnySetup: TypeAlias = SpotSetup | GameSetup

_EVERY_HAND: Final = Range.full().weights
_SHORT_DROPS: Final = 13  # bits of a float's fraction
STREET_ONLY: Final = "only the first street of this spot was kept; solve it by itself to have all of it"


@dataclass(frozen=True, eq=False)
class Spot:
    """A spot of a list: its number, setup, board and kind."""

    number: int
    setup: AnySetup
    board: list[int]
    kind: GameKind

    @property
    def game_setup(self) -> GameSetup:
        """What a solver of it alone takes."""
        return self.setup if isinstance(self.setup, GameSetup) else self.setup.game_setup()

    def to_deal(self) -> GameToDeal:
        """Return it as games are dealt many at once."""
        check_board(self.kind.tree, self.board, self.kind.cards_shown)
        return GameToDeal(self.kind, self.board, self.weights)

    @property
    def weights(self) -> tuple[Floats, Floats]:
        """By player the weights of all hands, float64[1326]."""
        setup = self.setup
        held = setup.ranges if isinstance(setup, GameSetup) else (setup.oop, setup.ip)
        first, second = (_EVERY_HAND if given is None else _weights(given) for given in held)
        return first, second


def _weights(given: Range | CardWeights) -> Floats:
    if isinstance(given, tuple):
        raise SolverError("many spots at once have two hole cards; solve a game of one hole card by itself")
    return given.weights


class RootStrategy(NamedTuple):
    """How hands are played where a spot begins, or at another node of that street.

    actions: -1 folds, 0 checks or calls, an amount of chips raises to it. cards: uint8[hands, 2]. probabilities:
    float64[hands, actions].
    """

    actions: tuple[int, ...]
    cards: npt.NDArray[np.uint8]
    probabilities: Floats


class FoundSpot(Protocol):
    """One spot that was solved."""

    def strategy(self, node: int = 0) -> RootStrategy:
        """Return how hands are played at a node of the street where it begins."""
        ...

    def solution(self) -> Solution:
        """Return all of it."""
        ...


class Done(NamedTuple):
    """A spot that was solved, and what that took. seconds: a share of those of all that ran beside it."""

    spot: Spot
    found: FoundSpot
    accuracy: Accuracy
    iterations: int
    seconds: float
    stopped: Stop


@dataclass(frozen=True, eq=False)
class SolvedSpots:
    """What was found of many spots, one row for each in the order they were given.

    values, best: float64[spots, 2], what either player wins on average in chips, and would win with the best answer.
    pots: chips where each begins. put_in: float64[spots, 2], what either has put in there. iterations: int64[spots]. A
    spot that a stop came before has 0 iterations and NaN for numbers.
    """

    setups: tuple[AnySetup, ...]
    values: Floats
    best: Floats
    pots: Floats
    put_in: Floats
    iterations: npt.NDArray[np.int64]
    seconds: float
    _found: dict[int, FoundSpot] = field(repr=False)

    def __len__(self) -> int:
        return len(self.setups)

    def __repr__(self) -> str:
        done = (
            f"{len(self._found):,} of {len(self):,} spots"
            if len(self._found) < len(self)
            else f"{len(self):,} spots"
        )
        worst = (
            f", exploitability {np.nanmax(self.pot_percent):.3g}% of the pot at most" if self._found else ""
        )
        return f"<SolvedSpots: {done}{worst}>"

    @property
    def exploitability(self) -> Floats:
        """float64[spots], chips: what the players would gain by the best answers, on average over the two."""
        return np.asarray((self.best - self.values).sum(axis=1) / 2)

    @property
    def pot_percent(self) -> Floats:
        """float64[spots]: the exploitability in percent of the pot where the spot begins."""
        return np.asarray(100 * self.exploitability / self.pots)

    @property
    def evs(self) -> Floats:
        """float64[spots, 2]: what either player wins of the pot; without rake they add up to it."""
        return np.asarray(self.values + self.put_in)

    def strategy(self, number: int) -> RootStrategy:
        """Return how every hand is played where a spot begins."""
        return self._of(number).strategy()

    def solution(self, number: int) -> Solution:
        """Return a spot as `solve_spot` would: to be asked anything, kept in a file or solved further."""
        return self._of(number).solution()

    def _of(self, number: int) -> FoundSpot:
        index = range(len(self))[number]
        if index not in self._found:
            raise SolverError(f"spot {index} was not solved: the call was stopped before it; solve it again")
        return self._found[index]


@dataclass(frozen=True, eq=False)
class AloneSpot:
    """A spot with a solver of its own."""

    found: Solution

    def strategy(self, node: int = 0) -> RootStrategy:
        """Ask the solver."""
        return RootStrategy(tuple(self.found.tree.choices(node)), *self.found.solver.strategy(node))

    def solution(self) -> Solution:
        """Return what it found."""
        return self.found


@dataclass(frozen=True, eq=False)
class StreetSpot:
    """The first street of a spot that was solved alone, without the rest of it. nodes: how each is played."""

    nodes: dict[int, RootStrategy]

    @classmethod
    def of(cls, found: Solution) -> StreetSpot:
        """Keep the first street of a solution."""
        alone, first = AloneSpot(found), found.tree.first_node[found.tree.root.round :]
        return cls({node: alone.strategy(node) for node in range(int(first[0]), int(first[1]))})

    def strategy(self, node: int = 0) -> RootStrategy:
        """Return what was kept."""
        return self.nodes[node]

    def solution(self) -> Solution:
        """Refuse: there is none any more."""
        raise SolverError(STREET_ONLY)


@dataclass(frozen=True)
class Tables:
    """What tables there are on which card."""

    card: Card
    rule: UpdateRule
    precision: Precision

    @property
    def cell_bytes(self) -> int:
        """Of a number in all tables."""
        return (2 + self.rule.factors(1).predict) * self.precision // 8


@dataclass(frozen=True, eq=False)
class Part:
    """Spots that ran side by side."""

    games: list[_core.SolverGame]
    kept: KeptTables
    tables: Tables
    options: SolveOptions
    iterations: int
    seconds: float
    stopped: Stop


@dataclass(frozen=True, eq=False)
class BesideSpot:
    """A spot that ran beside others: the game of that number in its part."""

    part: Part
    number: int
    spot: Spot
    accuracy: Accuracy
    target: float | None

    def strategy(self, node: int = 0) -> RootStrategy:
        """Read no more of the tables than the node."""
        kind, game, kept = self.spot.kind, self.part.games[self.number], self.part.kept
        actions, widths = tuple(kind.tree.choices(node)), kept.root_widths[self.number]
        player = two_seats(kind.tree).index(int(kind.tree.actor[node]))
        first_cell, width = int(kind.choices_before(node) @ widths), int(widths[player])
        first, _, cards, class_of = game.board_hands(game.first_round, 0, player)
        cells = _numbers(kept.cells("averages", self.number, first_cell, len(actions) * width))
        rows = cells.reshape(len(actions), width)[:, : len(first)]
        sums = rows.sum(axis=0)
        even = np.full_like(rows, 1 / len(actions))
        return RootStrategy(
            actions, cards, np.divide(rows, sums, out=even, where=sums > 0).T[class_of.astype(np.intp)]
        )

    def solution(self) -> Solution:
        """Bring the tables into a solver of its own."""
        part, setup = self.part, self.spot.game_setup
        if not part.kept.is_whole:
            raise SolverError(STREET_ONLY)
        solver = setup.solver(
            part.tables.rule, part.tables.precision, part.options.threads, device=part.options.device
        )
        part.kept.copy_to(self.number, solver.engine.tables())
        solver.resume(part.iterations)
        return Solution(
            setup=setup,
            rule=rule_name(solver.rule),
            iterations=part.iterations,
            seconds=part.seconds,
            accuracy=self.accuracy,
            solver=solver,
            stopped=part.stopped,
            target=self.target,
        )


def _numbers(cells: npt.NDArray[Any]) -> Floats:
    """Averages as they lie in tables, to a common factor; short floats are the upper bits of a float without its sign
    (cells.hpp)."""
    if cells.dtype == np.uint16:
        cells = (cells.astype(np.uint32) << _SHORT_DROPS).view(np.float32)
    return cells.astype(np.float64)
