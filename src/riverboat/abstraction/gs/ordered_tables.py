"""Buckets of hold'em that know which card of the board was the turn, laid out by board for training."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Final

import numpy as np

from riverboat import _core
from riverboat.abstraction.card_abstraction import HOLDEM_IN_ORDER, CardAbstraction
from riverboat.abstraction.gs.deals import SCORES
from riverboat.abstraction.gs.recall_abstraction import RecallAbstraction
from riverboat.abstraction.tables.board_tables import BoardTables, board_rows, rank_mask
from riverboat.abstraction.tables.deal_tables import DealTables, deck_mask, smallest_number
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.base.checks import check_threads
from riverboat.base.progress import Progress, part_of
from riverboat.cards.card import NUM_CARDS, NUM_HANDS, SUITS
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.strength import win_tie_batch
from riverboat.errors import AbstractionError

_TURN: Final = 4
_BOARDS: Final = 4096  # river boards on which all hands are counted at once: 22 MB


class OrderedTables(DealTables):
    """As `BoardTables`, for GS2 and GS3, whose buckets of the turn know which of its cards came last.

    The row of a turn is that of its flop times 52, and the card with its suit renamed as those of the flop were; some
    rows are the same up to suits, and each is stored. A river has the score of each hand, 2 wins + ties, on its five
    cards in any order; with the bucket of the turn that is a pair (`pairs`), as `RecallAbstraction` has it. So rivers
    in order, 4.7 million boards, need no table. Full tables of two bytes take 247 MB up to the turn, and 604 MB with
    the river.

    >>> flops = (np.arange(169, dtype=np.uint16), np.ones(1286792, np.uint16))
    >>> tables = OrderedTables.of(TableAbstraction(flops, (169, 2), HOLDEM_IN_ORDER[:2], name="toy"))
    >>> tables, tables.lookup([[51, 50, 0, 1, 12, 20, 28]]).tolist()  # one deal, two players, two rounds
    (OrderedTables('toy': 169 / 2), [[[90, 1], [0, 1]]])
    """

    KIND: ClassVar[str] = "bucket tables by board in order"

    def __post_init__(self) -> None:
        if not set(self.boards) <= {0, 3, 4, 5} or self.hole_cards != 2 or self.deck.suits != SUITS:
            raise AbstractionError(
                f"boards of {self.boards} cards, {self.hole_cards} hole cards and suits '{self.deck.suits}' are not of "
                "hold'em; it has two hole cards, boards of 0, 3, 4 and 5 cards and four suits: use SequenceTables"
            )
        super().__post_init__()

    def _places(self, number: int) -> int:
        return ordered_rows(self.boards[number]) * NUM_HANDS

    @cached_property
    def native(self) -> _core.DealBuckets:
        """The same for native code, which asks it without Python; it keeps the tables."""
        pairs = None if self.pairs is None else self.pairs.view(np.uint8)
        width = 1 if self.pairs is None else self.pairs.itemsize
        return _core.OrderedTables(
            list(self.boards), *self._memory(), deck_mask(self.deck), self._remembered(), pairs, width
        )

    @classmethod
    def of(
        cls,
        abstraction: CardAbstraction,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> OrderedTables:
        """Return the tables of what `build_abstraction("gs2")` or `("gs3")` makes, in seconds.

        progress: hears thousandths of the work.
        """
        earlier, pairs = _parts(abstraction)
        boards = (0, 3, 4, 5) if pairs is not None else tuple(sum(group[1:]) for group in earlier.groups)
        done, total = 0, sum(map(ordered_rows, boards))
        tables = []
        for number, cards in enumerate(boards):
            rows = ordered_rows(cards)
            tell = part_of(progress, done / total, (done + rows) / total)
            if cards == 5:
                tables.append(_scores(threads, tell))
            elif cards == _TURN:
                tables.append(_turns(earlier, number, threads, tell))
            else:
                tables.append(_unordered(earlier, number, threads, tell))
            done += rows
        counts = tuple(abstraction.count(number) for number in range(len(boards)))
        return cls(tuple(tables), counts, boards, deck=earlier.deck, name=earlier.name, pairs=pairs)


def _parts(abstraction: CardAbstraction) -> tuple[TableAbstraction, np.ndarray | None]:
    """The tables up to the turn, and the buckets of the pairs of turn and score, if there is a river."""
    if isinstance(abstraction, RecallAbstraction):
        width = smallest_number(abstraction.river_count)
        return abstraction.earlier, np.ascontiguousarray(abstraction.river, width).reshape(-1)
    if not isinstance(abstraction, TableAbstraction) or not set(abstraction.groups) <= set(
        HOLDEM_IN_ORDER[:3]
    ):
        raise AbstractionError(
            f"{abstraction!r} is not laid out in order: that takes tables of the rounds {HOLDEM_IN_ORDER[:3]}, or a "
            "RecallAbstraction, as `build_abstraction` makes of gs2 and gs3; use BoardTables for others"
        )
    return abstraction, None


def ordered_rows(cards: int) -> int:
    """Return the boards of so many cards that have a row.

    >>> [ordered_rows(cards) for cards in (0, 3, 4, 5)]
    [1, 1755, 91260, 134459]
    """
    return board_rows(3) * NUM_CARDS if cards == _TURN else board_rows(cards)


def ordered_bytes(boards: tuple[int, ...], counts: tuple[int, ...]) -> int:
    """Return the memory of tables with so many buckets by round, before they are made.

    >>> ordered_bytes((0, 3, 4), (15, 225, 900))
    244349976
    """
    numbers = [SCORES if cards == 5 else count for cards, count in zip(boards, counts, strict=True)]
    pairs = counts[-2] * SCORES * smallest_number(counts[-1])().nbytes if boards[-1] == 5 else 0
    rows = zip(map(ordered_rows, boards), numbers, strict=True)
    return pairs + sum(NUM_HANDS * of_round * smallest_number(count)().nbytes for of_round, count in rows)


def _unordered(
    earlier: TableAbstraction, number: int, threads: int | None, progress: Progress | None
) -> np.ndarray:
    """A round before the turn, which has no order."""
    part = slice(number, number + 1)
    alone = TableAbstraction(earlier.tables[part], earlier.counts[part], earlier.groups[part], earlier.deck)
    return BoardTables.of(alone, threads=threads, progress=progress).tables[0]


def _turns(
    earlier: TableAbstraction, number: int, threads: int | None, progress: Progress | None
) -> np.ndarray:
    table: np.ndarray = np.zeros(ordered_rows(_TURN) * NUM_HANDS, smallest_number(earlier.counts[number]))
    by_class: np.ndarray = np.ascontiguousarray(earlier.tables[number], table.dtype)
    _core.fill_ordered_turns(
        rank_mask(earlier.deck), by_class, table, check_threads(threads, AbstractionError), progress
    )
    return table


def _scores(threads: int | None, progress: Progress | None) -> np.ndarray:
    """2 wins + ties of all hands on all rivers up to suits."""
    indexer, rows = HandIndexer((5,)), ordered_rows(5)
    scores = np.empty((rows, NUM_HANDS), smallest_number(SCORES))
    for begin in range(0, rows, _BOARDS):
        part = np.arange(begin, min(begin + _BOARDS, rows))
        scores[part] = win_tie_batch(indexer.cards_batch(0, part, threads), threads) @ np.array(
            [2, 1], np.uint16
        )
        if progress is not None:
            progress(int(part[-1]) + 1, rows)
    return scores.reshape(-1)
