"""What the readers of histories share: actions told one by one, checked as they come."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.errors import GameError, HistoryError
from riverboat.games.rules.action import CALL, FOLD, Action, act
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
        try:
            self._take(action)
        except GameError as problem:
            raise HistoryError(f"{self.names[seat]}: {problem}") from None
        self.actions.append(action)

    def _take(self, action: Action) -> None:
        act(self.table, action)


class RealTableRecorder(Recorder):
    """Takes what real tables let happen too: what it means in chips is kept, and nobody acts out of turn.

    A fold where a check is free stays a fold, and a raise below the minimum a raise. A bet that nobody can answer is a
    call, as the excess goes back. Who is all in and is told to fold, because he sits out, gives up his part: see
    `gave_up`. Actions of players with nothing to decide are passed over.

    >>> from riverboat.games import nolimit_holdem
    >>> recorder = RealTableRecorder(nolimit_holdem(), ["Ann", "Bob"])
    >>> recorder.raise_to(1, 150)
    >>> recorder.call(0)
    >>> recorder.fold(0)
    >>> recorder.actions, recorder.table.in_hand
    ([150, 0, -1], [1])
    """

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        super().__init__(game, names)
        self.gave_up: set[int] = set()

    def fold(self, seat: int) -> None:
        """Fold, also for free; a player who is all in gives up."""
        table = self.table
        if seat in table.in_hand and table.actor != seat and (seat in table.all_in or table.is_showdown):
            self.gave_up.add(seat)
        else:
            super().fold(seat)

    def call(self, seat: int, paid: int | None = None) -> None:
        """Call; chips beyond what the others have go back. Some programs tell what is in on this street then."""
        table = self.table
        if table.actor == seat and table.to_call and paid == table.to_call + table.bets[seat]:
            paid = None
        if table.actor == seat and paid is not None and paid > table.to_call and self._is_unanswerable(seat):
            paid = None
        if paid == 0 or (paid is None and not table.to_call) or self._is_needless(seat):
            self.check_or_call(seat)
        else:
            super().call(seat, paid)

    def raise_to(self, seat: int, to: int) -> None:
        """Bet or raise; where nobody can answer it, it is a call."""
        if self._is_needless(seat):
            return
        if self.table.actor == seat and to > 0 and self._is_unanswerable(seat):
            self._do(seat, CALL)
        else:
            super().raise_to(seat, to)

    def _is_needless(self, seat: int) -> bool:
        return self.table.is_showdown and seat in self.table.in_hand

    def _is_unanswerable(self, seat: int) -> bool:
        table = self.table
        bets, stacks = table.bets, table.stacks
        highest = max(*bets, *(table.game.blinds if table.round == 0 else ()))
        return all(bets[other] + stacks[other] <= highest for other in table.in_hand if other != seat)

    def _take(self, action: Action) -> None:
        self.table.record(action)


def is_needless_check(table: Table) -> bool:
    """Whether one player has chips left, and the others in the hand are all in: some programs ask him to check."""
    return table.is_showdown and len(table.in_hand) - len(table.all_in) == 1
