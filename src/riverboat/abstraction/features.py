"""Feature strings: hands are the same if a person would describe them with the same few words.

After the compressed hands of "CFR_Poker", a project that trains hold'em by external sampling. Let T be the cards on
the table, H the hole cards and N_v the number of cards of value v in T.

    F   = the most cards of one suit in T; F_b = (F >= 3)         somebody may have a flush
    H_S = whether the top of the made hand is in H, not in T      or how many of its highest cards are
    P   = how many v have N_v = 2                                 somebody may have a full house
    ToK = whether some v has N_v = 3

On flop and turn the same is asked with H included: how near a flush and a straight are. `docs/abstraction.md` says where
the document leaves a choice and how it is made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.feature_key import CATEGORIES, FeatureKey, PreflopKey
from riverboat.cards.card import RANKS, CardsLike, card_names, parse_cards
from riverboat.cards.card_arrays import card_rows, check_threads, integer
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError, CardError

BucketArray: TypeAlias = npt.NDArray[np.uint32]
Telling: TypeAlias = Literal["flag", "count"]

_BOARD_CARDS: Final = (0, 3, 4, 5)
_CHUNK: Final = 1 << 20


@dataclass(frozen=True)
class FeatureRules:
    """Which features a key tells, and how finely: the choices that the document leaves open.

    suits: F_b or F. top: H_S, or how many of the highest cards are held, 0 to 2. pairs: whether, or how many pairs are
    on the table. kicker: the best hole card beside the made hand, if it plays. draws: flush and straight draws, on flop
    and turn. The defaults are the document's worked example, and a kicker.

    >>> feature_key("AhKh", "Qh7h2c")
    'HAK-ft0f-t0'
    >>> feature_key("AhKh", "Qh7h2c", FeatureRules(suits="count", top="count", kicker=False))
    'HA-220f-40'
    """

    suits: Telling = "flag"
    top: Telling = "flag"
    pairs: Telling = "count"
    kicker: bool = True
    draws: bool = True

    def __post_init__(self) -> None:
        for name in ("suits", "top", "pairs"):
            if getattr(self, name) not in ("flag", "count"):
                raise AbstractionError(
                    f"{name} is {getattr(self, name)!r}; it must be 'flag' for yes or no, or 'count'"
                )
        for name in ("kicker", "draws"):
            if not isinstance(getattr(self, name), bool):
                raise AbstractionError(f"{name} is {getattr(self, name)!r}; it must be True or False")

    def _native(self) -> _core.FeatureRules:
        return _core.FeatureRules(
            self.suits == "count", self.top == "count", self.pairs == "count", self.kicker, self.draws
        )


DEFAULT_RULES: Final = FeatureRules()


def feature_key(hole: CardsLike, board: CardsLike = "", rules: FeatureRules = DEFAULT_RULES) -> str:
    """Return the key of a hand on a board of 0, 3, 4 or 5 cards; `parse_feature_key` reads it.

    >>> feature_key("5s7c"), feature_key("5s7c", "4s6d8dTdTh")
    ('57u', 'S8-tf1f')
    """
    own, table = _deal(hole, board)
    return str(_key(len(table), _core.feature_word(own, table, rules._native()), rules))


def feature_stages(hole: CardsLike, board: CardsLike) -> tuple[str, ...]:
    """Return how a key comes about, as the document tells it: cards, ranks and F_b, made hand and rest, flags.

    The third step names the made hand and still lists the cards on the table that it does not use; in the last they give
    way to P and ToK (and on flop and turn the draws come).

    >>> feature_stages("5s7c", "4s6d8dTdTh")
    ('5s7c-4s6d8dTdTh', '57-468TT-t', 'S8-TT-tf', 'S8-tf1f')
    """
    own, table = _deal(hole, board)
    if not table:
        return card_names(own), feature_key(own)
    key = FeatureKey.parse(feature_key(own, table))
    name, flags = str(key).split("-")[:2]
    ranks = [_ranks_text(cards) for cards in (own, table)]
    return (
        f"{card_names(own)}-{card_names(table)}",
        f"{ranks[0]}-{ranks[1]}-{flags[0]}",
        f"{name}-{_unused(key, own, table)}-{flags[:2]}",
        str(key),
    )


def feature_buckets(
    number: int, cards: npt.ArrayLike, rules: FeatureRules = DEFAULT_RULES, threads: int | None = None
) -> BucketArray:
    """Return the buckets of many deals of a round: the places of their keys among all that occur, weakest first.

    cards: integers [n, 2 + board cards], hole cards first -> uint32[n].

    >>> feature_buckets(0, [[0, 1], [51, 50]]).tolist()  # 22u, AAu
    [0, 168]
    """
    return FeatureAbstraction(rules).lookup(number, cards, threads)


class FeatureAbstraction:
    """Hold'em hands in buckets by their feature keys.

    Bucket numbers are places in the list of all keys that occur in a round, in order of category, ranks, kicker and
    flags. The list is found at the first use of a round by looking at every deal: the river takes some seconds. Keys are
    computed on the fly; there is no table.

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

    def count(self, number: int, /) -> int:
        """Return how many keys occur in a round: 0 before the flop, 3 on the river."""
        return len(_found(_round(number), self.rules)[1])

    def lookup(self, number: int, cards: npt.ArrayLike, /, threads: int | None = None) -> BucketArray:
        """Return the buckets of many deals. cards: integers [n, 2 + board cards], hole cards first."""
        which, rows = _round(number), card_rows(cards)
        width = 2 + _BOARD_CARDS[which]
        if rows.shape[1] != width:
            raise AbstractionError(
                f"cards of shape {rows.shape} are not deals of round {number}; give an array [n, {width}], two hole "
                f"cards and {_BOARD_CARDS[which]} of the board"
            )
        buckets = np.empty(len(rows), np.uint32)
        good = _found(which, self.rules)[0].deal_buckets(rows, buckets, check_threads(threads))
        _explain_bad_row(rows, good)
        return buckets

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board. hands: uint8[n, 2] -> uint32[n]."""
        which, table, rows = _round(number), parse_cards(list(board)), card_rows(hands)
        if len(table) != _BOARD_CARDS[which] or rows.shape[1] != 2:
            raise AbstractionError(
                f"a board of {len(table)} cards and hands of shape {rows.shape} are not of round {number}; it has "
                f"{_BOARD_CARDS[which]} cards on the board and hands [n, 2]"
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
        return str(_key(_BOARD_CARDS[number], int(words[place]), self.rules))

    def keys(self, number: int) -> list[str]:
        """Return the keys of all buckets of a round, in order.

        >>> FeatureAbstraction().keys(0)[:4]
        ['22u', '23u', '23s', '24u']
        """
        words = _found(_round(number), self.rules)[1]
        return [str(_key(_BOARD_CARDS[number], int(word), self.rules)) for word in words]

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
        indexer = HandIndexer((2, _BOARD_CARDS[which]) if which else (2,))
        last = len(indexer.rounds) - 1
        table = np.empty(indexer.size(), np.uint32)
        for start in range(0, len(table), _CHUNK):
            classes = np.arange(start, min(start + _CHUNK, len(table)))
            table[classes] = self.lookup(which, indexer.cards_batch(last, classes, threads), threads)
        return table


@cache
def _found(
    number: int, rules: FeatureRules
) -> tuple[_core.FeatureIndex, npt.NDArray[np.uint32], npt.NDArray[np.uint64]]:
    """Return the keys that occur in a round: where they are found, their words and their numbers of deals."""
    index = _core.feature_index(_BOARD_CARDS[number], rules._native(), 0, None)
    words, deals = index.words, index.deals
    words.flags.writeable = deals.flags.writeable = False
    return index, words, deals


def _key(board_cards: int, word: int, rules: FeatureRules) -> PreflopKey | FeatureKey:
    """Unpack a word; `cpp/abstraction/features.hpp` tells its fields."""
    if board_cards == 0:
        return PreflopKey.of_word(word)
    second, kicker = word >> 17 & 15, word >> 13 & 15
    draws = rules.draws and board_cards < 5
    return FeatureKey(
        category=CATEGORIES[word >> 25],
        ranks=RANKS[word >> 21 & 15] + (RANKS[second - 1] if second else ""),
        kicker=RANKS[kicker - 1] if kicker else "",
        suits=_told(rules.suits, word >> 10 & 7),
        top=_told(rules.top, word >> 8 & 3),
        pairs=_told(rules.pairs, word >> 6 & 3),
        trips=bool(word >> 5 & 1),
        flush_draw=_told(rules.suits, word >> 2 & 7) if draws else None,
        straight_draw=word & 3 if draws else None,
    )


def _told(how: Telling, value: int) -> bool | int:
    return value if how == "count" else bool(value)


def _unused(key: FeatureKey, hole: list[int], table: list[int]) -> str:
    """Return the ranks on the table that the made hand does not use."""
    if key.category in ("F", "SF"):
        suits = [card % 4 for card in hole + table]
        used = {card for card in hole + table if suits.count(card % 4) >= 5}
        return _ranks_text([card for card in table if card not in used])
    top = RANKS.index(key.ranks[0])
    need = [rank % 13 for rank in range(top - 4, top + 1)] if key.category == "S" else []
    if not need:
        sizes = {"H": (1,), "P": (2,), "PP": (2, 2), "T": (3,), "FH": (3, 2), "Q": (4,)}[key.category]
        need = [RANKS.index(rank) for rank, size in zip(key.ranks, sizes, strict=True) for _ in range(size)]
    rest = []
    for card in table if key.category == "S" else [*hole, *table]:
        if card // 4 in need:
            need.remove(card // 4)
        elif card in table:
            rest.append(card)
    return _ranks_text(rest)


def _ranks_text(cards: Sequence[int]) -> str:
    return "".join(RANKS[card // 4] for card in sorted(cards))


# --- input ------------------------------------------------------------------------------------------------------------


def _deal(hole: CardsLike, board: CardsLike) -> tuple[list[int], list[int]]:
    own, table = parse_cards(hole), parse_cards(board)
    if len(own) != 2 or len(table) not in _BOARD_CARDS:
        raise CardError(
            f"'{card_names(own)}' on '{card_names(table)}' is no hold'em deal; it needs two hole cards and 0, 3, 4 or 5 "
            "on the board, such as '5s7c' and '4s6d8d'"
        )
    parse_cards(own + table)  # no card twice
    return own, table


def _round(number: int) -> int:
    which = integer(number)
    if which is None or not 0 <= which < len(_BOARD_CARDS):
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
