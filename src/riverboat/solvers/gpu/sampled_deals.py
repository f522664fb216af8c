"""Deals for walks on a card: dealt there for hold'em with buckets by board, by the C++ engine for every other game."""

from __future__ import annotations

from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.gs.ordered_tables import OrderedTables
from riverboat.abstraction.tables.board_tables import BoardTables
from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.cards.card import HAND_CARDS
from riverboat.cards.range import Range
from riverboat.errors import SolverError
from riverboat.games.rules.game import Game
from riverboat.solvers.gpu.card import Card, Kernels, OnCard

_TRIES: Final = 100_000  # to find hands of all ranges that hold no card twice
_BLOCK: Final = 256
_HOLDEM: Final = (0, 3, 4, 5)  # cards shown by round


class Dealer(Protocol):
    """Writes deals into an array on the card: of each the strengths by seat and the buckets [seat, round]."""

    def deal(self, out: OnCard, begin: int, count: int) -> None:
        """Write the deals of iterations `begin` to `begin + count`."""
        ...

    def check(self) -> None:
        """Raise if no cards were found for a deal since the last time."""
        ...


def is_dealt_on_card(game: Game, deals: DealTables) -> bool:
    """Whether the kernel deals this game: hold'em from the full deck with buckets by board, in order or not."""
    in_order = isinstance(deals, OrderedTables) and deals.boards == _HOLDEM[: deals.rounds]
    return (
        (isinstance(deals, BoardTables) or in_order)
        and game.deck.size == 52
        and game.ranking == "holdem"
        and deals.boards[-1] >= 3
    )


class HostDealer:
    """Deals by the C++ engine, copied to the card: for any game, and as fast as the processor deals."""

    def __init__(self, card: Card, engine: Any, seed: int, threads: int) -> None:
        self._card, self._engine, self._seed, self._threads = card, engine, seed, threads

    def deal(self, out: OnCard, begin: int, count: int) -> None:
        """Write the deals of iterations `begin` to `begin + count`."""
        try:
            dealt = self._engine.deal(begin, count, self._seed, self._threads).reshape(-1)
        except RuntimeError as problem:
            raise no_deal(str(problem)) from None
        self._card.write(out[: dealt.size], dealt)

    def check(self) -> None:
        """Nothing is left to find out."""


class CardDealer:
    """Deals by the kernel. tables: those of who learns, and those of a strategy that stays."""

    def __init__(
        self, card: Card, kernels: Kernels, tables: list[DealTables], ranges: list[Range | None], seed: int
    ) -> None:
        self._card, self._kernels = card, kernels
        self._seed = np.uint32((seed ^ seed >> 32) & 0xFFFFFFFF)
        kept = [table for deals in tables for table in deals.tables] + [deals.pairs for deals in tables]
        self._held = [None if array is None else card.put(array) for array in kept]
        self._boards = [card.put(board_places(cards)) for cards in tables[0].boards]
        memory = [deals._remembered() or [0] * deals.rounds for deals in tables]
        self._tables, self._by_board = (
            card.put(np.array([0 if array is None else card.address(array) for array in arrays], np.uint64))
            for arrays in (self._held, self._boards)
        )
        bytes_of_one = [0 if array is None else array.itemsize for array in kept]
        self._bytes = card.put(np.array(bytes_of_one, np.uint32))
        self._memory = card.put(np.array(memory, np.uint32).reshape(-1))
        self._shown = card.put(np.array(tables[0].boards, np.uint32))
        turns = [
            cards == 4 and isinstance(deals, OrderedTables) for deals in tables for cards in deals.boards
        ]
        self._ordered = np.uint32(sum(is_turn << table for table, is_turn in enumerate(turns)))
        self._ranged = np.uint32(sum(1 << seat for seat, held in enumerate(ranges) if held is not None))
        self._odds = card.put(range_odds(ranges))
        self._hands = card.put(HAND_CARDS.astype(np.uint8).reshape(-1))
        self._failed = card.zeros(1, np.uint32)

    def deal(self, out: OnCard, begin: int, count: int, cards: OnCard | None = None) -> None:
        """Write the deals of iterations `begin` to `begin + count`, and their cards if asked to."""
        self._kernels.launch(
            "deal",
            min(8 * self._card.processors, -(-count // _BLOCK)),
            _BLOCK,
            (
                out, np.uint32(count), self._seed, np.uint64(begin), self._tables, self._bytes, self._memory,
                self._by_board, self._shown, self._ordered, self._ranged, self._odds, self._hands, np.uint32(_TRIES),
                self._failed, np.uint64(0) if cards is None else cards,
            ),
        )  # fmt: skip

    def check(self) -> None:
        """Raise if no cards were found for a deal since the last time."""
        if self._ranged and self._card.get(self._failed)[0]:
            raise no_deal("no deal fits the ranges of all seats")


def no_deal(problem: str) -> SolverError:
    """Return what to raise where ranges do not fit together."""
    return SolverError(f"{problem}; widen them, or give None to a seat that may hold anything")


def range_odds(ranges: list[Range | None]) -> npt.NDArray[np.uint32]:
    """Return by seat the weights of the 1,326 hands, added up, of 2^32 - 1; zeros where a seat has no range.

    A number below the last one falls on a hand as often as it has weight: on the first whose odds are above it.
    """
    odds = np.zeros((max(len(ranges), 1), len(HAND_CARDS)), np.uint32)
    for seat, held in enumerate(ranges):
        if held is not None:
            sums = np.cumsum(held.weights.astype(np.float64))
            odds[seat] = np.round(sums / sums[-1] * (2**32 - 1)).astype(np.uint32)
    return odds.reshape(-1)


def board_places(cards: int) -> npt.NDArray[np.uint32]:
    """Return for every board of so many cards the number of its class << 8 | what its suits become, two bits each.

    By the place of the board among all of so many cards: the sum of C(card, i + 1) over its cards in order.

    >>> len(board_places(3)), int(board_places(0)[0]) == 0b11100100
    (22100, True)
    """
    return _core.board_places(cards)
