"""A hand looked at afterwards: what a strategy would have done at every decision whose cards are known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.line import action_token
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.decision import Decision

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class Reviewed:
    """One decision of a hand: who did what, and the strategy's answer, or why it has none."""

    name: str
    action: Action
    token: str
    decision: Decision | None
    problem: str = ""

    @property
    def probability(self) -> float | None:
        """How often the strategy does what was done; 0 for a size that it does not use, None without an answer."""
        if self.decision is None:
            return None
        pairs = zip(self.decision.options, self.decision.probabilities, strict=True)
        return sum(share for option, share in pairs if option.action == self.action)

    def __rich__(self) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        told = f"{self.name} played {self.token}"
        if self.decision is None:
            return Text(f"{told}; the strategy has no answer: {self.problem}")
        return Group(Text(f"{told}, which the strategy does {self.probability:.0%}"), self.decision)


def review(hand: Hand, strategy: Blueprint) -> Iterator[Reviewed]:
    """Go through the decisions of all seats whose cards are known."""
    for number, step in enumerate(hand.steps()):
        cards = hand.hole_cards[step.seat]
        if not cards:
            continue
        token = action_token(hand.table(number), step.action)
        board = "".join(hand.board_by_round[: step.round + 1])
        try:
            decision = strategy.query(cards, board, hand.actions[:number], game=hand.game)
        except RiverboatError as problem:
            yield Reviewed(hand.names[step.seat], step.action, token, None, str(problem).splitlines()[0])
        else:
            yield Reviewed(hand.names[step.seat], step.action, token, decision)
