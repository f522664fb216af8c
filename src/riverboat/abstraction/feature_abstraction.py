"""Hold'em hands in buckets by their feature keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.card_abstraction import HOLDEM, BucketArray
from riverboat.abstraction.features import BOARD_CARDS, DEFAULT_RULES, FeatureRules, key_of_word
from riverboat.cards.card import FULL_DECK, Deck, parse_cards
from riverboat.cards.card_arrays import card_rows, check_threads, integer
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError, CardError

_CHUNK: Final = 1 << 20
"""Classes whose cards are written out at a time."""


class FeatureAbstraction:
    """Hold'em hands in buckets by their feature keys.

    Bucket numbers are places in the list of all keys that occur in a round, in order of category, ranks, kicker and
    flags. The list is found at the first use of a round by looking at every board, which takes a second or two on the
    river. Keys are computed on the fly; there is no table.

    >>> features = FeatureAbstraction()
    >>> features.count(0), features.count(1)
    (169, 6430)
    >>> bucket = features.lookup(1, [parse_cards("AhKh Qh7h2c")])[0]
    >>> features.key(1, bucket)
    'HAK-ft0f-t0'
    """

    def __init__(self, rules: FeatureRules = DEFAULT_RULES) -> None:
        self.rules = rules

    def __repr__(self) -> str:
        return f"FeatureAbstraction({self.rules})"

    @property
    def deck(self) -> Deck:
        """All 52 cards."""
        return FULL_DECK

    def count(self, number: int, /) -> int:
        """Return how many keys occur in a round: 0 before the flop, 3 on the river."""
        return len(_found(_round(number), self.rules)[1])

    def lookup(self, number: int, cards: npt.ArrayLike, /, threads: int | None = None) -> BucketArray:
        """Return the buckets of many deals. cards: integers [n, 2 + board cards], hole cards first."""
        which, rows = _round(number), card_rows(cards)
        width = 2 + BOARD_CARDS[which]
        if rows.shape[1] != width:
            raise AbstractionError(
                f"cards of shape {rows.shape} are not deals of round {number}; give an array [n, {width}], two hole "
                f"cards and {BOARD_CARDS[which]} of the board"
            )
        buckets = np.empty(len(rows), np.uint32)
        good = _found(which, self.rules)[0].deal_buckets(rows, buckets, check_threads(threads))
        _explain_bad_row(rows, good)
        return buckets

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board. hands: uint8[n, 2] -> uint32[n]."""
        which, table, rows = _round(number), parse_cards(list(board)), card_rows(hands)
        if len(table) != BOARD_CARDS[which] or rows.shape[1] != 2:
            raise AbstractionError(
                f"a board of {len(table)} cards and hands of shape {rows.shape} are not of round {number}; it has "
                f"{BOARD_CARDS[which]} cards on the board and hands [n, 2]"
            )
        buckets = np.empty(len(rows), np.uint32)
        good = _found(which, self.rules)[0].hand_buckets(table, rows, buckets)
        _explain_bad_row(rows, good, table)
        return buckets

    def key(self, number: int, bucket: int) -> str:
        """Return the key of a bucket."""
        words, place = _found(_round(number), self.rules)[1], integer(bucket)
        if place is None or not 0 <= place < len(words):
            raise AbstractionError(
                f"bucket {bucket!r} does not exist; buckets of round {number} go from 0 to {len(words) - 1}"
            )
        return str(key_of_word(BOARD_CARDS[number], int(words[place]), self.rules))

    def keys(self, number: int) -> list[str]:
        """Return the keys of all buckets of a round, in order.

        >>> FeatureAbstraction().keys(0)[:4]
        ['22u', '23u', '23s', '24u']
        """
        words = _found(_round(number), self.rules)[1]
        return [str(key_of_word(BOARD_CARDS[number], int(word), self.rules)) for word in words]

    def deals(self, number: int) -> npt.NDArray[np.uint64]:
        """Return how many deals of hole cards and board fall in each bucket: uint64[count].

        >>> FeatureAbstraction().deals(0)[:3].tolist()
        [6, 12, 4]
        """
        return _found(_round(number), self.rules)[2]

    def table(self, number: int, threads: int | None = None) -> BucketArray:
        """Return the buckets of all classes of a round, by their index in `HandIndexer((2, board cards))`.

        uint32: 5 MB for the flop, 56 MB for the turn, 493 MB for the river.
        """
        which = _round(number)
        indexer = HandIndexer(HOLDEM[which])
        last = len(indexer.rounds) - 1
        table = np.empty(indexer.size(), np.uint32)
        for start in range(0, len(table), _CHUNK):
            classes = np.arange(start, min(start + _CHUNK, len(table)))
            table[classes] = self.lookup(which, indexer.cards_batch(last, classes, threads), threads)
        return table


def feature_buckets(
    number: int, cards: npt.ArrayLike, rules: FeatureRules = DEFAULT_RULES, threads: int | None = None
) -> BucketArray:
    """Return the buckets of many deals of a round: the places of their keys among all that occur, weakest first.

    cards: integers [n, 2 + board cards], hole cards first -> uint32[n].

    >>> feature_buckets(0, [[0, 1], [51, 50]]).tolist()  # 22u, AAu
    [0, 168]
    """
    return FeatureAbstraction(rules).lookup(number, cards, threads)


@cache
def _found(
    number: int, rules: FeatureRules
) -> tuple[_core.FeatureIndex, npt.NDArray[np.uint32], npt.NDArray[np.uint64]]:
    """Return the keys that occur in a round: where they are found, their words and their numbers of deals."""
    index = _core.feature_index(BOARD_CARDS[number], rules.native(), 0, None)
    words, deals = index.words, index.deals
    words.flags.writeable = deals.flags.writeable = False
    return index, words, deals


def _round(number: int) -> int:
    which = integer(number)
    if which is None or not 0 <= which < len(BOARD_CARDS):
        raise AbstractionError(
            f"round {number!r} does not exist; rounds go from 0 (before the flop) to 3 (river)"
        )
    return which


def _explain_bad_row(rows: npt.NDArray[np.uint8], row: int, board: Sequence[int] = ()) -> None:
    if row < len(rows):
        try:
            parse_cards([*board, *rows[row].tolist()])
        except CardError as error:
            raise CardError(f"row {row}: {error}") from None
