"""Hold'em hands in buckets by their feature keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.card_abstraction import BucketArray
from riverboat.abstraction.features.feature_rules import BOARD_CARDS, DEFAULT_RULES, FeatureRules, key_of_word
from riverboat.base.checks import check_threads, integer
from riverboat.base.progress import Progress
from riverboat.cards.card import FULL_DECK, Deck, parse_cards
from riverboat.cards.card_arrays import card_rows
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError, CardError

_CHUNK: Final = 1 << 20
"""Classes whose cards are written out at a time."""


class FeatureAbstraction:
    """Hold'em hands in buckets by their feature keys.

    Bucket numbers are places in the list of all keys that occur in a round, in order of category, ranks, kicker and
    flags. The list is found at the first use of a round by looking at every board, which takes a second or two on the
    river. Keys are computed on the fly; there is no table.

    boards: how many cards are on the board in each round; for a game that starts on the turn give (4, 5).

    >>> features = FeatureAbstraction()
    >>> features.count(0), features.count(1)
    (169, 6430)
    >>> bucket = features.lookup(1, [parse_cards("AhKh Qh7h2c")])[0]
    >>> features.key(1, bucket)
    'HAK-ft0f-t0'
    """

    def __init__(self, rules: FeatureRules = DEFAULT_RULES, boards: Sequence[int] = BOARD_CARDS) -> None:
        self.rules = rules
        self.boards = tuple(boards)
        if not self.boards or not set(self.boards) <= set(BOARD_CARDS) or sorted(set(boards)) != list(boards):
            raise AbstractionError(
                f"boards {self.boards} must be some of {BOARD_CARDS}, ascending, such as (4, 5) from the turn on"
            )

    def __repr__(self) -> str:
        return f"FeatureAbstraction({self.rules}, boards={self.boards})"

    @property
    def deck(self) -> Deck:
        """All 52 cards."""
        return FULL_DECK

    def count(self, number: int, /) -> int:
        """Return how many keys occur in a round; round 0 is before the flop, unless `boards` says otherwise."""
        return len(self._round(number).words)

    def lookup(self, number: int, cards: npt.ArrayLike, /, threads: int | None = None) -> BucketArray:
        """Return the buckets of many deals. cards: integers [n, 2 + board cards], hole cards first."""
        found, rows = self._round(number), card_rows(cards)
        if rows.shape[1] != 2 + found.board_cards:
            raise AbstractionError(
                f"cards of shape {rows.shape} are not deals of round {number}; give an array "
                f"[n, {2 + found.board_cards}], two hole cards and {found.board_cards} of the board"
            )
        buckets = np.empty(len(rows), np.uint32)
        good = found.index.deal_buckets(rows, buckets, check_threads(threads, AbstractionError))
        _explain_bad_row(rows, good)
        return buckets

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board. hands: uint8[n, 2] -> uint32[n]."""
        found, table, rows = self._round(number), parse_cards(list(board)), card_rows(hands)
        if len(table) != found.board_cards or rows.shape[1] != 2:
            raise AbstractionError(
                f"a board of {len(table)} cards and hands of shape {rows.shape} are not of round {number}; it has "
                f"{found.board_cards} cards on the board and hands [n, 2]"
            )
        buckets = np.empty(len(rows), np.uint32)
        good = found.index.hand_buckets(table, rows, buckets)
        _explain_bad_row(rows, good, table)
        return buckets

    def bucket_name(self, number: int, bucket: int, /) -> str:
        """Return the key of a bucket, which is its name."""
        return self.key(number, bucket)

    def key(self, number: int, bucket: int) -> str:
        """Return the key of a bucket."""
        found, place = self._round(number), integer(bucket)
        if place is None or not 0 <= place < len(found.words):
            raise AbstractionError(
                f"bucket {bucket!r} does not exist; buckets of round {number} go from 0 to {len(found.words) - 1}"
            )
        return str(key_of_word(found.board_cards, int(found.words[place]), self.rules))

    def keys(self, number: int) -> list[str]:
        """Return the keys of all buckets of a round, in order.

        >>> FeatureAbstraction().keys(0)[:4]
        ['22u', '23u', '23s', '24u']
        """
        found = self._round(number)
        return [str(key_of_word(found.board_cards, word, self.rules)) for word in found.words.tolist()]

    def deals(self, number: int) -> npt.NDArray[np.uint64]:
        """Return how many deals of hole cards and board fall in each bucket: uint64[count].

        >>> FeatureAbstraction().deals(0)[:3].tolist()
        [6, 12, 4]
        """
        return self._round(number).deals

    def table(self, number: int, threads: int | None = None, progress: Progress | None = None) -> BucketArray:
        """Return the buckets of all classes of a round, by their index in `HandIndexer((2, board cards))`.

        uint32: 5 MB for the flop, 56 MB for the turn, 493 MB for the river.
        """
        board_cards = self._round(number).board_cards
        indexer = HandIndexer((2, board_cards) if board_cards else (2,))
        last = len(indexer.rounds) - 1
        table = np.empty(indexer.size(), np.uint32)
        for start in range(0, len(table), _CHUNK):
            end = min(start + _CHUNK, len(table))
            cards = indexer.cards_batch(last, np.arange(start, end), threads)
            table[start:end] = self.lookup(number, cards, threads)
            if progress is not None:
                progress(end, len(table))
        return table

    def _round(self, number: int) -> _KeyIndex:
        which = integer(number)
        if which is None or not 0 <= which < len(self.boards):
            raise AbstractionError(
                f"round {number!r} does not exist; the rounds are 0 to {len(self.boards) - 1}"
            )
        return _key_index(self.boards[which], self.rules)


@dataclass(frozen=True, eq=False)
class _KeyIndex:
    """The keys that occur with a board of so many cards: the native index, their words and numbers of deals."""

    board_cards: int
    index: _core.FeatureIndex
    words: npt.NDArray[np.uint32]
    deals: npt.NDArray[np.uint64]


@cache
def _key_index(board_cards: int, rules: FeatureRules) -> _KeyIndex:
    index = _core.feature_index(board_cards, rules.native(), 0, None)
    words, deals = index.words, index.deals
    words.flags.writeable = deals.flags.writeable = False
    return _KeyIndex(board_cards, index, words, deals)


def _explain_bad_row(rows: npt.NDArray[np.uint8], row: int, board: Sequence[int] = ()) -> None:
    if row < len(rows):
        try:
            parse_cards([*board, *rows[row].tolist()])
        except CardError as error:
            raise CardError(f"row {row}: {error}") from None
