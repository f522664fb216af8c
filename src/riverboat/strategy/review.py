"""A hand looked at afterwards: what a strategy would have done at every decision whose cards are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from riverboat.base.drawing import Drawn
from riverboat.cards.card import parse_cards
from riverboat.errors import RiverboatError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.line import action_token
from riverboat.games.rules.action import Action
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.decision import Decision
from riverboat.solvers.asking.strategy import Strategy

_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Reviewed(Drawn):
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


def review(hand: Hand, strategy: Strategy) -> Iterator[Reviewed]:
    """Go through the decisions of all seats whose cards are known; the strategy follows the hand once."""
    table = Table(hand.game)
    cursor, lost = _tried(lambda: strategy.start(hand.game))
    for step in hand.steps():
        if cards := hand.hole_cards[step.seat]:
            decision, problem = (None, lost) if cursor is None else _tried(partial(cursor.query, cards))
            token = action_token(table, step.action)
            yield Reviewed(hand.names[step.seat], step.action, token, decision, problem)
        table.record(step.action)
        if cursor is not None:
            cursor, lost = _tried(partial(_after, cursor, hand, step.action))


def _after(cursor: Cursor, hand: Hand, action: Action) -> Cursor:
    """The point after an action, with the cards of a street that begins with it."""
    after = cursor.act(action)
    seen = parse_cards("".join(hand.board_by_round[: after.table.round + 1]))
    return after.deal(seen[len(after.board) :])


def _tried(ask: Callable[[], _Answer]) -> tuple[_Answer | None, str]:
    """Return an answer, or None and why there is none."""
    try:
        return ask(), ""
    except RiverboatError as problem:
        return None, str(problem).splitlines()[0]
