"""The equity of every hand against the other player's range, for both players at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.cards.card import HAND_CARDS, NUM_HANDS, hand_indices
from riverboat.cards.equity import equity
from riverboat.cards.range import Range
from riverboat.games.rules.game import Game
from riverboat.games.rules.private_hands import PrivateHands

Floats = npt.NDArray[np.float64]


def has_equities(game: Game) -> bool:
    """Whether equities are known: in hold'em with the full deck.

    >>> from riverboat.games import leduc, nolimit_holdem
    >>> has_equities(nolimit_holdem()), has_equities(leduc())
    (True, False)
    """
    return game.hole_cards == 2 and game.ranking == "holdem" and game.deck.size == 52


def range_equities(
    hands: tuple[PrivateHands, PrivateHands],
    reach: Sequence[Floats],
    fits: Sequence[npt.NDArray[np.bool_]],
    board: Sequence[int],
    threads: int,
) -> tuple[Floats, Floats]:
    """Return the shares of the pot that the hands would win if all cards were dealt now, by player: float64[hands].

    reach: the weights of the hands. fits: which of them can be held; these have an equity also where their weight is
    0, and NaN if they meet no hand. One sweep over the boards answers for both players, which `rb.equity` does not for
    hands without a weight.
    """
    places = [hand_indices(held.cards) for held in hands]
    weights = np.zeros((2, NUM_HANDS))
    asked = np.zeros((2, NUM_HANDS), np.uint8)
    for player in (0, 1):
        weights[player, places[player]] = reach[player]
        asked[player, places[player]] = fits[player]
    shares = equities_of(weights, asked, board, threads)
    return shares[0][places[0]], shares[1][places[1]]


def equities_of(
    weights: Floats, asked: npt.NDArray[np.uint8], board: Sequence[int], threads: int = 0
) -> tuple[Floats, Floats]:
    """Return the same by hand number: float64[1326] for each player.

    weights: float64[2, 1326]. asked: uint8[2, 1326], 1 for the hands that shall have an equity. threads: 0 for all.
    """
    if not board:
        shares = [_before_the_flop(asked[player], weights[1 - player], threads) for player in (0, 1)]
    else:
        listed = np.maximum(asked[0], asked[1])
        sums = _core.range_equity(weights[0], weights[1], board, [], threads, None, listed)
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = [
                np.where(of & (total > 0), (wins + ties / 2) / total, np.nan)
                for of, (wins, ties, total) in zip(asked, sums, strict=True)
            ]
    return shares[0], shares[1]


def weight_met(other: Floats) -> Floats:
    """Return the weight of the hands that each hand can meet in another range, by hand number: float64[1326].

    >>> weights = np.zeros(1326)
    >>> weights[0] = 1.0  # 2d2c, which only hands with one of these cards do not meet
    >>> int(weight_met(weights).sum()), float(weight_met(weights)[0])
    (1225, 0.0)
    """
    high, low = HAND_CARDS.T
    by_card = np.bincount(high, other, 52) + np.bincount(low, other, 52)
    return np.asarray(other.sum() - by_card[high] - by_card[low] + other)


def equity_curve(equities: Floats, weights: Floats, points: int = 101) -> Floats:
    """Return the equity at each percentile of a range, the weakest hands first: float64[points].

    equities, weights: by hand; those without an equity or a weight do not count. NaN if none does.

    >>> equity_curve(np.array([0.9, 0.1, np.nan]), np.array([1.0, 3.0, 1.0]), 5).tolist()
    [0.1, 0.1, 0.1, 0.1, 0.9]
    """
    counted = (weights > 0) & ~np.isnan(equities)
    order = np.argsort(equities[counted])
    values, shares = equities[counted][order], np.cumsum(weights[counted][order])
    if not len(values):
        return np.full(points, np.nan)
    places = np.searchsorted(shares, np.linspace(0, 1, points) * shares[-1] * (1 - 1e-12), side="left")
    places[-1] = len(values) - 1
    return np.asarray(values[np.minimum(places, len(values) - 1)])


def _before_the_flop(own: npt.NDArray[np.uint8], other: Floats, threads: int) -> Floats:
    """The table of match-ups knows."""
    if not other.any():
        return np.full(NUM_HANDS, np.nan)
    first, second = Range.from_weights(own.astype(np.float64)), Range.from_weights(np.minimum(other, 1.0))
    return equity(first, second, threads=threads or None)[0].by_hand
