"""Arrays of cards on their way into native code: checked for shape and range, copied only if they must be."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import FULL_DECK, Deck, card_name
from riverboat.errors import CardError


def not_in_deck(card: int, deck: Deck) -> str:
    """Return why a card does not belong: no card at all, or one the deck leaves out."""
    if not 0 <= card <= 51:
        return f"card id {card} is out of range; ids go from 0 (2c) to 51 (As)"
    return f"the card {card_name(card)} is not in the deck of ranks '{deck.ranks}' and suits '{deck.suits}'"


def integer_array(values: npt.ArrayLike, ndim: int, example: str) -> npt.NDArray[np.integer]:
    """Return an integer array of `ndim` dimensions; `example` ends the message if that cannot be."""
    try:
        array = np.asarray(values)
    except ValueError as error:  # rows of different lengths
        raise CardError(f"rows must have one length: {error}; {example}") from None
    if array.ndim != ndim:
        raise CardError(f"an array of shape {array.shape} has {array.ndim} dimensions, not {ndim}; {example}")
    if array.dtype.kind not in "iu":
        if array.size:
            raise CardError(f"an array of type {array.dtype} does not hold integers; {example}")
        array = array.astype(np.int64)
    return array


def card_rows(cards: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Return cards as contiguous uint8[N, cards], the same memory if they already are that."""
    rows = integer_array(cards, 2, "give card ids as uint8[N, cards], such as [[51, 50], [0, 1]]")
    if rows.dtype != np.uint8 and rows.size:
        outside = (rows < 0) | (rows > 51)  # before the cast, which would wrap
        if outside.any():
            row, column = np.argwhere(outside)[0]
            why = not_in_deck(int(rows[row, column]), FULL_DECK)
            raise CardError(f"row {row}: {why}; the cards are {rows[row].tolist()}")
    return np.ascontiguousarray(rows, dtype=np.uint8)
