"""What a hand of two to seven cards is: its category, the cards that make it and the kickers, apart.

So people compare hands: first the category, then the cards that it names, then the kickers. It is the `FullHandRank`
of the CPJC poker bot (2024), with its main cards and kickers, for any number of cards that hold'em shows: two before
the flop, five to seven after it. Straights and flushes take five cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import CardsLike, card_names, parse_cards
from riverboat.cards.card_arrays import card_rows, not_in_deck
from riverboat.cards.hand_text import CATEGORIES, describe_class
from riverboat.cards.ranking import Ranking, ranking
from riverboat.errors import CardError

MADE_OF: Final = (1, 2, 4, 3, 5, 5, 5, 4, 5)
"""How many cards make a hand, by `CATEGORIES`; the others are kickers."""
FEWEST, MOST, _COUNTED = 2, 7, 5
_OF_PATTERN: Final = {(1,): 0, (2,): 1, (2, 2): 2, (3,): 3, (4,): 7}
"""The category of fewer than five cards by how often their ranks occur, those above once."""


@dataclass(frozen=True, order=True)
class HandRank:
    """One hand. Hands of one ranking compare by it; those that tie are equal, whatever their suits.

    category: its name. main: the cards (ids) that make it, the most important first. kickers: those that only break
    ties.

    >>> rank = hand_rank("AsAhKdKsQd2c3c")
    >>> rank
    <HandRank two pair, aces and kings, queen kicker: AsAhKsKd + Qd>
    >>> hand_rank("AsAh") > hand_rank("AsKs"), hand_rank("AsKd") == hand_rank("AhKc")
    (True, True)
    """

    _key: tuple[int, tuple[int, ...], tuple[int, ...]] = field(repr=False)
    category: str = field(compare=False)
    main: tuple[int, ...] = field(compare=False)
    kickers: tuple[int, ...] = field(compare=False)

    def __repr__(self) -> str:
        kickers = f" + {card_names(self.kickers)}" if self.kickers else ""
        return f"<HandRank {self.name}: {card_names(self.main)}{kickers}>"

    @property
    def name(self) -> str:
        """The hand in words.

        >>> [hand_rank(cards).name for cards in ("7c2d", "9s9h9d", "AsAhKdKs")]
        ['high card seven', 'three of a kind, nines', 'two pair, aces and kings']
        """
        cards = self.main + self.kickers
        return describe_class(self.category, list(dict.fromkeys(card // 4 for card in cards)), _COUNTED)

    def to_dict(self) -> dict[str, str]:
        """Return plain values."""
        return {
            "category": self.category,
            "main": card_names(self.main),
            "kickers": card_names(self.kickers),
            "name": self.name,
        }


@dataclass(frozen=True, eq=False)
class HandRanks:
    """Many hands of one size.

    category: int8[N], places in `categories`, weakest first, so that a higher one is better. main, kickers: int8[N, 5],
    ranks from 0 (a deuce) to 12, the most important first and then −1.
    """

    categories: tuple[str, ...]
    category: npt.NDArray[np.int8]
    main: npt.NDArray[np.int8]
    kickers: npt.NDArray[np.int8]


def hand_rank(cards: CardsLike, rules: str = "holdem") -> HandRank:
    """Return what two to seven cards are. rules: "holdem", "short-deck" or "short-deck-trips".

    >>> rank = hand_rank("Ac5d4h3s2cKdKh")
    >>> rank.category, card_names(rank.main), rank.kickers
    ('straight', '5d4h3s2cAc', ())
    >>> [hand_rank("As9s8s7s6s" + more, "short-deck").category for more in ("", "KdKh")]
    ['straight flush', 'straight flush']
    """
    ranked, hand = _ranking_of(rules), parse_cards(cards)
    _check_size(len(hand), f"'{card_names(hand)}' is")
    if len(hand) < _COUNTED:
        for card in hand:
            if card not in ranked.deck.cards:
                raise CardError(not_in_deck(card, ranked.deck))
        category, ordered = _few(hand)
    else:
        category, ordered = CATEGORIES.index(ranked.category(hand)), ranked.best(hand)
    made = MADE_OF[category]
    main, kickers = tuple(ordered[:made]), tuple(ordered[made:])
    key = ranked.categories.index(CATEGORIES[category]), _ranks(main), _ranks(kickers)
    return HandRank(key, CATEGORIES[category], main, kickers)


def hand_ranks(cards: npt.ArrayLike, rules: str = "holdem", threads: int | None = None) -> HandRanks:
    """Return what many hands of one size are. cards: integers [N, 2..7].

    >>> ranks = hand_ranks([[51, 50], [51, 47]])
    >>> [ranks.categories[place] for place in ranks.category], ranks.main[:, :2].tolist()
    (['pair', 'high card'], [[12, 12], [12, -1]])
    """
    ranked, rows = _ranking_of(rules), card_rows(cards)
    _check_size(rows.shape[1], f"an array of shape {rows.shape} has")
    if rows.shape[1] >= _COUNTED:
        strengths = ranked.evaluate_batch(rows, threads)
        parts = [table[strengths] for table in _by_strength(ranked)]
    else:
        _check_rows(rows, ranked)
        parts = _few_rows(rows, ranked)
    return HandRanks(ranked.categories, *parts)


def _few(hand: list[int]) -> tuple[int, list[int]]:
    """Return the category of two to four cards, and the cards, the most important first."""
    ranks = [card // 4 for card in hand]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    pattern = tuple(count for count in counts if count > 1) or (1,)
    return _OF_PATTERN[pattern], sorted(
        hand, key=lambda card: (ranks.count(card // 4), card // 4, card), reverse=True
    )


def _few_rows(rows: npt.NDArray[np.uint8], ranked: Ranking) -> list[npt.NDArray[np.int8]]:
    """The same of many hands."""
    ranks = (rows // 4).astype(np.int8)
    same = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2, dtype=np.int8)
    order = np.argsort(-(same * np.int8(13) + ranks), axis=1, kind="stable")
    ordered = np.take_along_axis(ranks, order, axis=1)
    best, pairs = same.max(axis=1, initial=0), (same == 2).sum(axis=1) // 2
    number = np.select([best == 4, best == 3, pairs == 2, pairs == 1], [7, 3, 2, 1], 0)
    return _split(number, ordered, ranked)


def _split(
    number: npt.NDArray[np.int64], ordered: npt.NDArray[np.int8], ranked: Ranking
) -> list[npt.NDArray[np.int8]]:
    """Return places of categories, main ranks and kickers from categories and the ranks of the cards in order."""
    places = np.array(
        [ranked.categories.index(name) if name in ranked.categories else -1 for name in CATEGORIES]
    )
    made = np.array(MADE_OF)[number][:, None]
    at = np.arange(_COUNTED)
    padded = np.full((len(ordered), 2 * _COUNTED), -1, np.int8)
    padded[:, : ordered.shape[1]] = ordered
    main = np.where(at < made, padded[:, :_COUNTED], -1).astype(np.int8)
    kickers = np.take_along_axis(padded, made + at, axis=1)
    return [places[number].astype(np.int8), main, kickers]


@cache
def _by_strength(ranked: Ranking) -> list[npt.NDArray[np.int8]]:
    """Categories, main ranks and kickers of all strengths; 0 is none."""
    number = np.array([category for category, _ in ranked.deciding])
    lowest = ranked.deck.cards[0] // 4
    ordered = np.array([_all_five(category, ranks, lowest) for category, ranks in ranked.deciding], np.int8)
    return [np.concatenate([part[:1], part]) for part in _split(number, ordered, ranked)]


def _all_five(category: int, ranks: list[int], lowest: int) -> list[int]:
    """Return the ranks of all five cards from those that decide; below the lowest rank there is the ace.

    >>> _all_five(6, [12, 3], 0), _all_five(4, [3], 0), _all_five(4, [7], 4)
    ([12, 12, 12, 3, 3], [3, 2, 1, 0, 12], [7, 6, 5, 4, 12])
    """
    often = {1: (2,), 2: (2, 2), 3: (3,), 6: (3, 2), 7: (4,)}.get(category, ())
    if CATEGORIES[category].startswith("straight"):
        run = [ranks[0] - step for step in range(_COUNTED)]
        return [*run[:-1], run[-1] if run[-1] >= lowest else 12]
    times = (*often, *[1] * (len(ranks) - len(often)))
    return [rank for rank, count in zip(ranks, times, strict=True) for _ in range(count)]


def _ranks(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card // 4 for card in cards)


def _ranking_of(rules: str) -> Ranking:
    found = ranking(rules)
    if found.sizes[0] != _COUNTED:
        raise CardError(
            f"'{found.name}' ranks {found.sizes[0]} cards; hand ranks are those of 'holdem', 'short-deck' or "
            "'short-deck-trips'"
        )
    return found


def _check_size(cards: int, what: str) -> None:
    if not FEWEST <= cards <= MOST:
        raise CardError(
            f"{what} {cards} card{'s' * (cards != 1)}; a hand has {FEWEST} to {MOST}, such as 'AsKs'"
        )


def _check_rows(rows: npt.NDArray[np.uint8], ranked: Ranking) -> None:
    bad = ~np.isin(rows, ranked.deck.cards)
    twice = (np.diff(np.sort(rows, axis=1), axis=1) == 0).any(axis=1)
    wrong = bad.any(axis=1) | twice
    if wrong.any():
        row = int(wrong.argmax())
        for card in rows[row].tolist():
            if card not in ranked.deck.cards:
                raise CardError(f"row {row}: {not_in_deck(card, ranked.deck)}")
        raise CardError(f"row {row}: a card appears twice in '{card_names(rows[row].tolist())}'")
