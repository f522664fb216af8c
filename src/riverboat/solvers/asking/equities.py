"""The equity of every hand against the other player's range, for both players at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.cards.card import NUM_HANDS, hand_indices
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
    return shares[0][places[0]], shares[1][places[1]]


def _before_the_flop(own: npt.NDArray[np.uint8], other: Floats, threads: int) -> Floats:
    """The table of match-ups knows."""
    if not other.any():
        return np.full(NUM_HANDS, np.nan)
    first, second = Range.from_weights(own.astype(np.float64)), Range.from_weights(np.minimum(other, 1.0))
    return equity(first, second, threads=threads or None)[0].by_hand
