"""What a solver found, as an object one can walk through."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import SolverError
from riverboat.games.line import write_line
from riverboat.games.tree import BettingTree
from riverboat.solvers.full_width import Accuracy, FullWidth
from riverboat.solvers.lines import Place, find_place
from riverboat.solvers.locks import LockLike, read_locks
from riverboat.solvers.node import SpotNode, node_at
from riverboat.solvers.rules import RULES
from riverboat.solvers.run import Goal, Look, Stop, Watcher
from riverboat.solvers.setup import GameSetup
from riverboat.solvers.target import target_chips
from riverboat.solvers.walker import Policy, Walker

if TYPE_CHECKING:
    from rich.console import RenderableType

    from riverboat.solvers.solution_file import FilePolicy
    from riverboat.solvers.strategy import PublicState


_LEAST_PERCENT: Final = 1e-4
"""Of the pot: nobody who says nothing means to wait for more."""


@dataclass(frozen=True, eq=False)
class Solution:
    """Average strategies of both players and how good they are; `rb.solve` and `rb.solve_spot` make one.

    setup: what was solved. rule: the update rule. iterations, seconds: what it took. accuracy: values and best answers
    in chips. looks: exploitability over time. stopped: what ended the run.

    >>> from riverboat.solvers import solve
    >>> solution = solve("leduc", "cfr+", iterations=500)
    >>> round(solution.value, 2), solution.exploitability < 0.01
    (-0.09, True)
    >>> node = solution.node("k b")
    >>> node.actions, node.hands[:2], node.strategy.shape
    (('f', 'c', 'r'), ('Jh', 'Js'), (6, 3))
    """

    setup: GameSetup
    rule: str
    iterations: int
    seconds: float
    accuracy: Accuracy
    solver: FullWidth = field(repr=False)
    looks: tuple[Look, ...] = field(default=(), repr=False)
    stopped: Stop = "iterations"
    reach_scale: tuple[float, float] = field(default=(1.0, 1.0), repr=False)
    file_policy: FilePolicy | None = field(default=None, repr=False)

    # --- the numbers -----------------------------------------------------------------------------------------

    @property
    def value(self) -> float:
        """What player 0 wins in chips on average, his blinds and antes counted as lost before."""
        return self.accuracy.values[0]

    @property
    def value_bounds(self) -> tuple[float, float]:
        """The value of the game to player 0 lies between these; without rake only."""
        if self.setup.rake.share:
            raise SolverError("with rake there is no one value of the game, and so no bounds on it")
        return -self.accuracy.best[1], self.accuracy.best[0]

    @property
    def evs(self) -> tuple[float, float]:
        """What either player wins of the pot from the start of the tree on; without rake they add up to the pot."""
        put_in, seats = self.setup.root.put_in, self.setup.root.in_hand
        first, second = (
            value + put_in[seat] for value, seat in zip(self.accuracy.values, seats, strict=True)
        )
        return first, second

    @property
    def exploitability(self) -> float:
        """Chips: what the players would gain by the best answers, on average over the two."""
        return self.accuracy.exploitability

    @property
    def pot_percent(self) -> float:
        """The exploitability in percent of the pot where the tree begins."""
        return 100 * self.exploitability / self.setup.pot

    @property
    def mbb(self) -> float | None:
        """The exploitability in thousandths of a big blind; None if one big blind is one chip, as in spots without."""
        unit = self.setup.mbb_unit
        return None if unit is None else 1000 * self.exploitability / unit

    # --- walking ---------------------------------------------------------------------------------------------

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return self.setup.tree

    def node(self, line: str = "") -> SpotNode:
        """Return the decision that a betting line leads to.

        line: from where the tree begins; each street after the first begins with `/` and its cards, such as
        `k b33% c / 7d k`. Sizes are big blinds, percent of the pot or `a`.
        """
        place = find_place(self.tree, parse_cards(self.setup.board), line)
        if place.table.round not in self.kept_rounds:
            there = self._solved_again(place)
            return replace(there.node(_later(place, self.setup.board)), line=place.line)
        if not self._can_value(place.table.round):
            node = node_at(self.walker, place)
            return replace(
                node, _valued=lambda: self._solved_again(place).node(_later(place, self.setup.board))
            )
        return node_at(self.walker, place)

    def strategy(self, line: str = "") -> npt.NDArray[np.float64]:
        """Return the probabilities of who acts after a line: float64[hands, actions]; `node(line)` names them."""
        return self.node(line).strategy

    def __call__(self, state: PublicState) -> npt.NDArray[np.float64]:
        """Answer as a `Strategy`: float64[hands, actions]; lines, actions and hands that were not solved are errors."""
        from riverboat.solvers.strategy import solution_answer

        return solution_answer(self, state)

    @property
    def policy(self) -> Policy:
        """The strategies by node and board of the engine."""
        return self.solver if self.file_policy is None else self.file_policy

    @cached_property
    def walker(self) -> Walker:
        """Finds strategies and values by real boards and hands."""
        file = self.file_policy
        if file is None:
            return Walker(self.solver, self.policy, self.reach_scale)
        return Walker(self.solver, file, self.reach_scale, file.values, file.fill)

    @property
    def kept_rounds(self) -> tuple[int, ...]:
        """The betting rounds whose strategies are at hand; the others are solved again when looked at."""
        if self.file_policy is not None:
            return self.file_policy.kept
        return tuple(range(int(self.solver.game.first_round), self.setup.game.rounds))

    def _can_value(self, number: int) -> bool:
        """Whether the values of a round are at hand or can be walked to: no street after it is left out."""
        file = self.file_policy
        return file is None or number in file.valued or file.kept[-1] + 1 == self.setup.game.rounds

    @cached_property
    def _streets(self) -> dict[tuple[object, ...], Solution]:
        return {}

    def _solved_again(self, place: Place) -> Solution:
        from riverboat.solvers.resolve import resolve, street_start

        start = street_start(self, place)
        key = (start.node, start.deals)
        if key not in self._streets:
            self._streets[key] = resolve(self, place)
        return self._streets[key]

    # --- solving again ---------------------------------------------------------------------------------------

    def resolve(
        self,
        locks: Sequence[LockLike] | None = None,
        *,
        target_pot_percent: float | None = None,
        target_mbb: float | None = None,
        iterations: int | None = None,
        max_seconds: float | None = None,
        progress: Watcher | None = None,
    ) -> Solution:
        """Solve the same game with other locks, or on with the same, beginning with these strategies.

        locks: all that shall hold, `Lock`s or text; None keeps those of this solution, `()` takes them away. It stops
        at an exploitability of so many percent of the pot or thousandths of a big blind, after so many iterations or
        seconds, whichever is first; if nothing is said, where it is as accurate as this solution.

        >>> from riverboat.solvers import solve
        >>> solution = solve("kuhn", iterations=500)
        >>> round(solution.resolve(["b: f 1"], iterations=200).value, 3)  # who folds to every bet loses his ante
        1.0
        """
        from riverboat.solvers.solve import solve_setup

        setup = self.setup if locks is None else replace(self.setup, locks=read_locks(locks))
        target = target_chips(setup, target_pot_percent=target_pot_percent, target_mbb=target_mbb)
        if target is None and iterations is None and max_seconds is None:
            target = max(self.pot_percent, _LEAST_PERCENT) * setup.pot / 100
        unnamed = self.solver.rule if self.file_policy is None else None  # files keep no rules without a name
        return solve_setup(
            setup,
            Goal(iterations, target, max_seconds),
            rule=self.rule if self.rule in RULES else unnamed,
            precision=self.solver.precision,
            threads=self.solver.threads or None,
            start=self,
            progress=progress,
        )

    # --- files -----------------------------------------------------------------------------------------------

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        drop: str | None = None,
        bits: Literal[8, 16] = 16,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Write the solution to a file that `open_solution` reads.

        drop: leave out this street, "turn" or "river", and those after it; they are solved again when somebody looks at
        them. bits: of a probability; 8 is half the size and exact to a quarter of a percent.
        """
        from riverboat.solvers.solution_file import save_solution

        save_solution(self, path, drop=drop, bits=bits, progress=progress)

    @staticmethod
    def load(path: str | os.PathLike[str], *, threads: int | None = None) -> Solution:
        """Open a file; the same as `open_solution`."""
        from riverboat.solvers.solution_file import open_solution

        return open_solution(path, threads=threads)

    # --- how it looks ----------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values."""
        return {
            "game": self.setup.config.name,
            "board": self.setup.board,
            "pot": self.setup.pot,
            "locks": [str(lock) for lock in self.setup.locks],
            "rule": self.rule,
            "iterations": self.iterations,
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped,
            "value": self.value,
            "evs": list(self.evs),
            "exploitability": self.exploitability,
            "exploitability_percent_of_pot": self.pot_percent,
            "exploitability_mbb": self.mbb,
            "looks": [[look.iterations, round(look.seconds, 3), look.exploitability] for look in self.looks],
        }

    def __rich__(self) -> RenderableType:
        from riverboat.solvers.solution_view import solution_table

        return solution_table(self)

    def _repr_html_(self) -> str:
        return self.node()._repr_html_()

    def __repr__(self) -> str:
        where = f" on {self.setup.board}" if self.setup.board else ""
        return (
            f"<Solution of {self.setup.config.name!r}{where}: value {self.value:.6g}, exploitability "
            f"{self.exploitability:.3g} chips ({self.pot_percent:.3g}% of the pot), {self.iterations:,} iterations>"
        )


def _later(place: Place, board: str) -> str:
    """The whole line to a place, as a tree that begins on a later street takes it."""
    dealt = board + "".join(card_names(deal) for deal in place.deals)
    return write_line(place.table.game, place.table.taken, dealt)
