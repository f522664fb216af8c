"""Bots that play a trained strategy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import one_of
from riverboat.bots.bot import Bot
from riverboat.bots.view import View
from riverboat.errors import BotError
from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game
from riverboat.games.trees.translation import METHODS
from riverboat.solvers import Acting, Strategy
from riverboat.solvers.asking.acting import ActingName
from riverboat.strategy import open_strategy


@dataclass
class BlueprintBot(Bot):
    """Plays a strategy file, or one that ships by its name; the heads-up one if none is named.

    acting, threshold: how it draws, see `riverboat.solvers.Acting`; every action as often as the strategy says, since
    leaving out what it seldom does costs more against who looks for it than it gains from who does not. translation:
    how bets that are not on the menu are read. tables: a file of the buckets of all hands, made by `riverboat abstract
    tables`, by which a decision takes a quarter of the time. Where the strategy has no answer the bot raises an error,
    and the arena says so.
    """

    strategy: str = "headsup"
    acting: ActingName = "sampled"
    threshold: float = 0.3
    translation: str = "pseudo-harmonic"
    tables: str = ""

    def __post_init__(self) -> None:
        self._acting = Acting(self.acting, self.threshold)
        one_of("translation", self.translation, METHODS, BotError)
        self.source  # noqa: B018  # what cannot be opened shows when the bot is made

    def act(self, view: View) -> Action:
        """Ask the strategy and choose."""
        actions, probabilities = self.source.play(view.cards, view.actions, view.board, view.game)
        return actions[self._acting.draw(probabilities, view.uniform())]

    def play_all(
        self, hands: npt.NDArray[np.uint8], taken: tuple[Action, ...], board: tuple[int, ...], game: Game
    ) -> tuple[tuple[Action, ...], npt.NDArray[np.float64]]:
        """Return the actions after a line and how often each hand takes them as the bot plays: float64[hands, actions].

        >>> bot = BlueprintBot(acting="argmax")
        >>> actions, played = bot.play_all(np.array([[51, 50]], np.uint8), (), (), bot.source.game)
        >>> actions, float(played.max())
        ((-1, 0, 200, 250, 300, 10000), 1.0)
        """
        actions, rows = self.source.play_all(hands, taken, board, game)
        return actions, self._acting.rows(rows)

    @property
    def source(self) -> Strategy:
        """What it plays, which can be asked; the same for all bots of a process that are alike."""
        return opened(self.strategy, self.translation, self.tables)


@lru_cache(maxsize=16)
def opened(source: str, translation: str, tables: str) -> Strategy:
    """Open a strategy once for all bots and series of a process."""
    return open_strategy(source, tables=tables or None, translation=translation)
