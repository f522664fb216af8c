"""Who finishes where, from stacks alone: by Malmuth and Harville, by Malmuth and Weitzman, exactly or by samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import numpy as np

from riverboat import _core

Model: TypeAlias = Literal["harville", "weitzman"]
MODELS: Final[tuple[Model, ...]] = ("harville", "weitzman")
MOST_EXACT: Final[int] = _core.MOST_EXACT_PLAYERS
"""Up to so many players every set of finishers is counted; 20 take some tens of milliseconds."""


def finish_chances(stacks: np.ndarray, places: int, model: Model = "harville") -> np.ndarray:
    """Return chances to finish first, second, ..., float64[players, places], exactly.

    Malmuth and Harville: the winner is drawn by chips, then the second among the others by chips, and so on. Malmuth
    and Weitzman: who is out next is drawn by one over his chips, which the others share equally.

    >>> finish_chances(np.array([5.0, 3.0, 2.0]), 2).round(3).tolist()
    [[0.5, 0.339], [0.3, 0.375], [0.2, 0.286]]
    """
    return np.asarray(
        _core.finish_chances(np.ascontiguousarray(stacks, dtype=float), places, model == "weitzman")
    )


def sampled_finishes(
    stacks: np.ndarray, payouts: np.ndarray, samples: int, seed: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return finish chances, prize equities and their standard errors by drawing whole finishing orders.

    Players run: each arrives after an exponential time with his chips as rate, which is Harville's model.
    """
    rng = np.random.default_rng(seed)
    players, places = len(stacks), len(payouts)
    counts = np.zeros((players, places))
    total, squares = np.zeros(players), np.zeros(players)
    prizes = np.zeros(players)
    prizes[:places] = payouts
    for begin in range(0, samples, _BATCH):
        size = min(_BATCH, samples - begin)
        order = np.argsort(rng.exponential(size=(size, players)) / stacks, axis=1)
        for place in range(places):
            counts[:, place] += np.bincount(order[:, place], minlength=players)
        won = np.zeros((size, players))
        np.put_along_axis(won, order, np.broadcast_to(prizes, won.shape), axis=1)
        total += won.sum(axis=0)
        squares += (won * won).sum(axis=0)
    mean = total / samples
    spread = np.sqrt(np.maximum(0.0, squares / samples - mean * mean) / max(1, samples - 1))
    return counts / samples, mean, spread


_BATCH: Final = 20_000  # orders drawn at once: some tens of MB with hundreds of players


def prize_equities(
    stacks: Sequence[float] | np.ndarray, payouts: np.ndarray, model: Model = "harville"
) -> np.ndarray:
    """Return what stacks over 0 are worth in prizes, float64[players], without checks: for inner loops."""
    return np.asarray(finish_chances(np.asarray(stacks, dtype=float), len(payouts), model) @ payouts)


def prizes_after(
    before: np.ndarray, after: np.ndarray, payouts: np.ndarray, model: Model = "harville"
) -> np.ndarray:
    """Return what stacks are worth after a hand, in which some went out: who had more before it finishes above.

    Those who had the same share the prizes of their places.

    >>> prizes_after(np.array([6.0, 2.0, 2.0]), np.array([10.0, 0.0, 0.0]), np.array([50.0, 30.0, 20.0])).tolist()
    [50.0, 25.0, 25.0]
    """
    players = len(after)
    prizes = np.zeros(players)
    prizes[: len(payouts)] = payouts
    alive = np.flatnonzero(after > 0)
    worth = np.zeros(players)
    place = len(alive)
    places = min(place, len(payouts))
    if places:
        worth[alive] = prize_equities(after[alive], prizes[:places], model)
    out = np.flatnonzero(after <= 0)
    for stack in np.unique(before[out])[::-1]:
        tied = out[before[out] == stack]
        worth[tied] = prizes[place : place + len(tied)].mean()
        place += len(tied)
    return worth
