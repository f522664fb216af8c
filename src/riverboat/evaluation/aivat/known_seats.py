"""Who of the players is known, and the estimates of hands between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from riverboat.base.checks import instance, one_of
from riverboat.errors import MatchError
from riverboat.evaluation.aivat.estimate import Estimator, averaged_seats, deals_of
from riverboat.evaluation.aivat.players import Known, KnownLike, known_player
from riverboat.evaluation.aivat.point import Floats
from riverboat.evaluation.aivat.values import Equity, LookAhead, SelfPlay, ValuesLike, zero
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.game import Game
from riverboat.games.trees.menu import Menu
from riverboat.solvers.asking.preparing import Prepares

_MADE: Final[dict[str, Callable[[Mapping[int, Known], frozenset[int]], ValuesLike]]] = {
    "zero": lambda known, averaged: zero,
    "equity": lambda known, averaged: Equity(),
    "ahead": lambda known, averaged: LookAhead(_at_once(known), averaged) if averaged else Equity(),
    "self-play": SelfPlay,
}
VALUES: Final = tuple(_MADE)
"""Value functions by name. "zero": none. "equity": the pot by equity. "ahead": the same after the next action, where
who acts next is known, need not think, and hands are averaged over. "self-play": what the strategies really win from
each other, in small games."""

DEFAULT_VALUES: Final = "ahead"
"""Of those for hold'em the one that leaves least luck; it takes some 30 ms for a hand between two blueprints."""

_MOST_ESTIMATORS: Final = 64  # with carried stacks every hand is a game of its own


def _at_once(known: Mapping[int, Known]) -> dict[int, Known]:
    """Who answers at once: a look ahead asks about bets that were never made."""
    return {seat: one for seat, one in known.items() if not isinstance(one, Prepares)}


class KnownSeats:
    """The known strategies, and the estimator of each seating and game."""

    def __init__(
        self,
        strategies: Mapping[str | int, KnownLike],
        values: str | ValuesLike = DEFAULT_VALUES,
        menu: Menu | None = None,
    ) -> None:
        instance(
            "strategies", strategies, Mapping, MatchError, example="{'blueprint:headsup': rb.open('headsup')}"
        )
        if isinstance(values, str):
            one_of("values", values, VALUES, MatchError)
        elif not callable(values):
            raise MatchError(
                f"values is {values!r}; give one of {', '.join(VALUES)}, or a function of a Point"
            )
        self.known = {who: known_player(one, menu) for who, one in strategies.items()}
        self.values = values
        self._estimators: dict[tuple[Game, frozenset[tuple[int, str | int]], bool], Estimator] = {}

    def check(self, names: Sequence[str], seats: int) -> None:
        """Raise unless all strategies are of somebody who plays."""
        for who in self.known:
            if isinstance(who, str):
                one_of("a player", who, names, MatchError)
            elif not 0 <= who < seats:
                raise MatchError(f"there is a strategy for seat {who}; seats go from 0 to {seats - 1}")

    def payoffs(self, hand: Hand, *, is_open: bool = True) -> Floats:
        """Return the estimate of what each seat won, in chips."""
        seats = {
            seat: name if name in self.known else seat
            for seat, name in enumerate(hand.names)
            if name in self.known or seat in self.known
        }
        key = hand.game, frozenset(seats.items()), is_open
        estimator = self._estimators.get(key)
        if estimator is None:
            known = {seat: self.known[who] for seat, who in seats.items()}
            if len(self._estimators) >= _MOST_ESTIMATORS:
                self._estimators.clear()
            estimator = self._estimators[key] = Estimator(
                hand.game, known, self._made(hand.game, known, is_open), is_open=is_open
            )
        return estimator.payoffs(hand)

    def _made(self, game: Game, known: Mapping[int, Known], is_open: bool) -> ValuesLike:
        if not isinstance(self.values, str):
            return self.values
        averaged = averaged_seats(deals_of(game), known) if is_open else frozenset[int]()
        return _MADE[self.values](known, averaged)
