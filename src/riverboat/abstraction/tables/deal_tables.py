"""The buckets of whole deals: all players, all rounds, from tables that a trainer asks once a deal.

A `CardAbstraction` answers for one player on one round. Sampled training needs the buckets of every player on every
round of each deal, hundreds of thousands of times a second. The tables here are laid out for that: `BoardTables` for
hold'em, `OrderedTables` for hold'em where it matters which card came last, `SequenceTables` for small games. They hold
what some abstraction says and forget how it knew.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from operator import mul
from typing import ClassVar, Final, Self

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.card_abstraction import BucketArray
from riverboat.base.checks import check_threads, flag
from riverboat.base.files import ArrayFile, Mapped, reading_facts, write_arrays
from riverboat.cards.card import FULL_DECK, Deck, parse_cards
from riverboat.cards.card_arrays import card_rows, not_in_deck
from riverboat.errors import AbstractionError, CardError, FileFormatError

_VERSION: Final = 1
_PAIRS: Final = "pairs"
_NUMBERS: Final = (np.uint8, np.uint16, np.uint32)


@dataclass(frozen=True, eq=False)
class DealTables:
    """Tables of buckets by round, and the layout that finds a hand in them. Use one of the three kinds.

    tables: uint8, uint16 or uint32 by round, flat. counts: buckets by round. boards: cards shown up to and with each
    round. remembers: a bucket is the pair of that of the round before and the one in the table (see `remembering`).
    pairs: so it is on the last round alone, and this is the bucket of each pair; flat, by the bucket of the round
    before and then by the number in the table.
    """

    tables: tuple[np.ndarray, ...]
    counts: tuple[int, ...]
    boards: tuple[int, ...]
    hole_cards: int = 2
    deck: Deck = FULL_DECK
    name: str = ""
    remembers: bool = False
    pairs: np.ndarray | None = None

    KIND: ClassVar[str]
    """What a file of these says it holds."""

    def __post_init__(self) -> None:
        if not len(self.tables) == len(self.counts) == len(self.boards) > 0:
            raise AbstractionError(
                f"there are {len(self.tables)} tables, {len(self.counts)} counts and {len(self.boards)} rounds; "
                "each round needs a table and a count"
            )
        if list(self.boards) != sorted(self.boards) or self.boards[0] < 0:
            raise AbstractionError(f"boards of {self.boards} cards shrink; give such as (0, 3, 4, 5)")
        if self.counts[-1] > 2**32:
            raise AbstractionError(
                f"there are {self.counts[-1]:,} buckets; numbers are below 2**32: use coarser tables"
            )
        self._check_pairs()
        for number, (table, count) in enumerate(zip(self.tables, self.own_counts, strict=True)):
            places = self._places(number)
            if table.shape != (places,) or table.dtype not in _NUMBERS or not table.flags.c_contiguous:
                raise AbstractionError(
                    f"the table of round {number} is {table.dtype}{list(table.shape)}; it must be uint8, uint16 or "
                    f"uint32[{places}] without gaps"
                )
            if not 1 <= count <= 2 ** (8 * table.itemsize):
                raise AbstractionError(
                    f"round {number} has {count} buckets; {table.dtype} holds from 1 to {2 ** (8 * table.itemsize)}"
                )

    def _check_pairs(self) -> None:
        pairs = self.pairs
        if pairs is None:
            return
        if self.remembers or self.rounds < 2:
            raise AbstractionError(
                "pairs are of the last round alone, with the one before; give two rounds or more and no remembers"
            )
        if pairs.ndim != 1 or pairs.dtype not in _NUMBERS or pairs.size % self.counts[-2]:
            raise AbstractionError(
                f"the pairs are {pairs.dtype}{list(pairs.shape)}; they must be flat, uint8, uint16 or uint32, as many "
                f"for each of the {self.counts[-2]:,} buckets of the round before"
            )

    def check_values(self) -> None:
        """Read all tables; raise unless every number is below its count. Native code goes where a bucket says."""
        numbers = [*zip(self.tables, self.own_counts, strict=True)]
        if self.pairs is not None:
            numbers.append((self.pairs, self.counts[-1]))
        for number, (table, count) in enumerate(numbers):
            if int(table.max()) >= count:
                where = (
                    f"the table of round {number}" if number < self.rounds else "the pairs of the last round"
                )
                raise AbstractionError(f"bucket {table.max()} is in {where}; buckets are 0 to {count - 1}")

    def _places(self, number: int) -> int:
        raise NotImplementedError

    @cached_property
    def native(self) -> _core.DealBuckets:
        """The same for native code, which asks it without Python; it keeps the tables."""
        raise NotImplementedError

    @property
    def own_counts(self) -> tuple[int, ...]:
        """Buckets by round in the tables themselves, without what is remembered."""
        if self.pairs is not None:
            return (*self.counts[:-1], self.pairs.size // self.counts[-2])
        before = (1, *self.counts) if self.remembers else (1,) * self.rounds
        return tuple(count // known for count, known in zip(self.counts, before, strict=False))

    def remembering(self) -> Self:
        """Return the same with perfect recall, in the same memory: every pair with the bucket before is a bucket.

        Pairs are numbered as `Remembered(abstraction, every=True)` does.
        """
        if self.pairs is not None:
            raise AbstractionError(f"{self!r} remembers already; take it as it is")
        return replace(self, counts=tuple(accumulate(self.own_counts, mul)), remembers=True)

    def _remembered(self) -> list[int]:
        """By round, how much the bucket of the round before counts, as native code takes it."""
        if self.pairs is not None:
            return [0] * (self.rounds - 1) + [self.own_counts[-1]]
        return list(self.own_counts) if self.remembers else []

    def _memory(self) -> tuple[tuple[npt.NDArray[np.uint8], ...], list[int]]:
        """The tables as bytes, and how many a bucket has, as native code takes them."""
        return tuple(table.view(np.uint8) for table in self.tables), [table.itemsize for table in self.tables]

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.tables)

    @property
    def nbytes(self) -> int:
        """The memory of the tables."""
        return sum(table.nbytes for table in self.tables) + (0 if self.pairs is None else self.pairs.nbytes)

    def __repr__(self) -> str:
        counts = " / ".join(f"{count:,}" for count in self.counts)
        return f"{type(self).__name__}({self.name!r}: {counts})"

    def lookup(self, cards: npt.ArrayLike, *, threads: int | None = None) -> BucketArray:
        """Return the buckets of every player on every round of many deals: uint32[deals, players, rounds].

        cards: integers [deals, cards], in each row the hole cards player by player, then the board.
        """
        rows = card_rows(cards)
        players, rest = divmod(rows.shape[1] - self.boards[-1], self.hole_cards)
        if rest or players < 1:
            raise AbstractionError(
                f"cards of shape {rows.shape} are not deals of {self.hole_cards} hole cards a player and then "
                f"{self.boards[-1]} of the board; two players have {2 * self.hole_cards + self.boards[-1]} cards"
            )
        out = np.empty(len(rows) * players * self.rounds, np.uint32)
        good = self.native.lookup(rows, players, out, check_threads(threads, AbstractionError))
        if good < len(rows):
            self._explain(good, rows[good].tolist())
        return out.reshape(len(rows), players, self.rounds)

    def _explain(self, row: int, cards: list[int]) -> None:
        outside = [card for card in cards if card not in self.deck.cards]
        try:
            if outside:
                raise CardError(not_in_deck(outside[0], self.deck))
            parse_cards(cards)
        except CardError as problem:
            raise CardError(f"row {row}: {problem}") from None

    def in_memory(self) -> Self:
        """Return the same with tables in memory of its own instead of a mapped file.

        NumPy asks for huge pages for it. A file may or may not be mapped in huge pages, as the system and the file
        system have it; in small ones lookups take up to twice the time.
        """
        pairs = None if self.pairs is None else self.pairs.copy()
        return replace(self, tables=tuple(table.copy() for table in self.tables), pairs=pairs)

    # --- files -----------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file that `open` reads; an old file stays as it was if that fails."""
        self.check_values()
        metadata = {
            "name": self.name,
            "deck": json.dumps([self.deck.ranks, self.deck.suits]),
            "hole_cards": str(self.hole_cards),
            "boards": json.dumps(self.boards),
            "counts": json.dumps(self.counts),
            "remembers": json.dumps(self.remembers),
        }
        arrays = {f"buckets_{number}": table for number, table in enumerate(self.tables)}
        if self.pairs is not None:
            arrays[_PAIRS] = self.pairs
        write_arrays(path, arrays, kind=self.KIND, version=_VERSION, metadata=metadata)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, verify: bool = True) -> Self:
        """Open a file, mapped and not read into memory.

        verify: read everything once and compare the checksums, about a second; without it only the header and the
        sizes are checked.
        """
        file = ArrayFile(path, kind=cls.KIND, max_version=_VERSION)
        arrays = file if verify else Mapped(file)
        if verify:
            file.verify()
        about = file.metadata
        with reading_facts(path):
            boards = tuple(json.loads(about["boards"]))
            tables = tuple(arrays[f"buckets_{number}"] for number in range(len(boards)))
            counts, deck = tuple(json.loads(about["counts"])), Deck(*json.loads(about["deck"]))
            remembers = flag("remembers", json.loads(about.get("remembers", "false")), FileFormatError)
            pairs = arrays[_PAIRS] if _PAIRS in arrays else None  # noqa: SIM401 - a file has no `get`
            return cls(
                tables, counts, boards, int(about["hole_cards"]), deck, about["name"], remembers, pairs
            )


def deck_mask(deck: Deck) -> int:
    """Return the cards of a deck as bits, as native code takes them.

    >>> bin(deck_mask(Deck("23", "cs")))
    '0b10011001'
    """
    return sum(1 << card for card in deck.cards)


def smallest_number(count: int) -> type[np.uint8] | type[np.uint16] | type[np.uint32]:
    """Return the narrowest type that holds bucket numbers below `count`.

    >>> [smallest_number(count).__name__ for count in (256, 257, 65537)]
    ['uint8', 'uint16', 'uint32']
    """
    return np.uint8 if count <= 2**8 else np.uint16 if count <= 2**16 else np.uint32
