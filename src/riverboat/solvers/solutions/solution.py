"""What a solver found, as an object one can ask and solve further."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Final, Literal, Self, Unpack

import numpy as np
import numpy.typing as npt

from riverboat.base.drawing import Drawn
from riverboat.cards.card import CardsLike
from riverboat.errors import StrategyError
from riverboat.games.rules.game import Game
from riverboat.solvers.asking.cursor import LineLike
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Asked, Strategy
from riverboat.solvers.full_width.locks import LockLike, read_locks
from riverboat.solvers.solutions.answer import solution_answer
from riverboat.solvers.solutions.cursor import SolutionCursor
from riverboat.solvers.solutions.file import write_solution
from riverboat.solvers.solutions.solve_options import SolveWords, solve_options
from riverboat.solvers.solutions.solved import Solved
from riverboat.solvers.solutions.solved_hands import SolvedHands
from riverboat.solvers.solutions.solving import run_setup
from riverboat.solvers.update_rules.rules import RULES

_LEAST_PERCENT: Final = 1e-4
"""Of the pot: nobody who says nothing means to wait for more."""


class Solution(Solved, Strategy, Drawn):
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

    @classmethod
    def of(cls, solved: Solved) -> Self:
        """Return what a solver found with a face to ask."""
        return cls(**{one.name: getattr(solved, one.name) for one in fields(Solved)})

    # --- asking ----------------------------------------------------------------------------------------------

    def start(self, game: Game | None = None) -> SolutionCursor:
        """Return a cursor where the tree begins; `game` may only be the one that was solved."""
        if game is not None and game != self.game:
            raise StrategyError(
                f"the solution of {self.game.name!r} is asked about {game.name!r} with other rules or stacks; it plays "
                "the game that was solved: leave game and stack_bb out"
            )
        return SolutionCursor.root(self)

    def grid(self, line: LineLike = "", board: CardsLike = "", **asked: Unpack[Asked]) -> SolvedHands:
        """Return how every hand of who acts is played after a line, and what both players' hands are worth.

        line: from where the tree begins, such as `k b33% c / 7d k`. A percentage is the size that rounds to the same.
        """
        found = super().grid(line, board, **asked)
        assert isinstance(found, SolvedHands)
        return found

    def __call__(self, state: PublicState, /) -> npt.NDArray[np.float64]:
        """Answer as a `Strategy`: float64[hands, actions]; lines, actions and hands that were not solved are errors."""
        return solution_answer(self, state)

    def forget(self) -> None:
        """Forget streets that were solved again."""
        self.streets.clear()

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
        return Solution.of(run_setup(setup, asked))

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
        write_solution(self, path, drop=drop, bits=bits, progress=progress)

    def verify(self) -> None:
        """Read the whole file, if there is one, and compare its checksums."""
        if self.file_policy is not None:
            self.file_policy.verify()
