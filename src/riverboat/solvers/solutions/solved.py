"""What a solver found: the strategies and how good they are, without a face to ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from riverboat.errors import SolverError
from riverboat.games.rules.game import Game
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.full_width.engine import Accuracy, FullWidth
from riverboat.solvers.full_width.real_hands import Policy, RealHands
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.runs.run import Look, Stop
from riverboat.solvers.solutions.file_policy import FilePolicy


@dataclass(frozen=True, eq=False)
class Solved:
    """Average strategies of both players and how good they are.

    setup: what was solved. rule: the update rule. iterations, seconds: what it took. accuracy: values and best answers
    in chips. looks: exploitability over time. stopped: what ended the run. target: the exploitability in chips that was
    asked for, if one was. reach_scale: how often the players come to where the tree begins, if it is a part of another.
    file_policy: the strategies, if they are in a file.
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
        """The value of the game to player 0 lies between these; without rake and prizes only."""
        if not self.setup.is_zero_sum:
            what = "rake" if self.setup.rake.share else "prizes"
            raise SolverError(f"with {what} there is no one value of the game, and so no bounds on it")
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
        met = self.stopped in ("target", "optimal")
        return self.target is not None and not met and self.exploitability > self.target

    # --- the strategies ------------------------------------------------------------------------------------

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

    @property
    def policy(self) -> Policy:
        """The strategies by node and board of the engine."""
        return self.solver if self.file_policy is None else self.file_policy

    @cached_property
    def real_hands(self) -> RealHands:
        """Finds strategies and values by real boards and hands."""
        file = self.file_policy
        if file is None:
            return RealHands(self.solver, self.policy)
        return RealHands(self.solver, file, file.values, file.fill)

    @property
    def rounds_at_hand(self) -> tuple[int, ...]:
        """The betting rounds whose strategies are at hand; the others are solved again when looked at."""
        if self.file_policy is not None:
            return self.file_policy.rounds
        return tuple(range(int(self.solver.game.first_round), self.setup.game.rounds))

    def can_value(self, number: int) -> bool:
        """Whether the values of a round are at hand or can be walked to: no street after it is left out."""
        file = self.file_policy
        return file is None or number in file.valued or file.rounds[-1] + 1 == self.setup.game.rounds

    @cached_property
    def streets(self) -> dict[tuple[object, ...], Solved]:
        """Streets that the file left out and that were solved again, by where they begin."""
        return {}

    # --- as plain values -----------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values; amounts are chips, also of what was given in big blinds."""
        return {
            "game": self.setup.config.name,
            "board": self.setup.board,
            "big_blind": self.setup.game.big_blind,
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
            f"<{type(self).__name__} of {self.setup.config.name!r}{where}: value {self.value:.6g}, exploitability "
            f"{self.exploitability:.3g} chips ({self.pot_percent:.3g}% of the pot), {self.iterations:,} iterations"
            f"{missed}>"
        )
