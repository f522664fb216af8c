"""The hands that a player may hold in a game to be solved: cards and weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.cards.card import card_names, hand_indices
from riverboat.cards.range import Range
from riverboat.errors import RangeError
from riverboat.games.rules.game import Game

CardWeights: TypeAlias = tuple[float, ...]
"""A range in games of one hole card: 52 weights from 0 to 1 by card id."""


@dataclass(frozen=True)
class PrivateHands:
    """Hands of one player that fit the board, those of weight 0 left out.

    cards: uint8[hands, hole cards], the higher card first. weights: float64[hands].
    """

    cards: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def names(self) -> list[str]:
        """The hands as text, such as `AsKd`."""
        return [card_names(hand) for hand in self.cards.tolist()]


def private_hands(
    game: Game, board: list[int], given: Range | CardWeights | str | None, who: str
) -> PrivateHands:
    """Return the hands of a range, or all hands of the deck if none is given.

    who: the player, for the error when nothing is left.

    >>> from riverboat.games import leduc
    >>> private_hands(leduc(), [], None, "seat 0").names
    ['Jh', 'Js', 'Qh', 'Qs', 'Kh', 'Ks']
    """
    free = np.array([card for card in sorted(game.deck.cards) if card not in board], np.uint8)
    if game.hole_cards > 2:
        raise RangeError(f"hands of {game.hole_cards} hole cards cannot be solved; they have one or two")
    if game.hole_cards == 1:
        hands = free.reshape(-1, 1)
        weights = None if given is None else _card_weights(given)[free]
    else:
        lows, highs = np.triu_indices(len(free), 1)
        hands = np.stack([free[highs], free[lows]], axis=1)
        weights = None if given is None else _hand_weights(given)[hand_indices(hands)]
    if weights is None:
        return PrivateHands(hands, np.ones(len(hands)))
    kept = weights > 0
    if not kept.any():
        raise RangeError(
            f"the range of {who} holds no hand that fits the board {card_names(board)}; give 'AA,KK' or such"
        )
    return PrivateHands(hands[kept], weights[kept])


def _hand_weights(given: Range | CardWeights | str) -> npt.NDArray[np.float64]:
    if isinstance(given, tuple):
        raise RangeError(
            f"a range of {len(given)} weights is for games of one hole card; give 'AA,KK' or such"
        )
    held = Range(given) if isinstance(given, str) else given
    return np.asarray(held.weights, np.float64)


def _card_weights(given: Range | CardWeights | str) -> npt.NDArray[np.float64]:
    if not isinstance(given, tuple):
        raise RangeError(
            "ranges are of two-card hands; in a game with one hole card give 52 weights by card, or None for every card"
        )
    weights = np.array(given, np.float64)
    if weights.shape != (52,) or not ((weights >= 0) & (weights <= 1)).all():
        raise RangeError(f"the range {given} is not 52 weights from 0 to 1, one for each card")
    return weights


def meeting_weight(first: PrivateHands, second: PrivateHands) -> float:
    """Return the sum over all pairs of hands without a common card of the product of their weights.

    >>> from riverboat.games import kuhn
    >>> hands = private_hands(kuhn(), [], None, "seat 0")
    >>> meeting_weight(hands, hands)
    6.0
    """
    return float(first.weights @ meeting_weights(first, second))


def meeting_weights(first: PrivateHands, second: PrivateHands) -> npt.NDArray[np.float64]:
    """Return for each hand of the first player the weight of the second player's hands that it can meet."""
    holes = second.cards.shape[1]
    by_card = np.bincount(second.cards.T.reshape(-1), np.tile(second.weights, holes), 52)
    met = second.weights.sum() - by_card[first.cards].sum(axis=1)
    if holes == 2:  # the same hand was taken away once with each card
        same = np.zeros((52, 52))
        same[second.cards[:, 0], second.cards[:, 1]] = second.weights
        met += same[first.cards[:, 0], first.cards[:, 1]]
    return np.asarray(met)


def classes_on(
    game: _core.SolverGame, number: int, board: int, player: int, cards: npt.NDArray[np.uint8]
) -> npt.NDArray[np.intp]:
    """Return the class of each hand of a player on a board of a prepared game, -1 for hands that are not there.

    cards: [hands, hole cards], in either order.
    """
    _, _, listed, class_of = game.board_hands(number, board, player)
    places = np.full((52, 52), -1, np.intp)
    places[listed[:, 0], listed[:, -1]] = places[listed[:, -1], listed[:, 0]] = class_of
    return places[cards[:, 0], cards[:, -1]]
