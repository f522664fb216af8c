"""Where a hand stands in the eyes of AIVAT: what everybody sees, and means over the hands that may be held."""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table

Floats: TypeAlias = npt.NDArray[np.float64]

MOST_BOARDS: Final = 60
"""Next boards over which a value is averaged by going through all of them: a turn or a river has up to 49, a flop
22,100."""


@dataclass(frozen=True, eq=False)
class Point:
    """A moment of a hand.

    table: the betting; do not play on it. board: card ids. ranges: by seat, float64[hands]: how often the seat would
    have come here with each hand, or 1 for the hand that it holds where that is not averaged over. mover: who acted
    last.
    """

    deals: Deals
    table: Table
    board: tuple[int, ...]
    ranges: tuple[Floats, ...]
    mover: int | None = None

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.ranges)

    @property
    def cards_due(self) -> int:
        """How many cards the board of this street has."""
        return sum(self.table.game.board_cards[: self.table.round + 1])

    @property
    def awaits_cards(self) -> bool:
        """Whether the cards of this street are still to come."""
        return self.cards_due > len(self.board)

    @property
    def mass(self) -> float:
        """How likely the hands of the ranges are, up to a factor that all points of a deal share."""
        return self.deals.mass(self)

    @property
    def shares(self) -> Floats:
        """The share of the pot that each seat would win if nobody acted any more: float64[seats], sums to 1."""
        return self.deals.shares(self)

    @property
    def payoffs(self) -> Floats:
        """Net chips by seat where nobody can act any more, over all hands and all cards to come."""
        return self.deals.payoffs(self)

    def after(self, action: Action, seat: int, reach: Floats | None) -> Point:
        """Return the point after an action. reach: the new range of who acted, None if it does not change."""
        table = self.table.copy()
        table.record(action)
        ranges = self.ranges
        if reach is not None:
            ranges = tuple(reach if other == seat else old for other, old in enumerate(ranges))
        return replace(self, table=table, ranges=ranges, mover=seat)

    def dealt(self, board: tuple[int, ...]) -> Point:
        """Return the point with a longer board; hands that meet it are gone."""
        free = self.deals.free_of(board)
        return replace(self, board=board, ranges=tuple(one * free for one in self.ranges), mover=None)


class Deals(ABC):
    """The hands of a game, and means over those that several seats may hold together.

    hands: uint8[hands, hole cards], the higher card first. may_average: whether hands of known seats are averaged over;
    otherwise each seat has the hand that it was dealt.
    """

    hands: npt.NDArray[np.uint8]
    may_average: bool = True

    def __init__(self, game: Game) -> None:
        self.game = game

    @abstractmethod
    def mass(self, point: Point) -> float:
        """Return the sum over all ways to hold hands without a common card of the product of their weights."""

    @abstractmethod
    def shares(self, point: Point) -> Floats:
        """Return the mean share of the pot by seat, over hands and cards to come."""

    @abstractmethod
    def payoffs(self, point: Point) -> Floats:
        """Return the mean net chips by seat of a hand whose betting is over."""

    def begin(self, seed: int) -> None:  # noqa: B027  # a hook for those who remember or draw
        """Begin another hand. seed: for boards that are drawn; has nothing to do with those that come."""

    def start(self, held: Sequence[tuple[int, ...]], averaged: Sequence[int]) -> Point:
        """Return the point before the first action. held: hole cards by seat. averaged: seats of unknown hands."""
        self.begin(zlib.crc32(bytes(card for cards in held for card in cards)))
        every = np.ones(len(self.hands))
        ranges = tuple(
            every.copy() if seat in averaged else self._only(cards) for seat, cards in enumerate(held)
        )
        return Point(self, Table(self.game), (), ranges)

    def next_boards(self, point: Point) -> list[tuple[int, ...]] | None:
        """Return all boards that may follow, or None if they are too many."""
        count = sum(self.game.board_cards[: point.table.round + 1]) - len(point.board)
        taken = {*point.board, *self._certain(point)}
        left = [card for card in sorted(self.game.deck.cards) if card not in taken]
        if count > 1 and len(left) > MOST_BOARDS // 4:
            return None
        return [(*point.board, *cards) for cards in combinations(left, count)]

    def free_of(self, board: tuple[int, ...]) -> Floats:
        """Return 1 for hands without a card of the board, else 0: float64[hands]."""
        on_board = np.zeros(52, np.bool_)
        on_board[list(board)] = True
        return np.asarray(~on_board[self.hands].any(axis=1), np.float64)

    def place(self, cards: Sequence[int]) -> int:
        """Return which of the hands these cards are."""
        return self._places[tuple(sorted(cards, reverse=True))]

    @cached_property
    def _places(self) -> dict[tuple[int, ...], int]:
        return {tuple(hand): place for place, hand in enumerate(self.hands.tolist())}

    def _only(self, cards: Sequence[int]) -> Floats:
        only = np.zeros(len(self.hands))
        only[self.place(cards)] = 1.0
        return only

    def _certain(self, point: Point) -> list[int]:
        """The cards of seats that can hold one hand only."""
        single = [np.flatnonzero(one) for one in point.ranges]
        return [card for places in single if len(places) == 1 for card in self.hands[places[0]].tolist()]
