"""Jam or fold for four and more players over a pool of deals, which every hand of a tournament uses again."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from riverboat import _core
from riverboat.cards.hand_class import NUM_CLASSES

DEALS: Final = 4_000_000
"""Of a pool: a second and 20 MB with four players. What strategies lose by not being of all deals falls as one over
their number."""
BATCH: Final = 40_000
"""Deals of one iteration."""
_SEED: Final = 20_090_715


class DealtJam:
    """What `TwoJam` does, for two to six players, over deals that all count the same.

    held: classes, uint8[deals, players]. orders: of all strengths, uint16[deals], as `orders_of` numbers them. A pool
    of all deals of a small deck is exact. With more deals than a batch, gains are neither looked at nor told.
    """

    def __init__(
        self, held: np.ndarray, orders: np.ndarray, *, classes: int = NUM_CLASSES, batch: int = BATCH
    ) -> None:
        self.held, self.orders = np.ascontiguousarray(held), np.ascontiguousarray(orders)
        self._game = _core.DealtJam(classes, self.held, self.orders, batch)
        self._whole = batch >= len(self.orders)

    def solve(
        self,
        values: np.ndarray,
        start: np.ndarray,
        locked: list[bool],
        fictitious: bool,
        iterations: int,
        target: float,
        look_every: int,
        start_weight: float,
    ) -> tuple[np.ndarray, list[float], int]:
        """Return a strategy, what each seat would gain if the pool is one batch, and how many iterations it took."""
        looks = look_every if self._whole else 0
        found: Any = self._game.solve(
            np.ascontiguousarray(values),
            start,
            locked,
            fictitious,
            iterations,
            target,
            looks,
            start_weight,
        )
        return np.asarray(found[0]), found[1], found[2]

    def advantages(self, values: np.ndarray, strategy: np.ndarray) -> np.ndarray:
        """Return what jamming is worth over folding, times the chance to come there: float64[rows, classes]."""
        return np.asarray(self._game.advantages(np.ascontiguousarray(values), strategy))

    def coefficients(self, strategy: np.ndarray) -> np.ndarray:
        """Return the same by what the ends are worth: float32[rows, classes, ends, orders]."""
        return np.asarray(self._game.coefficients(strategy))

    def ends(self, strategy: np.ndarray) -> np.ndarray:
        """Return chances of the ends, float64[ends, orders]."""
        return np.asarray(self._game.ends(strategy))


@cache
def dealt(players: int, deals: int = DEALS, seed: int = _SEED) -> DealtJam:
    """Return the game over so many deals at random."""
    held, orders = _core.deal_hands(players, deals, seed)
    return DealtJam(np.asarray(held), np.asarray(orders))
