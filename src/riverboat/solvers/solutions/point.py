"""A point of a solution: the real table and the node of the solved tree, with the reach of both players."""

from __future__ import annotations

from functools import cached_property
from typing import Self

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import NUM_HANDS, hand_indices, parse_cards
from riverboat.errors import StrategyError
from riverboat.games.rules.action import Action
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.options import Option, options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.tree_cursor import TreeCursor, tree_root
from riverboat.solvers.full_width.engine import PLAYERS
from riverboat.solvers.full_width.real_boards import RealBoard
from riverboat.solvers.solutions.solved import Solved
from riverboat.solvers.solutions.street import solve_street

Floats = npt.NDArray[np.float64]


class SolvedPoint(Cursor):
    """A place in the tree of a solution; strategies and reach are found when they are asked for.

    before: the point one action or deal earlier, whose reach is gone on from. What is answered here is made by
    `SolutionCursor`, because answers hold the point that they are of.
    """

    def __init__(self, solution: Solved, place: TreeCursor, before: Self | None = None) -> None:
        self.solution, self.place, self.before = solution, place, before

    @classmethod
    def root(cls, solution: Solved) -> Self:
        """Return the point where the tree begins."""
        return cls(solution, tree_root(solution.tree, parse_cards(solution.setup.board)))

    @property
    def table(self) -> Table:
        """The real table."""
        return self.place.table

    @property
    def board(self) -> tuple[int, ...]:
        """The cards that were dealt so far."""
        return self.place.board

    def meant(self, action: Action, word: str) -> Action:
        """Return the size of the tree that a word stands for; percentages are rounded."""
        return self.place.meant(action, word)

    def _after(self, action: Action) -> Self:
        self.check()
        return type(self)(self.solution, self.place.act(action), self)

    def _with(self, cards: tuple[int, ...]) -> Self:
        return type(self)(self.solution, self.place.deal(cards), self)

    # --- what is played --------------------------------------------------------------------------------------

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What the tree has here."""
        self.check_goes_on()
        return options_at(self.table, self.place.choices)

    @cached_property
    def state(self) -> PublicState:
        """The decision as everybody sees it; hands are those of the range that the board leaves."""
        hands = self.solution.solver.hands[self.player].cards[self.fits(self.player)]
        return PublicState(self.table, self.board, hands, self.options)

    @property
    def player(self) -> int:
        """Who acts, 0 or 1."""
        return self.solution.solver.player_at(self.place.node)

    @cached_property
    def real_board(self) -> RealBoard:
        """The board as the engine knows it."""
        return self.solution.real_hands.find(self.place.deals)

    def fits(self, player: int) -> npt.NDArray[np.bool_]:
        """Return which hands of a player hold no card of the board."""
        return np.asarray(self.solution.real_hands.classes(self.real_board, player) >= 0)

    @cached_property
    def strategy(self) -> Floats:
        """The probabilities of who acts, of all hands of his range: float64[hands, options]."""
        return self.solution.real_hands.strategy(self.place.node, self.real_board)

    @cached_property
    def reaches(self) -> tuple[Floats, Floats]:
        """The weight of each hand of either player times the probability that he plays it so far."""
        if self.before is None:
            hands, scales = self.solution.solver.hands, self.solution.reach_scale
            return hands[0].weights * scales[0], hands[1].weights * scales[1]
        earlier, reach = self.before, list(self.before.reaches)
        if len(self.place.path) > len(earlier.place.path):
            choice = self.place.path[-1][1]
            reach[earlier.player] = reach[earlier.player] * earlier.strategy[:, choice]
        else:
            reach = [np.where(self.fits(player), reach[player], 0.0) for player in PLAYERS]
        return reach[0], reach[1]

    @cached_property
    def again(self) -> Self:
        """The same point in a solution of its street, which is solved again from the ranges that come to it.

        If a street before it was left out of the file too, all are solved from there on.
        """
        earlier, street = self.before, min(self.table.round, self.solution.rounds_at_hand[-1] + 1)
        if earlier is None or len(earlier.place.deals) < street - self.solution.tree.root.round:
            return self.root(self._street())
        if len(self.place.path) > len(earlier.place.path):
            return earlier.again.act(self.table.taken[-1])
        return earlier.again.deal(self.board[len(earlier.board) :])

    def _street(self) -> Solved:
        """What was found from here on, where the file left the street out."""
        known, key = self.solution.streets, (self.place.node, self.place.deals)
        if key not in known:
            known[key] = solve_street(self.solution, self.place, self.reaches, (self.fits(0), self.fits(1)))
        return known[key]

    @property
    def with_strategies(self) -> Self:
        """The same point where its strategies are: here, unless the file left its street out."""
        return self if self.table.round in self.solution.rounds_at_hand else self.again

    def reach(self, seat: int) -> Floats:
        """Return how often a player of the spot comes here with each hand: float64[1326], or by card [52]."""
        solver = self.solution.solver
        if seat not in solver.seats:
            raise StrategyError(f"seat {seat} is not in the hand; the solution is of seats {solver.seats}")
        player = solver.seats.index(seat)
        if self.with_strategies is not self:
            return self.with_strategies.reach(seat)
        cards = solver.hands[player].cards
        reach = np.zeros(NUM_HANDS if cards.shape[1] == 2 else 52)
        where = hand_indices(cards) if cards.shape[1] == 2 else cards[:, 0]
        reach[where] = self.reaches[player]
        return reach
