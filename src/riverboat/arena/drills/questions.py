"""Spots to be asked about: found in a strategy as they come up when it plays itself, and gone on with.

Nobody but who is asked holds cards: whoever else acts does so as his whole range does, less the cards that are seen.
That is as if he had been dealt a hand, and there is none that could be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import one_of
from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import StrategyError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.line import write_line
from riverboat.games.rules.action import CALL
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.strategy import Strategy
from riverboat.strategy.charts.kinds import KINDS, kind_of
from riverboat.strategy.charts.walk import charts_of
from riverboat.strategy.situations import situations

Length: TypeAlias = Literal["spot", "street", "hand"]
LENGTHS: Final = ("spot", "street", "hand")
"""One decision; all of the player's on one street; all to the end of the hand."""

_TRIES: Final = 60
_SHARE: Final = 0.005  # of all hands: rarer lines before the flop are not asked
_EASY: Final = 0.15  # how often a hand comes that is always played the same, to one that is mixed


class Line(NamedTuple):
    """A line before the flop that can be asked about."""

    kind: str
    position: str
    title: str
    line: str


@dataclass(frozen=True)
class Wish:
    """What to ask about; what is empty may be anything.

    street: "preflop", "flop", "turn" or "river". position: of who is asked. kind: of `KINDS`, before the flop. line,
    board: from where the hand goes on.
    """

    street: str = ""
    position: str = ""
    kind: str = ""
    line: str = ""
    board: str = ""


@dataclass(frozen=True)
class Question:
    """A decision, and the hand that is held: the whole of it, so that it can be kept and asked again."""

    line: str
    board: str
    hand: str

    def at(self, strategy: Strategy) -> Cursor:
        """Return the point of the hand."""
        return strategy.at(self.line, self.board)


def lines_of(strategy: Strategy) -> tuple[Line, ...]:
    """Return the lines before the flop that come often enough to be asked about; none of spots after it."""
    if strategy.start().table.round or strategy.game.hole_cards != 2 or not any(strategy.game.blinds):
        return ()
    return _lines(strategy)


@lru_cache(maxsize=4)
def _lines(strategy: Strategy) -> tuple[Line, ...]:
    return tuple(
        Line(chart.kind, chart.hands.position, chart.title, chart.line)
        for chart in charts_of(strategy, share=_SHARE).charts
    )


def situation(table: Table) -> str:
    """Return what a decision is called in statistics: `BTN preflop: first in`, `OOP river: facing a bet`."""
    seat, game = table.actor, table.game
    assert seat is not None
    street = street_names(game)[table.round]
    if street == "preflop" and any(game.blinds):
        name = kind_of(table)
    elif game.board_cards[0]:  # a spot begins after the flop, and nobody knows who raised before it
        raised = sum(action > CALL for action in table.taken) > 1
        name = "nobody has bet" if not table.to_call else "facing a raise" if raised else "facing a bet"
    else:
        name = list(situations(Hand(game, (*table.taken, CALL))))[-1].name
    return f"{seat_names(game)[seat]} {street}: {name}"


def find(strategy: Strategy, wish: Wish, random: np.random.Generator) -> Question:
    """Return a question that is as wished, as often as such spots come up; mixed hands more often than clear ones.

    >>> import riverboat as rb
    >>> question = find(rb.open("headsup"), Wish("preflop", kind="first in"), np.random.default_rng(1))
    >>> question.line, question.board, len(question.hand)
    ('', '', 4)
    """
    if strategy.game.hole_cards != 2:
        raise StrategyError(f"{strategy.game.name!r} deals one card; questions are about hold'em")
    one_of("street", wish.street or "any", ("any", *street_names(strategy.game)), StrategyError)
    if wish.position:
        one_of("position", wish.position, seat_names(strategy.game), StrategyError)
    if wish.kind:
        one_of("kind", wish.kind, KINDS, StrategyError)
    for _ in range(_TRIES):
        at = _walked(strategy, wish, random)
        if at is not None:
            hand = _hand(at, random)
            return Question(write_line(at.table.game, at.table.taken), card_names(at.board), hand)
    raise StrategyError(
        f"no such spot came up in {_TRIES} hands of {strategy.name!r}; wish for something that is less rare"
    )


