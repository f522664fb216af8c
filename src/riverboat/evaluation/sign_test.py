"""The sign test: how surprising a number of series won is between equals."""

from __future__ import annotations

import math
from typing import Final

from riverboat.base.checks import whole
from riverboat.errors import MatchError

_MOST: Final = 10_000  # series: the sum is of whole numbers, and takes long beyond


def sign_test(won: int, lost: int) -> float:
    """Return the two-sided p-value of a split of series, ties left out.

    The chance that a fair coin splits so many throws as unevenly or more: 2 Σ C(n, k) / 2ⁿ over k from the larger part
    up, at most 1. Published: 38 of 50 against GS1, p = .00031 (Gilpin and Sandholm, GS2).

    >>> f"{sign_test(38, 12):.5f}"
    '0.00031'
    """
    for name, count in (("won", won), ("lost", lost)):
        whole(name, count, MatchError, most=_MOST, example=38, kind="a whole number of series")
    series = won + lost
    tail = sum(math.comb(series, k) for k in range(max(won, lost), series + 1))
    return min(1.0, float(2 * tail / 2**series))
