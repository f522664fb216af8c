"""Hands by number, the index of two cards or the card itself, from whatever names them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import (
    HAND_CARDS,
    RANKS,
    CardsLike,
    card_names,
    hand_index,
    hand_indices,
    parse_cards,
)
from riverboat.cards.card_arrays import card_rows
from riverboat.cards.hand_class import CLASS_HANDS
from riverboat.errors import CardError, StrategyError
from riverboat.games.rules.game import Game

_CARDS: Final = np.arange(52, dtype=np.uint8)[:, None]


def hand_cards_of(game: Game) -> npt.NDArray[np.uint8]:
    """Return the cards of every hand number: uint8[1326, 2] by hand index, or uint8[52, 1] by card."""
    if game.hole_cards not in (1, 2):
        raise StrategyError(
            f"{game.name!r} has {game.hole_cards} hole cards; strategies are asked with one or two"
        )
    return HAND_CARDS if game.hole_cards == 2 else _CARDS


def hand_number(hand: CardsLike, game: Game) -> int:
    """Return the number of a hand: its index, or in games of one hole card the card.

    >>> from riverboat.games import kuhn, nolimit_holdem
    >>> hand_number("AsAh", nolimit_holdem()), hand_number("Ks", kuhn())
    (1325, 47)
    """
    if (
        isinstance(hand, str)
        and len(hand) == 2
        and hand[0] in RANKS
        and hand[1] in RANKS
        and hand[0] != hand[1]
    ):
        raise CardError(
            f"{hand!r} may be suited or not; write {hand}s or {hand}o, or two cards, such as AsKd"
        )
    cards = parse_cards(hand)
    if len(cards) != game.hole_cards:
        example = "AsKd" if game.hole_cards == 2 else card_names(game.deck.cards[-1:])
        raise CardError(
            f"the hand {hand!r} is {len(cards)} cards; {game.name!r} deals {game.hole_cards}, such as '{example}'"
        )
    return hand_index(*cards) if game.hole_cards == 2 else cards[0]


def hand_numbers(cards: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Return the numbers of many hands: [hands, hole cards] -> int64[hands].

    >>> hand_numbers(np.array([[50, 51], [1, 0]], np.uint8)).tolist(), hand_numbers(np.array([[47]])).tolist()
    ([1325, 0], [47])
    """
    return hand_indices(cards) if cards.shape[1] == 2 else cards[:, 0].astype(np.int64)


def checked_hands(hands: npt.ArrayLike, game: Game) -> npt.NDArray[np.uint8]:
    """Return hands as uint8[hands, hole cards]; raise unless each is as many different cards as the game deals."""
    cards = card_rows(hands)
    if cards.shape[1] != game.hole_cards:
        raise CardError(
            f"hands of shape {cards.shape} are not of {game.name!r}; give card ids [hands, {game.hole_cards}]"
        )
    wrong = (cards > 51).any(axis=1) | ((cards[:, 0] == cards[:, -1]) & (game.hole_cards == 2))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise CardError(f"row {row}: {cards[row].tolist()} is not a hand; ids are different and from 0 to 51")
    return cards


def named_number(hand: str, board: Sequence[int], game: Game) -> int:
    """Return the number of a hand by its name; before the flop a class, such as AKo, stands for one of its hands.

    >>> from riverboat.games import nolimit_holdem
    >>> named_number("AKo", (), nolimit_holdem()) == named_number("AcKd", (), nolimit_holdem())
    True
    """
    if game.hole_cards == 2 and hand in CLASS_HANDS:
        if board:
            raise CardError(f"on a board suits matter: name the two cards of {hand!r}, such as 'AsKd'")
        return int(CLASS_HANDS[hand][0])
    return hand_number(hand, game)


def check_unblocked(cards: Sequence[int], board: Sequence[int], game: Game) -> None:
    """Raise if a hand holds a card of the board, or one that is not in the deck."""
    for card in cards:
        if card in board:
            raise CardError(
                f"the card {card_names([card])} is in the hand {card_names(cards)} and on the board "
                f"{card_names(board)}; each card is dealt once"
            )
        if card not in game.deck.cards:
            raise CardError(f"the hand {card_names(cards)} is not in the deck of {game.name!r}")
