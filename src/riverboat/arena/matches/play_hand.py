"""One hand between bots, at once or action by action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from riverboat import _core
from riverboat.arena.matches.seated import Seated
from riverboat.bots import HandEnd, HandStart, Move, View
from riverboat.bots.randomness import drawn, seat_seed
from riverboat.games.rules.action import Action, act
from riverboat.games.rules.table import Table


class PlayedHand(NamedTuple):
    """What happened: all actions, net chips by seat, and the round of the last action."""

    history: tuple[Move, ...]
    payoffs: tuple[int, ...]
    last_round: int


class HandInPlay:
    """The hand that was dealt at a table, as it goes on: what each seat sees, and what all hear of its start and end.

    seated: by seat; None for who is no bot and says from elsewhere what to do (`take`). seed: of the numbers that bots
    draw.
    """

    def __init__(
        self, table: Table, seated: Sequence[Seated | None], names: tuple[str, ...], seed: int
    ) -> None:
        self.table, self.seated = table, seated
        self.history: list[Move] = []
        self._cards = tuple(map(tuple, table.hole_cards))
        self._seeds = [seat_seed(seed, seat) for seat in range(table.game.players)]
        for seat, one in enumerate(seated):
            if one is not None and one.hears_start:
                one.start_hand(HandStart(table.game, seat, names))

    def view(self) -> View:
        """Return what the seat to act sees."""
        seat = self.table.actor
        assert seat is not None
        history = self.history
        seen = _core.look(self.table)
        cards, number = self._cards[seat], drawn(self._seeds[seat], len(history))
        return View(self.table.game, seat, cards, *seen, tuple(history), number)

    def ask(self) -> Move:
        """Let the bot that is to act do so."""
        view = self.view()
        one = self.seated[view.seat]
        assert one is not None
        self.history.append(Move(view.round, view.seat, one.act(view, self.table)))
        return self.history[-1]

    def take(self, action: Action) -> Move:
        """Do what somebody who is no bot says; what is not legal is a `GameError` and changes nothing."""
        seat, street = self.table.actor, self.table.round
        act(self.table, action)
        assert seat is not None
        self.history.append(Move(street, seat, action))
        return self.history[-1]

    def end(self) -> PlayedHand:
        """Tell those who want to hear it how the hand ended, and return what happened."""
        history = tuple(self.history)
        played = PlayedHand(history, tuple(self.table.payoffs), history[-1].round if history else 0)
        if any(one is not None and one.hears_end for one in self.seated):
            self._tell_end(played)
        return played

    def _tell_end(self, played: PlayedHand) -> None:
        table = self.table
        shows = set(table.in_hand) if table.is_showdown else set()
        shown = tuple(held if seat in shows else () for seat, held in enumerate(self._cards))
        board = tuple(table.board)
        for seat, one in enumerate(self.seated):
            if one is not None and one.hears_end:
                one.end_hand(HandEnd(table.game, seat, played.payoffs, shown, board, played.history))


def play_hand(table: Table, seated: Sequence[Seated], names: tuple[str, ...], seed: int) -> PlayedHand:
    """Play the hand that was dealt at the table; seed: of the numbers that bots draw."""
    hand = HandInPlay(table, seated, names, seed)
    while table.actor is not None:
        hand.ask()
    return hand.end()
