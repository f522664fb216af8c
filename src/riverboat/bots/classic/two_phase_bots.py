"""GS1 and GS2 at the table."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Final, get_args

import numpy as np

from riverboat.base.checks import is_number, whole
from riverboat.bots.classic.limit import line_of
from riverboat.bots.classic.limit_bot import LimitBot
from riverboat.bots.classic.shelf import open_bot
from riverboat.bots.classic.two_phases.first_phase import FirstPhase
from riverboat.bots.classic.two_phases.second_phase import Solver, TableSolver, TwoPhases
from riverboat.bots.classic.two_phases.turn_buckets import TurnBoard, TurnBuckets
from riverboat.bots.view import View
from riverboat.errors import BotError
from riverboat.games.rules.action import FOLD, Action
from riverboat.solvers.sequence.lp import check_installed

THRESHOLDS: Final = (0.2, 0.3)
"""GS1's on turn and river: some six and thirteen classes, whose program HiGHS solves in a tenth of a second."""

COUNTS: Final = (12, 72)
"""GS2's buckets on turn and river."""


@dataclass
class TwoPhaseBot(LimitBot):
    """Plays what was built up to the flop, and solves the turn with its rivers when it comes."""

    name: ClassVar[str]

    file: str = field(default="", kw_only=True)
    method: Solver = field(default="lp", kw_only=True)
    budget: float = field(default=3.0, kw_only=True)
    steps: int = field(default=100, kw_only=True)

    def __post_init__(self) -> None:
        if self.method not in get_args(Solver):
            raise BotError(f"method is {self.method!r}; it is {' or '.join(map(repr, get_args(Solver)))}")
        if not is_number(self.budget) or not self.budget >= 0:
            raise BotError(f"budget is {self.budget!r}; it must be seconds from 0 up, such as 0.5")
        if self.method == "lp":
            check_installed()
        whole("steps", self.steps, BotError, least=1, example=200)
        self.strategy  # noqa: B018  # what is not built shows when the bot is made

    @staticmethod
    @abstractmethod
    def bucketed(on: TurnBoard) -> TurnBuckets:
        """Return the buckets of a turn."""

    @property
    def strategy(self) -> TwoPhases:
        """What it plays; the same, with what it has solved, for all bots of a process that are alike."""
        first = open_bot(self.name, self.file)
        return _strategy(first, TableSolver(self.bucketed, self.method, float(self.budget), self.steps))

    def act(self, view: View) -> Action:
        """Draw from what is played after the line."""
        self.check_game(view.game)
        hand = np.array([view.cards], np.uint8)
        row = self.strategy.chances(line_of(view.actions), view.board, hand)[0]
        place = int(np.searchsorted(np.cumsum(row)[:-1], view.uniform(), side="right"))
        return self.chosen(view, place + FOLD)


@dataclass
class GS1(TwoPhaseBot):
    """Plays limit hold'em in two phases over classes of lossy GameShrink; after Gilpin and Sandholm 2006.

    file: a build of your own; else the one that `riverboat bots build gs1` has made. method: how turns are solved:
    "lp", or "first-order" in so many steps. budget: seconds that the linear program may take; then the best plan so far
    is played.
    """

    name = "gs1"

    @staticmethod
    def bucketed(on: TurnBoard) -> TurnBuckets:
        """Return the classes of lossy GameShrink on a turn."""
        return TurnBuckets.by_leaders(on, THRESHOLDS)


@dataclass
class GS2(TwoPhaseBot):
    """Plays limit hold'em in two phases that overlap, over buckets of k-means; after Gilpin and Sandholm 2007.

    file: a build of your own; else the one that `riverboat bots build gs2` has made. method: how turns are solved:
    "first-order" in so many steps, or "lp". budget: seconds that a linear program may take; then the best plan so far
    is played.
    """

    name = "gs2"

    method: Solver = field(default="first-order", kw_only=True)

    @staticmethod
    def bucketed(on: TurnBoard) -> TurnBuckets:
        """Return GS2's buckets of a turn."""
        return TurnBuckets.by_means(on, COUNTS)


@lru_cache(maxsize=4)
def _strategy(first: FirstPhase, solver: TableSolver) -> TwoPhases:
    return TwoPhases(first, solver)
