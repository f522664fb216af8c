"""Bets beyond the menu: who was never trained against so large a bet calls it less often, and with his best hands.

A bluff of s pots that is called wins a share e of the pot all the same: none on the river, the more the earlier. It has
nothing to win against who goes on with a share c(s) = 1/(1 + (1 - 2e)s - e) of his hands, 1/(1 + s) on the river. So
where the largest bet of the menu, b, stands for one of x pots that is larger still, what goes on becomes c(x)/c(b) of
what it was, and is the strongest part of it; its strongest bucket always goes on. An answer is never looser than that
to the largest trained size.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.games.rules.table import Table
from riverboat.strategy.file.bucket_strengths import BucketStrengths
from riverboat.strategy.lines.branches import Walk

Floats = npt.NDArray[np.float32]


SHARE_OF_BLUFFS: Final = (0.3, 0.25, 0.15, 0.0)
"""What a bluff wins of the pot when it is called, by street: before the flop no hand is far behind."""


def share_that_goes_on(gone: Walk) -> float:
    """Return c(x)/c(b) at a decision; 1 where the menu has a bet as large, and where there is nothing to call.

    x is what the real call costs, in parts of the pot before the bet, and b the most that one costs in the branches.
    """
    if gone.is_lost or gone.real.is_over or not gone.real.to_call:
        return 1.0
    trained = [_price(branch.table) for branch in gone.branches if not branch.table.is_over]
    e = SHARE_OF_BLUFFS[max(0, gone.real.round - gone.real.game.rounds + len(SHARE_OF_BLUFFS))]
    against = [1 + (1 - 2 * e) * price - e for price in (max(trained, default=math.inf), _price(gone.real))]
    return min(1.0, against[0] / against[1])


def _price(table: Table) -> float:
    return table.to_call / max(1, table.pot - table.to_call)


def tightened(strategy: Floats, fold: int, share: float, strengths: BucketStrengths) -> Floats:
    """Return a strategy that goes on with a share of what it did: the strongest buckets as before, the others fold.

    strategy: [buckets, actions]. fold: the column of folding. A bucket of unknown strength goes on with that share.

    >>> held = np.array([[0.0, 1.0], [0.5, 0.5], [0.2, 0.8]], np.float32)
    >>> strengths = BucketStrengths(np.array([0.9, 0.2, 0.5]), np.full(3, 1 / 3))
    >>> tightened(held, 0, 0.5, strengths).astype(float).round(3).tolist()
    [[0.0, 1.0], [1.0, 0.0], [0.85, 0.15]]
    """
    goes_on = (1 - strategy[:, fold]) * strengths.share
    order = np.argsort(-strengths.mean, kind="stable")
    before = np.cumsum(goes_on[order]) - goes_on[order]
    left = np.clip(share * goes_on.sum() - before, 0, goes_on[order])
    strongest = int(np.argmax(goes_on[order] > 0))
    left[strongest] = goes_on[order][strongest]
    kept = np.full(len(order), share)
    np.divide(left, goes_on[order], out=kept, where=goes_on[order] > 0)
    out = strategy.copy()
    out[order] *= kept[:, None].astype(np.float32)
    out[:, fold] = 0
    out[:, fold] = np.maximum(0, 1 - out.sum(axis=1))
    return out
