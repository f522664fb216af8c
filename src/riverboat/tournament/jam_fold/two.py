"""Jam or fold for two players over classes of hands, exactly; the twin of the native engine for three."""

from __future__ import annotations

from typing import Final

import numpy as np

ROWS: Final = 3
_FOLD, _JAM, _BOTH = 0, 1, 3  # sets of jams at the ends
_OPEN, _WALK, _CALL = 0, 1, 2  # rows


class TwoJam:
    """Two seats that act once each. chances: float64[orders, classes, classes], summing to 1.

    Values of the ends are [4 sets of jams, orders, 2 seats]. A strategy is chances to jam, float64[3 rows, classes].
    """

    def __init__(self, chances: np.ndarray) -> None:
        self.chances = np.ascontiguousarray(chances, dtype=float)
        self._first, self._orders = chances.sum(axis=2), chances.sum(axis=(1, 2))

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
        """Return a strategy, what each seat would gain by another one, and how many iterations it took."""
        opened, called = self._matrices(values)
        base = self._base(values)
        now, mean = start.astype(float).copy(), start.astype(float).copy()
        jam, fold = np.zeros_like(now), np.zeros_like(now)
        total = start_weight
        done = 0
        for iteration in range(1, iterations + 1):
            weight = 1.0 if fictitious else float(iteration)
            total += weight
            for row in (_OPEN, _CALL):
                if locked[row]:
                    continue
                better = base + opened @ now[_CALL] if row == _OPEN else now[_OPEN] @ called
                if fictitious:
                    best = np.where(better > 0, 1.0, np.where(better < 0, 0.0, mean[row]))
                    mean[row] += (best - mean[row]) / total
                    now[row] = mean[row]
                    continue
                if iteration == 1 and start_weight > 0:
                    jam[row], fold[row] = now[row] * abs(better), (1 - now[row]) * abs(better)
                np.maximum(0.0, jam[row] + (1 - now[row]) * better, out=jam[row])
                np.maximum(0.0, fold[row] - now[row] * better, out=fold[row])
                both = jam[row] + fold[row]
                np.divide(jam[row], both, out=now[row], where=both > 0)
                mean[row] += (now[row] - mean[row]) * (weight / total)
            done = iteration
            looks = look_every and iteration % look_every == 0
            if looks and max(self._gains(base, opened, called, mean, locked)) <= target:
                break
        return mean, self._gains(base, opened, called, mean, locked), done

    def advantages(self, values: np.ndarray, strategy: np.ndarray) -> np.ndarray:
        """Return what jamming is worth over folding, times the chance to come there: float64[3, classes]."""
        opened, called = self._matrices(values)
        out = np.zeros_like(strategy)
        out[_OPEN] = self._base(values) + opened @ strategy[_CALL]
        out[_CALL] = strategy[_OPEN] @ called
        return out

    def coefficients(self, strategy: np.ndarray) -> np.ndarray:
        """Return the same by what the ends are worth: [3, classes, 4 ends, orders]."""
        orders, classes, _ = self.chances.shape
        out = np.zeros((ROWS, classes, 4, orders))
        called = (self.chances @ strategy[_CALL]).T
        out[_OPEN, :, _FOLD] = -self._first.T
        out[_OPEN, :, _BOTH] = called
        out[_OPEN, :, _JAM] = self._first.T - called
        reached = np.einsum("oab,a->bo", self.chances, strategy[_OPEN])
        out[_CALL, :, _BOTH], out[_CALL, :, _JAM] = reached, -reached
        return out

    def ends(self, strategy: np.ndarray) -> np.ndarray:
        """Return chances of the ends, [4, orders]."""
        out = np.zeros((4, len(self.chances)))
        jammed = self._first @ strategy[_OPEN]
        out[_BOTH] = np.einsum("oab,a,b->o", self.chances, strategy[_OPEN], strategy[_CALL])
        out[_JAM], out[_FOLD] = jammed - out[_BOTH], self._orders - jammed
        return out

    def _matrices(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        more = values[_BOTH] - values[_JAM]
        return np.tensordot(more[:, 0], self.chances, 1), np.tensordot(more[:, 1], self.chances, 1)

    def _base(self, values: np.ndarray) -> np.ndarray:
        return np.asarray((values[_JAM, :, 0] - values[_FOLD, :, 0]) @ self._first)

    @staticmethod
    def _gains(
        base: np.ndarray, opened: np.ndarray, called: np.ndarray, strategy: np.ndarray, locked: list[bool]
    ) -> list[float]:
        gains = []
        for row, better in ((_OPEN, base + opened @ strategy[_CALL]), (_CALL, strategy[_OPEN] @ called)):
            gains.append(
                0.0 if locked[row] else float((np.maximum(better, 0) - strategy[row] * better).sum())
            )
        return gains
