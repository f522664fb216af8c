"""The betting of a hand by the rules of the competition's dealer, where they are not ours.

With unequal stacks the two differ: after a raise that is short, because it is all-in, the dealer's smallest raise
grows by the short step and everybody may raise again; by ours it grows by a whole one. What the dealer sends is right
at its table, so whoever cannot place a state among our rules asks here whose turn it is, what there is to call, and
who won.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

from riverboat.cards.evaluator import evaluate
from riverboat.errors import HistoryError
from riverboat.games.rules.game import Game

_MOVE = re.compile(r"[/fck]|[rb][0-9]{0,10}", re.IGNORECASE)


@dataclass
class Followed:
    """A hand followed by its betting alone; it takes raises of any size, as it is not the judge of them.

    actor: who is to act, None when the hand is over.

    >>> from riverboat.games import nolimit_holdem
    >>> game = nolimit_holdem(5, stacks=(500, 500, 150, 500, 500))
    >>> hand = Followed.of(game, "r150fccr243")
    >>> hand.actor, hand.to_call, hand.put_in
    (4, 93, [150, 243, 150, 0, 150])
    """

    game: Game
    put_in: list[int]
    folded: set[int] = field(default_factory=set)
    round: int = 0
    called: int = 0
    actor: int | None = None

    @staticmethod
    def of(game: Game, betting: str) -> Followed:
        """Follow a betting string; an error says what is no move, or comes after the end."""
        posted = zip(game.blinds, game.antes, game.stacks, strict=True)
        hand = Followed(game, [min(blind + ante, stack) for blind, ante, stack in posted])
        hand.actor = hand._next(game.first_to_act[0])
        place = 0
        while place < len(betting):
            move = _MOVE.match(betting, place)
            if move is None:
                raise HistoryError(f"{betting[place : place + 10]!r} is no move; moves are f, c, r and r300")
            place = move.end()
            if move[0] != "/":
                hand._do(move[0][0].lower(), move[0][1:])
        return hand

    @property
    def to_call(self) -> int:
        """What the actor has to put in to stay."""
        if self.actor is None:
            return 0
        return min(max(self.put_in), self.game.stacks[self.actor]) - self.put_in[self.actor]

    @property
    def in_hand(self) -> list[int]:
        """Who has not folded."""
        return [seat for seat in range(self.game.players) if seat not in self.folded]

    def payoffs(self, hole_cards: tuple[str, ...], board: str) -> tuple[Fraction, ...]:
        """Return what each has won when the hand is over, in parts of chips where pots do not divide."""
        left = self.in_hand
        strength = dict.fromkeys(left, 0)
        if len(left) > 1:
            strength = {seat: evaluate(hole_cards[seat] + board, self.game.ranking) for seat in left}
        won = [Fraction(-chips) for chips in self.put_in]
        low = 0
        for high in sorted(set(self.put_in) - {0}):
            pot = sum(max(min(chips, high) - low, 0) for chips in self.put_in)
            rivals = [seat for seat in left if self.put_in[seat] >= high] or left
            best = max(strength[seat] for seat in rivals)
            winners = [seat for seat in rivals if strength[seat] == best]
            for seat in winners:
                won[seat] += Fraction(pot, len(winners))
            low = high
        return tuple(won)

    def _do(self, letter: str, digits: str) -> None:
        seat, highest = self.actor, max(self.put_in)
        if seat is None:
            raise HistoryError(f"'{letter}{digits}' comes after the hand is over")
        stack = self.game.stacks[seat]
        if letter == "f":
            self.folded.add(seat)
        elif letter in "ck":
            self.put_in[seat] = max(min(highest, stack), self.put_in[seat])
            self.called += self.put_in[seat] < stack
        else:
            step = self.game.raise_sizes[self.round] if self.game.betting == "limit" else self.game.min_bet
            self.put_in[seat] = max(min(int(digits or highest + step), stack), self.put_in[seat])
            self.called = int(self.put_in[seat] < stack)
        self._turn(seat)

    def _turn(self, seat: int) -> None:
        """Pass the turn on: to the next who can act, to the next round, or to nobody."""
        acting = sum(self.put_in[one] < self.game.stacks[one] for one in self.in_hand)
        if len(self.in_hand) == 1:
            self.actor = None
        elif self.called < acting:
            self.actor = self._next(seat + 1)
        elif acting <= 1 or self.round + 1 == self.game.rounds:
            self.actor = None
        else:
            self.round += 1
            self.called = 0
            self.actor = self._next(self.game.first_to_act[self.round])

    def _next(self, seat: int) -> int | None:
        for step in range(self.game.players):
            one = (seat + step) % self.game.players
            if one not in self.folded and self.put_in[one] < self.game.stacks[one]:
                return one
        return None
