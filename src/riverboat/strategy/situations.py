"""What players call the situation of a decision: first in, facing a 3-bet, the chance to c-bet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from riverboat.games.histories.hand import Hand, Step

SITUATIONS: Final = (
    "first in",
    "over limpers",
    "facing an open",
    "facing an open and callers",
    "facing a 3-bet",
    "facing a 4-bet or more",
    "c-bet chance",
    "facing a c-bet",
    "barrel chance",
    "facing a barrel",
    "before the raiser",
    "nobody has bet",
    "facing a bet",
    "facing a raise",
)
"""All names, in the order in which a hand comes to them. Who barrels bet or raised last on the street before."""

POTS: Final = ("limped pot", "single-raised pot", "3-bet pot", "4-bet pot")
"""By how often it was raised before the flop; further raises are 4-bet pots too."""


class Situation(NamedTuple):
    """Where a decision stands. name: of `SITUATIONS`. pot: of `POTS`, after the flop; empty before it."""

    name: str
    pot: str


def situations(hand: Hand) -> Iterator[Situation]:
    """Yield the situation of each action of a hand; the streets of other games than hold'em count as its.

    >>> from riverboat.games import nolimit_holdem
    >>> hand = Hand(nolimit_holdem(6), (-1, -1, 250, -1, 1000, -1, 0, 600, -1), board="QsJh2h")
    >>> [situation.name for situation in situations(hand)][-5:]
    ['facing an open', 'facing a 3-bet', 'facing a 3-bet', 'c-bet chance', 'facing a c-bet']
    """
    told = _Told()
    for step in hand.steps():
        yield told.situation(step)
        told.take(step)


class _Told:
    """A hand as far as it was told. raises, callers: before the flop. bets: on this street. last: who bet or raised
    last on this street; before: on the one before, or the last who did before the flop, while the flop is played."""

    def __init__(self) -> None:
        self.round, self.raises, self.callers, self.bets = 0, 0, 0, 0
        self.last: int | None = None
        self.before: int | None = None
        self.acted: set[int] = set()

    def situation(self, step: Step) -> Situation:
        """Return where a step stands that is about to be taken."""
        if step.round == 0:
            return Situation(self._before_flop(), "")
        if step.round != self.round:
            self._next(step.round)
        return Situation(self._after_flop(step), POTS[min(self.raises, len(POTS) - 1)])

    def take(self, step: Step) -> None:
        """Take the step."""
        self.acted.add(step.seat)
        if step.kind in ("bet", "raise"):
            self.bets += 1
            self.last = step.seat
            if step.round == 0:
                self.raises, self.callers = self.raises + 1, 0
        elif step.kind == "call" and step.round == 0:
            self.callers += 1

    def _next(self, round_: int) -> None:
        self.round, self.before = round_, self.last
        self.bets, self.last, self.acted = 0, None, set()

    def _before_flop(self) -> str:
        if self.raises == 0:
            return "over limpers" if self.callers else "first in"
        if self.raises == 1:
            return "facing an open and callers" if self.callers else "facing an open"
        return "facing a 3-bet" if self.raises == 2 else "facing a 4-bet or more"

    def _after_flop(self, step: Step) -> str:
        word = "c-bet" if step.round == 1 else "barrel"
        if step.highest:
            if self.bets > 1:
                return "facing a raise"
            return (
                f"facing a {word}" if self.last is not None and self.last == self.before else "facing a bet"
            )
        if self.before == step.seat:
            return f"{word} chance"
        waits = self.before is not None and self.before not in self.acted
        return "before the raiser" if waits else "nobody has bet"
