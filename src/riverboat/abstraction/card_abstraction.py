"""What every card abstraction answers: how many buckets a round has, and which bucket a hand is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from riverboat.base.streets import round_names
from riverboat.cards.card import Deck
from riverboat.errors import AbstractionError

BucketArray: TypeAlias = npt.NDArray[np.uint32]
Groups: TypeAlias = tuple[tuple[int, ...], ...]

HOLDEM: Final[Groups] = ((2,), (2, 3), (2, 4), (2, 5))
"""Hold'em by round, as groups of cards inside which the order does not matter: hole cards, then the whole board."""

HOLDEM_IN_ORDER: Final[Groups] = ((2,), (2, 3), (2, 3, 1), (2, 3, 1, 1))
"""The same with perfect recall: which card of the board came on which street."""


@runtime_checkable
class CardAbstraction(Protocol):
    """Which hands count as the same, round by round; round 0 is before the board.

    Suits have no names: hands and boards that differ in a renaming of suits are in the same bucket.
    """

    @property
    def deck(self) -> Deck:
        """The deck hands are dealt from."""
        ...

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has; they are 0 to count - 1."""
        ...

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board of a round: uint32[hands].

        board: card ids, street by street. hands: uint8[hands, hole cards].
        """
        ...

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each of many deals of a round: uint32[deals].

        cards: uint8[deals, hole and board cards], the hole cards first.
        """
        ...


@runtime_checkable
class Named(Protocol):
    """An abstraction whose buckets have names that say what hands are in them."""

    def bucket_name(self, number: int, bucket: int, /) -> str:
        """Return the name of a bucket of a round."""
        ...


def bucket_name(cards: object, number: int, bucket: int) -> str:
    """Return the name of a bucket, which is its number where an abstraction has no names.

    >>> from riverboat.abstraction import FeatureAbstraction
    >>> bucket_name(FeatureAbstraction(), 0, 0), bucket_name("some centroids", 0, 800)
    ('22u', '800')
    """
    return cards.bucket_name(number, bucket) if isinstance(cards, Named) else str(bucket)


class Grouped(CardAbstraction, Protocol):
    """An abstraction that says of which groups of cards its rounds are."""

    @property
    def groups(self) -> Groups:
        """By round, groups of cards inside which the order does not matter."""
        ...


def deals_on_board(board: Sequence[int], hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return hands on one board as `lookup` takes them: uint8[hands, hole and board cards].

    >>> deals_on_board([0, 1, 2], np.array([[51, 50], [49, 48]], np.uint8)).tolist()
    [[51, 50, 0, 1, 2], [49, 48, 0, 1, 2]]
    """
    hands = np.asarray(hands, np.uint8)
    cards = np.empty((len(hands), hands.shape[1] + len(board)), np.uint8)
    cards[:, : hands.shape[1]] = hands
    cards[:, hands.shape[1] :] = np.asarray(board, np.uint8)
    return cards


def by_board(deals: npt.NDArray[np.uint8]) -> Iterator[tuple[list[int], np.ndarray]]:
    """Yield each board of hold'em's deals, its cards ascending, and the rows of the deals on it.

    >>> deals = np.array([[51, 50, 0, 1, 2], [49, 48, 3, 1, 2], [9, 8, 2, 1, 0]], np.uint8)
    >>> [(board, rows.tolist()) for board, rows in by_board(deals)]
    [([0, 1, 2], [0, 2]), ([1, 2, 3], [1])]
    """
    boards = np.sort(deals[:, 2:], axis=1)
    keys = boards @ 64 ** np.arange(boards.shape[1])
    order = np.argsort(keys, kind="stable")
    if len(order):
        for rows in np.split(order, np.flatnonzero(np.diff(keys[order])) + 1):
            yield boards[rows[0]].tolist(), rows


def lookup_by_board(abstraction: CardAbstraction, number: int, cards: npt.NDArray[np.uint8]) -> BucketArray:
    """Return the bucket of each deal from an abstraction that works out the hands of one board together."""
    deals = np.asarray(cards, np.uint8)
    boards = deals[:, 2:]
    if (
        len(boards) and (boards == boards[0]).all()
    ):  # as at a table; sorting takes as long as finding a bucket
        return abstraction.buckets(number, boards[0].tolist(), deals[:, :2])
    found = np.empty(len(deals), np.uint32)
    for board, rows in by_board(deals):
        found[rows] = abstraction.buckets(number, board, deals[rows, :2])
    return found


def check_deck(own: Deck, deck: Deck, what: str = "the abstraction") -> None:
    """Raise unless an abstraction is of the deck that is dealt from. Its buckets would be of other hands, unnoticed.

    >>> check_deck(Deck("JQK", "hs"), Deck("QKA", "hs"), "'my.abstraction'")
    Traceback (most recent call last):
    riverboat.errors.AbstractionError: 'my.abstraction' is of the deck of ranks 'JQK' and suits 'hs'; the deck \
asked for has ranks 'QKA' and suits 'hs': build one for that deck
    """
    if own != deck:
        raise AbstractionError(
            f"{what} is of the deck of ranks '{own.ranks}' and suits '{own.suits}'; the deck asked for has ranks "
            f"'{deck.ranks}' and suits '{deck.suits}': build one for that deck"
        )


def names_of_rounds(groups: Groups) -> tuple[str, ...]:
    """Return the names of rounds by their groups of cards; see `round_names`.

    >>> names_of_rounds(HOLDEM), names_of_rounds(((1,), (1, 1)))
    (('preflop', 'flop', 'turn', 'river'), ('round-1', 'round-2'))
    """
    return round_names(groups[0][0], [sum(group[1:]) for group in groups])
