"""Cards, card text and decks.

A card is an integer `4 * rank + suit`: ranks `23456789TJQKA` are 0..12, suits `cdhs` are 0..3, so `2c` is 0 and
`As` is 51. A two-card hand `hi > lo` has the index `hi * (hi - 1) / 2 + lo`, 0..1325. Every deck, also those of the
small games, uses the same ids: a deck is a set of ranks times a set of suits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import integer, shown
from riverboat.errors import CardError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
NUM_CARDS = 52
NUM_HANDS = 1326

CardsLike: TypeAlias = "str | int | Sequence[int] | Sequence[str] | np.ndarray"
"""What every function here takes for cards: text such as `"AsKd"`, ids, or a list of either."""

_ID_OF = {rank + suit: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
_SUIT_OF_SYMBOL = dict(zip(SUIT_SYMBOLS + "♧♢♡♤", SUITS + SUITS, strict=True))
_IGNORED = str.maketrans({" ": None, ",": None, "\t": None})


def card_id(text: str) -> int:
    """Return the id of one card written as rank and suit.

    >>> card_id("As"), card_id("2c"), card_id("10h") == card_id("Th")
    (51, 0, True)
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"'{text}' is {len(cards)} cards; one card was expected, such as 'As'")
    return cards[0]


def card_name(card: int) -> str:
    """Return the two-letter name of a card id.

    >>> card_name(51)
    'As'
    """
    if not isinstance(card, int | np.integer) or not 0 <= card < NUM_CARDS:
        raise CardError(f"{shown(card)} is not a card id; ids are whole numbers from 0 (2c) to 51 (As)")
    return RANKS[card // 4] + SUITS[card % 4]


def card_names(cards: Iterable[int]) -> str:
    """Return the cards' names in a row, without spaces.

    >>> card_names([51, 46])
    'AsKh'
    """
    if not isinstance(cards, Iterable):
        raise CardError(f"{shown(cards)} are not cards; give a list of ids, such as [51, 46]")
    return "".join(card_name(card) for card in cards)


def parse_cards(cards: CardsLike, *, distinct: bool = True) -> list[int]:
    """Return card ids for text, ids or a list of either, in the order given.

    Text may hold spaces and commas, lower-case ranks, upper-case suits, `10` for the ten and suit symbols. Ids may
    be any integers. Unless `distinct` is False a card that appears twice is an error.

    >>> parse_cards("As Kd"), parse_cards([51, 45]), parse_cards("A♠, 10♥")
    ([51, 45], [51, 45], [51, 34])
    """
    ids = _ids_of_text(cards) if isinstance(cards, str) else _ids_of_sequence(cards)
    if distinct and len(set(ids)) != len(ids):
        twice = next(card for i, card in enumerate(ids) if card in ids[:i])
        raise CardError(f"the card {card_name(twice)} appears twice in '{card_names(ids)}'")
    return ids


def _ids_of_text(text: str) -> list[int]:
    try:  # plain text such as 'AsKd', several times faster than the general way
        return [_ID_OF[text[i : i + 2]] for i in range(0, len(text), 2)]
    except KeyError:
        return _ids_of_loose_text(text)


def _ids_of_loose_text(text: str) -> list[int]:
    compact = text.translate(_IGNORED).replace("10", "T")
    ids = []
    for i in range(0, len(compact), 2):
        token = compact[i : i + 2]
        suit = token[1:].lower()
        card = _ID_OF.get(token[:1].upper() + _SUIT_OF_SYMBOL.get(suit, suit))
        if card is None:
            raise CardError(
                f"'{token}' in '{text}' is not a card; a card is a rank ({RANKS}) and a suit ({SUITS}), such as 'As'"
            )
        ids.append(card)
    return ids


def _ids_of_sequence(cards: int | Sequence[int] | Sequence[str] | np.ndarray) -> list[int]:
    items: Iterable[object] = [cards] if isinstance(cards, int | np.integer) else cards
    if not isinstance(items, Iterable):
        raise CardError(f"{cards!r} is not a list of cards; use text such as 'AsKd' or ids from 0 to 51")
    if isinstance(items, np.ndarray):
        if items.ndim != 1:
            raise CardError(f"an array of cards must have one dimension, not shape {items.shape}")
        items = items.tolist()
    ids = []
    for item in items:
        if isinstance(item, str):
            ids.extend(_ids_of_text(item))
            continue
        card = integer(item)
        if card is None:
            raise CardError(f"{item!r} is not a card; use text such as 'As' or an id from 0 to 51")
        if not 0 <= card < NUM_CARDS:
            raise CardError(f"card id {item} is out of range; ids go from 0 (2c) to 51 (As)")
        ids.append(card)
    return ids


def hand_index(a: int, b: int) -> int:
    """Return the index 0..1325 of the two-card hand `{a, b}`.

    >>> hand_index(1, 0), hand_index(50, 51)
    (0, 1325)
    """
    ids = [int(card) for card in (a, b) if isinstance(card, int | np.integer)]  # NumPy's bytes would overflow
    lo, hi = sorted(ids) if len(ids) == 2 else (-1, -1)
    if not 0 <= lo < hi < NUM_CARDS:
        raise CardError(
            f"cards {shown(a)} and {shown(b)} are not a hand; a hand is two different ids from 0 (2c) to 51 (As)"
        )
    return hi * (hi - 1) // 2 + lo


def hand_indices(hands: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the index of each of many hands, whose cards stand in either order: [..., 2] -> int64[...].

    >>> hand_indices([[0, 1], [51, 50]]).tolist()
    [0, 1325]
    """
    cards = np.asarray(hands, np.int64)
    high, low = np.maximum(cards[..., 0], cards[..., 1]), np.minimum(cards[..., 0], cards[..., 1])
    return np.asarray(high * (high - 1) // 2 + low)


def hand_cards(index: int) -> tuple[int, int]:
    """Return the cards `(hi, lo)` of a hand index.

    >>> hand_cards(1325)
    (51, 50)
    """
    place = integer(index)
    if place is None or not 0 <= place < NUM_HANDS:
        raise CardError(f"{shown(index)} is not a hand index; indices are whole numbers from 0 to 1325")
    return int(HAND_CARDS[place, 0]), int(HAND_CARDS[place, 1])


def hand_name(index: int) -> str:
    """Return the four-letter name of a hand index, higher card first.

    >>> hand_name(1325)
    'AsAh'
    """
    return card_names(hand_cards(index))


HAND_CARDS: np.ndarray = np.array([(hi, lo) for hi in range(NUM_CARDS) for lo in range(hi)], dtype=np.uint8)
"""uint8[1326, 2]: the two cards of each hand index, higher first."""
HAND_CARDS.flags.writeable = False


@dataclass(frozen=True)
class Deck:
    """A deck: every rank of `ranks` in every suit of `suits`.

    >>> Deck("JQK", "hs").size, card_names(Deck("JQK", "s").cards)
    (6, 'JsQsKs')
    """

    ranks: str = RANKS
    suits: str = SUITS

    def __post_init__(self) -> None:
        for what, given, order in (("ranks", self.ranks, RANKS), ("suits", self.suits, SUITS)):
            positions = [order.find(letter) for letter in given] if isinstance(given, str) else [-1]
            if not given or -1 in positions or positions != sorted(set(positions)):
                raise CardError(f"deck {what} '{given}' must be letters of '{order}', ascending, each once")

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """The card ids, ascending."""
        return tuple(_ID_OF[rank + suit] for rank in self.ranks for suit in self.suits)

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.ranks) * len(self.suits)


FULL_DECK = Deck()
SHORT_DECK = Deck("6789TJQKA")
