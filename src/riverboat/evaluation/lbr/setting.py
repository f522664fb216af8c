"""What is measured and how: everything that the hands of a local best response depend on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from riverboat.base.checks import check_seed, instance, whole
from riverboat.errors import GameError, SolverError
from riverboat.evaluation.lbr.asked import OpenOpponent, TreeOpponent
from riverboat.evaluation.lbr.hand import HeadsUp
from riverboat.evaluation.lbr.lbr_table import LbrTable
from riverboat.evaluation.lbr.look import Look
from riverboat.evaluation.lbr.menu import LbrMenu
from riverboat.evaluation.lbr.places import Opponent
from riverboat.evaluation.lbr.ring import Ring
from riverboat.evaluation.lbr.trained import TrainedOpponent
from riverboat.games.rules.game import Game
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.streets import street_names, street_round
from riverboat.solvers.asking.acting import Acting
from riverboat.solvers.asking.preparing import Prepares, Question, Steps, lockstep
from riverboat.solvers.asking.strategy import Floats, Strategy, StrategyLike
from riverboat.solvers.full_width.setup import GameLike, GameSetup, game_setup
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.spots.spot import SpotSetup
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.opening import open_strategy

Measured: TypeAlias = "str | Strategy | StrategyLike"
"""A strategy, its name or file, or a function of a `PublicState`."""
Played: TypeAlias = "GameLike | GameSetup | SpotSetup | None"
"""The game that is played; None for the strategy's own."""

CHUNK = 25
"""Deals that are drawn together: the result depends on the seed, and not on who plays which of them. Of a strategy that
thinks each deal is drawn by itself, so that many can be played side by side."""


@dataclass(frozen=True)
class LbrSetting:
    """A strategy, a game and a local best response. The arguments are those of `local_best_response`."""

    strategy: Measured
    menu: LbrMenu
    first: str | None
    game: Played
    depth: int
    acting: Acting
    tables: str | None
    seed: int

    def __post_init__(self) -> None:
        whole("depth", self.depth, SolverError, least=1, most=8, example=2)
        check_seed(self.seed, SolverError)
        instance("acting", self.acting, Acting, SolverError, example='Acting("purified", 0.3)')

    @cached_property
    def opponent(self) -> Opponent:
        """The strategy as it is met."""
        strategy = self.opened
        if isinstance(self.game, GameSetup | SpotSetup) or not isinstance(strategy, Strategy):
            return TreeOpponent(strategy, self._setup(), self.acting)
        if isinstance(strategy, Solution) and self.game is None:
            return TreeOpponent(strategy, strategy.setup, self.acting)
        game = strategy.game if self.game is None else game_setup(self.game).game
        if isinstance(strategy, Blueprint):
            return TrainedOpponent(strategy, game, self.acting)
        return OpenOpponent(strategy, game, self.acting)

    @cached_property
    def opened(self) -> Strategy | StrategyLike:
        """The strategy itself."""
        if not isinstance(self.strategy, str):
            return self.strategy
        return open_strategy(self.strategy, tables=self.tables)

    def _setup(self) -> GameSetup:
        if self.game is None:
            raise GameError("a function plays no game of its own; give one, such as game='leduc'")
        if isinstance(self.game, SpotSetup):
            return self.game.game_setup()
        return self.game if isinstance(self.game, GameSetup) else game_setup(self.game)

    @property
    def real_game(self) -> Game:
        """The game that is played."""
        return self.opponent.root.table.game

    @property
    def name(self) -> str:
        """The strategy's name."""
        if isinstance(self.strategy, str):
            return self.strategy
        if isinstance(self.strategy, Strategy):
            return self.strategy.name
        return str(getattr(self.strategy, "__name__", "a function"))

    @cached_property
    def first_street(self) -> str:
        """The street from which on the menu is used: the flop, or the first that there is."""
        names = street_names(self.real_game)
        return self.first or ("flop" if "flop" in names else names[self.opponent.root.round])

    @cached_property
    def table(self) -> LbrTable:
        """What plays the hands."""
        look = Look(self.opponent, self.menu, street_round(self.real_game, self.first_street), self.depth)
        if len(self.opponent.root.table.in_hand) == 2:
            return HeadsUp(look)
        if self.depth > 1:
            raise SolverError(f"depth is {self.depth}; with more than two players it is 1")
        return Ring(look)

    @property
    def positions(self) -> tuple[str, ...]:
        """The names of the seats that play."""
        names = seat_names(self.real_game)
        return tuple(names[seat] for seat in self.table.seats)

    @cached_property
    def chunk(self) -> int:
        """Deals that are drawn together."""
        return 1 if isinstance(self.opened, Prepares) else CHUNK

    def play(self, chunks: Sequence[int]) -> Floats:
        """Play the deals of chunks from every seat: float64[deals, 1 + seats], the mean and each seat, mbb.

        Chunks are played side by side, so that a strategy which thinks does so about all of them at once.
        """
        return np.concatenate(lockstep(map(self._steps, chunks), self._prepare))

    def _prepare(self, questions: Sequence[Question]) -> None:
        assert isinstance(self.opened, Prepares)  # nobody else is told before what he will be asked
        self.opened.prepare(questions)

    def _steps(self, chunk: int) -> Steps[Question, Floats]:
        table, draw = self.table, np.random.default_rng([self.seed, chunk])
        won = np.empty((self.chunk, 1 + len(table.seats)))
        for row in won:
            deal = table.dealer.deal(draw)
            for column, seat in enumerate(table.seats, 1):
                row[column] = yield from table.steps(deal, seat, draw)
        won[:, 0] = won[:, 1:].mean(axis=1)
        return won * (1000 / self.real_game.big_blind)
