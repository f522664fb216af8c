"""K-medians in NumPy, one step after the other: what the native one must match."""

from __future__ import annotations

import numpy as np


def distances(points: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """L₁ distances between points [n, d] and centres [k, d]: [n, k]."""
    return np.stack([np.abs(points - centre).sum(axis=1) for centre in centres], axis=1)


def greedy(points: np.ndarray, mass: np.ndarray, candidates: np.ndarray, k: int) -> list[int]:
    """Places among candidates, each of which lowers the error most."""
    away = distances(points, points[candidates])
    chosen = [int(np.argmin(mass @ away))]
    nearest = away[:, chosen[0]]
    while len(chosen) < k:
        gain = mass @ np.maximum(nearest[:, None] - away, 0.0)
        gain[chosen] = -1.0
        chosen.append(int(np.argmax(gain)))
        nearest = np.minimum(nearest, away[:, chosen[-1]])
    return chosen


def draw(points: np.ndarray, mass: np.ndarray, random: np.ndarray) -> list[int]:
    """One point for each random number, with probability mass times the distance to those before."""
    chosen: list[int] = []
    nearest = np.ones(len(points))
    for at in random:
        ladder = (mass * nearest).cumsum()
        step = int(np.searchsorted(ladder, at * ladder[-1], side="right"))
        chosen.append(min(step, len(points) - 1))
        away = np.abs(points - points[chosen[-1]]).sum(axis=1)
        nearest = away if len(chosen) == 1 else np.minimum(nearest, away)
    return chosen


def lloyd(points: np.ndarray, mass: np.ndarray, centres: np.ndarray, moves: int) -> tuple[np.ndarray, float]:
    """The clusters where they no longer get better, and the error."""
    best, error = np.zeros(len(points), np.int64), np.inf
    for _ in range(moves):
        away = distances(points, centres)
        labels = away.argmin(axis=1)
        now = float(mass @ away[np.arange(len(points)), labels])
        if now >= error:
            break
        best, error = labels, now
        centres = np.array([median(points, mass, labels == centre) for centre in range(len(centres))])
    return best, error


def median(points: np.ndarray, mass: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """The weighted median of some points; of none, a place that is far from all."""
    if not inside.any():
        return np.full(points.shape[1], np.inf)
    points, mass = points[inside], mass[inside]
    order = points.argsort(axis=0)
    half = (mass[order].cumsum(axis=0) >= mass.sum() / 2).argmax(axis=0)
    across = np.arange(points.shape[1])
    return points[order[half, across], across]
