"""Buckets of hold'em laid out by board, for training: one canonical board a street, shared by all players of a deal."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Final

import numpy as np

from riverboat import _core
from riverboat.abstraction.card_abstraction import CardAbstraction, Groups
from riverboat.abstraction.tables.deal_tables import DealTables, deck_mask, smallest_number
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.base.checks import check_threads
from riverboat.base.progress import Progress
from riverboat.cards.card import HAND_CARDS, NUM_HANDS, RANKS, SUITS, Deck
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError

_MOST_CARDS: Final = 5


class BoardTables(DealTables):
    """A row for each board up to suits, in it a bucket for each of the 1,326 hands.

    Row: the index of `HandIndexer((board cards,))`. Place in it: the hand's index, once its suits are renamed as those
    of the board were to make the board canonical (`HandIndexer.cards`). Where a board leaves suits alike, each of the
    hands that are then the same has its place, so no hand is made canonical itself: a lookup is one load a street. Full
    tables of two bytes take 405 MB. The deck has all four suits; the order of a board's cards does not matter.

    >>> preflop = TableAbstraction((np.arange(169, dtype=np.uint16),), (169,), groups=((2,),), name="preflop")
    >>> tables = BoardTables.of(preflop)
    >>> tables, tables.nbytes
    (BoardTables('preflop': 169), 1326)
    >>> tables.lookup([[51, 50, 0, 1], [51, 47, 50, 46]]).tolist()  # AA and 22; AKs twice
    [[[90], [0]], [[168], [168]]]
    """

    KIND: ClassVar[str] = "bucket tables by board"

    def __post_init__(self) -> None:
        if self.boards[-1:] > (_MOST_CARDS,) or self.hole_cards != 2 or self.deck.suits != SUITS:
            raise AbstractionError(
                f"boards of {self.boards} cards, {self.hole_cards} hole cards and suits '{self.deck.suits}' are not of "
                "hold'em; it has two hole cards, at most five cards on the board and four suits: use SequenceTables"
            )
        super().__post_init__()

    def _places(self, number: int) -> int:
        return board_rows(self.boards[number]) * NUM_HANDS

    @cached_property
    def native(self) -> _core.DealBuckets:
        """The same for native code, which asks it without Python; it keeps the tables."""
        return _core.BoardTables(list(self.boards), *self._memory(), deck_mask(self.deck), self._remembered())

    @classmethod
    def of(
        cls,
        abstraction: CardAbstraction,
        *,
        boards: tuple[int, ...] | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> BoardTables:
        """Return the tables of an abstraction of hold'em in which the order of a board's cards does not matter.

        Seconds from a `TableAbstraction`. Any other is asked for all hands on every board up to suits, 134,459 on the
        river: as fast as it answers. boards: cards shown by round; by default as the abstraction's `groups` say, or 0,
        3, 4 and 5. progress: hears how many boards are done, of how many.
        """
        groups: Groups | None = getattr(abstraction, "groups", None)
        if groups is not None and any(len(group) > 2 for group in groups):
            raise AbstractionError(
                f"the rounds {groups} keep the order of the board's cards; tables by board need the whole board as one "
                "group, such as (2, 4) instead of (2, 3, 1): use OrderedTables"
            )
        if boards is None:
            boards = (0, 3, 4, 5) if groups is None else tuple(sum(group[1:]) for group in groups)
        counts = tuple(abstraction.count(number) for number in range(len(boards)))
        sizes = [board_rows(cards) for cards in boards]
        tables = []
        for number, count in enumerate(counts):
            before = sum(sizes[:number])

            def tell(done: int, total: int, before: int = before, size: int = sizes[number]) -> None:
                if progress is not None:
                    progress(before + done * size // total, sum(sizes))

            table = np.zeros(sizes[number] * NUM_HANDS, smallest_number(count))
            if isinstance(abstraction, TableAbstraction) and boards[number] > 0:
                _convert(
                    abstraction, number, boards[number], table, check_threads(threads, AbstractionError), tell
                )
            else:
                _ask(abstraction, number, boards[number], table, tell)
            tables.append(table)
        name = getattr(abstraction, "name", type(abstraction).__name__)
        return cls(tuple(tables), counts, boards, deck=abstraction.deck, name=name)


def board_rows(cards: int) -> int:
    """Return how many boards of so many cards there are, up to suits.

    >>> [board_rows(cards) for cards in (0, 3, 4, 5)]
    [1, 1755, 16432, 134459]
    """
    return HandIndexer((cards,)).size() if cards else 1


def rank_mask(deck: Deck) -> int:
    """Return the ranks of a deck as bits, as native code takes them.

    >>> bin(rank_mask(Deck("23A", "cdhs")))
    '0b1000000000011'
    """
    return sum(1 << RANKS.index(rank) for rank in deck.ranks)


def _convert(
    abstraction: TableAbstraction, number: int, cards: int, table: np.ndarray, threads: int, tell: Progress
) -> None:
    by_class = np.ascontiguousarray(abstraction.tables[number], table.dtype)
    _core.fill_board_table(cards, rank_mask(abstraction.deck), by_class, table, threads, tell)


def _ask(abstraction: CardAbstraction, number: int, cards: int, table: np.ndarray, tell: Progress) -> None:
    rows, indexer = table.reshape(-1, NUM_HANDS), HandIndexer((cards,)) if cards else None
    hands = HAND_CARDS.astype(np.uint8)
    dealt = np.isin(hands, abstraction.deck.cards).all(axis=1)
    for row in range(len(rows)):
        board = [] if indexer is None else list(indexer.cards(0, row))
        if set(board) <= set(abstraction.deck.cards):
            held = dealt & ~np.isin(hands, board).any(axis=1)
            rows[row, held] = abstraction.buckets(number, board, hands[held])
        tell(row + 1, len(rows))
