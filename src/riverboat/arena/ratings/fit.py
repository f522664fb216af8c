"""Ratings by least squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fit:
    """What fits: strengths with their standard errors, and of each table what they leave unexplained."""

    strengths: Floats
    errors: Floats
    residuals: Floats


def least_squares(
    bots: int, tables: Sequence[tuple[int, int]], won: Sequence[float], variances: Sequence[float]
) -> Fit:
    """Fit a strength for each bot, so that a bot wins from another what it is stronger.

    tables: one bot, and the other who has all other seats. won: by the first, in bb/100. variances: of these means.

    Every table counts the same: what does not fit is that bots beat each other in circles, not noise, and a table that
    was measured exactly says no more of that. Strengths sum to 0. Standard errors are those of the noise alone: how far
    strengths would be others with other cards, among the same bots.

    >>> fit = least_squares(3, [(0, 1), (1, 2), (0, 2)], [10.0, 5.0, 15.0], [1.0, 1.0, 1.0])
    >>> fit.strengths.round(6).tolist(), abs(fit.residuals).round(6).tolist()
    ([8.333333, -1.666667, -6.666667], [0.0, 0.0, 0.0])
    """
    design = np.zeros((len(tables), bots))
    for row, (bot, other) in enumerate(tables):
        design[row, [bot, other]] = (1.0, -1.0)
    inverse: Floats = np.linalg.pinv(design).astype(np.float64)
    strengths = inverse @ np.asarray(won, np.float64)
    errors = np.sqrt(inverse**2 @ np.asarray(variances, np.float64))
    return Fit(strengths, errors, np.asarray(won, np.float64) - design @ strengths)


def connected(bots: int, tables: Sequence[tuple[int, int]]) -> list[frozenset[int]]:
    """Return the groups of bots that tables connect; strengths are comparable inside one only.

    >>> [sorted(group) for group in connected(4, [(0, 1), (2, 3)])]
    [[0, 1], [2, 3]]
    """
    group = {bot: {bot} for bot in range(bots)}
    for bot, other in tables:
        if group[bot] is not group[other]:
            group[bot] |= group[other]
            for one in group[other]:
                group[one] = group[bot]
    return list(dict.fromkeys(map(frozenset, group.values())))
