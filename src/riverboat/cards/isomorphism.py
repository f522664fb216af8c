"""Hands that differ only in the names of the suits are the same hand: a perfect index of those classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.base.checks import check_threads, integer
from riverboat.cards.card import FULL_DECK, RANKS, SUITS, CardsLike, Deck, card_name, card_names, parse_cards
from riverboat.cards.card_arrays import card_rows, integer_array, not_in_deck
from riverboat.errors import CardError

MAX_CARDS = 7
"""The most cards an index takes, all rounds together: a hold'em hand and its board."""


class HandIndexer:
    """A perfect, order-preserving index of hands up to a relabelling of the suits.

    `rounds` says how many cards come in each round, `(2, 3, 1, 1)` for hold'em. The order of cards inside a
    round does not matter, the round in which a card came does. The classes of round `r` (counted from 0) are
    numbered `0 .. size(r) - 1` without gaps; the cards of a hand are always those of all rounds up to `r`.

    >>> indexer = HandIndexer((2, 3, 1, 1))
    >>> [indexer.size(r) for r in range(4)]
    [169, 1286792, 55190538, 2428287420]
    >>> indexer.index("AhKh") == indexer.index("KdAd") != indexer.index("AhKd")
    True
    >>> card_names(indexer.cards(0, 168)), indexer.weight(0, 168)
    ('KsAs', 4)

    **The order.** Write a hand as one row per suit. A row holds, round by round, the set of ranks that came
    in its suit, as a binary number (bit 0 is the lowest rank of the deck); the row's *shape* is the list of
    how many they are. Rows are compared by shape, then by their sets, first round first. The canonical hand
    of a class lists its rows in descending order, in spades, hearts, diamonds, clubs (those suits the deck
    has). Index order is the order of the canonical hands, compared first by the shapes of all rows, then by
    the sets of all rows. So of the 169 starting hands, 0 to 90 are the pairs and offsuit hands, ordered by
    their higher card from 22 to AA, and 91 to 168 the suited hands from 32s to AKs.

    The object does not change after construction, may be shared between threads and can be pickled.
    Waugh 2013, "A fast and optimal hand isomorphism algorithm".
    """

    def __init__(self, rounds: Sequence[int], deck: Deck = FULL_DECK) -> None:
        self._rounds = _check_rounds(rounds, deck)
        self._deck = deck
        self._widths = tuple(int(width) for width in np.cumsum(self._rounds))
        rank_mask = sum(1 << RANKS.index(rank) for rank in deck.ranks)
        suit_mask = sum(1 << SUITS.index(suit) for suit in deck.suits)
        self._native = _core.HandIndexer(list(self._rounds), rank_mask, suit_mask)

    @property
    def rounds(self) -> tuple[int, ...]:
        """Cards per round."""
        return self._rounds

    @property
    def deck(self) -> Deck:
        """The deck hands are dealt from."""
        return self._deck

    def __repr__(self) -> str:
        deck = "" if self._deck == FULL_DECK else f", {self._deck!r}"
        return f"HandIndexer({self._rounds}{deck})"

    def __reduce__(self) -> tuple[type[HandIndexer], tuple[tuple[int, ...], Deck]]:
        return HandIndexer, (self._rounds, self._deck)

    def size(self, round: int | None = None) -> int:
        """Return the number of classes in a round; of the last one by default.

        >>> HandIndexer((1, 1), Deck("JQK", "hs")).size()  # Leduc: 6 with one suit, 9 with two
        15
        """
        return self._native.size(self._check_round(round))

    # --- one hand ----------------------------------------------------------------------------------------

    def index(self, cards: CardsLike, round: int | None = None) -> Any:
        """Return the index of one hand: text or ids, rounds in order. An array [N, k] goes to `index_batch`.

        The number of cards tells the round; `round` may be given to insist on it.

        >>> HandIndexer((2, 3)).index("AsAh"), HandIndexer((2, 3)).index("AsAh 2c2d7h")
        (90, 295659)
        """
        if isinstance(cards, np.ndarray) and cards.ndim == 2:
            self._insist(round, cards.shape[1], f"an array of shape {cards.shape}")
            return self.index_batch(cards)
        hand = parse_cards(cards)
        which = self._insist(round, len(hand), f"'{card_names(hand)}'")
        for card in hand:
            if card not in self._deck.cards:
                raise CardError(f"'{card_names(hand)}': {not_in_deck(card, self._deck)}")
        index = np.empty(1, np.int64)
        self._native.index(which, np.array([hand], dtype=np.uint8), index, 1)
        return int(index[0])

    @overload
    def cards(self, round: int, index: int) -> list[int]: ...

    @overload
    def cards(self, round: int, index: npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]: ...

    def cards(self, round: int, index: int | npt.NDArray[np.integer]) -> Any:
        """Return the canonical hand of a class: card ids, rounds in order, ascending inside each round.

        An array of indices goes to `cards_batch`.

        >>> card_names(HandIndexer((2, 3)).cards(1, 295659))
        'AhAs2c2d7s'
        """
        if isinstance(index, np.ndarray):
            return self.cards_batch(round, index)
        return self.cards_batch(round, self._one(round, index), threads=1)[0].tolist()

    def weight(self, round: int, index: int) -> int:
        """Return how many concrete hands a class holds. Over a round, weights sum to the number of deals.

        >>> [HandIndexer((2,)).weight(0, i) for i in (0, 1, 91)]  # 22, 32o, 32s
        [6, 12, 4]
        """
        return int(self.weight_batch(round, self._one(round, index), threads=1)[0])

    # --- many hands --------------------------------------------------------------------------------------

    def index_batch(self, cards: npt.ArrayLike, threads: int | None = None) -> npt.NDArray[np.int64]:
        """Return the indices of many hands of one round. cards: integers [N, k] -> int64[N].

        `k` tells the round, as in `index`. `threads` is how many to use, all of the machine's by default.

        >>> HandIndexer((2, 3)).index_batch([[51, 50], [0, 1]]).tolist()
        [90, 0]
        """
        rows = card_rows(cards)
        which = self._round_of_width(rows.shape[1], f"an array of shape {rows.shape}")
        indices = np.empty(len(rows), np.int64)
        good = self._native.index(which, rows, indices, check_threads(threads, CardError))
        self._explain_bad_row(rows, good)
        return indices

    def index_all(self, cards: npt.ArrayLike, threads: int | None = None) -> npt.NDArray[np.int64]:
        """Return the indices of whole hands in every round. cards: integers [N, k] -> int64[N, rounds].

        >>> HandIndexer((2, 3)).index_all([[51, 50, 0, 1, 22]]).tolist()
        [[90, 295659]]
        """
        rows = card_rows(cards)
        if rows.shape[1] != self._widths[-1]:
            raise CardError(
                f"cards of shape {rows.shape} are not whole hands of the rounds {self._rounds}; "
                f"give an array [N, {self._widths[-1]}]"
            )
        indices, good = self._native.index_all(rows, check_threads(threads, CardError))
        self._explain_bad_row(rows, good)
        return indices

    def cards_batch(
        self, round: int, indices: npt.ArrayLike, threads: int | None = None
    ) -> npt.NDArray[np.uint8]:
        """Return the canonical hands of many classes of one round. indices: integers [N] -> uint8[N, k].

        >>> HandIndexer((2, 3)).cards_batch(0, [0, 168]).tolist()
        [[2, 3], [47, 51]]
        """
        which, values = self._check_round(round), _index_vector(indices)
        hands, good = self._native.cards(which, values, check_threads(threads, CardError))
        self._explain_bad_index(which, values, good)
        return hands

    def weight_batch(
        self, round: int, indices: npt.ArrayLike, threads: int | None = None
    ) -> npt.NDArray[np.int64]:
        """Return how many concrete hands each class of one round holds. indices: integers [N] -> int64[N].

        >>> HandIndexer((2, 3)).weight_batch(0, range(169)).sum() == 1326
        np.True_
        """
        which, values = self._check_round(round), _index_vector(indices)
        weights, good = self._native.weights(which, values, check_threads(threads, CardError))
        self._explain_bad_index(which, values, good)
        return weights

    # --- checks ------------------------------------------------------------------------------------------

    def _check_round(self, round: int | None) -> int:
        last = len(self._rounds) - 1
        if round is None:
            return last
        which = integer(round)
        if which is None or not 0 <= which <= last:
            raise CardError(f"round {round!r} does not exist in {self._rounds}; rounds go from 0 to {last}")
        return which

    def _round_of_width(self, width: int, what: str) -> int:
        if width not in self._widths:
            choices = " or ".join(str(choice) for choice in self._widths)
            raise CardError(
                f"{what} has {width} cards per hand; hands of the rounds {self._rounds} have {choices} cards"
            )
        return self._widths.index(width)

    def _insist(self, round: int | None, width: int, what: str) -> int:
        """Return the round of hands of `width` cards; raise unless it is `round`, if that is given."""
        which = self._round_of_width(width, what)
        if round is not None and self._check_round(round) != which:
            raise CardError(
                f"{what} is {width} cards; round {round} of {self._rounds} takes "
                f"{self._widths[round]} cards, counting the rounds before it"
            )
        return which

    def _one(self, round: int, index: int) -> npt.NDArray[np.int64]:
        which, value = self._check_round(round), integer(index)
        if value is None or not 0 <= value < self.size(which):
            raise CardError(self._out_of_range(f"index {index!r}", which))
        return np.array([value], dtype=np.int64)

    def _out_of_range(self, what: str, round: int) -> str:
        return f"{what} is out of range; indices of round {round} go from 0 to {self.size(round) - 1}"

    def _explain_bad_index(self, round: int, indices: npt.NDArray[np.int64], row: int) -> None:
        if row < len(indices):
            raise CardError(self._out_of_range(f"row {row}: index {indices[row]}", round))

    def _explain_bad_row(self, rows: npt.NDArray[np.uint8], row: int) -> None:
        if row == len(rows):
            return
        hand = rows[row].tolist()
        for i, card in enumerate(hand):
            if card not in self._deck.cards:
                raise CardError(f"row {row}: {not_in_deck(card, self._deck)}")
            if card in hand[:i]:
                raise CardError(
                    f"row {row}: the card {card_name(card)} appears twice in '{card_names(hand)}'"
                )