def go_on(at: Cursor, hand: str, option: int, length: Length, random: np.random.Generator) -> Question | None:
    """Return the next decision of the same player after he took an option; None if none was wished for or comes."""
    one_of("length", length, LENGTHS, StrategyError)
    if length == "spot":
        return None
    seat, street, held = at.table.actor, at.table.round, parse_cards(hand)
    after = at.act(at.options[option].action)
    while not after.table.is_over:
        if after.table.round > street and length == "street":
            return None
        after = _dealt(after, held, random)
        if after.table.actor == seat:
            return Question(write_line(after.table.game, after.table.taken), card_names(after.board), hand)
        after = after.act(_drawn_action(after, held, random, ends=True))
    return None


# --- finding -----------------------------------------------------------------------------------------------------


def _walked(strategy: Strategy, wish: Wish, random: np.random.Generator) -> Cursor | None:
    """A decision that is as wished, or None if this hand came to none."""
    if wish.street == "preflop" and not wish.line and (lines := lines_of(strategy)):
        fits = [one for one in lines if wish.kind in ("", one.kind) and wish.position in ("", one.position)]
        if not fits:
            who, where = wish.position or "nobody", wish.kind or "a decision"
            raise StrategyError(f"{who} hardly ever comes to {where!r}; wish for another position or line")
        return strategy.at(fits[int(random.integers(len(fits)))].line)
    at = strategy.at(wish.line, wish.board) if wish.line or wish.board else strategy.start()
    if at.table.is_over:
        raise StrategyError(f"the hand is over after {wish.line!r}; give a line that goes on")
    streets, names = street_names(at.table.game), seat_names(at.table.game)
    last = streets.index(wish.street) if wish.street else len(streets) - 1
    fits_at: list[Cursor] = []
    while not at.table.is_over and at.table.round <= last:
        at = _dealt(at, (), random)
        seat = at.table.actor
        assert seat is not None
        if wish.street in ("", streets[at.table.round]) and wish.position in ("", names[seat]):
            fits_at.append(at)
        at = at.act(_drawn_action(at, (), random, ends=False))
    return fits_at[int(random.integers(len(fits_at)))] if fits_at else None


def _dealt(at: Cursor, held: Sequence[int], random: np.random.Generator) -> Cursor:
    """The same point with the cards of its street."""
    table = at.table
    missing = sum(table.game.board_cards[: table.round + 1]) - len(at.board)
    if missing <= 0:
        return at
    left = [card for card in table.game.deck.cards if card not in {*at.board, *held}]
    return at.deal([int(card) for card in random.choice(left, missing, replace=False)])


def _drawn_action(at: Cursor, held: Sequence[int], random: np.random.Generator, *, ends: bool) -> int:
    """What who is to act does, as his range does it. ends: whether it may end the hand; if not, another is drawn."""
    every = at.grid()
    weights = every.reach * _unseen(every.state.hands, held)
    shares = weights @ every.strategy if weights.sum() > 0 else every.frequencies.copy()
    if not ends:
        for place, option in enumerate(every.options):
            if at.table.can_fold() and option.action < CALL and len(at.table.in_hand) == 2:
                shares[place] = 0
    if shares.sum() <= 0:
        return CALL
    return every.options[int(random.choice(len(shares), p=shares / shares.sum()))].action


def _unseen(hands: npt.NDArray[np.uint8], held: Sequence[int]) -> npt.NDArray[np.float64]:
    return np.asarray(~np.isin(hands, np.array(held, np.uint8)).any(axis=1), np.float64)


def _hand(at: Cursor, random: np.random.Generator) -> str:
    """A hand of who is to act: as often as it comes here, and more often the more it is mixed."""
    every = at.grid()
    played = np.clip(every.strategy, 1e-12, 1)
    mixed = -(played * np.log2(played)).sum(axis=1)
    weights = every.reach * (_EASY + mixed)
    if weights.sum() <= 0:
        weights = np.ones(len(weights))
    return every.hands[int(random.choice(len(weights), p=weights / weights.sum()))]
