"""Ways to play on: a strategy that folds, calls or raises more often than it does.

Brown, Sandholm and Amos 2018 and Pluribus (Brown and Sandholm 2019) let a player choose at a leaf between the blueprint
and the blueprint with the probability of folding, of calling or of raising multiplied by 5 and all scaled to 1 again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.errors import SolverError
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import StrategyLike, ask

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Bias:
    """What the probabilities of folds, checks and calls, and bets and raises are multiplied by.

    >>> Bias(raises=5.0).rows(np.array([[0.5, 0.5]]), [0, 300]).round(3)
    array([[0.167, 0.833]])
    """

    folds: float = 1.0
    calls: float = 1.0
    raises: float = 1.0

    def __post_init__(self) -> None:
        if not all(0 < factor < float("inf") for factor in self.factors):
            raise SolverError(
                f"a bias has the factors {self.factors}; they are above 0, such as Bias(folds=5)"
            )

    @property
    def factors(self) -> tuple[float, float, float]:
        """Of folds, calls and raises."""
        return self.folds, self.calls, self.raises

    def rows(self, rows: Floats, actions: Sequence[Action]) -> Floats:
        """Return how hands play, float64[hands, actions], by the bias."""
        pulled = rows * np.array([self.factors[kind_of(action)] for action in actions])
        return np.asarray(pulled / pulled.sum(axis=1, keepdims=True))

    def of(self, strategy: StrategyLike) -> StrategyLike:
        """Return a strategy that plays like another with the bias."""

        def played(state: PublicState, /) -> Floats:
            return self.rows(ask(strategy, state), [option.action for option in state.options])

        return played


AS_IT_IS: Final = Bias()
PLURIBUS: Final = (AS_IT_IS, Bias(folds=5.0), Bias(calls=5.0), Bias(raises=5.0))
"""The four continuations of Pluribus."""

TEN: Final = (
    *PLURIBUS,
    Bias(folds=2.0),
    Bias(calls=2.0),
    Bias(raises=2.0),
    Bias(folds=0.2),
    Bias(calls=0.2),
    Bias(raises=0.2),
)
"""Ten ways in which an opponent may play the blueprint: each kind of action five times as often, twice, a fifth."""


def kind_of(action: Action) -> int:
    """Return 0 for a fold, 1 for a check or call, 2 for a bet or raise."""
    return 0 if action == FOLD else 1 if action == CALL else 2
