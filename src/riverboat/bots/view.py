"""What a player may see of a hand, and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from riverboat.bots.randomness import uniform
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game


class Move(NamedTuple):
    """One action of the hand: in which betting round, by which seat, what."""

    round: int
    seat: int
    action: Action


class View(NamedTuple):
    """The table as the player to act sees it. It cannot be changed.

    Seats are those of `Game`: heads-up 0 is the big blind and 1 the button. Cards are ids. stacks: chips behind, by
    seat. bets: chips in on this street, by seat. pot: all chips in the middle, bets included. in_hand: the seats that
    have not folded. call: chips that a call adds, 0 for a check. min_raise_to, max_raise_to: 0 where nobody may raise.
    history: all actions so far. seed: a number for choices at random, new for every decision; the same seat draws the
    same one when a deal is played again.

    >>> from riverboat.games import nolimit_holdem
    >>> view = View(nolimit_holdem(), 1, (51, 50), (), 0, (9900, 9950), (100, 50), 150, (0, 1), 50, 200, 10000, (), 7)
    >>> view.fold, view.raise_to(120), view.raise_to(300), view.sized(0.5), view.sized(1)
    (-1, 200, 300, 5100, 10000)
    """

    game: Game
    seat: int
    cards: tuple[int, ...]
    board: tuple[int, ...]
    round: int
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    pot: int
    in_hand: tuple[int, ...]
    call: int
    min_raise_to: int
    max_raise_to: int
    history: tuple[Move, ...]
    seed: int

    @property
    def stack(self) -> int:
        """The own chips behind."""
        return self.stacks[self.seat]

    @property
    def opponents(self) -> int:
        """How many others are still in the hand."""
        return len(self.in_hand) - 1

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far without who took them, as trees and betting lines have them."""
        return tuple(move.action for move in self.history)

    @property
    def fold(self) -> Action:
        """A fold, or a check where that is free."""
        return FOLD if self.call else CALL

    def raise_to(self, amount: int) -> Action:
        """Return the legal raise nearest to an amount, or a call where nobody may raise."""
        if not self.max_raise_to:
            return CALL
        return min(max(amount, self.min_raise_to), self.max_raise_to)

    def sized(self, x: float) -> Action:
        """Return a raise between the smallest, x = 0, and the largest, x = 1; 0.5 is their mean."""
        return self.raise_to(int(self.min_raise_to * (1 - x) + self.max_raise_to * x))

    def uniform(self, stream: int = 0) -> float:
        """Return a number drawn from 0 up, below 1; another one for each stream."""
        return uniform(self.seed, stream)


class HandStart(NamedTuple):
    """What a bot hears before its first decision: the game with all stacks, its own seat, who sits where."""

    game: Game
    seat: int
    names: tuple[str, ...]


class HandEnd(NamedTuple):
    """What a bot hears at the end: net chips by seat, and the cards that were shown (() where none were)."""

    game: Game
    seat: int
    payoffs: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    history: tuple[Move, ...]
