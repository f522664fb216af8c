"""What folds tell of the cards that are left: the bunching effect.

Who folds before the flop holds few aces; so the deck that is left has more of them than nobody's folds would leave. A
subgame of two players at full width knows nothing of other seats. Here their ranges become weights, so that it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import check_seed, whole
from riverboat.cards.card import HAND_CARDS, NUM_HANDS
from riverboat.errors import SolverError

Floats = npt.NDArray[np.float64]

_AT_ONCE: Final = 4096
_MOST_TRIES: Final = 1000  # of `_AT_ONCE` deals each


@dataclass(frozen=True, eq=False)
class Bunching:
    """How likely cards are to be still there, after some seats folded hands of their ranges.

    hands: float64[1326], the chance that no folded seat has a card of a hand, over its mean: what the weight of a live
    hand is to be multiplied by. cards: float64[52], the same for a card that may come on the board.
    """

    hands: Floats
    cards: Floats

    def weighted(self, weights: Floats) -> Floats:
        """Return the weights of a live range with folds counted, the likeliest with 1."""
        found = weights * self.hands
        return np.asarray(found / found.max()) if found.any() else found


def bunching(
    folded: Sequence[npt.ArrayLike], board: Sequence[int] = (), *, deals: int = 100_000, seed: int = 0
) -> Bunching:
    """Return what the hands of folded seats leave in the deck.

    folded: float[1326] for each seat that folded: how likely it is to have folded each hand. board: what lies. Hands of
    all of them are dealt together, so that cards are dealt once among them, too. With C the part of the deals in which
    two cards are both gone, a hand of the cards a and b is there in 1 - C[a, a] - C[b, b] + C[a, b] of them: one matrix
    holds the answer for all hands. What both live hands and the board together take away is counted for each alone: it
    is a factor for each range, not for each pair, and exact for one.

    >>> tight = np.where((HAND_CARDS // 4 == 12).any(axis=1), 0.0, 1.0)  # who folds anything without an ace
    >>> found = bunching([tight] * 4, deals=20_000)
    >>> bool(found.cards[-4:].min() > 1.1), bool(found.cards[:48].max() < 1.0)  # aces are left
    (True, True)
    """
    whole("deals", deals, SolverError, least=1, example=100_000)
    rng = np.random.default_rng(check_seed(seed, SolverError))
    ranges = [_chances(weights, board, place) for place, weights in enumerate(folded)]
    gone, found = np.zeros((52, 52)), 0
    for _ in range(_MOST_TRIES if ranges else 0):
        drawn = np.stack([rng.choice(NUM_HANDS, _AT_ONCE, p=chances) for chances in ranges], axis=1)
        cards = np.zeros((_AT_ONCE, 52), np.float32)
        held = HAND_CARDS[drawn].reshape(_AT_ONCE, -1)
        np.put_along_axis(cards, held, 1.0, axis=1)
        fits = cards.sum(axis=1) == held.shape[1]  # each card once
        taken = cards[fits][: deals - found]
        gone += taken.T @ taken
        found += len(taken)
        if found >= deals:
            break
    if ranges and found < deals:
        raise SolverError(
            f"the hands of {len(ranges)} seats that folded hardly fit together; widen their ranges"
        )
    if found:
        gone /= found
    alone = np.diag(gone)
    high, low = HAND_CARDS[:, 0], HAND_CARDS[:, 1]
    hands = 1 - alone[high] - alone[low] + gone[high, low]
    cards_left = 1 - alone
    free = ~np.isin(HAND_CARDS, board).any(axis=1)
    others = ~np.isin(np.arange(52), board)
    return Bunching(
        np.where(free, hands / hands[free].mean(), 0.0),
        np.where(others, cards_left / cards_left[others].mean(), 0.0),
    )


def _chances(weights: npt.ArrayLike, board: Sequence[int], place: int) -> Floats:
    held = np.asarray(weights, np.float64)
    if held.shape != (NUM_HANDS,) or not (held >= 0).all():
        raise SolverError(f"the range of folded seat {place} is not {NUM_HANDS} weights from 0 up")
    held = np.where(np.isin(HAND_CARDS, board).any(axis=1), 0.0, held)
    if not held.any():
        raise SolverError(f"folded seat {place} holds no hand that the board leaves; leave the seat out")
    return np.asarray(held / held.sum())
