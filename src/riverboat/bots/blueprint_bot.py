"""Bots that play a trained strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import one_of, share
from riverboat.bots.bot import Bot
from riverboat.bots.view import View
from riverboat.errors import BotError
from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game
from riverboat.games.trees.translation import METHODS
from riverboat.solvers import Strategy
from riverboat.strategy import open_strategy

Acting: TypeAlias = Literal["sampled", "argmax", "purified"]
ACTINGS: Final = ("sampled", "argmax", "purified")


@dataclass
class BlueprintBot(Bot):
    """Plays a strategy file, or one that ships by its name; the heads-up one if none is named.

    acting: "purified" draws after actions below the threshold are left out, the likeliest always kept (Ganzfried,
    Sandholm and Waugh 2012, *Strategy purification and thresholding*), since what a strategy seldom does is often what
    training left behind; "sampled" draws by the probabilities; "argmax" takes the likeliest action. translation: how
    bets that are not on the menu are read. tables: a file of the buckets of all hands (`riverboat abstract tables`),
    by which a decision takes a quarter of the time. Where the strategy has no answer the bot raises an error, and the
    arena says so.
    """

    strategy: str = "headsup"
    acting: Acting = "purified"
    threshold: float = 0.3
    translation: str = "pseudo-harmonic"
    tables: str = ""

    def __post_init__(self) -> None:
        share("threshold", self.threshold, BotError, example=0.6)
        one_of("acting", self.acting, ACTINGS, BotError)
        one_of("translation", self.translation, METHODS, BotError)
        self._source()  # what cannot be opened shows when the bot is made

    def act(self, view: View) -> Action:
        """Ask the strategy and choose."""
        actions, probabilities = self._source().play(view.cards, view.actions, view.board, view.game)
        return actions[_drawn(probabilities, self._least, view.uniform())]

    def play_all(
        self, hands: npt.NDArray[np.uint8], taken: tuple[Action, ...], board: tuple[int, ...], game: Game
    ) -> tuple[tuple[Action, ...], npt.NDArray[np.float64]]:
        """Return the actions after a line and how often each hand takes them as the bot plays: float64[hands, actions].

        >>> bot = BlueprintBot(acting="argmax")
        >>> actions, played = bot.play_all(np.array([[51, 50]], np.uint8), (), (), bot._source().game)
        >>> actions, float(played.max())
        ((-1, 0, 200, 250, 300, 10000), 1.0)
        """
        actions, rows = self._source().play_all(hands, taken, board, game)
        if self._least > 0:
            first = np.arange(len(actions)) == rows.argmax(axis=1)[:, None]
            rows = np.where(first | (rows >= self._least), rows, 0.0)
        return actions, rows / rows.sum(axis=1, keepdims=True)

    @property
    def _least(self) -> float:
        """The probability below which an action counts for nothing."""
        return {"sampled": 0.0, "argmax": 1.0, "purified": self.threshold}[self.acting]

    def _source(self) -> Strategy:
        return _opened(self.strategy, self.translation, self.tables)


def _drawn(probabilities: Sequence[float], threshold: float, uniform: float) -> int:
    """Draw an index; probabilities below the threshold do not count, the largest always does.

    >>> _drawn([0.1, 0.5, 0.4], 0.15, 0.05), _drawn([0.1, 0.5, 0.4], 0, 0.05), _drawn([0.1, 0.5, 0.4], 1, 0.99)
    (1, 0, 1)
    """
    most = max(probabilities)
    if threshold > 0:
        first = probabilities.index(most)
        probabilities = [p if i == first or p >= threshold else 0.0 for i, p in enumerate(probabilities)]
    left = uniform * sum(probabilities)
    for i, p in enumerate(probabilities):
        left -= p
        if left < 0:
            return i
    return probabilities.index(most)  # rounding left a little


@lru_cache(maxsize=16)
def _opened(source: str, translation: str, tables: str) -> Strategy:
    """Open a strategy once for all bots and series of a process."""
    return open_strategy(source, tables=tables or None, translation=translation)
