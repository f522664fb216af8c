"""What the readers of histories share: actions told one by one, checked as they come."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.errors import GameError, HistoryError
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table


class Recorder:
    """Takes the actions that a history tells, each with its seat; errors name the player and what was legal.

    >>> from riverboat.games import nolimit_holdem
    >>> recorder = Recorder(nolimit_holdem(), ["Ann", "Bob"])
    >>> recorder.raise_to(1, 300)
    >>> recorder.call(1)
    Traceback (most recent call last):
    ...
    riverboat.errors.HistoryError: Bob acts out of turn: it is Ann's turn
    >>> recorder.actions
    [300]
    """

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.table = Table(game)
        self.names = names
        self.actions: list[Action] = []

    def fold(self, seat: int) -> None:
        """Fold."""
        self._check_turn(seat)
        self._do(seat, FOLD)

    def check(self, seat: int) -> None:
        """Check. A check that nobody had to ask for, as all others are all in, is passed over."""
        if self._is_needless(seat):
            return
        self._check_turn(seat)
        if self.table.to_call:
            raise HistoryError(f"{self.names[seat]} checks, but there are {self.table.to_call} chips to call")
        self._do(seat, CALL)

    def call(self, seat: int, paid: int | None = None) -> None:
        """Call; paid: the chips that the history says it took."""
        self._check_turn(seat)
        owed = self.table.to_call
        if not owed:
            raise HistoryError(f"{self.names[seat]} calls, but there is nothing to call")
        if paid is not None and paid != owed:
            raise HistoryError(f"{self.names[seat]} calls {paid} chips, but there are {owed} to call")
        self._do(seat, CALL)

    def check_or_call(self, seat: int) -> None:
        """Check, or call what is to call."""
        if not self._is_needless(seat):
            self._check_turn(seat)
            self._do(seat, CALL)

    def raise_to(self, seat: int, to: int) -> None:
        """Bet or raise to so many chips on this street."""
        self._check_turn(seat)
        if to <= 0:
            raise HistoryError(f"{self.names[seat]} bets {to} chips; a bet is a whole number from 1 up")
        self._do(seat, to)

    def check_over(self) -> None:
        """Raise an error if somebody still has to act: the history was cut off."""
        if not self.table.is_over:
            assert self.table.actor is not None
            raise HistoryError(
                f"the hand is not over: {self.names[self.table.actor]} is to act; the history may be cut off"
            )

    def _is_needless(self, seat: int) -> bool:
        return is_needless_check(self.table) and seat not in self.table.all_in and seat in self.table.in_hand

    def _check_turn(self, seat: int) -> None:
        actor = self.table.actor
        if actor == seat:
            return
        if actor is None:
            raise HistoryError(f"{self.names[seat]} acts after the hand is over")
        raise HistoryError(f"{self.names[seat]} acts out of turn: it is {self.names[actor]}'s turn")

    def _do(self, seat: int, action: Action) -> None:
        table = self.table
        try:
            if action > CALL:
                table.raise_to(action)
            elif action == CALL:
                table.check_or_call()
            else:
                table.fold()
        except GameError as problem:
            raise HistoryError(f"{self.names[seat]}: {problem}") from None
        self.actions.append(action)


def is_needless_check(table: Table) -> bool:
    """Whether one player has chips left, and the others in the hand are all in: some programs ask him to check."""
    return table.is_showdown and len(table.in_hand) - len(table.all_in) == 1
