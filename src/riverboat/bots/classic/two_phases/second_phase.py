"""The second phase: turn and river on the board that lies there, solved at the table with the hands of the first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from riverboat.bots.classic.limit import RAISE, Line, line_of, nodes_by_line, part_tree
from riverboat.bots.classic.parts import METHOD
from riverboat.bots.classic.two_phases.counted import pairs_of
from riverboat.bots.classic.two_phases.first_phase import FirstPhase
from riverboat.bots.classic.two_phases.river_model import ACTIONS
from riverboat.bots.classic.two_phases.turn_buckets import TurnBoard, TurnBuckets
from riverboat.cards.card import hand_indices
from riverboat.games.rules.action import FOLD
from riverboat.games.rules.game import Game
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.sequence.anytime import solve_anytime
from riverboat.solvers.sequence.game_form import BettingForm, form_of_signals
from riverboat.solvers.sequence.sequences import Floats, Places
from riverboat.solvers.sequence.signals import Pairs
from riverboat.solvers.sequence.solving import solve_form

TURN: Final = 2
KEPT: Final = 256
"""Solved turns that are remembered: bots that play each other meet the same line on the same board."""

Solver = Literal["lp", "first-order"]


@dataclass(frozen=True)
class TableSolver:
    """How a turn is solved. bucketed: its buckets. method: "lp", both sides by turns, or "first-order", by `dcfr`.

    budget: seconds that the program may take. steps: of the first-order method.
    """

    bucketed: Callable[[TurnBoard], TurnBuckets]
    method: Solver
    budget: float
    steps: int

    def solve(self, form: BettingForm) -> tuple[Floats, Floats]:
        """Return how both players act, by sequence."""
        if self.method == "lp":
            plans = solve_anytime(form, self.budget).plans
        else:
            plans = solve_form(form, METHOD, iterations=self.steps, threads=1).plans
        first, second = (of.probabilities(plan) for of, plan in zip(form.players, plans, strict=True))
        return first, second


@dataclass(eq=False)
class TurnSignals:
    """Signals of turn and river on one board. met, won: of buckets of the river, float64[n, n]."""

    game: Game
    buckets: TurnBuckets
    met: Floats
    won: Floats

    def count(self, player: int, number: int, /) -> int:
        """Return how many buckets there are."""
        return self.buckets.counts[number - TURN]

    def parents(self, player: int, number: int, /) -> Places:
        """Return the bucket on the turn of each on the river."""
        return self.buckets.parents

    def pairs(self, number: int, /) -> Pairs:
        """Return how often two buckets meet, and who wins then."""
        if number > TURN:
            return pairs_of(self.met, self.won)
        inside = np.eye(self.buckets.counts[0])[self.buckets.parents]
        met = inside.T @ self.met @ inside
        return pairs_of(met, np.zeros_like(met))

    def name(self, player: int, number: int, signal: int, /) -> str:
        """Return the bucket's number."""
        return str(signal)


@dataclass(frozen=True, eq=False)
class SolvedTurn:
    """A turn that was solved. played: how both players act, by sequence of the form."""

    form: BettingForm
    buckets: TurnBuckets
    played: tuple[Floats, Floats]

    @cached_property
    def nodes(self) -> dict[Line, int]:
        """The decisions by what was done since the turn came."""
        return nodes_by_line(self.form.tree)

    def chances(self, since: Line, board: Sequence[int], hands: npt.NDArray[np.int64]) -> Floats:
        """Return how often hands fold, call and raise: float64[n, 3]. since: what was done since the turn came."""
        tree, node = self.form.tree, self.nodes[since]
        player = int(tree.actor[node])
        starts = self.form.layout.start(player, int(tree.round[node]), self.buckets.lookup(board, hands))
        return spread(tree, node, self.form.rows(node, starts, self.played[player]))


def spread(tree: BettingTree, node: int, rows: Floats) -> Floats:
    """Return the actions of a node as fold, call and raise; what cannot be done has no chance."""
    found = np.zeros((len(rows), ACTIONS))
    found[:, [min(action, RAISE) - FOLD for action in tree.choices(node)]] = rows
    return found


class TwoPhases:
    """A strategy in two phases; it is a `StrategyLike`. What it solved at the table it remembers for a while."""

    def __init__(self, first: FirstPhase, solver: TableSolver) -> None:
        self.first, self.solver = first, solver
        self._solved: OrderedDict[tuple[Line, tuple[int, ...]], SolvedTurn] = OrderedDict()

    def __call__(self, state: PublicState) -> Floats:
        """Return what all hands of a state do: float64[hands, options]."""
        chances = self.chances(line_of(state.table.taken), state.board, state.hands)
        return chances[:, [line_of([option.action])[0] - FOLD for option in state.options]]

    def chances(self, line: Line, board: Sequence[int], hands: npt.NDArray[np.uint8]) -> Floats:
        """Return how often hands fold, call and raise after a line on a board: float64[hands, 3]."""
        if line in self.first.nodes:
            number = 1 if board else 0
            return self.first.chances(line, self.first.buckets.buckets(number, board[:3], hands))
        before = next(line[:taken] for taken in range(len(line) + 1) if line[:taken] not in self.first.nodes)
        return self.solved(before, board[:4]).chances(line[len(before) :], board, hand_indices(hands))

    def solved(self, line: Line, board: Sequence[int]) -> SolvedTurn:
        """Return the turn after a line of two rounds, solved."""
        key = (line, tuple(board))
        if key not in self._solved:
            self._solved[key] = self._solve(line, board)
            if len(self._solved) > KEPT:
                self._solved.popitem(last=False)
        return self._solved[key]

    def _solve(self, line: Line, board: Sequence[int]) -> SolvedTurn:
        buckets = self.solver.bucketed(TurnBoard.of(board))
        tree = part_tree(line)
        met, won = buckets.pairs(self.first.reach(line, board[:3]))
        form = form_of_signals(tree, TurnSignals(tree.game, buckets, met, won), "turn and river")
        return SolvedTurn(form, buckets, self.solver.solve(form))
