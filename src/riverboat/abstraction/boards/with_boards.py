"""Buckets that know the board: a bucket is the pair of a kind of board and a bucket of hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.boards.board_kinds import BoardKinds
from riverboat.abstraction.card_abstraction import BucketArray, Grouped, Groups, bucket_name
from riverboat.abstraction.storage import Stored, stored_of
from riverboat.abstraction.tables.board_tables import BoardTables
from riverboat.abstraction.tables.deal_tables import smallest_number
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.cards.card import NUM_HANDS, Deck
from riverboat.errors import AbstractionError

_CHUNK: Final = 1 << 22  # classes of hands that are worked on at once
_BOARDS: Final = 1 << 12


class WithBoards:
    """An abstraction of hold'em, divided by kinds of boards.

    Buckets of hands alone pool boards: who holds a bucket plays alike on K83 and on 765, whatever the ranges do there.
    With kinds of boards he does not. A bucket is kind times the buckets of the given abstraction, plus its bucket.

    >>> from riverboat.abstraction import TableAbstraction
    >>> hands = np.arange(169, dtype=np.uint16), (np.arange(1286792) % 4).astype(np.uint16)
    >>> of = TableAbstraction(hands, (169, 4), groups=((2,), (2, 3)))
    >>> made = WithBoards(of, BoardKinds((np.arange(1755, dtype=np.uint16) % 2,), (2,)))
    >>> made.count(0), made.count(1), made.bucket_name(1, 5)
    (169, 8, '1:1')
    """

    STORED_AS: ClassVar[str] = "boards"

    def __init__(self, abstraction: Grouped, kinds: BoardKinds) -> None:
        boards = [sum(group[1:]) for group in abstraction.groups]
        if boards != [0, 3, 4, 5][: len(kinds.counts) + 1] or any(len(g) > 2 for g in abstraction.groups):
            raise AbstractionError(
                f"kinds of {len(kinds.counts)} streets of hold'em do not fit rounds of {abstraction.groups} cards; "
                "give one for each street with a board, and an abstraction that takes boards whole"
            )
        self.of, self.kinds = abstraction, kinds

    def __repr__(self) -> str:
        return f"WithBoards({self.of!r}, {self.kinds!r})"

    @property
    def deck(self) -> Deck:
        """The deck hands are dealt from."""
        return self.of.deck

    @property
    def groups(self) -> Groups:
        """Those of the abstraction."""
        return self.of.groups

    @property
    def name(self) -> str:
        """That of the abstraction, and the kinds."""
        return f"{getattr(self.of, 'name', '')} on {'/'.join(map(str, self.kinds.counts))} boards"

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has."""
        return self.of.count(number) * self.kinds.count(number)

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board."""
        first = np.uint32(self.kinds.kind(number, board) * self.of.count(number))
        return self.of.buckets(number, board, hands) + first

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each deal."""
        boards = np.ascontiguousarray(np.asarray(cards, np.uint8)[:, self.groups[0][0] :])
        return self.of.lookup(number, cards) + self.kinds.lookup(number, boards) * np.uint32(
            self.of.count(number)
        )

    def bucket_name(self, number: int, bucket: int, /) -> str:
        """Return the kind of the board and the name of the bucket, as 12:40."""
        kind, own = divmod(bucket, self.of.count(number))
        return f"{kind}:{bucket_name(self.of, number, own)}" if number else bucket_name(self.of, 0, bucket)

    def stored(self) -> Stored:
        """Return what a file holds: that of the abstraction, and the kinds of all boards."""
        of = stored_of(self.of)
        facts = {"of": of.about, "kinds": list(self.kinds.counts)}
        return Stored(self.STORED_AS, facts, {**of.arrays, **self.kinds.arrays()})


def divided(tables: BoardTables, kinds: BoardKinds) -> BoardTables:
    """Return the tables of `WithBoards` from those of its abstraction."""
    counts = tuple(count * kinds.count(number) for number, count in enumerate(tables.counts))
    made = []
    for number, (table, count) in enumerate(zip(tables.tables, counts, strict=True)):
        if number == 0:
            made.append(table)
            continue
        first = kinds.tables[number - 1].astype(np.uint32) * np.uint32(tables.counts[number])
        rows = table.reshape(-1, NUM_HANDS)
        buckets = np.empty(rows.shape, smallest_number(count))
        for begin in range(0, len(rows), _BOARDS):
            part = slice(begin, begin + _BOARDS)
            buckets[part] = rows[part] + first[part, None]
        made.append(buckets.reshape(-1))
    return BoardTables(tuple(made), counts, tables.boards, deck=tables.deck, name=tables.name)


def divided_classes(tables: TableAbstraction, kinds: BoardKinds) -> TableAbstraction:
    """Return the same as tables by class of hands."""
    made = [tables.tables[0]]
    for number, table in enumerate(tables.tables[1:], 1):
        count = tables.counts[number] * kinds.count(number)
        buckets = np.empty(len(table), np.uint16 if count <= 1 << 16 else np.uint32)
        indexer = tables.classes.indexers[number]
        for begin in range(0, len(table), _CHUNK):
            part = np.arange(begin, min(begin + _CHUNK, len(table)))
            boards = np.ascontiguousarray(indexer.cards_batch(len(tables.groups[number]) - 1, part)[:, 2:])
            kind = kinds.lookup(number, boards)
            buckets[begin : begin + len(part)] = table[part] + kind * np.uint32(tables.counts[number])
        made.append(buckets)
    counts = tuple(count * kinds.count(number) for number, count in enumerate(tables.counts))
    return TableAbstraction(tuple(made), counts, tables.groups, tables.deck, tables.name)
