"""A strategy of a whole small game, judged exactly: who comes where, what he could have had, what he gave up."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import card_names
from riverboat.cards.range import Range
from riverboat.evaluation.filled import filled_engine
from riverboat.games.histories.line import write_line
from riverboat.games.rules.action import Action
from riverboat.games.trees.config import NEVER
from riverboat.games.trees.menu import Menu
from riverboat.search.safe.alternatives import Alternatives
from riverboat.search.safe.solved import KINDS, Kind, alternatives_by
from riverboat.solvers.asking.cursor import follow
from riverboat.solvers.asking.strategy import StrategyLike
from riverboat.solvers.full_width.setup import GameSetup, Held
from riverboat.solvers.solutions.cursor import SolutionCursor
from riverboat.solvers.solutions.solution import Solution

Floats = npt.NDArray[np.float64]


class Trunk:
    """What is played until a subgame begins, and what its continuations are worth.

    setup: the whole game. strategy: plays both seats; asked at every decision. rounds: values are found at decisions of
    so many rounds, at most; subgames must begin there.

    >>> from riverboat.solvers import game_setup, uniform
    >>> trunk = Trunk(game_setup("leduc"), uniform)
    >>> point = trunk.at((0, 0), (46,))  # check, check, and the king of hearts
    >>> known = trunk.alternatives(point, 1)
    >>> trunk.subgame(point).config.start, round(float(known.best[47]), 3)  # who holds the other king
    ('k k /', 6.0)
    """

    def __init__(
        self,
        setup: GameSetup,
        strategy: StrategyLike,
        *,
        rounds: int | None = None,
        threads: int | None = None,
    ) -> None:
        self.setup, self.strategy = setup, strategy
        self.rounds = setup.game.rounds if rounds is None else rounds
        solver = filled_engine(setup, [strategy, strategy], trust_suits=True, threads=threads)
        self.solution = Solution(setup, "given", 0, 0.0, solver.accuracy(), solver)

    @property
    def exploitability(self) -> float:
        """What players gain by the best answers to the strategy, in chips, on average over the seats."""
        return self.solution.exploitability

    def at(self, taken: tuple[Action, ...], board: tuple[int, ...]) -> SolutionCursor:
        """Return the point after a line, in chips, on a board."""
        found = follow(SolutionCursor.root(self.solution), taken, board)
        assert isinstance(found, SolutionCursor)
        found.check()
        return found

    def subgame(self, point: SolutionCursor, menu: Menu | None = None) -> GameSetup:
        """Return the rest of the hand from a point on, with both ranges as the strategy brings them there.

        menu: sizes, if they are to be others. A player who never comes there has no range; it is every hand then.
        """
        return self.subgame_after(point, (), menu)

    def subgame_after(
        self, point: SolutionCursor, more: tuple[Action, ...], menu: Menu | None = None
    ) -> GameSetup:
        """Return the same with more actions taken, which the strategy need not have and whose taker is not believed."""
        game = self.setup.game
        line = write_line(game, (*point.table.taken, *more))
        config = replace(self.setup.config, start=line, joined_from=NEVER)
        if menu is not None:
            config = replace(config, menu=menu)
        first, second = (self._range(point, seat) for seat in self.solution.solver.seats)
        whole = self.setup
        return GameSetup(config, card_names(point.board), (first, second), whole.rake, prizes=whole.prizes)

    def alternatives(self, point: SolutionCursor, player: int) -> Alternatives:
        """Return what hands of a player, 0 or 1, have at a point, and what they gave up on the way to it."""
        found = self._found
        return alternatives_by(
            point, player, lambda at, kind: found[player, kind][at.place.node, at.real_board.number]
        )

    @cached_property
    def _found(self) -> dict[tuple[int, Kind], dict[tuple[int, int], Floats]]:
        """By player and kind, then by node and board: [actions or 1, classes], of all decisions of the rounds."""
        solver = self.solution.solver
        first = int(solver.game.first_round)
        places = [
            (node, board)
            for number in range(first, min(self.rounds, int(solver.tree.round.max()) + 1))
            for board in range(len(solver.boards(number)))
            for node in range(*solver.tree.first_node[number : number + 2].tolist())
        ]
        return {
            (player, kind): dict(zip(places, solver.decision_values(player, places, kind=kind), strict=True))
            for player in (0, 1)
            for kind in KINDS
        }

    def _range(self, point: SolutionCursor, seat: int) -> Held:
        weights = point.reach(seat)
        if not weights.any():
            return None
        weights = weights / weights.max()
        return Range.from_weights(weights) if self.setup.game.hole_cards == 2 else tuple(weights.tolist())