def _check_rounds(rounds: Sequence[int], deck: Deck) -> tuple[int, ...]:
    example = "rounds are cards per round, such as (2, 3, 1, 1)"
    if not isinstance(deck, Deck):
        raise CardError(f"deck {deck!r} is not a Deck, such as Deck('JQK', 'hs')")
    if isinstance(rounds, str) or not hasattr(rounds, "__iter__"):
        raise CardError(f"rounds {rounds!r} are not a list of integers; {example}")
    counts = []
    for n in rounds:
        count = integer(n)
        if count is None or count < 1:
            raise CardError(f"rounds {rounds!r} hold {n!r}, which is not a positive integer; {example}")
        counts.append(count)
    if not counts:
        raise CardError(f"rounds {rounds!r} are empty; {example}")
    for limit, whose in ((MAX_CARDS, "an index takes at most"), (deck.size, "the deck has only")):
        if sum(counts) > limit:
            raise CardError(f"rounds {rounds!r} need {sum(counts)} cards; {whose} {limit}; {example}")
    return tuple(counts)


def _index_vector(indices: npt.ArrayLike) -> npt.NDArray[np.int64]:
    vector = integer_array(indices, 1, "give indices as int64[N], such as [0, 168]")
    if vector.dtype == np.uint64 and vector.size and int(vector.max()) > np.iinfo(np.int64).max:
        row = int(vector.argmax())
        raise CardError(f"row {row}: index {vector[row]} is out of range; indices are below 2**63")
    return np.ascontiguousarray(vector, dtype=np.int64)
