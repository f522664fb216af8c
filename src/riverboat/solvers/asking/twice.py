"""Who measures a strategy asks it one question at a time, and now and then the same one twice."""

from __future__ import annotations

from typing import Final

from riverboat.cards.card import card_names
from riverboat.errors import SolverError
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Floats, StrategyLike, ask, first_difference, where

_FIRST: Final = 32
_EVERY: Final = 61
"""Questions that are asked twice: the first ones, then one in so many."""


class AskedTwice:
    """Asks strategies; one that changes its mind between two questions is found, and said.

    >>> from riverboat.solvers import always_call, always_fold
    >>> from riverboat.evaluation import evaluate_strategy
    >>> moods = iter([always_call, always_fold] * 99)
    >>> evaluate_strategy("leduc", lambda state: next(moods)(state))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riverboat.errors.SolverError: the strategy plays Jh after 'b' with [0.0, 1.0, 0.0], and with [1.0, 0.0, 0.0] ...
    """

    def __init__(self) -> None:
        self._asked = 0

    def ask(self, strategy: StrategyLike, state: PublicState) -> Floats:
        """Return how all hands of a state are played."""
        answer = ask(strategy, state)
        if self._asked < _FIRST or self._asked % _EVERY == 0:
            again = ask(strategy, state)
            if (hand := first_difference(answer, again)) is not None:
                raise SolverError(
                    f"the strategy plays {card_names(state.hands[hand].tolist())} {where(state)} with "
                    f"{answer[hand].tolist()}, and with {again[hand].tolist()} when it is asked again; what is "
                    "measured must answer the same to the same question: let a strategy that thinks do so for a fixed "
                    "number of iterations, from a fixed seed"
                )
        self._asked += 1
        return answer
