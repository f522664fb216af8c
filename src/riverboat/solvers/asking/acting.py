"""How a player draws from the probabilities of a strategy: as they are, or without what it seldom does.

Bots play by it, and evaluation measures by it, so that what is measured is what plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np

from riverboat.base.checks import one_of, share
from riverboat.errors import BotError
from riverboat.solvers.asking.strategy import Floats, StrategyLike, ask

ActingName: TypeAlias = Literal["sampled", "argmax", "purified"]
ACTINGS: Final = ("sampled", "argmax", "purified")


@dataclass(frozen=True)
class Acting:
    """How actions are drawn.

    name: "sampled" draws by the probabilities; "purified" after those below the threshold are left out, the likeliest
    always kept (Ganzfried, Sandholm and Waugh 2012, *Strategy purification and thresholding*); "argmax" takes the
    likeliest action, the first of equals.
    """

    name: ActingName = "sampled"
    threshold: float = 0.3

    def __post_init__(self) -> None:
        share("threshold", self.threshold, BotError, example=0.6)
        one_of("acting", self.name, ACTINGS, BotError)

    @property
    def least(self) -> float:
        """The probability below which an action is not taken, unless it is the likeliest."""
        return {"sampled": 0.0, "argmax": 1.0, "purified": self.threshold}[self.name]

    def __str__(self) -> str:
        return f"purified {self.threshold:g}" if self.name == "purified" else self.name

    def rows(self, rows: Floats) -> Floats:
        """Return the probabilities as they are played: float64[hands, actions], rows sum to 1.

        >>> Acting("purified", 0.3).rows(np.array([[0.1, 0.4, 0.5], [0.25, 0.25, 0.5]])).round(3).tolist()
        [[0.0, 0.444, 0.556], [0.0, 0.0, 1.0]]
        """
        if self.least == 0:
            return rows
        kept = rows >= self.least
        kept[np.arange(len(rows)), rows.argmax(axis=1)] = True
        played = np.where(kept, rows, 0.0)
        return np.asarray(played / played.sum(axis=1, keepdims=True))

    def of(self, strategy: StrategyLike) -> StrategyLike:
        """Return a strategy as it is played: its own answers, by `rows`.

        >>> from riverboat.evaluation import exploitability
        >>> from riverboat.solvers import uniform
        >>> round(exploitability("kuhn", Acting("argmax").of(uniform)), 3)  # the first of equals: it checks and folds
        1.0
        """
        return strategy if self.least == 0 else lambda state: self.rows(ask(strategy, state))

    def draw(self, probabilities: Sequence[float], uniform: float) -> int:
        """Draw the number of an action, in microseconds. uniform: from 0 to 1.

        >>> row = [0.1, 0.5, 0.4]
        >>> Acting("purified", 0.15).draw(row, 0.05), Acting().draw(row, 0.05), Acting("argmax").draw(row, 0.99)
        (1, 0, 1)
        """
        most, least = max(probabilities), self.least
        if least > 0:
            first = probabilities.index(most)
            probabilities = [p if i == first or p >= least else 0.0 for i, p in enumerate(probabilities)]
        left = uniform * sum(probabilities)
        for i, p in enumerate(probabilities):
            left -= p
            if left < 0:
                return i
        return probabilities.index(most)  # rounding left a little


AS_TRAINED: Final = Acting()
"""Every action as often as the strategy says."""
