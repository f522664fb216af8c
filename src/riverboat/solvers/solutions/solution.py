"""What a solver found, as an object one can walk through."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, Unpack

import numpy as np
import numpy.typing as npt

from riverboat.base.drawing import Drawn
from riverboat.cards.card import CardsLike, parse_cards
from riverboat.errors import SolverError, StrategyError
from riverboat.games.rules.game import Game
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.asking.cursor import LineLike
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Asked, Strategy
from riverboat.solvers.asking.tree_cursor import tree_root
from riverboat.solvers.full_width.engine import Accuracy, FullWidth
from riverboat.solvers.full_width.locks import LockLike, read_locks
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.full_width.walker import Policy, Walker
from riverboat.solvers.runs.run import Look, Stop
from riverboat.solvers.solutions.cursor import SolutionCursor
from riverboat.solvers.solutions.solved_hands import SolvedHands
from riverboat.solvers.update_rules.rules import RULES

if TYPE_CHECKING:
    from riverboat.solvers.solutions.file import FilePolicy
    from riverboat.solvers.solve_options import SolveWords


_LEAST_PERCENT: Final = 1e-4
"""Of the pot: nobody who says nothing means to wait for more."""


@dataclass(frozen=True, eq=False)
class Solution(Strategy, Drawn):
    """Average strategies of both players and how good they are; `rb.solve` and `rb.solve_spot` make one.

    setup: what was solved. rule: the update rule. iterations, seconds: what it took. accuracy: values and best answers
    in chips. looks: exploitability over time. stopped: what ended the run. target: the exploitability in chips that was
    asked for, if one was.

    >>> from riverboat.solvers import solve
    >>> solution = solve("leduc", "cfr+", iterations=500)
    >>> round(solution.value, 2), solution.exploitability < 0.01
    (-0.09, True)
    >>> solution.query("Ks", "k b").actions
    ('f', 'c', 'r')
    """

    setup: GameSetup
    rule: str
    iterations: int
    seconds: float
    accuracy: Accuracy
    solver: FullWidth = field(repr=False)
    looks: tuple[Look, ...] = field(default=(), repr=False)
    stopped: Stop = "iterations"
    target: float | None = None
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

    @property
    def missed_target(self) -> bool:
        """Whether the run stopped before it was as good as was asked for."""
        return self.target is not None and self.stopped != "target" and self.exploitability > self.target

    # --- walking ---------------------------------------------------------------------------------------------

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return self.setup.tree

    @property
    def name(self) -> str:
        """What was solved."""
        return self.setup.config.name

    @property
    def game(self) -> Game:
        """The game that was solved."""
        return self.setup.game

    def start(self, game: Game | None = None) -> SolutionCursor:
        """Return a cursor where the tree begins; `game` may only be the one that was solved."""
        if game is not None and game != self.game:
            raise StrategyError(
                f"the solution of {self.game.name!r} is asked about {game.name!r} with other rules or stacks; it plays "
                "the game that was solved: leave game and stack_bb out"
            )
        return SolutionCursor(self, tree_root(self.tree, parse_cards(self.setup.board)))

    def grid(self, line: LineLike = "", board: CardsLike = "", **asked: Unpack[Asked]) -> SolvedHands:
        """Return how every hand of who acts is played after a line, and what both players' hands are worth.

        line: from where the tree begins, such as `k b33% c / 7d k`. A percentage is the size that rounds to the same.
        """
        found = super().grid(line, board, **asked)
        assert isinstance(found, SolvedHands)
        return found

    def __call__(self, state: PublicState, /) -> npt.NDArray[np.float64]:
        """Answer as a `Strategy`: float64[hands, actions]; lines, actions and hands that were not solved are errors."""
        from riverboat.solvers.solutions.answer import solution_answer

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
            return Walker(self.solver, self.policy)
        return Walker(self.solver, file, file.values, file.fill)

    @property
    def kept_rounds(self) -> tuple[int, ...]:
        """The betting rounds whose strategies are at hand; the others are solved again when looked at."""
        if self.file_policy is not None:
            return self.file_policy.kept
        return tuple(range(int(self.solver.game.first_round), self.setup.game.rounds))

    def can_value(self, number: int) -> bool:
        """Whether the values of a round are at hand or can be walked to: no street after it is left out."""
        file = self.file_policy
        return file is None or number in file.valued or file.kept[-1] + 1 == self.setup.game.rounds

    @cached_property
    def _streets(self) -> dict[tuple[object, ...], Solution]:
        return {}

    def solved_again(self, start: SolutionCursor) -> Solution:
        """Return a solution from the first decision of a street on, which the file left out."""
        from riverboat.solvers.solutions.resolve import resolve

        key = (start.place.node, start.place.deals)
        if key not in self._streets:
            self._streets[key] = resolve(start)
        return self._streets[key]

    # --- solving again ---------------------------------------------------------------------------------------

    def resolve(self, locks: Sequence[LockLike] | None = None, **options: Unpack[SolveWords]) -> Solution:
        """Solve the same game with other locks, or on with the same, beginning with these strategies.

        locks: all that shall hold, `Lock`s or text; None keeps those of this solution, `()` takes them away. options:
        those of `SolveOptions`; if neither iterations nor a target are given, it stops where it is as accurate as this
        solution. Rule, precision and threads are those of this solution.

        >>> from riverboat.solvers import solve
        >>> solution = solve("kuhn", iterations=500)
        >>> round(solution.resolve(["b: f 1"], iterations=200).value, 3)  # who folds to every bet loses his ante
        1.0
        """
        from riverboat.solvers.solve import solve_setup
        from riverboat.solvers.solve_options import solve_options

        setup = self.setup if locks is None else replace(self.setup, locks=read_locks(locks))
        unnamed = self.solver.rule if self.file_policy is None else None  # files keep no rules without a name
        asked = solve_options(
            self.resolve,
            options,
            rule=self.rule if self.rule in RULES else unnamed,
            precision=self.solver.precision,
            threads=self.solver.threads or None,
            start=self,
        )
        if not asked.says_how_far:
            asked = replace(asked, target_pot_percent=max(self.pot_percent, _LEAST_PERCENT))
        return solve_setup(setup, asked)

    # --- files -----------------------------------------------------------------------------------------------

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        drop: str | None = None,
        bits: Literal[8, 16] = 16,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Write the solution to a file that `rb.open` reads.

        drop: leave out this street, "turn" or "river", and those after it; they are solved again when somebody looks at
        them. bits: of a probability; 8 is half the size and exact to a quarter of a percent.
        """
        from riverboat.solvers.solutions.file import write_solution

        write_solution(self, path, drop=drop, bits=bits, progress=progress)

    def verify(self) -> None:
        """Read the whole file, if there is one, and compare its checksums."""
        if self.file_policy is not None:
            self.file_policy.verify()

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
            "target": self.target,
            "value": self.value,
            "evs": list(self.evs),
            "exploitability": self.exploitability,
            "exploitability_percent_of_pot": self.pot_percent,
            "exploitability_mbb": self.mbb,
            "looks": [[look.iterations, round(look.seconds, 3), look.exploitability] for look in self.looks],
        }

    def __repr__(self) -> str:
        where = f" on {self.setup.board}" if self.setup.board else ""
        missed = ", target missed" if self.missed_target else ""
        return (
            f"<Solution of {self.setup.config.name!r}{where}: value {self.value:.6g}, exploitability "
            f"{self.exploitability:.3g} chips ({self.pot_percent:.3g}% of the pot), {self.iterations:,} iterations"
            f"{missed}>"
        )
